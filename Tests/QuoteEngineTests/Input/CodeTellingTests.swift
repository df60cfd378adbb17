import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The door by which the codes of texts come into a batch.
@Suite struct CodeTellingTests {
  private static func column(telling codes: [Int32]) -> FieldColumn? {
    guard let words = Vocabulary(["plain", "fancy"]).flatMap(VocabularyWords.init) else {
      return nil
    }
    let column = FieldColumn(storage: .text, isOptional: true)
    unsafe column.tellCodes(of: words, for: codes.count) { room in
      for (index, code) in codes.enumerated() { unsafe room[index] = code }
    }
    return column
  }

  @Test func allCodesOfAVocabularyComeIn() throws {
    let column = try #require(Self.column(telling: [0, 1, 2, 3, 0]))
    #expect((0..<5).map { column.codes[$0] } == [0, 1, 2, 3, 0])
  }

  /// A table has no cell for it, so no look-up ever sees it.
  @Test func aCodeBeyondEndsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = Self.column(telling: [0, 4, 1]) }
    await #expect(processExitsWith: .failure) { _ = Self.column(telling: [0, -1, 1]) }
  }
}
