/// Questions about texts that other notations have.
enum OtherText {
  /// How it is asked whether a text begins with another, which is written in quotation marks.
  static func beginning(of text: String, with written: String) -> String {
    let inside = written.dropFirst().dropLast()
    let isPlain =
      written.utf8.count > 2 && written.first == "\"" && written.last == "\""
      && !inside.contains { "{}\\\"".contains($0) }
    guard isPlain else { return "left(\(text), n) = x" }
    return "left(\(text), \(inside.unicodeScalars.count)) = \(written)"
  }

  /// Of what a text holds anywhere, or at its end.
  static func help(_ text: String, _ written: String) -> String {
    "nothing looks inside a text or at its end: "
      + "`\(beginning(of: text, with: written))` asks how it begins, "
      + "and `\(text) in [\(written), …]` for whole texts"
  }

  /// Of `name starts with "x"`, `name contains "x"`, where the word and what follows is the rest;
  /// nil where it is none of these.
  static func help(_ before: String, rest: String) -> String? {
    guard let name = before.split(separator: " ").last.map(String.init), Lexicon.isName(name),
      let match = rest.prefixMatch(
        of: /(?:(starts|begins)\s+with|contains|includes|like|ends\s+with)\s+("[^"]*")/)
    else { return nil }
    let written = String(match.2)
    return match.1 == nil
      ? help(name, written) : "write `\(beginning(of: name, with: written))`"
  }
}
