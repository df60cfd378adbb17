/// Reads one number with its currency, percent sign or unit out of bytes:
/// `45`, `8%`, `$1.50/mi`, `£10 each`, `10 ₽`, `EUR 5`, `30 min`.
package struct NumberScan {
  package enum Mistake: Hashable {
    /// `1_000`.
    case grouped
    /// `1e3`, `0x1F`, `.5`, `5.`.
    case form
    /// More digits than an exact number holds.
    case tooLong
    /// A word after the number that is no unit.
    case unknownUnit(String)
  }

  let bytes: [UInt8]
  let end: Int
  let units: Set<String>
  package var at: Int
  package var mistake: Mistake?

  package init(_ bytes: [UInt8], from offset: Int, to end: Int, units: Set<String>) {
    self.bytes = bytes
    self.end = end
    self.units = units
    at = offset
  }

  /// Whether a number begins at an offset: a digit, or a currency before one.
  package static func begins(_ bytes: [UInt8], at offset: Int, end: Int) -> Bool {
    guard offset < end else { return false }
    if bytes[offset].isDigit { return true }
    var scan = NumberScan(bytes, from: offset, to: end, units: [])
    return scan.readCurrencyBefore() != nil
  }

  /// The number at the offset; nil if none begins there. A mistake in it is
  /// left in `mistake`, the offset after what belongs to it.
  package mutating func read() -> NumberLiteral? {
    let currency = readCurrencyBefore()
    guard let (mantissa, fractionDigits) = readDigits() else { return nil }
    var number = NumberLiteral(
      value: Ratio(mantissa) * Ratio(powerOfTen: -fractionDigits), fractionDigits: fractionDigits,
      currency: currency)
    readSuffix(of: &number)
    return number
  }

  private mutating func readCurrencyBefore() -> String? {
    guard let (scalar, length) = Lexicon.scalar(bytes, at: at, end: end) else { return nil }
    var after = at + length
    if NumberScan.isCurrencySign(scalar) {
      while after < end, bytes[after] == 32 { after += 1 }
    } else if at + 3 < end, bytes[at..<(at + 3)].allSatisfy(\.isUppercaseLetter) {
      after = at + 3
      guard bytes[after] == 32 else { return nil }
      while after < end, bytes[after] == 32 { after += 1 }
    } else {
      return nil
    }
    guard after < end, bytes[after].isDigit else { return nil }
    let isCode = length == 1 && bytes[at].isLetter
    let text = isCode ? String(decoding: bytes[at..<(at + 3)], as: UTF8.self) : String(scalar)
    at = after
    return text
  }

  private static func isCurrencySign(_ scalar: Unicode.Scalar) -> Bool {
    // Most are the one sign of ASCII, which need not be looked up.
    scalar.isASCII ? scalar == "$" : scalar.properties.generalCategory == .currencySymbol
  }

  private mutating func readDigits() -> (mantissa: Int128, fractionDigits: Int)? {
    guard at < end, bytes[at].isDigit else { return nil }
    var mantissa: Int128 = 0
    var (digits, fractionDigits) = (0, 0)
    var isFraction = false
    while at < end {
      if bytes[at].isDigit {
        if digits < 36 {
          mantissa = mantissa * 10 + Int128(bytes[at] - 48)
        } else {
          mistake = .tooLong
        }
        digits += mantissa == 0 && !isFraction ? 0 : 1
        fractionDigits += isFraction ? 1 : 0
      } else if bytes[at] == UInt8(ascii: "."), !isFraction, at + 1 < end, bytes[at + 1].isDigit {
        isFraction = true
      } else {
        break
      }
      at += 1
    }
    if fractionDigits > 36 { mistake = .tooLong }
    if at < end, bytes[at] == UInt8(ascii: "_") {
      mistake = .grouped
      while at < end, bytes[at].isNamePart { at += 1 }
    } else if isFraction, at + 1 < end, bytes[at] == UInt8(ascii: "."), bytes[at + 1].isDigit {
      mistake = .form
      while at < end, bytes[at].isDigit || bytes[at] == UInt8(ascii: ".") { at += 1 }
    }
    return (mantissa, fractionDigits)
  }

  private mutating func readSuffix(of number: inout NumberLiteral) {
    let isGlued = at < end && bytes[at] != 32
    var next = at
    while next < end, bytes[next] == 32 { next += 1 }
    if next < end, bytes[next] == UInt8(ascii: "%"), number.currency == nil {
      at = next + 1
      number.isPercent = true
      number.value = number.value * Ratio(1, 100)
      number.fractionDigits += 2
      return
    }
    if number.currency == nil, let (scalar, length) = Lexicon.scalar(bytes, at: next, end: end),
      scalar.properties.generalCategory == .currencySymbol
    {
      number.currency = String(scalar)
      at = next + length
    } else {
      readWord(from: next, isGlued: isGlued, into: &number)
    }
    readPerUnit(into: &number)
  }

  private mutating func readWord(from start: Int, isGlued: Bool, into number: inout NumberLiteral) {
    let stop = Lexicon.endOfName(bytes, at: start, end: end)
    guard stop > start, mistake == nil else { return }
    let word = String(decoding: bytes[start..<stop], as: UTF8.self)
    if Lexicon.keywords.contains(word) {
      if isGlued { mistake = .form }
      return
    }
    if word == "each" {
      number.perUnit = word
    } else if isUnit(word), number.currency == nil {
      number.unit = word
    } else if number.currency == nil, !isGlued, word.utf8.count == 3,
      word.utf8.allSatisfy(\.isUppercaseLetter)
    {
      number.currency = word
    } else {
      mistake = isGlued && number.currency == nil ? .form : .unknownUnit(word)
    }
    at = stop
  }

  /// `/mi` glued to an amount; `/` before anything else is a division.
  private mutating func readPerUnit(into number: inout NumberLiteral) {
    guard number.perUnit == nil, at < end, bytes[at] == UInt8(ascii: "/") else {
      if number.currency != nil, number.perUnit == nil { readEach(into: &number) }
      return
    }
    let stop = Lexicon.endOfName(bytes, at: at + 1, end: end)
    let word = String(decoding: bytes[(at + 1)..<max(stop, at + 1)], as: UTF8.self)
    guard isUnit(word) else { return }
    number.perUnit = word
    at = stop
  }

  /// `each` after a currency that stands behind its number.
  private mutating func readEach(into number: inout NumberLiteral) {
    var next = at
    while next < end, bytes[next] == 32 { next += 1 }
    let stop = Lexicon.endOfName(bytes, at: next, end: end)
    if stop - next == 4, bytes[next..<stop].elementsEqual("each".utf8) {
      number.perUnit = "each"
      at = stop
    }
  }

  private func isUnit(_ word: String) -> Bool {
    MeasureUnit.named(word) != nil || units.contains(word)
  }
}
