import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Rows of a reference that are hard to read, held both quickly and one by one.
@Suite struct OddReferenceTests {
  /// What a reference of these bytes comes to, for bookings of near parcels that come to
  /// 12.96: quickly, or one by one.
  static func outcome(
    _ keys: [String], _ bytes: [UInt8], quickly: Bool
  ) throws -> ComparisonKit.Outcome {
    let differ = try ComparisonKit.differ()
    var reading = ReaderOptions()
    reading.readsOneByOne = !quickly
    return try ComparisonKit.outcome(
      differ,
      try differ.reference(
        .memory(name: "reference.csv", bytes: bytes), format: nil,
        bookings: [ComparisonKit.bookings(keys)], reading: reading))
  }

  /// A text in which `~` stands for a byte that is not UTF-8.
  static func latin(_ text: String) -> [UInt8] {
    text.utf8.map { $0 == UInt8(ascii: "~") ? 0xE9 : $0 }
  }

  @Test(arguments: [true, false])
  func bytesOfAnotherEncodingHideNothing(quickly: Bool) throws {
    let text = "id,total,remark\nA,999,Caf~\nB,12.96,Caf~\nC,12.96,[~\n"
    let (summary, found) = try Self.outcome(["A", "B", "C"], Self.latin(text), quickly: quickly)
    #expect(summary.same == 2 && summary.notComparable == 0)
    #expect(found.map(\.key) == ["A"])
    #expect(found.first?.amount == Ratio(1296 - 99900, 100))
    #expect(summary.failures == ["1 booking differs"])
  }

  /// A cell nests as deep as a record may, and the object of its row one level deeper.
  @Test(arguments: [255, 256, 300], [true, false])
  func deepCellsHideNothing(depth: Int, quickly: Bool) throws {
    let cell = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let text = "id,total,remark\nA,999,\(cell)\nB,12.96,\(cell)\n"
    let (summary, found) = try Self.outcome(["A", "B"], Array(text.utf8), quickly: quickly)
    #expect(summary.same == 1 && found.map(\.key) == ["A"])
  }

  @Test(arguments: [true, false])
  func keysOfAnotherEncodingAreJoined(quickly: Bool) throws {
    let text = "id,total\nA~,999\nB,12.96\n"
    let (summary, found) = try Self.outcome(
      ["A\u{FFFD}", "B"], Self.latin(text), quickly: quickly)
    #expect(summary.same == 1 && found.map(\.key) == ["A\u{FFFD}"])
    #expect(found.first?.theirs == .priced)
  }

  @Test func bookingsWithoutAKeyAreNoDuplicates() throws {
    let (summary, _) = try Self.outcome(
      ["A", "", "B", ""], Array("id,total\nA,12.96\n,1\nB,12.96\n".utf8), quickly: true)
    #expect(summary.same == 2 && summary.notComparable == 2)
    #expect(summary.ourDuplicates.count == 0 && summary.unnamed.count == 2)
    #expect(summary.notes.last == "2 bookings without a key: records 2, 4")
    #expect(summary.failures.count == 1)
    #expect(summary.failures.first?.hasPrefix("2 of 4 bookings are without a key, ") == true)
  }

  /// Products beyond 128 bits once were infinite, and all within the tolerance.
  @Test func aToleranceOfManyDigitsIsNoLargerForIt() throws {
    var tolerance = Tolerance()
    tolerance.relative = try #require(Ratio(decimal: "0.00123456789"))
    let fine = try #require(Ratio(decimal: "0.00000000000000005551115123125783"))
    #expect(!tolerance.allows(fine, of: fine))
    #expect(!tolerance.allows(5, of: fine))
    #expect(tolerance.allows(fine / 1000, of: fine))
  }
}
