import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Writes what an overlay map makes of a record as an overlay file: figures,
/// and rows of tables in aligned columns under the headers that the rules have.
///
/// A row that no booking can ever hit (a range that ends before it begins,
/// alternatives of which none is given) stays as a comment.
struct OverlayWriter {
  let entries: [OverlayMap.Entry]
  /// Two for each entry: whether it applies, and what it is.
  let outputs: [ModelOutput]
  let rules: RuleTree
  let literals: LiteralWriter
  private(set) var log = DiagnosticLog()

  init(_ map: OverlayMap, outputs: [ModelOutput], rules: RuleTree) {
    entries = map.entries
    self.outputs = outputs
    self.rules = rules
    literals = LiteralWriter(currency: rules.header.currency?.value ?? "")
  }

  /// The overlay that a record's values come to; `values` has two for each entry.
  mutating func overlay(of values: [QuoteValue]) -> String {
    var text = ""
    for (index, entry) in entries.enumerated() where values[2 * index] == .flag(true) {
      let value = values[2 * index + 1]
      switch (entry.content, outputs[2 * index + 1].body) {
      case (.figure, .value(let expression)):
        if let literal = literal(value, of: expression, at: entry.span) {
          text += "  \(entry.name.value): \(Self.scalar(literal))\n"
        }
      case (.rows(let rows), .records(_, let fields)):
        text += "  \(entry.name.value):\n    rows: |\n"
        text += table(rows, fields, value, of: entry)
      case (.figure, .records), (.rows, .value): break
      }
    }
    return text.isEmpty ? "# the record replaces nothing\nlet: {}\n" : "let:\n" + text
  }

  /// A formula in YAML: a text is put where YAML sees neither its quotation
  /// marks nor what is between them.
  private static func scalar(_ literal: String) -> String {
    guard literal.hasPrefix("\"") else { return literal }
    return "'(\(literal.replacing("'", with: "''")))'"
  }

  /// Nil if a value is not given, or (reported) cannot be written.
  private mutating func literal(
    _ value: QuoteValue, of expression: PriceExpression, at span: SourceSpan
  ) -> String? {
    if value == .notGiven { return nil }
    if let literal = literals.literal(value, of: expression) { return literal }
    log.report(.overlayValue(expression.type.described, at: span))
    return nil
  }

  // MARK: - Rows

  private mutating func table(
    _ rows: OverlayMap.Rows, _ fields: [ModelOutput], _ value: QuoteValue,
    of entry: OverlayMap.Entry
  ) -> String {
    guard let declaration = table(named: entry.name.value) else { return "" }
    let keys = declaration.keys.map(\.written)
    let headers = keys + declaration.values.map(\.value)
    var lines: [Row] = []
    for members in value.elements where members[0] == .flag(true) {
      lines.append(
        row(rows, fields, members: members, headers: headers, keyCount: keys.count, entry: entry))
    }
    if lines.isEmpty { return "      # none\n" }
    return Self.aligned(lines, keyCount: keys.count)
  }

  private func table(named name: String) -> TableDeclaration? {
    guard case .table(let table)? = rules.lets.first(where: { $0.name.value == name })?.body
    else { return nil }
    return table
  }

  private struct Row {
    var cells: [String]
    var holds = true
  }

  private mutating func row(
    _ rows: OverlayMap.Rows, _ fields: [ModelOutput], members: [QuoteValue],
    headers: [String], keyCount: Int, entry: OverlayMap.Entry
  ) -> Row {
    var row = Row(cells: Array(repeating: "-", count: headers.count))
    var at = 1
    for cell in rows.cells {
      let column = headers.firstIndex(of: cell.header.value) ?? 0
      let made = self.cell(cell, fields, members: members, at: at)
      row.cells[column] = made.text
      if !made.holds { row.holds = false }
      if case .range = cell.content { at += 2 } else { at += 1 }
    }
    return row
  }

  /// A cell, and whether any key can ever be what it says.
  private mutating func cell(
    _ cell: OverlayMap.Cell, _ fields: [ModelOutput], members: [QuoteValue], at: Int
  ) -> (text: String, holds: Bool) {
    let span = cell.header.span
    switch (cell.content, fields[at].body) {
    case (.value, .value(let value)):
      return (literal(members[at], of: value, at: span) ?? "-", true)
    case (.range(let range), .value(let value)):
      return self.range(range, members[at], members[at + 1], of: value, at: span)
    case (.each, .records(_, let inner)):
      guard case .value(let expression)? = inner.first?.body, !members[at].elements.isEmpty else {
        return ("-", true)
      }
      var literals: [String] = []
      for value in members[at].elements.joined() {
        if let literal = literal(value, of: expression, at: span) { literals.append(literal) }
      }
      return literals.isEmpty ? ("none given", false) : (literals.joined(separator: ", "), true)
    case (.value, .records), (.range, .records), (.each, .value): return ("-", true)
    }
  }

  private mutating func range(
    _ range: FormulaRange, _ from: QuoteValue, _ to: QuoteValue, of value: PriceExpression,
    at span: SourceSpan
  ) -> (text: String, holds: Bool) {
    let lower = literal(from, of: value, at: span)
    let upper = literal(to, of: value, at: span)
    switch (lower, upper) {
    case (nil, nil): return ("-", true)
    case (let lower?, nil): return ((range.lowerIsIncluded ? ">= " : "> ") + lower, true)
    case (nil, let upper?): return ((range.upperIsIncluded ? "<= " : "< ") + upper, true)
    case (let lower?, let upper?):
      let isPoint = range.lowerIsIncluded && range.upperIsIncluded
      let order = Self.order(from, to)
      let text =
        (range.lowerIsIncluded ? "[" : "(") + lower + ".." + upper
        + (range.upperIsIncluded ? "]" : ")")
      return (text, order < 0 || (order == 0 && isPoint))
    }
  }

  /// Below zero, zero or above: numbers by size, all else by code points.
  private static func order(_ a: QuoteValue, _ b: QuoteValue) -> Int {
    func order<Value: Comparable>(_ x: Value, _ y: Value) -> Int { x < y ? -1 : x == y ? 0 : 1 }
    switch (a, b) {
    case (.exact(let x), .exact(let y)): return order(x, y)
    case (.double(let x), .double(let y)): return order(x, y)
    case (.text(let x), .text(let y)):
      if x == y { return 0 }
      return x.unicodeScalars.lexicographicallyPrecedes(y.unicodeScalars) ? -1 : 1
    case (.exact, _), (.double, _), (.text, _), (.notGiven, _), (.flag, _), (.texts, _),
      (.point, _), (.records, _):
      return 0
    }
  }

  private static func aligned(_ rows: [Row], keyCount: Int) -> String {
    let widths = rows[0].cells.indices.map { column in
      rows.map { $0.cells[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = row.holds ? "      |" : "      # never holds: |"
      for (column, cell) in row.cells.enumerated() {
        if column == keyCount { line += "|" }
        line += " " + cell + String(repeating: " ", count: widths[column] - cell.count) + " |"
      }
      // No text of a record ends the comment.
      return (row.holds ? line : line.printable) + "\n"
    }.joined()
  }
}

extension QuoteValue {
  /// The elements of records, each with its fields.
  fileprivate var elements: [[QuoteValue]] {
    if case .records(let elements) = self { return elements }
    return []
  }
}
