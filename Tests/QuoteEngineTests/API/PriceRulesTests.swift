import Foundation
import QuoteEngine
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
}
