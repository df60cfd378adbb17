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
      return ExplainedAmount(text: "not given", json: "null", number: 0)
    }
    let json = json(index, at: row)
    let digits =
      quotes.schema.arithmetic == .exact
      ? json : RecordedValue.padded(Self.plain(json), quotes.schema.minorDigits)
    return ExplainedAmount(
      text: CurrencySign.amount(digits, quotes.schema.currency), json: json,
      number: Double(json) ?? 0)
  }

  /// A binary number without the `.0` that some profiles print.
  private static func plain(_ json: String) -> String {
    json.hasSuffix(".0") ? String(json.dropLast(2)) : json
  }
}
