import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Reads result columns of a block, printed as `price` prints them.
struct ResultReader {
  let quotes: QuoteBatch

  init(_ quotes: QuoteBatch) { self.quotes = quotes }

  /// A cell as JSON.
  func json(_ index: Int, at row: Int) -> String {
    let column = quotes.columns[index]
    let words = column.schema.storage == .choice ? WordList(column.schema.choices) : nil
    let buffer = ByteBuffer()
    let printed = PrintedColumn(
      column, form: CellForm(column.schema, of: quotes.schema), words: words)
    withExtendedLifetime(words) { buffer.append(printed, row: row, as: .json) }
    return buffer.string
  }

  /// A cell of money.
  func amount(_ index: Int, at row: Int) -> ExplainedAmount {
    guard quotes.columns[index].isGiven(row) else {
      return .notGiven
    }
    let json = json(index, at: row)
    let digits =
      quotes.schema.arithmetic == .exact
      ? json : RecordedValue.padded(Self.plain(json), quotes.schema.minorDigits)
    return ExplainedAmount(
      text: CurrencySign.amount(digits, quotes.schema.currency), json: json,
      number: Double(json) ?? 0)
  }

  /// A binary number as people read it: to the millionth at most, without the
  /// `.0` that some profiles print.
  private static func plain(_ json: String) -> String {
    if json.hasSuffix(".0") { return String(json.dropLast(2)) }
    let decimals = json.split(separator: ".").dropFirst().first?.count ?? 0
    guard decimals > 6, let number = Double(json), abs(number) < 1e15 else { return json }
    return Ratio(nearest: number, decimals: 6).description
  }
}

extension Ratio {
  /// A binary number to so many decimals, where it is not beyond them.
  init(nearest number: Double, decimals: Int) {
    var scale: Int128 = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number * Double(scale)).rounded()
    self = scaled.isFinite && abs(scaled) < 1e30 ? Ratio(Int128(scaled), scale) : 0
  }
}
