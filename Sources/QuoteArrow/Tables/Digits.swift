import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Doubles as decimal texts.
enum DoubleDigits {
  /// The shortest text that is this double, or, where so few digits count, the decimal nearest
  /// to it with so many.
  static func text(of value: Double, digits: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
    return text(shortest: "\(value)", digits: digits)
  }

  /// Appends that text. Most numbers are neither so large nor so small that they need an
  /// exponent, nor have more digits: for those nothing is allocated.
  static func append(_ value: Double, digits: Int, to buffer: ByteBuffer) {
    guard 1e-4..<1e15 ~= value.magnitude else {
      return buffer.append(text: text(of: value, digits: digits))
    }
    let start = buffer.count
    buffer.append(shortest: value, as: .javascript)
    let written = buffer.slice(start, buffer.count)
    // The sign, the point and a zero before it are no digits that count.
    let marks = (value < 0 ? 1 : 0) + (value.magnitude < 1 ? 1 : 0) + 1
    if written.count - marks <= digits { return }
    buffer.truncate(to: start)
    buffer.append(text: text(of: value, digits: digits))
  }

  /// Appends a float that six digits say, and gives whether they do.
  static func appendFewDigits(of value: Float, to buffer: ByteBuffer) -> Bool {
    guard 1e-3..<1e6 ~= value.magnitude else { return false }
    var power = 1.0
    for places in 0...8 {
      let scaled = (Double(value) * power).rounded()
      if scaled.magnitude >= 1e6 { return false }
      if Float(scaled / power) == value {
        buffer.append(decimal: Int64(scaled), places: places)
        return true
      }
      power *= 10
    }
    return false
  }

  private static func text(shortest printed: String, digits: Int) -> String {
    let shortest = plain(printed)
    let parts = Parts(shortest)
    guard parts.digits.count > digits else { return shortest }
    return parts.rounded(to: digits).text
  }

  /// Without the plus and the point-zero that Swift writes.
  static func plain(_ text: String) -> String {
    let text = text.replacing("e+", with: "e")
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Digits without zeros at either end, times a power of ten.
  private struct Parts {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent: Int

    init(_ text: String) {
      isNegative = text.hasPrefix("-")
      let halves = text.drop { $0 == "-" }.split(separator: "e")
      exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
      let number = halves[0].split(separator: ".", omittingEmptySubsequences: false)
      if number.count > 1 { exponent -= number[1].count }
      digits = number.joined().utf8.map { $0 - 48 }
      digits = Array(digits.drop { $0 == 0 })
      trim()
    }

    private mutating func trim() {
      while digits.last == 0 {
        digits.removeLast()
        exponent += 1
      }
    }

    func rounded(to count: Int) -> Parts {
      var parts = self
      let next = digits[count]
      parts.digits = Array(digits[..<count])
      parts.exponent += digits.count - count
      if next >= 5 {
        var at = count - 1
        while at >= 0, parts.digits[at] == 9 {
          parts.digits[at] = 0
          at -= 1
        }
        if at < 0 { parts.digits.insert(1, at: 0) } else { parts.digits[at] += 1 }
      }
      parts.trim()
      return parts
    }

    var text: String {
      let written = String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
      return (isNegative ? "-" : "") + (exponent == 0 ? written : "\(written)e\(exponent)")
    }
  }
}

/// Whole numbers of any width as decimal texts.
enum WideDigits {
  /// The text of a number in two's complement, its lowest word first, times 10^-`places`.
  static func text(of words: [UInt64], places: Int) -> String {
    let isNegative = Int64(bitPattern: words[words.count - 1]) < 0
    var rest = isNegative ? negated(words) : words
    var digits: [UInt8] = []
    while rest.contains(where: { $0 != 0 }) { digits.append(UInt8(48 + divideByTen(&rest))) }
    while digits.count <= max(places, 0) { digits.append(48) }
    if places > 0 {
      digits.insert(UInt8(ascii: "."), at: places)
      while digits.first == 48 { digits.removeFirst() }
      if digits.first == UInt8(ascii: ".") { digits.removeFirst() }
    }
    let text = String(decoding: digits.reversed(), as: UTF8.self)
    return (isNegative ? "-" : "") + text + (places < 0 && text != "0" ? "e\(-places)" : "")
  }

  private static func negated(_ words: [UInt64]) -> [UInt64] {
    var carry = true
    return words.map { word in
      let (sum, isMore) = (~word).addingReportingOverflow(carry ? 1 : 0)
      carry = isMore
      return sum
    }
  }

  /// Gives the rest.
  private static func divideByTen(_ words: inout [UInt64]) -> Int {
    var rest: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], rest) = UInt64(10).dividingFullWidth((rest, words[index]))
    }
    return Int(rest)
  }
}
