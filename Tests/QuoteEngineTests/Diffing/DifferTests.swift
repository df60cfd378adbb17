import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Records made by hand, priced and held against their replies.
@Suite struct DifferTests {
  static let rules = """
    schema: quote/1
    name: hand
    currency: USD
    timezone: UTC
    inputs:
      id: text, key
      quoted_at: instant
      parts:
        each:
          name: text
          pieces: count [1..100]
      uses: count [0..1000], default 0
    quote:
      - line: work
        for: parts
        amount: $10 * pieces
      - line: fee
        amount: round(subtotal * 8%)
    decline:
      - when: uses >= 2
        reason: used up
    outputs:
      parts:
        for: parts
        name:
        price: work
      day: date(quoted_at)
      total:
    """

  static let map = """
    schema: quote-map/1
    record: { key: n, booking: sent, as_of: at, status: code, reply: got, refusal: got.error }
    statuses: { priced: [200], declined: [400], other: [404] }
    ignore: [stamp]
    counts:
      uses: { by: sent.coupon }
    """

  /// The whole comparison of records by the rules above.
  static func run(
    _ records: [String], map: String = map, rules: String = rules, tolerance: String? = nil
  ) throws -> (summary: DifferenceSummary, found: [BookingDifference]) {
    let loader = FileLoader.memory(["r.yaml": rules, "m.yaml": map])
    var options = Differ.Options()
    options.format = .jsonl
    if let tolerance { options.tolerances = try #require(Tolerances(tolerance)) }
    let differ = try Differ(
      rulesAt: "r.yaml", map: try ReferenceMap(readingFile: "m.yaml", from: loader),
      options: options, loader: loader)
    var found: [BookingDifference] = []
    let text = records.joined(separator: "\n")
    let summary = try differ.run([.memory(name: "records.jsonl", bytes: Array(text.utf8))]) {
      booking throws(Trouble) in found.append(booking)
    }
    return (summary, found)
  }

  static func record(
    _ key: String, pieces: Int = 2, reply: String, code: Int = 200, coupon: String = ""
  ) -> String {
    """
    {"n":"\(key)","at":"2026-03-02T15:00:00Z","code":\(code),\
    "sent":{"id":"\(key)","coupon":"\(coupon)","parts":[{"name":"a","pieces":\(pieces)}]},\
    "got":\(reply)}
    """
  }

  static func reply(_ total: String = "21.60", price: String = "20", more: String = "") -> String {
    #"{"parts":[{"name":"a","price":\#(price),"stamp":7}],"day":"2026-03-02","#
      + #""total":\#(total),"fee":1.6\#(more)}"#
  }

  @Test func whatIsTheSameIsTheSame() throws {
    let (summary, found) = try Self.run([
      Self.record("1", reply: Self.reply()),
      Self.record("2", reply: Self.reply("2.16e1", price: "20.00", more: #","stamp":9,"x":null"#)),
    ])
    #expect(found.isEmpty)
    #expect(summary.same == 2 && summary.different == 0 && summary.pricedByBoth == 2)
  }

  @Test func oneCentIsFoundAndNamed() throws {
    let (summary, found) = try Self.run([
      Self.record("1", reply: Self.reply()),
      Self.record("2", reply: Self.reply("21.61", price: "20.5")),
    ])
    #expect(summary.different == 1 && summary.below == Ratio(-1, 100))
    let booking = try #require(found.first)
    #expect(booking.key == "2" && booking.record == 2 && booking.line == 2)
    #expect(booking.fields.map(\.path) == ["parts[0].price", "total"])
    #expect(booking.fields.map(\.field) == ["parts[].price", "total"])
    #expect(booking.amount == Ratio(-1, 100))
    #expect(booking.fields[1].theirs == "21.61")
  }

  @Test func onlyOneSideHasIt() throws {
    let reply = #"{"parts":[],"total":21.6,"extra":1}"#
    let (_, found) = try Self.run([Self.record("1", reply: reply)])
    let fields = try #require(found.first).fields
    #expect(fields.map(\.path) == ["parts[0]", "extra", "day"])
    #expect(fields.map(\.kind) == [.onlyOurs, .onlyTheirs, .onlyOurs])
  }

  @Test func listsAgainstPlainValuesAreNotComparable() throws {
    let reply = #"{"parts":3,"day":"2026-03-02","total":21.6}"#
    let (_, found) = try Self.run([Self.record("1", reply: reply)])
    #expect(found.first?.fields.map(\.kind) == [.notComparable])
  }

  @Test func theToleranceHidesAndCounts() throws {
    let records = [Self.record("1", reply: Self.reply("21.61"))]
    #expect(try Self.run(records, tolerance: "0.01").summary.tolerated == 1)
    #expect(try Self.run(records, tolerance: "0.01").summary.different == 0)
    #expect(try Self.run(records, tolerance: "0.1%").summary.different == 0)
    #expect(try Self.run(records, tolerance: "0.009").summary.different == 1)
    for text in ["abc", "-1", "0.01,", "=1c", "total=", "1cc", "-2ulp"] {
      #expect(Tolerances(text) == nil, "\(text)")
    }
  }

  @Test func refusalsAgreeOrAreDifferences() throws {
    let (summary, found) = try Self.run([
      Self.record("1", reply: #"{"error":"no"}"#, code: 400),
      Self.record("2", pieces: 101, reply: #"{"error":"too many"}"#, code: 400),
      Self.record("3", pieces: 101, reply: Self.reply()),
      Self.record("4", reply: "{}", code: 404),
    ])
    #expect(summary.same == 1 && summary.different == 2 && summary.notComparable == 1)
    #expect(found.map(\.key) == ["1", "3"])
    #expect(found.map(\.ours) == [.priced, .fault])
    #expect(found.map(\.theirs) == [.declined, .priced])
  }

  @Test func earlierRecordsAreCounted() throws {
    let (summary, found) = try Self.run([
      Self.record("1", reply: Self.reply(), coupon: "A"),
      Self.record("2", reply: Self.reply(), coupon: " a "),
      Self.record("3", reply: #"{"error":"used up"}"#, code: 400, coupon: "A"),
      Self.record("4", reply: Self.reply(), coupon: "B"),
      Self.record("5", reply: #"{"error":"gone"}"#, code: 400, coupon: "a"),
    ])
    #expect(summary.same == 4)
    #expect(found.first?.fields.first?.theirs == "\"gone\"")
  }

  /// Loops, tables and roundings are made for the input's range.
  @Test func aCountOutsideItsInputIsAFault() throws {
    let records = (1...4).map { Self.record("\($0)", reply: Self.reply(), coupon: "A") }
    let rules = Self.rules.replacing("uses: count [0..1000]", with: "uses: count [0..1]")
      .replacing("when: uses >= 2", with: "when: uses >= 9")
    let (summary, found) = try Self.run(records, rules: rules)
    #expect(summary.same == 2)
    #expect(found.map(\.key) == ["3", "4"])
    #expect(found.map(\.ours) == [.fault, .fault])
    #expect(found.first?.ourReason == "`uses`: `uses` is outside its range: 0 to 1")
  }

  @Test func aCountFillsNumbersInTheirSteps() throws {
    let rules = Self.rules.replacing(
      "uses: count [0..1000], default 0", with: "uses: number [0..9] step 0.5, default 0")
    let (summary, _) = try Self.run(
      [
        Self.record("1", reply: Self.reply(), coupon: "A"),
        Self.record("2", reply: Self.reply(), coupon: "A"),
        Self.record("3", reply: #"{"error":"used up"}"#, code: 400, coupon: "A"),
      ], rules: rules)
    #expect(summary.same == 3)
  }

  @Test func onlyNumbersAreFilledByCounts() throws {
    let rules = Self.rules.replacing(
      "uses: count [0..1000], default 0", with: "uses: text, default \"none\""
    ).replacing("when: uses >= 2", with: "when: uses = \"all\"")
    #expect(refusal { try Self.run([], rules: rules) } == "map-input")
  }

  @Test func fieldsHaveOtherNamesAndPlaces() throws {
    let map = """
      schema: quote-map/1
      record: { key: n, booking: sent, as_of: at, reply: got }
      forms:
        other: { reply: quote, compare: listed, fields: { due.amount: total, service: fee } }
      """
    let same = Self.record("1", reply: #"{"quote":{"due":{"amount":21.6},"service":1.60,"x":1}}"#)
    let other = Self.record("2", reply: #"{"quote":{"due":{"amount":22},"service":1.59}}"#)
    let (summary, found) = try Self.run([same, other], map: map)
    #expect(summary.same == 1)
    #expect(found.first?.fields.map(\.path) == ["due.amount", "service"])
    #expect(found.first?.departing == "fee")
  }

  @Test func unreadableRecordsAreNotComparable() throws {
    let (summary, _) = try Self.run(["{", Self.record("1", reply: Self.reply()), "[]"])
    #expect(summary.notComparable == 2 && summary.same == 1)
  }
}
