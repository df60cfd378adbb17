extension BookingBatch {
  /// A row's key as text, or its record number where the rules declare none.
  public func key(_ row: Int) -> String {
    guard let field = schema.key else { return "\(firstRecord + Int64(row))" }
    let column = lists[0].columns[field]
    switch column.storage {
    case .text: return row < column.texts.count ? column.texts[row].string : ""
    case .integer: return row < column.integers.count ? "\(column.integers[row])" : ""
    case .double, .flag, .choice, .point: return ""
    }
  }
}
