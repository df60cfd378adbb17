/// Words of a `one of`, and what is said twice of an input.
extension RuleReader {
  /// Marks that separate words elsewhere.
  private static let otherMarks: Set<Character> = [";", "/", "\\", "&", "+", "\t"]

  /// Reports a choice that is hardly one word: words in one with another mark between them, or
  /// a qualifier behind the last one, which would be part of the word.
  mutating func checkChoice(_ choice: Spanned<String>, _ count: Int, isLast: Bool) {
    guard Literal.quotedText(choice) == nil else { return }
    let text = choice.value
    if count == 1, text.contains(".."),
      let range = text.wholeMatch(of: kept(/(-?\d+)\s*\.\.\s*(\d+)/)) {
      return log.report(.choiceOfNumbers(choice, "[\(range.1)..\(range.2)]"))
    }
    // Most words have no space, and a pattern costs more than all else that is done with a word.
    let isSpaced = text.contains(where: \.isWhitespace)
    if isSpaced,
      let qualifier = text.firstMatch(
        of: kept(/\s+(step\s+[^\s\d]?\d\S*(?:\s+\S+)?|in\s+(\S+)|[\[(<>]=?.*)$/))
    {
      let isUnit = qualifier.2.map {
        MeasureUnit.named(String($0)) != nil || units.contains(String($0))
      }
      if isUnit ?? !text.hasSuffix(")") {
        let clause = text.firstMatch(of: kept(/\s((?:where|when|keep|filter)\s.*)$/))?.1
        return log.report(.choiceQualified(choice, String(clause ?? qualifier.1)))
      }
    }
    // Further on, a word may well end like that: `breakfast optional | no breakfast`.
    if isSpaced, count > 1, isLast, let word = text.wholeMatch(of: kept(/(.*\S)\s+optional/)) {
      return log.report(.choiceOptional(choice, String(word.1)))
    }
    if isSpaced, isLast,
      let clause = text.wholeMatch(of: kept(/(.*\S)\s+((?:where|when|keep|filter)\s+(.*))/)),
      isClause(String(clause.3))
    {
      return log.report(.choiceWithClause(choice, String(clause.1), String(clause.2)))
    }
    let marks = text.filter { Self.otherMarks.contains($0) }
    let isParted = text.contains(";") || count == 1 && (!marks.isEmpty || text.contains(" "))
    guard isParted else { return }
    let words = text.split { Self.otherMarks.contains($0) || marks.isEmpty && $0 == " " }
      .map(\.trimmedOfSpaces).filter { $0.contains { $0.isLetter || $0.isNumber } }
    log.report(
      words.isEmpty
        ? .wrongChoice(at: choice.span) : .choiceForm(choice, words, isAll: count == 1))
  }

  /// Reports what is said of the input without a comma before it, and so is part of the last word
  /// or a word of its own: `red | blue (default red)`, `red | blue | default red`.
  mutating func checkEnd(of words: [Spanned<String>]) {
    guard let last = words.last, Literal.quotedText(last) == nil else { return }
    let text = last.value
    for conversion in InputConversion.allCases where text.hasSuffix(" " + conversion.rawValue) {
      let word = text.dropLast(conversion.rawValue.count).description.trimmedOfSpaces
      return log.report(.choiceWithPhrase(last, word, conversion.rawValue))
    }
    // A `default` behind a word is no part of it.
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 >= 0x80 }) else {
      return
    }
    let said =
      kept(/(?:(.*\S)\s+)?(\(?defaults?(?: to)?|otherwise|else|usually|=)[\s:]\s*(\w+)\)?/)
    guard let match = text.wholeMatch(of: said), case let word = String(match.1 ?? ""),
      word.isEmpty || match.2 != "default",
      (words.dropLast().map(\.value) + [word]).contains(String(match.3))
    else { return }
    log.report(.choiceWithPhrase(last, word, "default \(match.3)"))
  }

  /// Whether what ends a word is the clause of something else: `when delivered` is part of a word,
  /// and `when n > 3` is none, nor is `where big`, which names an input.
  private func isClause(_ rest: String) -> Bool {
    let names = rest.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let isCondition = rest.contains { "<>=".contains($0) }
    let isName = names.count == 1 && rest == names[0] && inputNames.contains(rest)
    return isCondition || isName
  }

  /// Takes down what an input is called, and the fields of its elements.
  mutating func noteName(_ entry: YAMLEntry) {
    inputNames.insert(entry.key.value)
    for part in entry.value.entries?["each"]?.entries ?? [] { noteName(part) }
  }

  /// `currency: EUR` below `inputs`, where a type is wanted.
  func headerAmongInputs(_ key: Spanned<String>, _ text: Spanned<String>) -> Diagnostic? {
    let first = text.value.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard Self.headerKeys.contains(key.value), type(named: String(first)) == nil,
      !["optional", "one"].contains(first)
    else { return nil }
    return .headerAmongInputs(key, text)
  }

  /// Whether a phrase is a value of an input, and so was meant for its default.
  func isValue(_ phrase: PlacedText, of type: InputType) -> Bool {
    let text = phrase.string
    switch type {
    case .flag: return ["yes", "no", "true", "false"].contains(text.lowercased())
    case .oneOf(let words): return words.contains { $0.value == text }
    case .count, .number, .money, .date, .time, .instant, .duration, .distance, .weight, .declared:
      let raw = Spanned(text, at: phrase.span)
      return text.contains(where: \.isNumber) && Literal.read(raw, units: units) != nil
    case .text, .point: return false
    }
  }

  /// Reports a second unit, range or step.
  mutating func noteRepeated(_ phrase: FormulaParser, _ field: FieldDeclaration) {
    var phrase = phrase
    let place = phrase.here()
    if field.unit != nil, phrase.take(word: "in") {
      log.report(.phraseRepeated("in", at: place))
    } else if field.step != nil, phrase.take(word: "step") {
      log.report(.phraseRepeated("step", at: place))
    } else if field.range != nil, "[(<>".utf8.contains(phrase.peek()) {
      log.report(.phraseRepeated("a range", at: place))
    }
  }
}
