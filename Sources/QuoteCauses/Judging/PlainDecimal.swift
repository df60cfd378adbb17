import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Decimals as they are written.
package enum PlainDecimal {
  package static let powers: [Int] = (0..<19).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Digits as one number, and how many of them are decimals; nil for anything
  /// but up to 18 digits with a sign and a point.
  @inline(__always) static func parts(_ text: TextSlice) -> (number: Int, decimals: Int)? {
    let bytes = InputBytes(text)
    var (at, number, decimals) = (0, 0, -1)
    let isNegative = text.count > 0 && bytes[0] == UInt8(ascii: "-")
    if isNegative { at = 1 }
    guard text.count > at, text.count <= at + 19 else { return nil }
    var digits = 0
    while at < text.count {
      let byte = bytes[at] &- UInt8(ascii: "0")
      if byte < 10 {
        number = number &* 10 &+ Int(byte)
        digits += 1
        if decimals >= 0 { decimals += 1 }
      } else if byte == UInt8(ascii: ".") &- UInt8(ascii: "0"), decimals < 0, digits > 0 {
        decimals = 0
      } else {
        return nil
      }
      at += 1
    }
    guard digits > 0, digits <= 18, decimals != 0 else { return nil }
    return (isNegative ? -number : number, max(decimals, 0))
  }
}

/// A sum of many decimals: those of nine digits after the point without a
/// fraction being made of each.
struct DecimalSum {
  /// What is added has so many digits after the point at most.
  static let places = 9
  private var billionths: Int128 = 0

  /// False for what is not easily added; nothing is added then.
  mutating func add(_ text: TextSlice) -> Bool {
    guard let (number, decimals) = PlainDecimal.parts(text), decimals <= Self.places else {
      return false
    }
    add(Int128(number), decimals: decimals)
    return true
  }

  /// Adds `number` × 10^-`decimals`.
  mutating func add(_ number: Int128, decimals: Int) {
    billionths += number * Int128(PlainDecimal.powers[Self.places - decimals])
  }

  /// Gives the sum and starts anew.
  mutating func take() -> Ratio {
    defer { billionths = 0 }
    return Ratio(billionths, 1_000_000_000)
  }
}
