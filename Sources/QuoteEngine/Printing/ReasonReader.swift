package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Reads the reasons of quotes, for writers that lay them out themselves.
package final class ReasonReader {
  private let shape: QuoteShape
  private let forms: [CellForm]
  private let results = ColumnBuffer<PrintedColumn>()
  private var quotes: QuoteBatch?

  private static let nothing = ColumnBuffer<Int64>()

  package init(_ schema: QuoteSchema) {
    shape = QuoteShape(schema)
    forms = schema.columns.map { CellForm($0, of: schema) }
    for form in forms { results.append(PrintedColumn(Self.nothing, form: form)) }
  }

  /// Takes a block, to be asked of until the next one.
  package func begin(_ quotes: QuoteBatch) {
    self.quotes = quotes
    for index in 0..<shape.linesWithReasons.count {
      let line = shape.linesWithReasons[index]
      if line.applies >= 0 { lend(line.applies, of: quotes) }
      for reason in line.reasons { lend(shape.reasons[reason], of: quotes) }
    }
  }

  private func lend(_ column: Int, of quotes: QuoteBatch) {
    results[column] = PrintedColumn(quotes.columns[column], form: forms[column], words: nil)
  }

  /// Calls `body` with every reason of a quoted row, in the order of the lines that apply.
  package func forEachReason(of row: Int, _ body: (TextSlice) -> Void) {
    guard let quotes, shape.linesWithReasons.count > 0 else { return }
    QuoteRows(shape: shape, results: results, quotes: quotes).forEachReason(of: row, body)
  }
}
