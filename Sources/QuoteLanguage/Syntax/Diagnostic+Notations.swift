/// What can be wrong in how texts are said to be written.
extension Diagnostic {
  package static func writtenForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "written-form", "`written` is a number that shows how numbers are written",
      at: Label(text.span, "does not say which mark separates thousands and which decimals"),
      help: [
        "write one with both: \"$1,234.50\", or \"1.234,50 €\"; with none, numbers are whole: "
          + "\"$12\""
      ])
  }

  static func writtenOfOtherType(_ text: Spanned<String>, _ type: InputType) -> Diagnostic {
    Diagnostic(
      "written-of-other-type",
      "`written` is about numbers, dates and times, and this input is \(type.written)",
      at: Label(text.span, "has no other way to be written"),
      help: ["take `written` off; `nothing \"N/A\"` names words that stand for nothing"])
  }

  static func writtenAndConverted(
    _ text: Spanned<String>, _ conversion: Spanned<String>
  ) -> Diagnostic {
    Diagnostic(
      "written-and-converted", "`written` and `\(conversion.value)` read a text in two ways",
      at: Label(text.span, "one of the two is wanted"),
      help: [
        "take one of them off: `written` reads what a person writes, a conversion what a "
          + "program reads"
      ])
  }

  static func patternForm(
    _ text: Spanned<String>, _ type: InputType, _ why: String
  ) -> Diagnostic {
    let example =
      switch type {
      case .time: "`H:mm`, `h:mm a`, `24:00`, `excel days`"
      case .instant:
        "`M/d/yyyy h:mm a`, `yyyy-MM-dd HH:mm:ssX`, `unix seconds`, `unix milliseconds`, "
          + "`excel days`"
      case _: "`d/M/yyyy`, `d MMM yyyy`, `yyyyMMdd`, `excel days`"
      }
    return Diagnostic(
      "pattern-form", "`\(text.value)` does not show how \(type.indefinite) is written",
      at: Label(text.span, why), help: ["ways to write one are \(example)"])
  }

  static func nothingIsChoice(_ word: Spanned<String>, _ input: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "nothing-is-choice", "`\(word.value)` stands for nothing, and is a word of `\(input.value)`",
      at: Label(word.span, "is one of its words"),
      help: ["a word is the one or the other: take it out of one of the lists"])
  }

  static func notationUnused(
    _ text: Spanned<String>, _ kind: NotationKind
  ) -> Diagnostic {
    Diagnostic(
      "notation-unused", severity: .warning,
      "`\(kind.rawValue)` says how texts are written that no input reads",
      at: Label(text.span, "no input is of this kind"), help: ["take it off"])
  }
}

extension InputType {
  /// With its article: `an instant`.
  fileprivate var indefinite: String {
    let word = written
    return "\("aeiou".contains(word.first ?? "x") ? "an" : "a") \(word)"
  }
}
