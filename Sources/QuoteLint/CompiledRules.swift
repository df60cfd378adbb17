package import QuoteLanguage
package import QuoteSyntax

/// Why rules could not be compiled.
package enum RulesFailure: Error, Sendable {
  /// The rules have errors, and this is all that is wrong with them.
  case rejected(RulesRejected)
  /// A file that the rules need could not be read.
  case trouble(Trouble)
}

/// Rules as far as the model: what `check`, `dump` and `sample` need.
package struct CompiledRules: Sendable {
  /// What is written, once overlays, settings and a condition on quotes were applied to it.
  package let tree: RuleTree
  /// What the tree means, with the text of all its files.
  package let model: PriceModel
  /// The warnings, with what they are about. Without linting they are those of the checks alone.
  package let warned: RulesWarnings
  /// All warnings in the order of files and places.
  package var warnings: [Diagnostic] { warned.all }

  /// Does the same as `Pricer.init`, without lowering. Without `linting` only errors are looked
  /// for, as variants of rules need it that were checked before.
  package init(
    rulesAt path: String, overlays: [String] = [], settings: [String] = [],
    otherSettings: [String] = [], loader: FileLoader = .disk(), selecting condition: String? = nil,
    linting: Bool = true
  ) throws(RulesFailure) {
    do throws(RulesFailure) {
      try self.init(
        untried: path, overlays: overlays, settings: settings, otherSettings: otherSettings,
        loader: loader, selecting: condition, linting: linting)
    } catch .rejected(let rejected)
      where rejected.diagnostics.contains(where: { !$0.guesses.isEmpty })
    {
      let cures = TriedCures(
        complaints: { texts in
          var (settings, condition, files) = (settings, condition, [String: [UInt8]]())
          for (index, text) in texts {
            if let place = rejected.sources.settings.firstIndex(of: index) {
              if settings.indices.contains(place) {
                settings[place] = String(decoding: text, as: UTF8.self)
              }
            } else if let name = rejected.sources[index]?.name {
              if name == SourceFile.condition { condition = String(decoding: text, as: UTF8.self) }
              files[name] = text
            }
          }
          let loader = loader.editing { [files] name, bytes in files[name] ?? bytes }
          do throws(RulesFailure) {
            _ = try CompiledRules(
              untried: path, overlays: overlays, settings: settings,
              otherSettings: otherSettings, loader: loader, selecting: condition, linting: false)
            return nil
          } catch {
            guard case .rejected(let left) = error else { return rejected }
            return left
          }
        }, rejected: rejected)
      throw .rejected(cures.told)
    }
  }

  /// The same, without trying what the complaints propose.
  private init(
    untried path: String, overlays: [String], settings: [String], otherSettings: [String],
    loader: FileLoader, selecting condition: String?, linting: Bool, reread: ReadRules? = nil
  ) throws(RulesFailure) {
    var sources = reread?.sources ?? Sources()
    var log = DiagnosticLog()
    var tree = try Self.tree(
      of: path, overlays: overlays, settings: settings, loader: loader, sources: &sources,
      log: &log, knowing: reread?.declarations ?? ReadDeclarations())
    for setting in otherSettings {
      tree.apply(setting: setting, of: "--against-set", sources: &sources, log: &log)
    }
    if let condition { tree.select(where: condition, sources: &sources, log: &log) }
    if log.hasErrors, overlays.isEmpty, settings.isEmpty, otherSettings.isEmpty,
      condition == nil {
      tree.reportFurther(sources: sources, log: &log)
    }
    guard !log.hasErrors,
      let model = PriceModel(checking: tree, sources: sources, log: &log), !log.hasErrors
    else { throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources)) }
    if linting { model.lint(tree, log: &log) }
    self.tree = tree
    self.model = model
    var warned = RulesWarnings(
      rules: path, overlays: overlays, settings: settings + otherSettings, all: log.sorted,
      sources: model.sources)
    if linting, !warned.all.isEmpty, !(overlays.isEmpty && warned.settings.isEmpty) {
      let alone = try? CompiledRules(rulesAt: path, loader: loader, selecting: condition)
      warned.alone = alone?.warned.keys
    }
    self.warned = warned
  }

  /// Rules that differ in some bytes from others that were read. Only errors are looked for, and
  /// nobody is told what would cure them. `reread` is nil where more than the rules file differs.
  package init(
    variantOf reread: ReadRules?, rulesAt path: String, overlays: [String], settings: [String],
    loader: FileLoader
  ) throws(RulesFailure) {
    try self.init(
      untried: path, overlays: overlays, settings: settings, otherSettings: [], loader: loader,
      selecting: nil, linting: false, reread: reread)
  }

  /// The tree of the rules with overlays and settings applied, before it is checked, as text; and
  /// what is wrong with its form.
  package static func dumpTree(
    rulesAt path: String, overlays: [String] = [], settings: [String] = [],
    loader: FileLoader = .disk()
  ) throws(RulesFailure) -> String {
    var sources = Sources()
    var log = DiagnosticLog()
    let tree = try tree(
      of: path, overlays: overlays, settings: settings, loader: loader, sources: &sources,
      log: &log)
    guard !log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
    }
    return tree.dump(sources: sources)
  }

  static func tree(
    of path: String, overlays: [String], settings: [String], loader: FileLoader,
    sources: inout Sources, log: inout DiagnosticLog,
    knowing known: ReadDeclarations = ReadDeclarations()
  ) throws(RulesFailure) -> RuleTree {
    let loader = loader.rooted(besideRules: path)
    do throws(Trouble) {
      var tree = try RuleTree(
        readingFile: path, from: loader, sources: &sources, log: &log, knowing: known)
      sources.endRules()
      tree.zones = loader.zones
      for overlay in overlays {
        try tree.apply(overlayFile: overlay, from: loader, sources: &sources, log: &log)
      }
      for setting in settings { tree.apply(setting: setting, sources: &sources, log: &log) }
      return tree
    } catch {
      throw .trouble(error)
    }
  }
}
