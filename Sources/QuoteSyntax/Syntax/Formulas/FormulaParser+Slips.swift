/// What stands where a formula cannot go on, and what was meant by it.
extension FormulaParser {
  /// Reports something that cannot stand where an operand is wanted.
  mutating func failAtUnexpected() {
    let place = here()
    if isAtEnd {
      fail(.formulaEndsEarly(at: text.span(max(0, at - 1), at)))
      return
    }
    let found = self.found()
    if found == "*", at > 0, bytes[at - 1] == UInt8(ascii: "*") {
      fail(.otherSpelling("**", right: "a * a", at: text.span(at - 1, at + 1)))
      return
    }
    if found == "/", at > 0, bytes[at - 1] == UInt8(ascii: "/") {
      if let comment = commentBehind(at - 1) { return fail(comment) }
      fail(.otherSpelling("//", right: "floor(a / b)", at: text.span(at - 1, at + 1)))
      return
    }
    if found == ">", let help = functionWithArrow() {
      return fail(.operandMissing(found: found, at: place, help: [help]))
    }
    if found == ".", peek(1) == UInt8(ascii: ".") {
      return fail(.otherSeparator("..", right: "[a..b]", at: text.span(at, at + 2)))
    }
    if found == "+" || found == "-", peek(1) == UInt8(ascii: "=") {
      let help = ["leave `\(found)=` out: what is added is written by itself"]
      return fail(.operandMissing(found: "\(found)=", at: text.span(at, at + 2), help: help))
    }
    if found == "{", at > 0, bytes[at - 1] == UInt8(ascii: "{") {
      return fail(
        .operandMissing(found: "{", at: place, help: ["one brace on each side: `{name}`"]))
    }
    // A currency that no digit follows: `€-10`.
    let isCurrency = found.unicodeScalars.first?.properties.generalCategory == .currencySymbol
    if isCurrency, let slip = numberSlip(from: at) { return fail(slip) }
    if let mark = nameBehindMark() ?? figureWithoutZero() { return fail(mark) }
    let list = listInBraces().map { [$0] } ?? []
    fail(
      comparisonWithoutLeft()
        ?? Diagnostic.operandMissing(found: found, at: place).guessing(list + guesses()))
  }

  /// Reports what follows a formula that was complete.
  mutating func failAtLeftOver() {
    if failAtOtherOperator() || failAtPartedDigits() { return }
    if peek() == UInt8(ascii: ","), peek(1).isDigit {
      var (lower, upper) = (at, at + 1)
      while lower > 0, bytes[lower - 1].isDigit || bytes[lower - 1] == UInt8(ascii: ".") {
        lower -= 1
      }
      while upper < bytes.count, bytes[upper].isDigit || bytes[upper] == UInt8(ascii: ",") {
        upper += 1
      }
      if lower < at {
        failAtComma(lower, upper, isParting: false)
        return
      }
    }
    if let word = keywordBefore() {
      return fail(inCapitals(word))
    }
    let place = here()
    let found = self.found()
    if found == "[", let name = functionBefore() {
      return fail(.otherSpelling("\(name)[…]", right: "\(name)(…)", at: place))
    }
    if found == "[", let column = columnInBrackets() {
      return fail(.operatorMissing(found: found, at: place, help: column))
    }
    if found == "[", at > 0, bytes[at - 1].isNamePart, !peek(1).isDigit, peek(1) != 0x2D {
      return fail(
        .operatorMissing(
          found: found, at: place,
          help: [
            "a table is looked up by its name alone, or with its keys in parentheses: `p(x)`"
          ]))
    }
    if found == "[", at > 0, bytes[at - 1].isNamePart {
      return fail(.elementByNumber(fieldBehindBrackets(), at: place))
    }
    let help = helpWithLeftOver(found)
    fail(
      Diagnostic.operatorMissing(
        found: found, at: place, help: help.isEmpty ? helpOfProse(found) : help
      ).guessing(help.isEmpty || isGuessed(found) ? guesses() : []))
  }

  /// Reports a bracket that is not closed, or what stands before its closing one and does not
  /// belong there. `after` is where the last part begins, of brackets that hold several.
  mutating func failAtOpen(
    _ opening: String, closing: String, at span: SourceSpan, after last: Int? = nil
  ) {
    if failAtOtherOperator() || failAtPartedDigits() { return }
    let isSquare = opening == "["
    if last != nil || isSquare, peek() == UInt8(ascii: ";") {
      let whole = String(decoding: bytes, as: UTF8.self)
      return fail(
        .otherSeparator(";", right: ",", at: here(), help: SheetFormula.operators(in: whole)))
    }
    guard isClosed(by: closing) else {
      return fail(.bracketOpen(opening, closing: closing, at: span, found: here()))
    }
    if let habit = helpByHabit(
      self.found(), before: String(decoding: bytes[..<at], as: UTF8.self),
      rest: String(decoding: bytes[at...], as: UTF8.self)), last != nil || peek() == 0x5B
    {
      let found = self.found()
      return fail(
        Diagnostic.operatorMissing(found: found, at: here(), help: habit)
          .guessing(isGuessed(found) ? guesses() : []))
    }
    if isSquare, let word = peekWord(), ["to", "until", "till", "through"].contains(word) {
      return fail(.otherSeparator(word, right: "..", at: here()))
    }
    let found = self.found()
    var place = here()
    if peek().isDigit { place = text.span(at, at + valueHere().utf8.count) }
    var help = (helpForPercent() ?? OtherOrder.help(found)).map { [$0] } ?? []
    if help.isEmpty, let last, beginsValue {
      let part = String(decoding: bytes[last..<at], as: UTF8.self).trimmedOfSpaces
      let both = "`\(part), \(valueHere())`"
      help = [
        isSquare
          ? "elements are separated by commas: \(both)"
          : "a comma separates values, \(both), and an operator joins them"
      ]
    } else if help.isEmpty {
      help = helpWithLeftOver(found)
    }
    let shown = peek().isDigit ? valueHere() : found
    fail(Diagnostic.operatorMissing(found: shown, at: place, help: help).guessing(guesses()))
  }

  /// `{count(items) items}`: words of the text that stand inside of the braces.
  mutating func failAtProse(inBracesFrom start: Int) -> Bool {
    skipBlanks()
    guard let close = bytes[at...].firstIndex(of: UInt8(ascii: "}")) else { return false }
    let rest = String(decoding: bytes[at..<close], as: UTF8.self)
    let formula = String(decoding: bytes[(start + 1)..<at], as: UTF8.self).trimmedOfSpaces
    guard rest.first?.isLetter ?? false, formula.last != "\"",
      rest.allSatisfy({ $0.isLetter || $0.isNumber || " .,!?'’-&:".contains($0) }),
      let word = rest.split(separator: " ").first, !Lexicon.keywords.contains(String(word))
    else { return false }
    fail(
      .operatorMissing(
        found: String(word), at: text.span(at, at + word.utf8.count),
        help: ["braces go around the formula alone: `{\(formula)} \(rest)`"]))
    return true
  }

  // MARK: - Other operators

  /// What other notations write for operators.
  private static let otherMarks = [
    ("&&", "and"), ("||", "or"), ("×", "*"), ("·", "*"), ("÷", "/"), ("−", "-"), ("–", "-"),
    ("//", "floor(a / b)"), ("**", "a * a"), ("^", "a * a"), ("??", "default"),
    ("?", "if a then b else c"), ("&", "and"),
  ]
  private static let otherWords = [
    "x": "*", "X": "*", "of": "*", "times": "*", "plus": "+", "minus": "-", "per": "/",
    "before": "<", "after": ">", "exceeds": ">", "equals": "=", "above": ">", "below": "<",
    "elif": "else if", "elsif": "else if", "elseif": "else if",
  ]

  /// Operators that other notations have.
  mutating func failAtOtherOperator() -> Bool {
    skipBlanks()
    let start = at
    let remainder = "mod(a, b)"
    if let word = peekWord() {
      if word == "mod" {
        fail(.otherSpelling("mod", right: remainder, at: text.span(at, at + 3)))
        return true
      }
      if word == "per" || word == "pro", let price = priceForEach(wordAt: at) {
        fail(price)
        return true
      }
      if let right = Self.otherWords[word], word != "of" || isAfterPercent {
        fail(
          forEachOfGroups(word)
            ?? .otherSpelling(word, right: right, at: here(), help: saidAloud(word)))
        return true
      }
      if failAtCapitals(word) { return true }
      return word.lowercased() == "between" && failAtBetween()
    }
    for (mark, right) in Self.otherMarks where take(mark) {
      if mark == "//", let comment = commentBehind(start) {
        fail(comment)
      } else {
        let meant = standsIn(mark, from: start) ?? right
        fail(.otherSpelling(mark, right: meant, at: span(from: start)))
      }
      return true
    }
    // A percent sign with a value after it is no percentage.
    guard take("%") else { return false }
    let mark = span(from: start)
    skipBlanks()
    let isBetween = peek().isNamePart || peek() == UInt8(ascii: "(")
    at = start
    if isBetween { fail(.otherSpelling("%", right: remainder, at: mark)) }
    return isBetween
  }

  /// A word of the language in capitals, and `IS NULL`.
  private mutating func failAtCapitals(_ word: String) -> Bool {
    guard word != word.lowercased() else { return false }
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    if let match = rest.prefixMatch(of: kept(/IS\s+(NOT\s+)?NULL\b/)) {
      let right = match.1 == nil ? "is not given" : "is given"
      let place = text.span(at, at + match.0.utf8.count)
      fail(.otherSpelling(String(match.0), right: right, at: place))
      return true
    }
    guard Lexicon.keywords.contains(word.lowercased()) else { return false }
    fail(inCapitals(Spanned(word, at: here())))
    return true
  }

  /// `between a and b`.
  private mutating func failAtBetween() -> Bool {
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    let between = kept(/(?i)between\s+([^()\[\]]+?)\s+and\s+([^\s()\[\]]+)(\s+\w+)?/)
    guard let match = rest.prefixMatch(of: between) else { return false }
    let unit = unit(in: match.3)
    let behind = unit.isEmpty ? match.3?.utf8.count ?? 0 : 0
    let written = String(decoding: match.0.utf8.dropLast(behind), as: UTF8.self)
    let place = text.span(at, at + written.utf8.count)
    func end(_ text: some StringProtocol) -> String { OtherTime(String(text))?.right ?? "\(text)" }
    let range = "in [\(end(match.1))..\(end(match.2))\(unit)]"
    fail(.otherSpelling(written, right: range, at: place))
    return true
  }

  /// The word for an operator that was read as a unit, `€22 x n`; nil where it is none.
  func operatorMeant(by unit: String) -> String? { Self.otherWords[unit] }

  /// `AND` and `OR` before the place, which a number before them takes for a currency.
  private func keywordBefore() -> Spanned<String>? {
    var stop = at
    while stop > 0, bytes[stop - 1].isBlank { stop -= 1 }
    var start = stop
    while start > 0, bytes[start - 1].isNamePart { start -= 1 }
    let word = text.spanned(start, stop)
    let keywords = ["and", "or", "not", "if", "then", "else"]
    let (capitals, small) = (word.value.uppercased(), word.value.lowercased())
    let other = "\(capitals.prefix(1))\(small.dropFirst())"
    return [capitals, other].contains(word.value) && keywords.contains(small) ? word : nil
  }

  /// The name of a function right before the place.
  private func functionBefore() -> String? {
    var start = at
    while start > 0, bytes[start - 1].isNamePart { start -= 1 }
    let name = String(decoding: bytes[start..<at], as: UTF8.self)
    return ["min", "max", "sum", "count", "round", "round_up", "round_down", "abs"].contains(name)
      ? name : nil
  }

  /// `x >= 2 and <= 5`: the comparison whose left side is left out, as it is written.
  private func comparisonWithoutLeft() -> Diagnostic? {
    let before = String(decoding: bytes[..<at], as: UTF8.self)
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    guard let mark = rest.prefixMatch(of: kept(/(<=|>=|!=|<|>|=)\s*([^\s)\]]+)(\s+\w+)?/)),
      let join = before.firstMatch(of: kept(/\s(?:and|or)\s+$/))
    else { return nil }
    let left = before[..<join.range.lowerBound]
    let compared = kept(/(?:^|\s)([^\s()]+(?:\([^()]*\))?)\s*(?:<=|>=|!=|<|>|=)[^<>=]*$/)
    guard let side = left.firstMatch(of: compared) else { return nil }
    let unit = unit(in: mark.3)
    let length = mark.0.utf8.count - (unit.isEmpty ? mark.3?.utf8.count ?? 0 : 0)
    return .leftSideMissing(
      right: "\(side.1) \(mark.1) \(mark.2)\(unit)", at: text.span(at, at + length))
  }

  // MARK: - Help

  /// The word or mark that stands here.
  private func found() -> String {
    let length = Lexicon.scalar(bytes, at: at, end: bytes.count)?.length ?? 1
    let stop = Lexicon.endOfName(bytes, at: at, end: bytes.count)
    return String(
      decoding: bytes[at..<min(bytes.count, stop > at ? stop : at + length)], as: UTF8.self)
  }

  private var beginsValue: Bool {
    peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "(")
      || NumberScan.begins(bytes, at: at, end: bytes.count)
      || Lexicon.endOfName(bytes, at: at, end: bytes.count) > at
  }

  /// The value that begins here, as far as it is one word.
  private func valueHere() -> String {
    let stop = bytes[at...].firstIndex { $0.isBlank || "()[],;".utf8.contains($0) } ?? bytes.count
    return stop > at ? String(decoding: bytes[at..<stop], as: UTF8.self) : "b"
  }

  /// Whether a closing bracket follows that belongs to one open here.
  private func isClosed(by closing: String) -> Bool {
    var (depth, isQuoted) = (0, false)
    for byte in bytes[at...] {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 {
          return closing.utf8.first == byte || closing == "]" && byte == UInt8(ascii: ")")
        }
        depth -= 1
      case _: break
      }
    }
    return false
  }

  private var isAfterPercent: Bool {
    bytes[..<at].last { !$0.isBlank } == UInt8(ascii: "%")
  }

  /// A percentage right before a value.
  private func helpForPercent() -> String? {
    let before = bytes[..<at].reversed().drop(while: \.isBlank)
    guard before.first == UInt8(ascii: "%"), beginsValue else { return nil }
    let figure = before.prefix { !$0.isBlank && !"()[],".utf8.contains($0) }.reversed()
    let percent = String(decoding: figure, as: UTF8.self)
    if valueHere() == "off" {
      let base = rest(from: at + 3).trimmedOfSpaces
      return Lexicon.isName(base)
        ? "what is taken off is `-\(percent) * \(base)`, and what is left "
          + "`\(base) - \(percent) * \(base)`"
        : "to take a part off what is above, write `round(-\(percent) * subtotal)`"
    }
    return "a percentage is multiplied: `\(percent) * \(valueHere())`"
  }

  private func helpWithLeftOver(_ found: String) -> [String] {
    let whole = String(decoding: bytes, as: UTF8.self).trimmedOfSpaces
    let before = String(decoding: bytes[..<at], as: UTF8.self).trimmedOfSpaces
    if let end = Self.endsOfRanges[before.lowercased()], Lexicon.isName(rest(from: at)) {
      return ["a bound of a range is named by its mark: `\(rest(from: at)) \(end)`"]
    }
    if found == "min" || found == "max" {
      let rest = String(decoding: bytes[(at + 3)...], as: UTF8.self).trimmedOfSpaces
      let (a, b) = isBalanced(before) && isBalanced(rest) ? (before, rest) : ("a", "b")
      return ["`max(\(a), \(b))` is the larger of the two, `min(\(a), \(b))` the smaller"]
    }
    let rest = String(decoding: bytes[at...], as: UTF8.self)
    if let other = OtherText.call(before, rest: rest) {
      return [
        "a function asks this of a text, `\(other.right)`; whether an element of a list has it, "
          + "`any(field = \"\(other.quoted)\")`"
      ]
    }
    if let habit = helpByHabit(found, before: before, rest: rest) { return habit }
    if found == ",", rest.wholeMatch(of: kept(/,\s*else\b.*/)) != nil {
      return ["leave the comma before `else` out"]
    }
    if rest.hasPrefix("..") { return ["a range is in brackets: `in [a..b]`"] }
    if found == "then" { return ["a choice begins with `if`: `if a then b else c`"] }
    if ["CASE", "case", "WHEN", "when"].contains(before) {
      return ["a choice is written `if a then b else c`"]
    }
    if found == ",", before.contains(kept(/[<>=]/)), rest.contains(kept(/[<>=]/)),
      !before.contains("(")
    {
      return ["two conditions are joined by `and`, or by `or`: `\(before) and\(rest.dropFirst())`"]
    }
    if found == "," || found == ";" {
      if let help = SheetFormula.conditional(in: whole) { return [help] }
      if let help = OtherText.listAfterIn(whole, upTo: before) { return help }
    }
    if found == ":", before.firstMatch(of: kept(/\b[A-Z]{1,2}\d+$/)) != nil {
      return ["a cell of a sheet has no name here: give its value a name under `let`"]
    }
    if let date = OtherDate.help(month: before, day: rest) { return [date] }
    if let help = OtherOrder.help(found) { return [help] }

    if ["to", "until", "till"].contains(found) { return ["a range is written `in [a..b]`"] }
    if let percent = helpForPercent() { return [percent] }
    if let call = withParentheses(before, rest) { return [call] }
    return []
  }

  private static let endsOfRanges = [
    "min": ">=", "from": ">=", "lower": ">=", "start": ">=", "von": ">=", "ab": ">=",
    "max": "<", "to": "<", "upper": "<", "end": "<", "bis": "<", "until": "<",
  ]

  private func rest(from start: Int) -> String {
    String(decoding: bytes[start...], as: UTF8.self).trimmedOfSpaces
  }

  func isBalanced(_ text: String) -> Bool {
    text.count { "([".contains($0) } == text.count { ")]".contains($0) }
  }
}
