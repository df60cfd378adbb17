import Testing
@testable import QuoteSyntax

/// Commas between thousands, for people.
@Suite struct ThousandsTests {
  @Test(
    arguments: [
      ("0.00", "0.00"), ("999.99", "999.99"), ("1000", "1,000"), ("-1111.84", "-1,111.84"),
      ("$7420.41", "$7,420.41"), ("+24495766.60", "+24,495,766.60"), ("0.123456", "0.123456"),
      ("1200 bookings", "1,200 bookings"), ("CHF 12345", "CHF 12,345"), ("", ""),
      ("never", "never"),
    ])
  func digitsBeforeThePointAreGrouped(_ figure: String, _ grouped: String) {
    #expect(figure.withThousands == grouped)
  }
}
