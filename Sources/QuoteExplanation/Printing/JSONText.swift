import QuoteLayout

/// A JSON value to be laid out for reading: what fits on a line stands on one.
indirect enum JSONText {
  /// JSON already: a number, a flag, `null`, an object.
  case raw(String)
  case text(String)
  case list([JSONText])
  /// Members in the order in which they are written.
  case object([(name: String, value: JSONText)])

  static let null = JSONText.raw("null")

  static func optional(_ text: String?) -> JSONText { text.map { .text($0) } ?? .null }

  static func flag(_ flag: Bool) -> JSONText { .raw(flag ? "true" : "false") }

  static func whole<Number: BinaryInteger>(_ number: Number) -> JSONText { .raw("\(number)") }

  /// Indented by two spaces a level; lines are longer than this only where a
  /// single value is.
  func rendered(indent: Int = 0, width: Int = 120) -> String {
    if let line = line(atMost: width - indent) { return line }
    let pad = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .raw, .text: return line(atMost: .max) ?? ""
    case .list(let elements):
      return "[\n"
        + elements.map { pad + $0.rendered(indent: indent + 2, width: width) }
        .joined(separator: ",\n") + end + "]"
    case .object(let members):
      return "{\n"
        + members.map {
          pad + JSONParts.text($0.name) + ": " + $0.value.rendered(indent: indent + 2, width: width)
        }.joined(separator: ",\n") + end + "}"
    }
  }

  /// All of it on one line; nil if that would be longer.
  private func line(atMost width: Int) -> String? {
    let text: String
    switch self {
    case .raw(let json): text = json
    case .text(let words): text = JSONParts.text(words)
    case .list(let elements): text = "[" + Self.joined(elements.map { ("", $0) }, width) + "]"
    case .object(let members):
      let parts = members.map { (JSONParts.text($0.name) + ": ", $0.value) }
      text = "{" + Self.joined(parts, width) + "}"
    }
    return text.utf8.count <= width ? text : nil
  }

  /// Stops early where the line is too long in any case.
  private static func joined(_ parts: [(head: String, value: JSONText)], _ width: Int) -> String {
    var text = ""
    for part in parts {
      if !text.isEmpty { text += ", " }
      text += part.head + (part.value.line(atMost: width) ?? String(repeating: " ", count: width))
      if text.utf8.count > width { break }
    }
    return text
  }
}
