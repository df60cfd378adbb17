extension Literal {
  /// Reads a literal out of a whole text: a number with its unit or currency,
  /// a quoted text without formulas, a flag, date, time or instant; a minus
  /// may stand before a number. Nil if the text is none of these (a bare word).
  package static func read(_ raw: Spanned<String>, units: Set<String> = []) -> Literal? {
    let bytes = Array(raw.value.utf8)
    let (lower, upper) = Lexicon.trimmed(bytes, 0, bytes.count)
    guard lower < upper else { return nil }
    if bytes[lower] == UInt8(ascii: "\"") { return quotedText(raw).map(Literal.text) }
    switch upper - lower {
    case 2...5:
      switch String(decoding: bytes[lower..<upper], as: UTF8.self) {
      case "yes", "true": return .flag(true)
      case "no", "false": return .flag(false)
      case _: break
      }
    case _: break
    }
    if let moment = moment(bytes, lower, upper) { return moment }
    return NumberLiteral.read(bytes, lower, upper, units: units).map(Literal.number)
  }

  /// A date, time of day or instant, if the bytes are one.
  package static func moment(_ bytes: [UInt8], _ lower: Int, _ upper: Int) -> Literal? {
    let count = upper - lower
    guard count >= 5, bytes[lower].isDigit else { return nil }
    if bytes[lower + 2] == UInt8(ascii: ":") {
      return TimeOfDay(iso: String(decoding: bytes[lower..<upper], as: UTF8.self)).map(Literal.time)
    }
    guard count >= 10, bytes[lower + 4] == UInt8(ascii: "-") else { return nil }
    let text = String(decoding: bytes[lower..<upper], as: UTF8.self)
    return count == 10
      ? CalendarDate(iso: text).map(Literal.date) : Instant(iso: text).map(Literal.instant)
  }

  /// What a text in quotation marks says; nil if it is not quoted as a whole
  /// or has formulas in it.
  package static func quotedText(_ raw: Spanned<String>) -> String? {
    var parser = FormulaParser(PlacedText(raw), units: [])
    parser.skipBlanks()
    guard let template = parser.parseQuoted() else { return nil }
    parser.skipBlanks()
    return parser.isAtEnd && !parser.log.hasErrors ? template.plainText : nil
  }

  /// A text in quotation marks, in which nothing can become syntax.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "{", "}", "|": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension NumberLiteral {
  /// Reads a number with its percent sign, unit or currency, and a minus
  /// before it. Nil if the text is not one, or its unit is unknown.
  package static func read(_ raw: Spanned<String>, units: Set<String> = []) -> NumberLiteral? {
    let bytes = Array(raw.value.utf8)
    let (lower, upper) = Lexicon.trimmed(bytes, 0, bytes.count)
    return read(bytes, lower, upper, units: units)
  }

  package static func read(
    _ bytes: [UInt8], _ lower: Int, _ upper: Int, units: Set<String>
  ) -> NumberLiteral? {
    guard lower < upper else { return nil }
    let isNegative = bytes[lower] == UInt8(ascii: "-")
    var start = lower + (isNegative ? 1 : 0)
    while isNegative, start < upper, bytes[start] == 32 { start += 1 }
    var scan = NumberScan(bytes, from: start, to: upper, units: units)
    guard var number = scan.read(), scan.mistake == nil, scan.at == upper else { return nil }
    if isNegative { number.value = -number.value }
    return number
  }
}
