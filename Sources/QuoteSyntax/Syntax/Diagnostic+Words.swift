/// Complaints about a word that is none of those that can stand there.
extension Diagnostic {
  package static func notAChoice(
    _ word: String, among words: [String], at span: SourceSpan
  ) -> Diagnostic {
    if let joined = joinedWords(word, words) {
      return Diagnostic(
        "not-a-choice", "`\(word)` is not one of the words this can be", at: Label(span),
        help: [joined])
    }
    return Diagnostic(
      "not-a-choice", "`\(word)` is not one of the words this can be", at: Label(span),
      help: helpOfWords(word, words))
  }

  package static func neverThisWord(
    _ word: String, among words: [String], at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning, "the value compared here is never `\(word)`",
      at: Label(span), help: helpOfWords(word, words))
  }

  /// Where a word is part of one that was declared: a bar is missing between them.
  package static func joinedWords(_ word: String, _ words: [String]) -> String? {
    guard !word.isEmpty,
      let whole = words.first(where: { $0.split(separator: " ").contains { $0 == word } }),
      !words.contains(word)
    else { return nil }
    let words = whole.split(separator: " ").filter { !["or", "and", "oder", "ou"].contains($0) }
    let parts = words.joined(separator: " | ")
    return "`\(whole)` is declared as one word: to split it, write `\(parts)` at the input"
  }

  private static func helpOfWords(_ word: String, _ words: [String]) -> [String] {
    let isDay = words == Weekday.names
    let day = isDay ? Weekday.meant(by: word) : nil
    return (day.map { ["write `\"\($0)\"`"] } ?? Suggestion.help(for: word, among: words))
      + ["it is one of \(words.prefix(12).map { "`\($0)`" }.joined(separator: ", "))"]
  }
}
