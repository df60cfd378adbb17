import QuoteLanguage
package import QuoteSyntax

/// A rules file that was read, of which variants are compiled: what these leave as it is need not
/// be read again.
package struct ReadRules: Sendable {
  /// The file and the tables that it names.
  let sources: Sources
  let declarations: ReadDeclarations

  /// Nil where the file has errors.
  package init?(at path: String, loader: FileLoader) {
    var sources = Sources()
    var log = DiagnosticLog()
    let tree = try? CompiledRules.tree(
      of: path, overlays: [], settings: [], loader: loader, sources: &sources, log: &log)
    guard let tree, !log.hasErrors else { return nil }
    declarations = ReadDeclarations(of: tree, in: sources)
    self.sources = sources
  }
}
