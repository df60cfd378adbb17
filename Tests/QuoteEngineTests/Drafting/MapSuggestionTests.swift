import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Maps drafted from data.
@Suite struct MapSuggestionTests {
  static func map(_ rules: String, _ records: String) throws -> String {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
    return try MapSuggestion(pricer, asOf: nil).map(
      from: [.memory(name: "records.jsonl", bytes: Array(records.utf8))], format: .jsonl)
  }

  /// Records of parcels under other names, and one that was refused.
  static let records = """
    {"no":"a","at":"2026-03-02T15:00:00Z","in":{"id":"1","weight":4,"zone":"near"},\
    "code":200,"out":{"r":{"due":8.10,"service":0.60}}}
    {"no":"b","at":"2026-03-02T16:00:00Z","in":{"id":"1","weight":5,"zone":"far"},\
    "code":200,"out":{"r":{"due":16.69,"service":1.24}}}
    {"no":"c","at":"2026-03-02T16:00:00Z","in":{"id":"1","weight":50,"zone":"far"},\
    "code":400,"out":{"error":"too heavy"}}
    """

  @Test func findsWhatIsWhere() throws {
    let text = try Self.map(ComparisonKit.rules, Self.records)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    #expect(map.places.key == ["no"] && map.places.asOf == ["at"] && map.places.booking == ["in"])
    #expect(map.places.status == ["code"] && map.places.reply == ["out", "r"])
    #expect(map.places.refusal == ["out", "error"])
    #expect(map.statuses == ["200": .priced, "400": .declined])
    #expect(map.forms.count == 1)
    let fields = Dictionary(
      uniqueKeysWithValues: map.forms[0].fields.map { ($0.path, $0.ours) })
    #expect(fields == ["due": "total", "service": "fee"])
  }

  @Test func theDraftDoesForItsOwnRecords() throws {
    let text = try Self.map(ComparisonKit.rules, Self.records)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    let differ = try ComparisonKit.differ(map: map) { $0.format = .jsonl }
    let summary = try differ.run([ComparisonKit.source("records.jsonl", Self.records)])
    #expect(summary.same == 3 && summary.failures.isEmpty)
  }

  @Test func noRecordsAreNoMap() throws {
    #expect(refusal { try Self.map(ComparisonKit.rules, "[]\n3\n") } == "nothing-to-suggest")
  }

  /// The recorded backend: the draft has what the project's own map has.
  @Test func theRecordedBackendIsUnderstood() throws {
    let file = ReferenceParityTests.folder.appending(path: "estimate.jsonl")
    guard FileManager.default.fileExists(atPath: file.path) else {
      print("skipped: \(file.lastPathComponent) is not beside the project")
      return
    }
    let rules = Repository.root.appending(path: "rules/umuve-backend.yaml").path
    let text = try MapSuggestion(try Pricer(rulesAt: rules), asOf: nil).map(
      from: [.file(path: file.path)], format: .jsonl)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    #expect(map.places.key == ["id"] && map.places.booking == ["request"])
    #expect(map.places.form == ["path"] && map.places.reply == ["response", "estimate"])
    #expect(map.statuses["200"] == .priced && map.statuses["400"] == .declined)
  }
}

/// Maps drafted from data whose values are written in another way.
extension MapSuggestionTests {
  static let bookings = "id,weight,zone\n1,4,near\n2,5,near\n3,7,far\n4,1,far\n5,9,near\n"

  static func draft(_ reference: String, name: String = "theirs.csv") throws -> String {
    let pricer = try Pricer(
      rulesAt: "r.yaml", loader: .memory(["r.yaml": ComparisonKit.rules]))
    return try MapSuggestion(pricer, asOf: nil).map(
      reference: ComparisonKit.source(name, reference),
      bookings: [ComparisonKit.source("bookings.csv", bookings)], reading: ReaderOptions())
  }

  /// A draft, the fields that it lists, and what comes of using it.
  static func use(_ reference: String, name: String = "theirs.csv") throws
    -> (map: ReferenceMap, summary: DifferenceSummary)
  {
    let text = try draft(reference, name: name)
    let map = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
    let differ = try ComparisonKit.differ(map: map)
    let run = try differ.reference(
      ComparisonKit.source(name, reference), format: nil,
      bookings: [ComparisonKit.source("bookings.csv", bookings)], reading: ReaderOptions())
    return (map, try ComparisonKit.outcome(differ, run).summary)
  }

  @Test func aSecondFileIsJoinedAndItsTermsAreFound() throws {
    let (map, summary) = try Self.use(
      """
      no,base,cents,owed
      3,15.45,124,-16.69
      1,7.50,60,-8.10
      5,12,96,-12.96
      2,12,96,-12.96
      4,9.90,79,-10.69
      X,1,1,1

      """)
    #expect(map.join.count == 1 && map.join[0].ours == "id" && map.join[0].theirs == ["no"])
    let fields = Dictionary(uniqueKeysWithValues: map.forms[0].fields.map { ($0.path, $0) })
    #expect(fields["base"]?.ours == "parcel" && fields["base"]?.conversion.isNone == true)
    #expect(fields["cents"]?.ours == "fee" && fields["cents"]?.conversion.scale == Ratio(100))
    #expect(fields["owed"]?.ours == "total" && fields["owed"]?.conversion.sign == .negative)
    #expect(summary.same == 5 && summary.onlyTheirs.count == 1 && summary.comparedFields == 15)
  }

  @Test func numbersInTextsAndListsAreFound() throws {
    func row(_ id: Int, _ fee: Int, _ total: String) -> String {
      #"{"ref":{"id":\#(id)},"due":"\#(total) $","lines":[{"n":"Base","c":1},"#
        + #"{"n":"Fee","c":\#(fee)}]}"# + "\n"
    }
    let (map, summary) = try Self.use(
      row(2, 96, "12,96") + row(1, 60, "8,10") + row(4, 79, "10,69") + row(3, 124, "16,69"),
      name: "theirs.jsonl")
    #expect(map.join.first?.theirs == ["ref", "id"])
    let fields = Dictionary(uniqueKeysWithValues: map.forms[0].fields.map { ($0.path, $0) })
    #expect(fields["due"]?.conversion.spelling == NumberSpelling(example: "1.234,50 $"))
    #expect(fields["lines[n=Fee].c"]?.conversion.scale == Ratio(100))
    #expect(summary.same == 4 && summary.onlyOurs.count == 1)
  }

  @Test func filesOfOtherBookingsAreTrouble() throws {
    #expect(refusal { try Self.draft("no,total\nA,7.1\nB,9.3\n") } == "nothing-joins")
  }
}

/// Whatever columns and members are called, a draft can be read, and does for its own data.
extension MapSuggestionTests {
  static let oddNames = [
    "Booking No.", "a.b", ".a", "a..b", ".", "x[1]", "Cost [USD]", "[]", "a=b", "-dash", "- dash",
    "7th", "007", "1.5", "Größe", "naïve name", "it's", "say \"hi\"", "\"quoted\"", "\"a.b", "null",
    "Null", "true", "no", "~", "itself", "other", "status", "total", "live", "#hash", "a #b",
    "a: b", "{x}", "%p", "@at", "&a", "*a", "!t", "?q", "|", ">", "`b`", "tab\there", "new\nline",
    "\\back", "…", "---", "...", "a,b", "'q'", "${x}", "\u{202E}x", "x\u{A0}y", "日本", "🚚",
  ]

  /// A map cannot say a name that begins with a quotation mark.
  @Test(arguments: oddNames.filter { !$0.hasPrefix("\"") })
  func aDraftWithAnOddColumnIsRead(name: String) throws {
    let header = { (name: String) in "\"\(name.replacing("\"", with: "\"\""))\"" }
    let (map, summary) = try Self.use(
      """
      \(header(name)),\(header("the " + name)),\(header(name + " too"))
      3,15.45,-16.69
      1,7.50,-8.10
      5,12.00,-12.96
      2,12.00,-12.96
      4,9.90,-10.69

      """)
    #expect(map.join.first?.theirs == [name])
    #expect(summary.same == 5)
  }

  @Test(arguments: oddNames) func aDraftWithAnOddMemberIsRead(name: String) throws {
    let member = name.quotedAsJSON
    let rows = [
      (2, "far", "10.69"), (1, "near", "8.10"), (4, "near", "8.10"), (5, "far", "16.69"),
    ]
    let records = rows.enumerated().map { index, row in
      #"{"no":"\#(index)","in":{"id":"\#(index)","weight":\#(row.0),"zone":"\#(row.1)"},"#
        + #"\#(member):{\#(member):{"price":1},"due":"\#(row.2)","x":{\#(member):"\#(row.2) €"}}}"#
        + "\n"
    }.joined()
    let text = try Self.map(ComparisonKit.rules, records)
    _ = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
  }
}
