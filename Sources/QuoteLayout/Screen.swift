import QuoteSyntax

/// What a text is printed on: a terminal, whose width its lines keep, or a file.
package struct Screen: Sendable {
  /// In cells; nil for files and pipes.
  package var width: Int?
  /// Whether headings stand out.
  package var isColored: Bool

  package init(width: Int? = nil, isColored: Bool = false) {
    self.width = width
    self.isColored = isColored
  }

  /// The line as a heading.
  package func strong(_ line: String) -> String {
    isColored && !line.isEmpty ? "\u{1B}[1m\(line)\u{1B}[0m" : line
  }

  /// The lines that a sentence takes, whatever names it holds.
  package func lines(of sentence: String) -> [String] {
    let line = sentence.printable
    return width.map { line.folded(to: $0) } ?? [line]
  }

  /// The lines of a table, whose widest column of names is folded if it has to be; its first row is
  /// a heading.
  package func lines(of table: TextTable) -> [String] {
    let (lines, heads) = table.lines(atMost: width)
    return lines.enumerated().map { $0.offset < heads ? strong($0.element) : $0.element }
  }
}
