import QuoteLanguage
package import QuoteSyntax

/// Two rules read side by side, so that the places of both are in one set of sources: what is
/// made of parts of both can be checked and says where each part stands.
package struct RulesPair: Sendable {
  /// What one side is read from.
  package struct Origin: Sendable {
    /// The path of the rules file.
    package var path: String
    /// The paths of the overlays in the order in which they are applied.
    package var overlays: [String]
    /// What `--set` gives, `path=value`, applied after the overlays.
    package var settings: [String]

    /// Names what is read; no file is opened yet.
    package init(path: String, overlays: [String] = [], settings: [String] = []) {
      self.path = path
      self.overlays = overlays
      self.settings = settings
    }
  }

  /// The rules before the change, with their overlays and settings applied.
  package let before: RuleTree
  /// The rules after the change, read in the same way.
  package let after: RuleTree
  /// The files of both sides: every place in either tree is one in these.
  package let sources: Sources

  /// Throws what is wrong with the form of either.
  package init(
    before: Origin, after: Origin, loader: FileLoader = .disk()
  ) throws(RulesFailure) {
    var sources = Sources()
    var log = DiagnosticLog()
    self.before = try CompiledRules.tree(
      of: before.path, overlays: before.overlays, settings: before.settings, loader: loader,
      sources: &sources, log: &log)
    self.after = try CompiledRules.tree(
      of: after.path, overlays: after.overlays, settings: after.settings, loader: loader,
      sources: &sources, log: &log)
    guard !log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
    }
    self.sources = sources
  }
}
