import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Decimals of fractions whose digits are more than 128 bits hold.
@Suite struct RatioTests {
  @Test(arguments: [
    (
      Ratio(19_290_123_283_179, 15_625 * Ratio(powerOfTen: 33).numerator),
      "0.000000000000000000000001234567890123456"
    ),
    (
      Ratio(-19_290_123_283_179, 15_625 * Ratio(powerOfTen: 33).numerator),
      "-0.000000000000000000000001234567890123456"
    ),
    (Ratio(.max, 1024), "166153499473114484112975882535043071.9990234375"),
    (Ratio(-3, 8), "-0.375"), (Ratio(25, 2), "12.5"), (Ratio(1, 1 << 40), "\(0x1p-40)"),
  ])
  func isWrittenToItsEnd(number: Ratio, text: String) {
    #expect(number.nearestDouble == Double(text))
    if !text.contains("e") { #expect(number.description == text) }
  }

  @Test func powersOfTwoAreDoubles() {
    for power in 1...126 {
      let double = Double(sign: .plus, exponent: -power, significand: 1)
      #expect(Ratio(1, 1 << Int128(power)).nearestDouble == double)
    }
  }
}
