import QuoteSyntax

/// Texts as a map's YAML has them.
package enum MapScalar {
  /// As YAML, in quotes where it must be.
  package static func written(_ text: String) -> String {
    let isSafe = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
    let isWord = text != "null" && text != "..."
    if isSafe, isWord, !text.isEmpty, text.first != "-" { return text }
    // One that is a path with quotes reads best in the other ones.
    let isPlain = text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) }
    return isPlain && text.contains("\"") && !text.contains { "\\'".contains($0) }
      ? "'\(text)'" : quoted(text)
  }

  /// A text of YAML in double quotes, in which no mark steers a terminal or escapes who reads it.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where String.steers(scalar) || scalar.value == 0xA0:
        let digits = String(scalar.value, radix: 16)
        let (mark, length) = digits.count > 4 ? ("U", 8) : ("u", 4)
        quoted += "\\\(mark)" + String(repeating: "0", count: length - digits.count) + digits
      case _: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
