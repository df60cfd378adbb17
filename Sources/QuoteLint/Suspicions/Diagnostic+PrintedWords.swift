import QuoteLanguage
import QuoteSyntax

/// What is said of words that stand for themselves, and are hardly meant so.
extension Diagnostic {
  /// `null` as a key of bookings that give nothing.
  static func absentWord(
    _ word: String, of table: ModelTable, _ header: String, at span: SourceSpan, quoted: String
  ) -> Diagnostic {
    Diagnostic(
      "empty-equals", severity: .warning,
      "a row of `\(table.name)` is not found where `\(header)` is not given",
      at: Label(span, "this is for the word `\(word)`"),
      help: [
        "for bookings without `\(header)`, write `none`",
        "if the word itself is meant, put it in quotation marks: `\(quoted)`",
      ])
  }

  static func labelOfName(_ word: String, at span: SourceSpan) -> Diagnostic {
    wordOfName(
      word, at: span,
      help: [
        "for what it stands for, write `'{\(word)}'`",
        "if the word is meant, write `'{\"\(word)\"}'`",
      ])
  }

  /// The same of a cell whose text is a reason.
  static func cellOfName(_ word: String, at span: SourceSpan, quoted: String) -> Diagnostic {
    wordOfName(
      word, at: span,
      help: [
        "for what it stands for, write `{\(word)}`",
        "if the word is meant, put it in quotation marks: `\(quoted)`",
      ])
  }

  /// The same of an output's label, in which no values stand.
  static func labelOfOutput(_ word: String, at span: SourceSpan) -> Diagnostic {
    wordOfName(
      word, at: span,
      help: [
        "the label of an output has no values: for what `\(word)` stands for, make it an output",
        "if it is meant as a label, write it as customers read it, with a capital letter",
      ])
  }

  private static func wordOfName(
    _ word: String, at span: SourceSpan, help: [String]
  ) -> Diagnostic {
    Diagnostic(
      "label-of-name", severity: .warning, "the text printed here is the word `\(word)`",
      at: Label(span, "`\(word)` is also the name of a text"), help: help)
  }

  /// `reason: ""`.
  static func emptyReason(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-reason", severity: .warning, "a booking may be declined here without a reason",
      at: Label(span, "this text is empty, or may be"),
      help: ["say in words why such a booking is declined"])
  }

  /// The same of a line.
  static func emptyReason(of line: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-reason", severity: .warning, "a reason of `\(line)` is always empty",
      at: Label(span, "nothing is printed for it"),
      help: ["say in words why the line applies, or leave it out of `reasons`"])
  }

  /// `when: p > €5` in an output's list.
  static func clauseAsMember(_ name: String, of list: String, at span: SourceSpan) -> Diagnostic {
    let kind = ClauseOfOthers(name)
    let (label, help) =
      switch kind {
      case .filter:
        (
          "no element is left out for it",
          "an output has every element of `\(list)`; a `keep` of `\(list)` itself leaves "
            + "elements out of the price, too"
        )
      case .order, .grouping:
        (
          "the elements stay \(kind == .order ? "in the order" : "one by one, in the order") of "
            + "`\(list)`", "an output has its elements as bookings have them: leave it out"
        )
      case .mark, nil:
        ("the list is not hidden for it", "no customer is shown a list: leave it out")
      }
    return Diagnostic(
      "clause-as-member", severity: .warning,
      "`\(name)` is a member of each element here, and nothing else",
      at: Label(span, label),
      help: [
        help,
        "if a member is meant, give its value a name under `let`, and write `\(name): that_name`",
      ])
  }

  /// `97` below `left(zip, 3)`, or what that is compared with.
  static func beginningTooShort(
    _ word: String, by value: String, of text: String, write right: String, at span: SourceSpan,
    isCondition: Bool = false
  ) -> Diagnostic {
    let act = isCondition ? "compare" : "look up"
    return Diagnostic(
      "never-this-word", severity: .warning,
      "`\(value)` is `\(word)` only where `\(text)` has no more letters",
      at: Label(
        span,
        isCondition
          ? "shorter than what it is compared with"
          : "no word of the column is as long as what is looked up"),
      help: [
        "for all that \(right.hasPrefix("right") ? "end" : "begin") with it, \(act) `\(right)`",
        "if they have no more letters, \(act) `\(text)` itself",
      ])
  }

  /// `101` and `102` below `left(zip, 2)`.
  static func beginningCut(
    _ word: String, by value: String, look right: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "never-this-word", severity: .warning, "`\(value)` is never `\(word)`",
      at: Label(span, "longer than what is looked up, as all words of the column are"),
      help: ["look up `\(right)`"])
  }
}
