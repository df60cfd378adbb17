package import QuoteSyntax

/// What is said of the words of key columns.
extension Diagnostic {
  package static func neverMadeWord(
    _ word: String, by value: String, instead: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning, "`\(value)` is never `\(word)`", at: Label(span),
      help: instead.isEmpty ? [] : ["write `\(instead)`"])
  }

  static func rangeAsWord(_ word: Spanned<String>, help: [String]) -> Diagnostic {
    Diagnostic(
      "range-as-word", severity: .warning,
      "`\(word.value)` is a word with which codes begin, and not a range of them",
      at: Label(word.span, "no code begins with this"),
      help: help
        + ["if codes do begin like that, put it in quotation marks: `\"\(word.value)\"`"])
  }

  static func startAsNumber(
    _ word: Spanned<String>, of header: String, write range: String, digits: Int, quoted: String
  ) -> Diagnostic {
    Diagnostic(
      "range-as-word", severity: .warning,
      "`\(word.value)` is a whole number to `natural`, and not how longer ones begin",
      at: Label(word.span, "`\(header)` matches no code of \(digits) digits here"),
      help: [
        "for codes of \(digits) digits, write `\(range)`",
        "if the number itself is meant, put it in quotation marks: `\(quoted)`",
      ])
  }

  /// `Jun..Aug` for a text.
  static func rangeOfRoundWords(
    _ words: [String], of header: String, isEmpty: Bool, at span: SourceSpan
  ) -> Diagnostic {
    let list = words.joined(separator: ", ")
    return Diagnostic(
      isEmpty ? "empty-range" : "text-range", severity: isEmpty ? .error : .warning,
      isEmpty
        ? "nothing lies in this range" : "a range of words goes by their letters, as texts do",
      at: Label(span, "`\(header)` is a text, and the alphabet knows no calendar"),
      help: ["write `\(list)`"]
        + (isEmpty ? [] : ["if their letters are meant, put both ends in quotation marks"]))
  }
}
