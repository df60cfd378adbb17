extension FormulaParser {
  /// A comparison, a membership, `is given`, or what is tighter.
  mutating func parseComparison() -> Formula? {
    skipBlanks()
    let start = at
    guard let left = parseDefault() else { return nil }
    skipBlanks()
    let afterLeft = at
    guard let first = parseComparisonEnd(left, from: start) else { return nil }
    skipBlanks()
    let mark = at
    if at > afterLeft, let kind = takeComparison() {
      fail(.comparisonChained(kind.rawValue, at: span(from: mark), first: first.span))
    }
    return log.hasErrors ? nil : first
  }

  private mutating func parseComparisonEnd(_ left: Formula, from start: Int) -> Formula? {
    skipBlanks()
    let mark = at
    if let kind = takeComparison() {
      let place = span(from: mark)
      guard let right = parseDefault() else { return nil }
      return Formula(.binary(kind, left, right, operatorSpan: place), at: spanUpToLast(start))
    }
    switch peekWord() {
    case "is":
      at += 2
      let negated = take(word: "not")
      guard take(word: "given") else {
        let asked = String(decoding: bytes[start..<mark], as: UTF8.self).trimmedOfSpaces
        let known = helpAfterIs(asked, isDenied: negated)
        fail(
          flagCompared(from: mark)
            ?? Diagnostic.givenMissing(
              at: here(), from: text.span(mark, mark + 2), help: known
            ).guessing(
              known.isEmpty ? guessesBehind(asked, from: start, isDenied: negated) : []))
        return nil
      }
      return Formula(.isGiven(left, negated: negated), at: spanUpToLast(start))
    case "not":
      at += 3
      guard take(word: "in") else {
        let asked = String(decoding: bytes[start..<mark], as: UTF8.self).trimmedOfSpaces
        fail(
          Diagnostic.inMissing(at: here(), from: text.span(mark, mark + 3))
            .guessing(guessesBehind(asked, from: start, isDenied: true)))
        return nil
      }
      return parseMembership(of: left, negated: true, from: start)
    case "in":
      at += 2
      return parseMembership(of: left, negated: false, from: start)
    case _:
      return left
    }
  }

  private mutating func takeComparison() -> BinaryOperator? {
    skipBlanks()
    let start = at
    for (mark, right) in [
      ("==", "="), ("=>", ">="), ("=<", "<="), ("<>", "!="), ("≤", "<="), ("≥", ">="), ("≠", "!="),
    ] where take(mark) {
      fail(.otherSpelling(mark, right: right, at: span(from: start)))
      return nil
    }
    for kind in [BinaryOperator.lessOrEqual, .greaterOrEqual, .notEqual, .equal, .less, .greater]
    where take(kind.rawValue) {
      return kind
    }
    return nil
  }

  private mutating func parseMembership(
    of left: Formula, negated: Bool, from start: Int
  ) -> Formula? {
    skipBlanks()
    let opening = peek()
    let right: Formula?
    if opening == UInt8(ascii: "[") || opening == UInt8(ascii: "(") {
      right = parseBracketed(rangeAllowed: true)
    } else {
      right = parseDefault()
    }
    guard let right else { return nil }
    return Formula(.membership(left, right, negated: negated), at: spanUpToLast(start))
  }

  /// `[a, b]`, `[a..b)` or `(a)`.
  mutating func parseBracketed(rangeAllowed: Bool) -> Formula? {
    let start = at
    let isSquare = peek() == UInt8(ascii: "[")
    at += 1
    if isSquare, take("]") { return Formula(.list([]), at: span(from: start)) }
    guard let first = isSquare ? parseElement() : parseExpression() else { return nil }
    if take("..") {
      guard let range = parseRangeEnd(first, isSquare: isSquare, from: start) else { return nil }
      if !rangeAllowed { fail(.rangeOutsideIn(at: range.span)) }
      return Formula(.range(range), at: range.span)
    }
    if !isSquare {
      guard take(")") else {
        failAtOpen("(", closing: ")", at: text.span(start, start + 1))
        return nil
      }
      return Formula(first.kind, at: span(from: start))
    }
    var elements = [first]
    var last = start + 1
    while takeComma() {
      last = at
      guard let element = parseElement() else { return nil }
      if take("..") {
        guard parseExpression() != nil else { return nil }
        return failAtRange(from: last)
      }
      elements.append(element)
    }
    guard take("]") else {
      failAtOpen("[", closing: "]", at: text.span(start, start + 1), after: last)
      return nil
    }
    return Formula(.list(elements), at: span(from: start))
  }

  /// What may stand in a list: a value, or a range in brackets of its own.
  private mutating func parseElement() -> Formula? {
    skipBlanks()
    return beginsRange ? parseBracketed(rangeAllowed: true) : parseExpression()
  }

  /// Whether what is in the brackets that begin here has two points between its ends.
  private var beginsRange: Bool {
    var (depth, isText, place) = (0, false, at)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += isText ? 0 : 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= isText ? 0 : 1
      case UInt8(ascii: ".") where !isText && depth == 1 && place + 1 < bytes.count:
        if bytes[place + 1] == UInt8(ascii: ".") { return true }
      default: break
      }
      if depth == 0 { return false }
      place += 1
    }
    return false
  }

  /// A range of a list that lacks brackets of its own, from here up to where the parser is.
  private mutating func failAtRange(from start: Int) -> Formula? {
    let blanks = bytes[start..<at].prefix { $0 == UInt8(ascii: " ") }.count
    let range = String(decoding: bytes[(start + blanks)..<at], as: UTF8.self).trimmedOfSpaces
    let span = text.span(start + blanks, start + blanks + range.utf8.count)
    fail(.rangeAmongValues("[\(range)]", at: span))
    return nil
  }

  private mutating func parseRangeEnd(
    _ lower: Formula, isSquare: Bool, from start: Int
  ) -> FormulaRange? {
    if peek() == UInt8(ascii: ".") {
      fail(.otherSeparator("...", right: "..", at: text.span(at - 2, at + 1)))
      return nil
    }
    guard let upper = parseExpression() else { return nil }
    let closesSquare = take("]")
    guard closesSquare || take(")") else {
      if isSquare, peek() == UInt8(ascii: ",") {
        _ = failAtRange(from: start + 1)
        return nil
      }
      fail(.bracketOpen("..", closing: "]", at: span(from: start), found: here()))
      return nil
    }
    return FormulaRange(
      lower: lower, lowerIsIncluded: isSquare, upper: upper, upperIsIncluded: closesSquare,
      span: span(from: start))
  }

  /// `60 CHF` of `Fr. 60`; nil for what is no amount.
  private func amountBehindPoint(from start: Int) -> String? {
    let whole = String(decoding: bytes[start...], as: UTF8.self)
    let glued = kept(/([A-Z]{3})(\d+\.\d+)/)
    if let match = whole.prefixMatch(of: glued), CurrencySign.isKnown("\(match.1)") {
      return "\(match.1) \(match.2)"
    }
    let form = kept(/(Fr|SFr|sFr|CHF|EUR|USD|GBP)\.\s*(\d+(?:\.\d+)?)(?!\d)/)
    guard let match = whole.prefixMatch(of: form) else { return nil }
    return "\(match.2) \(match.1.lowercased().hasSuffix("fr") ? "CHF" : String(match.1))"
  }

  /// An operand and the members asked of it.
  mutating func parsePostfix() -> Formula? {
    skipBlanks()
    let start = at
    guard var operand = parseOperand() else { return nil }
    var members = 0
    while peek() == UInt8(ascii: "."), peek(1) != UInt8(ascii: ".") {
      at += 1
      let nameStart = at
      let stop = Lexicon.endOfName(bytes, at: at, end: bytes.count)
      guard stop > at else {
        fail(.memberMissing(at: here(), amount: amountBehindPoint(from: start)))
        return nil
      }
      at = stop
      operand = Formula(
        .member(operand, text.spanned(nameStart, stop)), at: text.span(start, at))
      members += 1
      guard members <= Self.depthLimit else {
        fail(.formulaTooDeep(at: text.span(nameStart, stop), limit: Self.depthLimit))
        return nil
      }
    }
    return operand
  }

  private mutating func parseOperand() -> Formula? {
    let byte = peek()
    if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
      return parseBracketed(rangeAllowed: false)
    }
    if byte == UInt8(ascii: "\"") {
      let start = at
      return parseQuoted().map { Formula(.text($0), at: span(from: start)) }
    }
    if let moment = parseMoment() { return moment }
    if log.hasErrors { return nil }
    if NumberScan.begins(bytes, at: at, end: bytes.count) { return parseNumber() }
    guard let word = peekWord() else {
      failAtUnexpected()
      return nil
    }
    let start = at
    switch word {
    case "yes", "true", "no", "false":
      at += word.utf8.count
      return Formula(.literal(.flag(word == "yes" || word == "true")), at: span(from: start))
    case "if":
      fail(.ifNeedsParentheses(at: text.span(start, start + 2)))
      return nil
    case _ where Lexicon.keywords.contains(word):
      failAtUnexpected()
      return nil
    case _:
      at += word.utf8.count
      let name = text.spanned(start, at)
      guard peek() == UInt8(ascii: "(") else { return Formula(.name(word), at: name.span) }
      return parseCall(name, from: start)
    }
  }

  private mutating func parseNumber() -> Formula? {
    let start = at
    var scan = NumberScan(bytes, from: at, to: bytes.count, units: units)
    guard let number = scan.read() else {
      failAtUnexpected()
      return nil
    }
    at = scan.at
    switch scan.mistake {
    case nil: failAtFigureMarks(from: start)
    case .grouped: fail(.digitsGrouped(written(from: start), at: span(from: start)))
    case .form:
      fail(
        (numberSlip(from: start)
          ?? Diagnostic.numberForm(written(from: start), at: span(from: start))
        ).guessing(guesses()))
    case .tooLong: fail(.numberTooLong(at: span(from: start)))
    case .unknownUnit(let word):
      let place = text.span(at - word.utf8.count, at)
      if let price = priceForEach(wordAt: at - word.utf8.count) {
        fail(price)
      } else if let right = secondCondition(word, from: start) {
        fail(.conditionsUnjoined(right, at: place))
      } else if let mark = operatorMeant(by: word) {
        fail(.otherSpelling(word, right: mark, at: place))
      } else {
        fail(
          (numberSlip(from: start)
            ?? Diagnostic.unknownUnit(
              word, figure: written(from: start), isCompared: isCompared(start), at: place,
              units: units)).guessing(guesses()))
      }
    }
    return Formula(.literal(.number(number)), at: span(from: start))
  }

  /// Whether a mark that compares stands right before a place.
  private func isCompared(_ start: Int) -> Bool {
    bytes[..<start].last { !$0.isBlank }.map("<>=".utf8.contains) ?? false
  }

  /// What was meant by `total > €500 zone = "A"`, where the word behind the figure begins a second
  /// comparison; nil where it may be a unit.
  private func secondCondition(_ word: String, from start: Int) -> String? {
    let marks = "<>=!".utf8
    var next = at
    while next < bytes.count, bytes[next].isBlank { next += 1 }
    let rest = String(decoding: bytes[next...].prefix(8), as: UTF8.self)
    let isCompared = rest.utf8.first.map(marks.contains) ?? false
      || ["in ", "in[", "is ", "not "].contains { rest.hasPrefix($0) }
    let isUnit = OtherMeasure(word) != nil || MeasureUnit.name(speltOut: word) != nil
    guard isCompared, !isUnit, bytes.count < 160, bytes[..<start].contains(where: marks.contains)
    else { return nil }
    let place = at - word.utf8.count
    let first = String(decoding: bytes[..<place], as: UTF8.self).trimmedOfSpaces
    return "\(first) and \(String(decoding: bytes[place...], as: UTF8.self).trimmedOfSpaces)"
  }

  func written(from start: Int) -> String {
    String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// A date, a time or an instant.
  private mutating func parseMoment() -> Formula? {
    guard peek().isDigit else { return nil }
    if let length = ShortDate.length(in: bytes[at...]) {
      let start = at
      at += length
      fail(.noSuchDate(written(from: start), at: span(from: start)))
      return nil
    }
    if peek(1) == UInt8(ascii: ":"), failAtShortHour() { return nil }
    let isDate =
      bytes.count >= at + 10 && peek(4) == UInt8(ascii: "-")
      && peek(7) == UInt8(ascii: "-") && (0..<4).allSatisfy { peek($0).isDigit }
    let isTime = peek(2) == UInt8(ascii: ":") && peek(1).isDigit
    guard isDate || isTime else { return nil }
    let start = at
    var stop = at + (isDate ? 10 : 5)
    while stop < bytes.count, isMomentPart(stop, isDate: isDate) { stop += 1 }
    stop = min(stop, bytes.count)
    at = stop
    guard let literal = Literal.moment(bytes, start, stop) else {
      let (text, place) = (written(from: start), span(from: start))
      fail(isDate ? .noSuchDate(text, at: place) : .noSuchTime(text, at: place))
      return nil
    }
    return Formula(.literal(literal), at: span(from: start))
  }

  /// `6:00`, `6:30 pm`: an hour of one digit.
  private mutating func failAtShortHour() -> Bool {
    let rest = String(decoding: bytes[at...].prefix(20), as: UTF8.self)
    let clock = kept(/\d:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\b\.?)?/)
    guard let match = rest.prefixMatch(of: clock), OtherTime(String(match.0)) != nil else {
      return false
    }
    let start = at
    at += match.0.utf8.count
    fail(Diagnostic.noSuchTime(String(match.0), at: span(from: start)).guessing(guesses()))
    return true
  }

  private func isMomentPart(_ offset: Int, isDate: Bool) -> Bool {
    let byte = bytes[offset]
    if byte == UInt8(ascii: ".") { return offset + 1 < bytes.count && bytes[offset + 1].isDigit }
    if byte.isNamePart || byte == UInt8(ascii: ":") { return true }
    guard isDate, byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else { return false }
    return bytes[..<offset].contains(UInt8(ascii: "T")) && offset + 1 < bytes.count
      && bytes[offset + 1].isDigit
  }
}
