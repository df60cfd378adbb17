@testable import QuoteCauses
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Quotes held against replies as the JSON that they are come to the report that printing each
/// quote, and reading it again, comes to.
@Suite struct ReplyComparisonTests {
  /// Records and reasons are beside the values of every type.
  static func rules(_ arithmetic: String) -> String {
    RowRules.rules(
      arithmetic,
      inputs: """
          boxes:
            each:
              size: number [0..1000] step 0.01
              mark: optional text

        """,
      lets: """
        let:
          kind_word: if many > 10 then "many {many}"

        """,
      lines: "    reasons: [note, kind_word]\n",
      outputs: """
          why: extra.reasons
          boxes:
            for: boxes
            size:
            mark:
            half: size / 2
        """)
  }

  static func map(_ compare: String) -> String {
    """
    schema: quote-map/1
    record: { key: id, booking: request, form: form, status: status, reply: reply }
    statuses: { priced: [200], declined: [400] }
    ignore: [passed, "boxes[].unseen"]
    forms:
      /quote: { compare: \(compare) }
    """
  }

  /// Requests, and replies that say what our quotes do until some are disturbed.
  struct Sides {
    var luck: RowLuck

    mutating func request(_ row: Int) -> String {
      let sign = luck.pick("", "", "-")
      let boxes = (0..<luck.below(4)).map { _ in
        "{\"size\":\(luck.money(below: 999))"
          + luck.pick("", ",\"mark\":\"m\"", ",\"mark\":\"say \\\"hm\\\" \\u00e9\"") + "}"
      }
      var members = [
        "\"id\":\"K\(row)\"", "\"price\":\(sign)\(luck.money(below: 90_000))",
        "\"many\":\(luck.many())", "\"far\":\(luck.far())",
        "\"kind\":\"\(luck.pick("red", "blue", "[odd]"))\"",
        "\"at\":\"\(luck.time())\"", "\"when\":\"2026-03-02T15:00:00Z\"",
        "\"sure\":\(luck.pick("true", "false"))", "\"boxes\":[\(boxes.joined(separator: ","))]",
      ]
      if luck.below(4) > 0 {
        members.append("\"share\":\(sign)\(luck.share())")
      }
      if luck.below(3) > 0 { members.append("\"note\":\"\(luck.pick("fine", "5", "é\\n", ""))\"") }
      if luck.below(2) > 0 { members.append("\"day\":\"\(luck.day())\"") }
      return "{\(members.joined(separator: ","))}"
    }

    /// The same reply with some value otherwise spelled, or something else.
    mutating func disturb(_ reply: String) -> String {
      var reply = reply
      for _ in 0..<luck.below(3) {
        switch luck.below(12) {
        case 0: reply.replace("\"note\":", with: "\"memo\":", maxReplacements: 1)
        case 1: reply.replace("{", with: "{\"passed\":1,", maxReplacements: 1 + luck.below(3))
        case 2: reply.replace("{", with: "{\"more\":null,", maxReplacements: 1 + luck.below(3))
        case 3: reply.replace("{", with: "{\"total\":1,", maxReplacements: 1)
        case 4: reply.replace("{", with: "{\"currency\":\"\(luck.pick("USD", "usd", "EUR"))\",")
        case 5: reply.replace("{\"size\"", with: "{\"unseen\":[1],\"size\"")
        case 6: reply.replace("{\"size\"", with: "{\"unsaid\":[1],\"size\"")
        default: disturbValue(&reply)
        }
      }
      return reply
    }

    private mutating func disturbValue(_ reply: inout String) {
      let values = reply.matches(of: /:(-?[0-9][^,}\]]*|"[^"\\]*"|true|false|null|\[\])/)
      guard !values.isEmpty else { return }
      let found = values[luck.below(values.count)]
      reply.replaceSubrange(found.range, with: ":" + other(String(found.1)))
    }

    private mutating func other(_ value: String) -> String {
      guard let first = value.utf8.first, first == UInt8(ascii: "-") || first < 0x3A, first > 0x2F
      else { return luck.pick(value, "null", "\"x\"", "5", "true", "[]", "{}", "[\"x\"]", "\"\"") }
      switch luck.below(14) {
      case 0: return "null"
      case 1: return "\"\(value)\""
      case 2: return value + (value.contains(".") ? "0" : ".0")
      case 3: return value + (value.contains(".") ? "000" : ".000000000000")
      case 4: return value.contains("e") ? value : value + "e0"
      case 5: return value + "1"
      case 6: return value.hasPrefix("-") ? String(value.dropFirst()) : "-" + value
      case 7: return luck.pick("-0", "-0.0", "0", "0.0", "1E+1", "1e400", "1e-400")
      case 8: return luck.pick("123456789012345678", "1234567890123456789", "0.1234567890123456789")
      case 9: return value.hasSuffix("0") ? String(value.dropLast()) : value
      case 10: return value.hasSuffix(".0") ? String(value.dropLast(2)) : value
      case 11: return value + (value.contains(".") ? "" : ".") + "00000000000000000001"
      default: return value
      }
    }
  }

  /// What our quotes say of some requests.
  static func replies(_ rules: String, _ requests: [String]) throws -> [String] {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
    let reader = try BookingReader(
      schema: pricer.schema,
      sources: [ComparisonKit.source("b.jsonl", requests.joined(separator: "\n") + "\n")],
      options: ReaderOptions())
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let texts = QuoteTexts(pricer)
    var replies: [String] = []
    while try parser.read(into: batch) {
      texts.price(batch)
      for row in 0..<batch.count {
        let quote = texts.quote(of: row).string
        replies.append(quote.hasSuffix("\n") ? String(quote.dropLast()) : quote)
      }
    }
    return replies
  }

  static func report(
    _ rules: String, _ compare: String, _ records: [String], tolerance: String, quickly: Bool
  ) throws -> String {
    var options = Differ.Options()
    options.tolerances = try #require(Tolerances(tolerance))
    options.comparesOneByOne = !quickly
    options.seeksRemedies = false
    let loader = FileLoader.memory(["r.yaml": rules, "m.yaml": map(compare)])
    let differ = try Differ(
      rulesAt: "r.yaml", map: try ReferenceMap(readingFile: "m.yaml", from: loader),
      options: options, loader: loader)
    // What was met in one file is found quickly in the next ones.
    let files = stride(from: 0, to: records.count, by: 15).map { first in
      ComparisonKit.source(
        "\(first).jsonl", records[first..<min(first + 15, records.count)].joined())
    }
    let run = try differ.records(files)
    return try TableComparisonTests.report(differ, run)
  }

  static func records(_ requests: [String], _ replies: [String]) -> [String] {
    zip(requests, replies).enumerated().map { row, sides in
      "{\"id\":\"K\(row)\",\"form\":\"/quote\",\"status\":\(row % 20 == 7 ? 400 : 200),"
        + "\"request\":\(sides.0),\"reply\":\(sides.1)}\n"
    }
  }

  @Test(arguments: ["exact", "python", "javascript"], ["all", "shared"])
  func findsWhatHoldingEachFinds(arithmetic: String, compare: String) throws {
    let rules = Self.rules(arithmetic)
    for (seed, tolerance) in [(1, "0"), (2, "1c"), (3, "2ulp"), (4, "0")] {
      var sides = Sides(luck: RowLuck(UInt64(seed)))
      let requests = (0..<150).map { sides.request($0) }
      let replies = try Self.replies(rules, requests).map { sides.disturb($0) }
      let records = Self.records(requests, replies)
      let (quick, slow) = (
        try Self.report(rules, compare, records, tolerance: tolerance, quickly: true),
        try Self.report(rules, compare, records, tolerance: tolerance, quickly: false)
      )
      RowRules.expectSame(quick, slow)
    }
  }

  /// Else both ways above were one.
  @Test(arguments: ["exact", "python", "javascript"])
  func findsWhatIsTheSameQuickly(arithmetic: String) throws {
    let rules = Self.rules(arithmetic)
    var sides = Sides(luck: RowLuck(7))
    let requests = (0..<60).map { sides.request($0) }
    let replies = try Self.replies(rules, requests)
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
    let texts = QuoteTexts(pricer)
    let comparer = texts.comparer(
      form: ReferenceMap.ownQuotes.forms[0], tolerances: Tolerances())
    let quick = try #require(ReplyComparison(comparer, of: pricer.plan))
    // It knows what the slow way met.
    let judge = BookingJudge(texts, comparer: comparer)
    let reader = try BookingReader(
      schema: pricer.schema,
      sources: [ComparisonKit.source("b.jsonl", requests.joined(separator: "\n") + "\n")],
      options: ReaderOptions())
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    #expect(try parser.read(into: batch))
    let (kept, text) = (JSONRecordReader(), ByteBuffer())
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    var ranges: [Range<Int>] = []
    for reply in replies {
      ranges.append(text.count..<text.count + reply.utf8.count)
      text.append(text: reply)
    }
    for _ in 0..<InputChunk.padding { text.append(0x20) }
    let places = try ranges.map { try kept.add(text.slice($0.lowerBound, $0.upperBound)).get() }
    texts.price(batch)
    for row in 0..<batch.count {
      let other = BookingJudge.Other(outcome: .priced, reason: "", reply: kept[places[row]])
      _ = judge.judge(
        row: row, other, BookingJudge.Identity(key: "", record: 1, line: 1, form: ""))
    }
    quick.begin(batch.count)
    texts.price(batch, looksAt: { quick.compare($0) { kept[places[$0]] } })
    // Numbers of more than 18 digits are for the slow way.
    #expect(quick.sameCount > requests.count / 3)
    #expect((0..<batch.count).count { quick.isSame($0) } == quick.sameCount)
  }
}
