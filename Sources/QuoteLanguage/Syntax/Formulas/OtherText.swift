/// How other notations ask what a text is like.
enum OtherText {
  private static let calls = [
    "starts": "starts_with", "begins": "starts_with", "ends": "ends_with", "contains": "contains",
    "includes": "contains", "like": "contains",
  ]

  /// Of `name starts with "x"`, `name contains "x"`, where the word and what follows is the rest;
  /// nil where it is none of these.
  package static func help(_ before: String, rest: String) -> String? {
    guard let name = before.split(separator: " ").last.map(String.init), Lexicon.isName(name),
      let match = rest.prefixMatch(
        of: /(?:(starts|begins|ends)\s+with|(contains|includes|like))\s+("[^"]*")/),
      let call = calls[String(match.1 ?? match.2 ?? "")]
    else { return nil }
    return "write `\(call)(\(name), \(match.3))`"
  }
}
