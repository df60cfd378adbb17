extension StringProtocol {
  /// Without characters of a kind at both ends.
  package func trimmed(of isDropped: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isDropped($0) }),
      let last = lastIndex(where: { !isDropped($0) })
    else { return "" }
    return String(self[first...last])
  }

  package var trimmedOfSpaces: String { trimmed { $0.isWhitespace } }

  /// What was written over several lines, in one.
  package var inOneLine: String {
    split(whereSeparator: \.isNewline).map(\.trimmedOfSpaces).joined(separator: " ")
      .trimmedOfSpaces
  }

  /// As a value of YAML that holds commas and brackets.
  package var inQuotationMarks: String {
    guard contains("\"") else { return "\"\(self)\"" }
    return "'\(String(self).replacing("'", with: "''"))'"
  }
}
