import Foundation
import TestKit
import Testing

/// The flat workload of the benchmarks, some thousands of rows of it: what the
/// command writes is, byte for byte, what its rules come to when they are worked
/// out by hand, whatever the number of threads.
@Suite struct FlatWorkloadTests {
  static let columns = "booking_id,subtotal,volume_discount,surge_amount,service_fee,total"

  @Test func everyByteByHand() throws {
    var generator = SeededGenerator(seed: 20_260_302)
    let header =
      "booking_id,service,category,size,quantity,fill,running,enclosed,distance_miles,"
      + "scheduled_date,quoted_on\n"
    let bookings = (0..<20_000).map { FlatBooking(id: $0, from: &generator) }
    let expected = Self.columns + "\n" + bookings.map(\.quote).joined()
    let rules = Repository.root.appending(path: "rules/flat-workload.yaml").path
    try Shell.inTemporaryFolder { shell in
      let input = header + bookings.map(\.text).joined()
      try Data(input.utf8).write(to: shell.folder.appending(path: "in.csv"))
      for threads in [1, 2, 8] {
        let outcome = try shell.run(
          "quote price --rules '\(rules)' --columns \(Self.columns) --threads \(threads) "
            + "-o out.csv in.csv")
        #expect(outcome.output == "" && outcome.status == 0)
        let file = shell.folder.appending(path: "out.csv")
        let quotes = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(quotes == expected, "\(threads) threads: \(Self.difference(quotes, expected))")
        let piped = try shell.run(
          "quote price --rules '\(rules)' --columns \(Self.columns) --threads \(threads) in.csv "
            + "| cmp - out.csv")
        #expect(piped.output == "" && piped.status == 0)
      }
    }
  }

  private static func difference(_ quotes: String, _ expected: String) -> String {
    let (some, all) = (quotes.split(separator: "\n"), expected.split(separator: "\n"))
    guard let at = zip(some, all).enumerated().first(where: { $1.0 != $1.1 })?.offset else {
      return "\(some.count) lines, not \(all.count)"
    }
    return "line \(at + 1) is \(some[at]), not \(all[at])"
  }
}

/// One booking of the workload, and what it costs in cents.
private struct FlatBooking {
  static let prices: [(category: String, bySize: [Int])] = [
    ("furniture", [45, 65, 85, 65]), ("appliances", [60, 90, 120, 90]),
    ("electronics", [25, 35, 50, 35]), ("hot_tub", [250, 325, 400, 325]),
    ("yard_waste", [35, 35, 35, 35]), ("construction", [55, 55, 55, 55]),
    ("mattress", [50, 50, 50, 50]), ("general", [30, 30, 30, 30]), ("other", [30, 30, 30, 30]),
  ]
  static let sizes = ["small", "medium", "large", ""]
  static let fills = [
    ("quarter", 13_125), ("half", 18_750), ("three_quarter", 24_375), ("full", 30_000),
  ]

  var id: String
  var middle: String
  var subtotal: Int
  var discount = 0
  /// Days from 2026-03-01, a Sunday.
  var quoted: Int
  var scheduled: Int

  init(id: Int, from generator: inout SeededGenerator) {
    self.id = "B\(id)"
    quoted = Int.random(in: 0..<60, using: &generator)
    scheduled = quoted + Int.random(in: 0..<14, using: &generator)
    let tenths = Int.random(in: 0...8000, using: &generator)
    let miles = "\(tenths / 10).\(tenths % 10)"
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<6:
      let (category, bySize) = Self.prices.randomElement(using: &generator)!
      let size = Int.random(in: 0..<4, using: &generator)
      let quantity = Int.random(in: 1...24, using: &generator)
      subtotal = 100 * bySize[size] * quantity
      let rate = quantity >= 16 ? 20 : quantity >= 8 ? 15 : quantity >= 4 ? 10 : 0
      discount = (subtotal * rate + 50) / 100
      middle = "junk_removal,\(category),\(Self.sizes[size]),\(quantity),,,,"
    case 6..<8:
      let (fill, price) = Self.fills.randomElement(using: &generator)!
      subtotal = price
      middle = "truck_fill,,,,\(fill),,,\(miles)"
    default:
      let (runs, enclosed) = (
        Bool.random(using: &generator), Int.random(in: 0..<7, using: &generator) == 0
      )
      subtotal =
        50_000 + (runs ? 0 : 15_000) + (enclosed ? 20_000 : 0) + 15 * min(tenths, 1000)
        + 10 * (max(1000, min(tenths, 5000)) - 1000) + 7 * (max(5000, tenths) - 5000)
      middle = "auto_transport,,,,,\(runs),\(enclosed),\(miles)"
    }
  }

  var text: String { "\(id),\(middle),\(Self.date(scheduled)),\(Self.date(quoted))\n" }

  var quote: String {
    let lead = scheduled - quoted
    let isWeekend = scheduled % 7 == 0 || scheduled % 7 == 6
    let surge = (lead <= 0 ? 25 : lead == 1 ? 10 : 0) + (isWeekend ? 15 : 0)
    let net = subtotal - discount
    let surged = (net * (100 + surge) + 50) / 100
    let fee = (surged * 8 + 50) / 100
    let cells = [subtotal, -discount, surged - net, fee, max(surged + fee, 8900)].map(Self.money)
    return "\(id),\(cells.joined(separator: ","))\n"
  }

  private static func money(_ cents: Int) -> String {
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func date(_ day: Int) -> String {
    let months = [31, 30, 31]
    var (month, rest) = (3, day)
    for days in months {
      if rest < days { break }
      (month, rest) = (month + 1, rest - days)
    }
    return "2026-0\(month)-\(rest < 9 ? "0" : "")\(rest + 1)"
  }
}
