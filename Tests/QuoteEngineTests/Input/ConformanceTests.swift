import QuoteBookings
import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Other people's cases, where the workplace has them beside the package.
@Suite struct ConformanceTests {
  static let folder = Repository.root.deletingLastPathComponent()
    .appending(path: "shared/conformance")
  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  static func files(_ name: String, _ ending: String) -> [URL] {
    let urls = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (urls ?? []).filter { $0.pathExtension == ending }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The cases of JSONTestSuite: `y_` is read, `n_` refused, `i_` either. A
  /// value that is valid JSON and no booking is refused for that alone.
  @Test(.enabled(if: isThere, "../shared/conformance is not here"))
  func json() throws {
    let schema = Reading.schema([Reading.field("id", .text, optional: true)], key: nil)
    let files = Self.files("json", "json")
    #expect(files.count == 318)
    for file in files {
      let name = file.lastPathComponent
      var reasons: Set<String> = []
      for chunkBytes in [1, 256 << 10] {
        do {
          let rows = try Reading.read(schema, Array(try Data(contentsOf: file)), .json) {
            $0.chunkBytes = chunkBytes
            $0.lastDuplicateWins = true
          }
          for row in rows where row.hasPrefix("!") {
            reasons.insert(String(row.dropFirst().prefix { $0 != "@" }))
          }
        } catch let trouble as Trouble {
          reasons.insert(trouble.id)
        }
      }
      // What is no booking, though it is JSON.
      let isJSON = reasons.subtracting(["not-an-object", "wrong-type"]).isEmpty
      if name.hasPrefix("y_") { #expect(isJSON, "\(name): \(reasons)") }
      // A stream may hold several values: an object, then a text that is no booking.
      if name == "n_structure_object_with_trailing_garbage.json" {
        #expect(reasons == ["not-an-object"], "\(name)")
        continue
      }
      if name.hasPrefix("n_") { #expect(!isJSON, "\(name)") }
    }
  }

  /// csv-spectrum: what a cell holds, beside its JSON.
  @Test(.enabled(if: isThere, "../shared/conformance is not here"))
  func csv() throws {
    let files = Self.files("csv/csvs", "csv")
    #expect(files.count == 11)
    for file in files {
      let text = try Data(contentsOf: file)
      let name = file.deletingPathExtension().lastPathComponent
      let json = try JSONSerialization.jsonObject(
        with: Data(contentsOf: Self.folder.appending(path: "csv/json/\(name).json")))
      let expected = try #require(json as? [[String: String]])
      let names = expected[0].keys.sorted()
      let fields = names.map { Reading.field($0, .text, default: .text("")) }
      let rows = try Reading.read(Reading.schema(fields, key: nil), Array(text), .csv)
      #expect(
        rows
          == expected.map { row in
            names.map { "\($0)=\(row[$0] ?? "")" }.joined(separator: " ")
          }, "\(name)")
    }
  }

  @Test(
    .enabled(if: isThere, "../shared is not here"),
    arguments: [
      ("bookings_long", 2985), ("bookings_long_all_as_of", 5056), ("bookings_compact", 724),
      ("bookings_compact_all_as_of", 1185),
    ])
  func recorded(_ name: String, _ rows: Int) throws {
    let file = Self.folder.deletingLastPathComponent()
      .appending(path: "reference/csv/\(name).csv")
    let schema = Reading.schema(
      [
        Reading.field("booking_id", .text),
        Reading.field("scheduled_date", .date, optional: true, conversions: [.otherIsMissing]),
        Reading.field(
          "at", .point, optional: true,
          from: [.pair(Reading.path("lat"), Reading.path("lng"))]),
        Reading.field("as_of", .instant, optional: true),
      ],
      [
        Reading.list(
          "items",
          [
            Reading.field("category", .text, default: .text("other")),
            Reading.field("size", .text, optional: true),
            Reading.field("quantity", .count, default: .integer(1), range: .unbounded),
          ], cell: ListReadingTests.cell)
      ])
    let bookings = try Reading.read(schema, Array(try Data(contentsOf: file)))
    let faults = bookings.filter { $0.hasPrefix("!") }
    #expect(faults.isEmpty, "\(faults.prefix(5))")
    #expect(bookings.count <= rows && bookings.count > 600)
  }
}
