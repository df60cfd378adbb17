import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What faults say: the range, the near word, what would be right.
@Suite struct FaultMessageTests {
  static func schema(_ phrase: String) throws -> FieldSchema {
    let rules = try ModelRules("inputs:\n  x: \(phrase)\n")
    return try #require(rules.model?.schema.lists[.booking].fields.first, "\(rules.errors)")
  }

  static func message(_ fault: CellFault, _ value: String, of phrase: String) throws -> String {
    let schema = try schema(phrase)
    let words = ChoiceWords(schema.choices).told(of: value)
    return fault.message(FaultContext(field: "x", value: value, schema: schema, words: words))
  }

  @Test(arguments: [
    ("count [0..100]", "0 to 100"), ("weight in kg (0 kg..30 kg)", "above 0 kg, below 30 kg"),
    ("distance in mi [0 mi..800 mi)", "from 0 mi, below 800 mi"),
    ("date [2026-01-01..2026-12-31]", "2026-01-01 to 2026-12-31"),
    ("time [08:00..17:30]", "08:00 to 17:30"), ("money [-$1.50..$3]", "-1.5 to 3"),
    ("point", "latitude -90 to 90, longitude -180 to 180"),
  ])
  func aRangeIsTold(phrase: String, range: String) throws {
    #expect(
      try Self.message(.outOfRange, "", of: phrase) == "`x` is outside its range: \(range)")
  }

  @Test func aNearWordAndFewWordsAreTold() throws {
    let few = "one of small | medium | large"
    #expect(
      try Self.message(.unknownChoice, "lagre", of: few)
        == "`x` is not one of the allowed words: `small`, `medium` or `large`; "
        + "did you mean `large`?")
    #expect(
      try Self.message(.unknownChoice, "piano", of: few)
        == "`x` is not one of the allowed words: `small`, `medium` or `large`")
    let many = "one of " + (1...20).map { "word\($0)" }.joined(separator: " | ")
    #expect(
      try Self.message(.unknownChoice, "worf12", of: many)
        == "`x` is not one of the allowed words: did you mean `word12`?")
    #expect(
      try Self.message(.unknownChoice, "piano", of: many)
        == "`x` is not one of the allowed words: one of `word1`, `word2`, `word3`, `word4`, "
        + "`word5`, `word6` and 14 more")
  }

  @Test func aStepIsTold() throws {
    #expect(
      try Self.message(.tooFine, "1.23", of: "weight in kg step 0.1 kg")
        == "`x` is finer than its step: it must be a multiple of 0.1 kg; "
        + "a finer `step` in the rules takes it as it is")
  }

  /// One sentence each, of something to do or to look at.
  @Test func everyFaultSaysWhatWouldBeRight() throws {
    let hints = [
      ":", "like", "wants", "at most", "both", "never closed", "is not valid JSON", "where",
      "does not have", "a whole number", "which no text has", "in curly brackets",
      "reads as two values", "spaces around", "true or false", "in square brackets",
    ]
    for fault in CellFault.allCases {
      let text = fault.message(
        FaultContext(field: "x", value: "v", schema: try Self.schema("count"), cells: (3, 4)))
      #expect(hints.contains { text.contains($0) }, "\(fault.rawValue): \(text)")
      #expect(!text.hasSuffix(".") && !text.contains("\n"), "\(text)")
    }
  }

  @Test func everyReasonIsOnThePage() throws {
    let page = try Repository.text(of: Repository.root.appending(path: "docs/faults.md"))
    let told = Set(page.matches(of: /`([a-z0-9-]+)`/).map { String($0.1) })
    for fault in CellFault.allCases {
      #expect(told.contains(fault.rawValue), "docs/faults.md does not tell of \(fault.rawValue)")
    }
    #expect(told.contains("not-given"))
  }
}
