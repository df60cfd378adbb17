import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

@Suite struct DecimalTextTests {
  private func text(_ value: Int64, _ places: Int, _ minimum: Int = 0) -> String {
    let buffer = ByteBuffer()
    buffer.append(decimal: value, places: places, minimum: minimum)
    return buffer.string
  }

  private func wide(_ value: Int128, _ places: Int, _ minimum: Int = 0) -> String {
    let buffer = ByteBuffer(capacity: 1)
    buffer.append(wide: value, places: places, minimum: minimum)
    return buffer.string
  }

  @Test func decimalsKeepTheDigitsTheyNeed() {
    #expect(text(1250, 2) == "12.5")
    #expect(text(1250, 2, 2) == "12.50")
    #expect(text(-5, 2, 2) == "-0.05")
    #expect(text(0, 2, 2) == "0.00")
    #expect(text(0, 6) == "0")
    #expect(text(0, 6, 2) == "0.00")
    #expect(text(1200, 2) == "12")
    #expect(text(12, 0, 2) == "12.00")
    #expect(text(125, 3, 2) == "0.125")
    #expect(text(100, 4, 2) == "0.01")
    #expect(text(1, 18) == "0.000000000000000001")
    #expect(text(5, 2, 4) == "0.0500")
    #expect(text(.max, 2, 2) == "92233720368547758.07")
    #expect(text(.min, 2, 2) == "-92233720368547758.08")
    #expect(text(.min, 0) == "-9223372036854775808")
    #expect(text(1_000_000, 3, 3) == "1000.000")
  }

  @Test func wideDecimalsPrintAsNarrowOnes() {
    #expect(wide(.max, 2, 2) == "1701411834604692317316873037158841057.27")
    #expect(wide(.min, 0) == "-170141183460469231731687303715884105728")
    #expect(wide(10_000_000_000_000_000_000_000, 22, 2) == "1.00")
    #expect(wide(123_456_789_012_345_678_901, 25) == "0.0000123456789012345678901")
    #expect(wide(1_000_000_000_000_000_000_000_000_000_001, 0, 2)
      == "1000000000000000000000000000001.00")
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      let value = Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator)
      let places = Int.random(in: 0...20, using: &generator)
      let minimum = Int.random(in: 0...6, using: &generator)
      #expect(text(value, places, minimum) == wide(Int128(value), places, minimum))
    }
  }

  @Test func numbersAreReadExactly() throws {
    #expect(try DecimalNumber.read("12.50").scaled(toPlaces: 2) == 1250)
    #expect(try DecimalNumber.read("1200").scaled(toPlaces: -2) == 12)
    #expect(try DecimalNumber.read("1200.50").scaled(toPlaces: 2) == 120_050)
    #expect(try DecimalNumber.read("-0.05").scaled(toPlaces: 2) == -5)
    #expect(try DecimalNumber.read("0.10000000000000000000000000000000000000000000000000").ratio()
      == Ratio(1, 10))
    #expect(try DecimalNumber.read("-9223372036854775808").scaled(toPlaces: 0) == .min)
    #expect(try DecimalNumber.read("92233720368547758.07").scaled(toPlaces: 2) == .max)
    #expect(try DecimalNumber.read("1.5e3", spelling: .json).scaled(toPlaces: 2) == 150_000)
    #expect(try DecimalNumber.read("100E-2", spelling: .json).scaled(toPlaces: 0) == 1)
    #expect(try DecimalNumber.read("0e999999999", spelling: .json).scaled(toPlaces: 0) == 0)
    #expect(try DecimalNumber.read("-0", spelling: .json).scaled(toPlaces: 3) == 0)
    #expect(Ratio(decimal: "1609.34") == Ratio(160_934, 100))
  }

  @Test(arguments: [
    ("", DecimalNumber.Failure.empty), ("abc", .notANumber), ("1,5", .comma), ("1,000.00", .comma),
    ("1_000", .notANumber), (" 1", .notANumber), ("1 ", .notANumber), ("+1", .notANumber),
    ("1.", .notANumber), (".5", .notANumber), ("1e3", .notANumber), ("NaN", .notANumber),
    ("--1", .notANumber), ("-", .notANumber), ("1.2.3", .notANumber), ("0x10", .notANumber),
    ("９", .notANumber), ("1234567890123456789012345678901234567891", .tooLarge),
  ])
  func whatIsNoNumberSaysWhy(_ text: String, _ failure: DecimalNumber.Failure) {
    #expect(throws: failure) { try DecimalNumber.read(text) }
  }

  @Test func scalesAndJSONSpellingsThatFail() {
    #expect(throws: DecimalNumber.Failure.tooFine) {
      try DecimalNumber.read("0.001").scaled(toPlaces: 2)
    }
    #expect(throws: DecimalNumber.Failure.tooLarge) {
      try DecimalNumber.read("92233720368547758.08").scaled(toPlaces: 2)
    }
    for text in ["1e400", "1e401", "1e99999999999999999999"] {
      #expect(throws: DecimalNumber.Failure.tooLarge) {
        try DecimalNumber.read(text, spelling: .json).scaled(toPlaces: 2)
      }
    }
    #expect(throws: DecimalNumber.Failure.tooFine) {
      try DecimalNumber.read("1e-400", spelling: .json).scaled(toPlaces: 2)
    }
    for text in ["007", "01.5", "1e", "1e+", "e5", "1.e5", "-", "+1"] {
      #expect(throws: DecimalNumber.Failure.notANumber) {
        try DecimalNumber.read(text, spelling: .json)
      }
    }
  }
}

@Suite struct GeographicDistanceTests {
  @Test func knownLines() {
    // JFK to LHR on WGS 84: Karney's published example, 5,551,759.4 m.
    let flight = GeographicDistance.geodesic(
      latitude1: 40.6, longitude1: -73.8, latitude2: 51.6, longitude2: -0.5)
    #expect(abs(flight - 5_551_759.400) < 0.001)
    // A quarter of the equator is a·π/2.
    let quarter = GeographicDistance.geodesic(
      latitude1: 0, longitude1: 0, latitude2: 0, longitude2: 90)
    #expect(abs(quarter - 6_378_137 * Double.pi / 2) < 1e-6)
    let nowhere = GeographicDistance.geodesic(
      latitude1: 91, longitude1: 0, latitude2: 0, longitude2: 0)
    #expect(nowhere.isNaN)
    // Antipodes on the sphere: half its circumference, and no not-a-number.
    let half = GeographicDistance.haversine(
      latitude1: 0, longitude1: 0, latitude2: 0, longitude2: 180)
    #expect(abs(half - GeographicDistance.meanRadiusMetres * .pi) < 1e-6)
    let none = GeographicDistance.haversine(
      latitude1: 5, longitude1: 5, latitude2: 5, longitude2: 5)
    #expect(none == 0)
  }
}
