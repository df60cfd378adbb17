extension FormulaParser {
  /// `name(a, b where c, by d)`, the name read already.
  mutating func parseCall(_ name: Spanned<String>, from start: Int) -> Formula? {
    at += 1
    let opening = text.span(at - 1, at)
    var arguments: [Formula] = []
    var (condition, order): (Formula?, Formula?)
    if !take(")") {
      var last = at
      repeat {
        last = at
        if order == nil, take(word: "by") {
          order = parseExpression()
          if order == nil { return nil }
        } else {
          guard let argument = parseExpression() else { return nil }
          arguments.append(argument)
        }
        guard takeClauses(&condition, &order) else { return nil }
      } while takeComma()
      guard take(")") else {
        failAtOpen("(", closing: ")", at: opening, after: last)
        return nil
      }
    }
    return Formula(
      .call(name, arguments: arguments, where: condition, by: order), at: span(from: start))
  }

  /// `where` and `by` after an argument, each once in a call.
  private mutating func takeClauses(_ condition: inout Formula?, _ order: inout Formula?) -> Bool {
    while true {
      if condition == nil, take(word: "where") {
        condition = parseExpression()
        if condition == nil { return false }
      } else if order == nil, take(word: "by") {
        order = parseExpression()
        if order == nil { return false }
      } else {
        return true
      }
    }
  }

  /// A text in quotation marks, formulas in braces included; nil if none
  /// begins here, or it never ends.
  mutating func parseQuoted() -> Template? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = at
    at += 1
    guard let parts = parseParts(until: UInt8(ascii: "\"")) else { return nil }
    guard peek() == UInt8(ascii: "\"") else {
      fail(.textNeverEnds(at: text.span(start, start + 1)))
      return nil
    }
    at += 1
    return Template(parts: parts, span: span(from: start))
  }

  /// The whole text as a template, without quotation marks around it.
  mutating func parseTemplate() -> Template? {
    parseParts(until: nil).map { Template(parts: $0, span: text.span) }
  }

  private mutating func parseParts(until mark: UInt8?) -> [Template.Part]? {
    var parts: [Template.Part] = []
    var piece: [UInt8] = []
    func flush() {
      if piece.isEmpty { return }
      parts.append(.text(String(decoding: piece, as: UTF8.self)))
      piece.removeAll()
    }
    while at < bytes.count, bytes[at] != mark {
      switch bytes[at] {
      case UInt8(ascii: "\\"):
        piece += readEscape(isQuoted: mark != nil)
      case UInt8(ascii: "{"):
        flush()
        guard let formula = parseBraced() else { return nil }
        parts.append(.formula(formula))
      case UInt8(ascii: "}"):
        fail(.braceUnmatched(at: text.span(at, at + 1)))
        return nil
      case _:
        piece.append(bytes[at])
        at += 1
      }
    }
    flush()
    return parts
  }

  private mutating func parseBraced() -> Formula? {
    let start = at
    at += 1
    skipBlanks()
    if peek() == UInt8(ascii: "}") {
      at += 1
      fail(.braceEmpty(at: span(from: start)))
      return nil
    }
    guard let formula = parseExpression() else { return nil }
    guard take("}") else {
      if failAtProse(inBracesFrom: start) { return nil }
      failAtOpen("{", closing: "}", at: text.span(start, start + 1))
      return nil
    }
    return formula
  }

  /// `\"`, `\\`, `\{`, `\}`, `\|`, and in quoted texts `\n`, `\t`, `\r`. Outside
  /// of quotes other backslashes are themselves.
  private mutating func readEscape(isQuoted: Bool) -> [UInt8] {
    let start = at
    let next = peek(1)
    at += 2
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "|"):
      return [next]
    case UInt8(ascii: "n") where isQuoted: return [10]
    case UInt8(ascii: "t") where isQuoted: return [9]
    case UInt8(ascii: "r") where isQuoted: return [13]
    case _:
      at = start + 1
      if isQuoted { fail(.escapeUnknown(at: text.span(start, min(start + 2, bytes.count)))) }
      return [UInt8(ascii: "\\")]
    }
  }
}
