import QuoteSyntax

/// What may be meant by a formula that means nothing as it stands. A guess is told only if the
/// rules have nothing against it.
extension FormulaChecker {
  private func text(_ formula: Formula) -> String {
    rules.sources.text(at: formula.span).trimmedOfSpaces
  }

  /// A call of a function that only other programs have.
  func guesses(of call: FormulaCall) -> [Diagnostic.Guess] {
    let texts = call.arguments.map(text)
    let rights: [String]
    switch (call.name.value.lowercased(), texts.count) {
    case ("days", 1): rights = ["((\(texts[0])) / 1 day)"]
    case ("clamp", 3): rights = ["min(\(texts[2]), max(\(texts[1]), \(texts[0])))"]
    case ("between", 3): rights = ["\(texts[0]) in [\(texts[1])..\(texts[2])]"]
    case ("sumproduct", 2...):
      let factors = texts.map { Lexicon.isName($0) ? $0 : "(\($0))" }
      rights = ["sum(\(factors.joined(separator: " * ")))"]
    case ("xor", 2): rights = ["(\(texts[0])) != (\(texts[1]))"]
    case ("quarter", 1): rights = ["ceil(month(\(texts[0])) / 3)"]
    case ("ifs", 4...): rights = [chain(texts, instead: call)]
    case ("switch", 3...):
      let cases = texts.dropFirst().enumerated().map { index, part in
        index % 2 == 0 && index + 2 < texts.count ? "\(texts[0]) = \(part)" : part
      }
      rights = [chain(cases, instead: call)]
    case _: rights = []
    }
    return rights.map { Diagnostic.Guess($0, at: call.span) }
  }

  /// Conditions and values by turns, as one choice; what holds always, or stands at the end
  /// without a condition, is its `else`.
  private func chain(_ parts: [String], instead call: FormulaCall) -> String {
    let file = rules.sources[call.span.file]?.text ?? []
    let next = file[Int(call.span.upper)...].first { $0 != UInt8(ascii: " ") }
    // What follows would be part of the last value.
    let isFollowed = next.map { "+-*/<>=aoid".utf8.contains($0) } ?? false
    return isFollowed ? "(\(chain(parts)))" : chain(parts)
  }

  private func chain(_ parts: [String]) -> String {
    var result = ""
    for index in stride(from: 0, to: parts.count, by: 2) {
      let begins = index == 0 ? "" : " else "
      if index + 1 == parts.count {
        result += begins + parts[index]
      } else if ["true", "1"].contains(parts[index].lowercased()), index > 0 {
        result += begins + parts[index + 1]
      } else {
        result += "\(begins)if \(parts[index]) then \(parts[index + 1])"
      }
    }
    return result
  }

  /// `a in b`, where `b` is nothing that holds others.
  func guesses(of a: Formula, in set: Formula, _ span: SourceSpan) -> [Diagnostic.Guess] {
    let (part, whole) = (text(a), text(set))
    if let month = whole.wholeMatch(of: kept(/(\d{4})-(\d\d)/)), let number = Int(month.2),
      1...12 ~= number
    {
      return [28, 29, 30, 31].reversed().map { day in
        Diagnostic.Guess(
          "\(part) in [\(month.1)-\(month.2)-01..\(month.1)-\(month.2)-\(day)]", at: span)
      }
    }
    if Lexicon.isName(whole), MeasureUnit.named(whole) != nil {
      return [
        Diagnostic.Guess(
          part, at: span,
          help: "a unit goes with each figure, and the header is the name alone: `\(part)`"),
        Diagnostic.Guess("\(part) / 1 \(whole)", at: span),
      ]
    }
    if let list = whole.wholeMatch(of: kept(/["'](.*[,;|].*)["']/)) {
      let words = list.1.split { ",;|".contains($0) }.map { "\"\(String($0).trimmedOfSpaces)\"" }
      return [Diagnostic.Guess("\(part) in [\(words.joined(separator: ", "))]", at: span)]
    }
    let field = whole.split(separator: ".").last.map(String.init) ?? whole
    return ["contains(\(whole), \(part))", "any(\(field) = \(part))", "\(part) in [\(whole)]"].map {
      Diagnostic.Guess($0, at: span)
    }
  }

  /// What words of English are in a formula.
  private static let words = [
    "never": "no", "always": "yes", "noon": "12:00", "midday": "12:00", "midnight": "00:00",
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
    "free": "$0",
  ]

  /// `n > five`, `when: never`.
  func guesses(ofWord name: Spanned<String>) -> [Diagnostic.Guess] {
    guard let meant = Self.words[name.value.lowercased()] else { return [] }
    let right = meant == "$0" ? rules.money("0") : meant
    return [Diagnostic.Guess(right, at: name.span)]
  }

  /// `inputs.price`, whose first word is no name: what bookings bring is named alone.
  func guesses(ofMember column: Spanned<String>, at span: SourceSpan) -> [Diagnostic.Guess] {
    [
      Diagnostic.Guess(
        column.value, at: span, help: "a value is named by itself: `\(column.value)`")
    ]
  }
}
