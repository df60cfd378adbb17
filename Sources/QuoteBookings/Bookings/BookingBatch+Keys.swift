import QuoteLanguage
import QuoteSyntax

extension BookingBatch {
  /// A row's key as text, or its record number where the rules declare none; as it
  /// came in where it could not be read, empty where it is not given.
  package func key(_ row: Int) -> String {
    guard let field = schema.key else { return "\(firstRecord + Int64(row))" }
    if let text = unreadKeys[row] { return text }
    let column = lists[.booking].columns[field]
    switch column.storage {
    case .text: return row < column.texts.count ? column.texts[row].string : ""
    case .integer:
      guard row < column.integers.count, column.isGiven(row) else { return "" }
      return "\(column.integers[row])"
    case .double, .flag, .choice, .point: return ""
    }
  }
}

extension FieldColumn {
  /// Whether a cell is given. Only the column of an optional field has cells that are not.
  package func isGiven(_ row: Int) -> Bool {
    !isOptional || row >> 6 >= validity.count || validity[row >> 6] >> UInt64(row & 63) & 1 == 1
  }
}
