import Foundation
import QuoteEngine
import QuoteFoundation
import TestKit
import Testing

/// What programs outside of the package use, used as they would: nothing here sees more.
@Suite struct PriceRulesTests {
  static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: weight in kg [0 kg..30 kg]
    quote:
      - line: parcel
        amount: round($2/kg * weight)
    """

  static func file(_ text: String) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("rules-\(UUID().uuidString).yaml").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func bookingsGoInAndQuotesComeOut() throws {
    let path = try Self.file(Self.rules)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rules = try PriceRules(at: path)
    let replies = try rules.price(
      #"""
      {"id": "a", "weight": 3}
      {"id": "b", "weight": "heavy"}

      """#)
    let lines = replies.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(lines[0].contains(#""total":6.00"#) && lines[0].hasPrefix(#"{"id":"a""#), "\(lines[0])")
    #expect(lines[1].contains(#""status":"fault""#), "\(lines[1])")
    #expect(try rules.price("").isEmpty)
  }

  @Test func moreBookingsThanABlockAllHaveAQuote() throws {
    let path = try Self.file(Self.rules)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bookings = (0..<5_000).map { #"{"id": "\#($0)", "weight": \#($0 % 30)}"# + "\n" }
    let lines = try PriceRules(at: path).price(bookings.joined()).split(separator: "\n")
    #expect(lines.count == 5_000)
    #expect(lines.last?.hasPrefix(#"{"id":"4999""#) == true)
  }

  @Test func whatIsWrongIsSaid() throws {
    let path = try Self.file(Self.rules.replacingOccurrences(of: "* weight", with: "* wieght"))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect {
      try PriceRules(at: path)
    } throws: { error in
      guard case .rejected(let text) = error as? PriceRules.Failure else { return false }
      return text.contains("wieght") && text.contains("^^^^^^")
    }
    #expect {
      try PriceRules(at: "/nowhere/rules.yaml")
    } throws: { error in
      guard case .trouble = error as? PriceRules.Failure else { return false }
      return true
    }
    let good = try Self.file(Self.rules)
    defer { try? FileManager.default.removeItem(atPath: good) }
    #expect {
      try PriceRules(at: good).price("", asOf: "yesterday")
    } throws: { error in
      guard case .trouble(let text) = error as? PriceRules.Failure else { return false }
      return text.contains("`yesterday`")
    }
  }

  // MARK: Values

  static let mixed = """
    schema: quote/1
    name: moves
    currency: EUR
    inputs:
      id: text, key
      on: date
      rush: flag, default false
      rooms:
        each:
          kind: one of flat | attic
          area: number [0..500] step 0.01
    quote:
      - line: per_room
        for: rooms
        amount: round(€1.15 * area)
        label: '{kind}'
      - subtotal: before
      - line: rush_fee
        when: rush
        amount: round(10% * subtotal)
        reasons: ("The date is near")
    decline:
      - when: count(rooms) = 0
        reason: There is nothing to move
    outputs:
      area: sum(area)
      weekday: weekday(on)
      list: { for: rooms, kind: kind, share: area }
    """

  @Test func aBookingIsADictionaryAndAQuoteHasValues() throws {
    let rules = try PriceRules(text: Self.mixed)
    let quote = try rules.price([
      "id": "a, b", "on": "2026-06-01", "rush": true,
      "rooms": [
        ["kind": "flat", "area": 20.5], ["kind": "attic", "area": .decimal("0.10")],
      ],
    ])
    #expect(quote.key == "a, b" && quote.status == .quoted && quote.fault == nil)
    // 23.575 and 0.115, each rounded; a tenth of 23.70.
    #expect(quote.total?.description == "26.07" && quote.total?.scaled(decimals: 2) == 2607)
    #expect(quote.lines.map(\.name) == ["per_room", "before", "rush_fee"])
    #expect(quote.lines.map(\.isSubtotal) == [false, true, false])
    let rooms = try #require(quote.line("per_room"))
    #expect(rooms.amount.description == "23.70")
    #expect(rooms.instances.map(\.element) == [1, 2])
    #expect(rooms.instances.map(\.label) == ["flat", "attic"])
    #expect(rooms.instances.map(\.amount.description) == ["23.58", "0.12"])
    #expect(quote.line("rush_fee")?.instances.first?.running?.description == "26.07")
    #expect(quote.reasons == ["The date is near"])
    #expect(quote.outputs["weekday"] == .text("monday") && quote.outputs["rest"] == nil)
    guard case .number(let area)? = quote.outputs["area"], case .records(let list)? =
      quote.outputs["list"]
    else { return #expect(Bool(false), "\(quote.outputs)") }
    #expect(area.double == 20.6 && list.count == 2 && list[1]["kind"] == .text("attic"))
    #expect(rules.currency == "EUR" && rules.warnings.isEmpty, "\(rules.warnings)")
  }

  @Test func declinesAndFaultsAreQuotesThatSayWhy() throws {
    let rules = try PriceRules(text: Self.mixed)
    let quotes = try rules.price([
      ["id": "none", "on": "2026-06-01", "rooms": []],
      ["id": "late", "on": "1 June", "rooms": [["kind": "flat", "area": 1]]],
      ["id": "odd", "on": "2026-06-01", "rooms": [["kind": "flat", "area": .double(.nan)]]],
      ["id": "line\nbreak \"quoted\"", "on": "2026-06-01", "rooms": [["kind": "flat", "area": 1]]],
    ])
    #expect(quotes.map(\.status) == [.declined, .fault, .fault, .quoted])
    #expect(quotes[0].reasons == ["There is nothing to move"] && quotes[0].total == nil)
    #expect(quotes[1].fault?.field == "on" && quotes[1].fault?.value == "1 June")
    #expect(quotes[3].key == "line\nbreak \"quoted\"")
  }

  @Test func valuesAreThoseOfTheJSONReplies() throws {
    let rules = try PriceRules(text: Self.mixed)
    let json = #"{"id":"x","on":"2026-06-01","rooms":[{"kind":"attic","area":3}]}"#
    let quote = try #require(try rules.price(json: json).first)
    let reply = try rules.price(json + "\n")
    #expect(reply.contains(#""total":\#(try #require(quote.total)),"#), "\(reply)")
    let other = json.replacingOccurrences(of: "\"x\"", with: "\"y\"")
    let both = try rules.price(json: "[\(json),\(other)]")
    #expect(both.map(\.total) == [quote.total, quote.total])
    #expect(try rules.price(json: "[\(json),\(json)]").last?.fault?.reason == "repeated-key")
  }

  @Test func anyEncodableIsABookingAndMoneyADecimal() throws {
    struct Room: Encodable {
      var kind: String
      var area: Decimal
    }
    struct Move: Encodable {
      var id: String
      var on: String
      var rooms: [Room]
    }
    let rules = try PriceRules(text: Self.mixed)
    let area = try #require(Decimal(string: "123.45"))
    let quote = try rules.price(
      Move(id: "m", on: "2026-06-01", rooms: [Room(kind: "flat", area: area)]))
    // 1.15 × 123.45 = 141.9675
    #expect(quote.total?.decimal == Decimal(string: "141.97"))
    #expect(try rules.price(all: [3]).map(\.status) == [.fault])
  }

  @Test func manyThreadsShareTheRules() async throws {
    let rules = try PriceRules(text: Self.mixed)
    let totals = await withTaskGroup(of: [String?].self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<200).map { number in
            try? rules.price([
              "id": "\(number)", "on": "2026-06-01",
              "rooms": [["kind": "flat", "area": .integer(task)]],
            ]).total?.description
          }
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(totals.count == 8 && !totals.contains(nil), "\(totals)")
  }

  @Test func numbersInUnitsOfATenth() {
    func scaled(_ text: String, _ decimals: Int) -> Int? {
      Quote.Number(digits: text).scaled(decimals: decimals)
    }
    #expect(scaled("12.34", 2) == 1234 && scaled("-0.05", 2) == -5 && scaled("7", 2) == 700)
    #expect(scaled("12.340", 2) == 1234 && scaled("12.345", 2) == nil)
    #expect(scaled("99999999999999999999", 0) == nil && scaled("1e+20", 0) == nil)
  }
}
