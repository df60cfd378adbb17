import QuoteBookings
package import QuoteSyntax

/// JSON put together from parts that are JSON already.
package enum JSONParts {
  /// A text between quotation marks.
  package static func text(_ text: String) -> String {
    let buffer = ByteBuffer()
    buffer.append(text: text, as: .json)
    return buffer.string
  }

  /// Members in the order given; those without a value are left out.
  package static func object(_ members: KeyValuePairs<String, String?>) -> String {
    let given = members.compactMap { key, value in value.map { "\(text(key)):\($0)" } }
    return "{\(given.joined(separator: ","))}"
  }

  /// Elements on one line.
  package static func array(_ elements: [String]) -> String {
    "[\(elements.joined(separator: ","))]"
  }

  /// Elements on lines of their own.
  package static func lines(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n\(elements.joined(separator: ",\n"))\n]"
  }

  /// `null` where a decimal cannot say it.
  package static func number(_ value: Ratio?) -> String {
    value.flatMap { $0.decimalDigits == nil ? nil : $0.description } ?? "null"
  }

  /// JSON as it is, `null` for none.
  package static func value(_ json: String) -> String { json.isEmpty ? "null" : json }
}
