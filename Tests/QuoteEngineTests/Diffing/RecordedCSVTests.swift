import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The recorded bookings as CSV, a row per item or a compact cell, come to the
/// figures of the backend's replies.
@Suite struct RecordedCSVTests {
  static let columns = [
    "total_quantity", "items_subtotal", "volume_discount_rate", "volume_discount", "base_price",
    "surge_multiplier", "surge_amount", "service_fee", "total", "minimum_applied",
    "estimated_duration", "truck_size",
  ]

  /// Figures by booking, as the recording has them; nil (said) where it is not.
  static func expected(in folder: ReferenceFolder) throws -> [String: [String]]? {
    guard let text = folder.text(of: "csv/expected.csv") else { return nil }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(Array(rows[0].dropFirst(2)) == columns)
    let figures = rows.dropFirst().map { ($0[0], Array($0.dropFirst(2))) }
    return Dictionary(uniqueKeysWithValues: figures)
  }

  static let names = [
    "bookings_long", "bookings_compact", "bookings_long_all_as_of", "bookings_compact_all_as_of",
  ]

  @Test(arguments: names, ReferenceFolder.allCases)
  func comesToTheRecordedFigures(_ name: String, _ folder: ReferenceFolder) throws {
    guard let expected = try Self.expected(in: folder),
      let text = folder.text(of: "csv/\(name).csv")
    else { return }
    let keys = Set(text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } })
    let rules = Repository.root.appending(path: "rules").path
    let pricer = try Pricer(
      rulesAt: "\(rules)/umuve-backend.yaml", overlays: ["\(rules)/umuve-backend/pricing.yaml"])
    var options = ReaderOptions()
    options.asOf = Instant(iso: "2026-03-02T15:00:00Z")
    let source = ByteSource.memory(name: name, bytes: Array(text.utf8))
    let reader = try BookingReader(schema: pricer.schema, sources: [source], options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    let evaluator = pricer.makeEvaluator()
    let shown = try QuoteColumns(
      selecting: ["booking_id"] + Self.columns, quotes: pricer.plan.quoteSchema,
      bookings: pricer.schema)
    let writer = shown.writer(.csv)
    var seen = 0
    while try parser.read(into: batch) {
      var row = 0
      while row < batch.count {
        let end = min(row + Evaluator.blockSize, batch.count)
        let buffer = ByteBuffer()
        writer.append(evaluator.price(batch, rows: row..<end), of: batch, to: buffer)
        for line in buffer.string.split(separator: "\n") {
          compare(line.split(separator: ",", omittingEmptySubsequences: false), with: expected)
          seen += 1
        }
        row = end
      }
    }
    #expect(seen == keys.count)
  }

  private func compare(_ ours: [Substring], with expected: [String: [String]]) {
    let key = String(ours[0])
    guard let theirs = expected[key] else {
      Issue.record("\(key) is not among the recorded bookings")
      return
    }
    for (index, name) in Self.columns.enumerated() {
      let (a, b) = (String(ours[index + 1]), theirs[index])
      let isSame = Double(a).map { $0 == Double(b) } ?? (a == b.lowercased() || a == b)
      #expect(isSame, "\(key) \(name): \(a), recorded as \(b)")
    }
  }
}
