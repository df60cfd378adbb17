/// A line of the rules that a report can point at.
package struct RulePlace: Hashable, Sendable {
  /// As given on the command line, or as an overlay names it.
  package var file: String
  /// From 1; the column in characters.
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Nil for what nobody wrote.
  package init?(_ span: SourceSpan, in sources: Sources) {
    guard let file = sources[span.file] else { return nil }
    let position = file.position(of: span.lower)
    self.init(file: file.name, line: position.line, column: position.column)
  }
}
