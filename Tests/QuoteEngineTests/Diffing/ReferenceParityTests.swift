import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Every recorded reply prices to the same value in every field.
@Suite struct ReferenceParityTests {
  static let rules = Repository.root.appending(path: "rules").path
  static let folder = ReferenceFolder.whole.url

  /// This needs no recording: each map and every overlay it names fit the rules.
  @Test(arguments: Set(ReferenceFile.all.map(\.rules)).sorted())
  func everyFormCompiles(rules: String) throws {
    _ = try Self.differ(rules: rules)
  }

  /// The differ for rules with the text of an overlay on top.
  static func differ(rules name: String, overlay text: String? = nil) throws -> Differ {
    var options = Differ.Options()
    options.overlays = text == nil ? [] : ["(overlay)"]
    let disk = FileLoader.disk()
    let loader = FileLoader { name throws(Trouble) in
      if name == "(overlay)", let text { Array(text.utf8) } else { try disk.read(name) }
    }
    let map = try ReferenceMap(readingFile: "\(rules)/\(name).map.yaml")
    return try Differ(
      rulesAt: "\(rules)/\(name).yaml", map: map, options: options, loader: loader)
  }

  /// What the database rows beside a file come to; nil where there are none.
  static func overlay(of file: ReferenceFile, in folder: ReferenceFolder) throws -> String? {
    guard let database = file.database else { return nil }
    let place = file.path.split(separator: "/").dropLast().joined(separator: "/")
    let record = try #require(folder.text(of: "\(place)/scenario.json"))
    let maker = try OverlayMaker(
      rulesAt: "\(rules)/\(file.rules).yaml", map: "\(rules)/\(database).map.yaml")
    return try maker.overlay(of: Array(record.utf8), named: "\(file.path): scenario.json")
  }

  /// Compares a file of recordings by its rules and its map.
  static func summary(
    of file: ReferenceFile, in folder: ReferenceFolder, changing: (String, String)? = nil
  ) throws -> (summary: DifferenceSummary, text: String)? {
    guard var text = folder.text(of: file.path) else { return nil }
    if let (old, new) = changing {
      text = text.replacing(old, with: new, maxReplacements: 1)
    }
    let differ = try Self.differ(rules: file.rules, overlay: try overlay(of: file, in: folder))
    let summary = try differ.run([.memory(name: file.path, bytes: Array(text.utf8))])
    return (summary, text)
  }

  @Test(arguments: ReferenceFile.all, ReferenceFolder.allCases)
  func everyReplyIsOurs(file: ReferenceFile, folder: ReferenceFolder) throws {
    guard let (summary, text) = try Self.summary(of: file, in: folder) else { return }
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    #expect(lines > 0)
    #expect(summary.records == lines)
    #expect(summary.same == lines, "\(summary.worst.prefix(1))")
    #expect(summary.notComparable == 0)
    let map = try ReferenceMap(readingFile: "\(Self.rules)/\(file.rules).map.yaml")
    let values = try ReplyValues.count(in: text, by: map)
    #expect(summary.comparedFields >= values)
  }

  @Test func oneCentIsNamed() throws {
    let change = (#""total":564091.56"#, #""total":564091.57"#)
    let file = ReferenceFile.all[0]
    let (summary, _) = try #require(
      try Self.summary(of: file, in: .thinned, changing: change))
    #expect(summary.different == 1)
    let booking = try #require(summary.worst.first)
    #expect(booking.key == "d000001")
    #expect(booking.fields.map(\.path) == ["total"])
    #expect(booking.departing == "total")
    #expect(booking.amount == Ratio(-1, 100))
  }

  /// The app sends a fill of the truck as so many items; without one, as five.
  @Test func aFillOfTheTruckGoesAsItems() throws {
    let fills = [
      (#""volumeTier":"1/4 Truck""#, "89.0"), (#""volumeTier":"1/2 Truck""#, "145.8"),
      (#""volumeTier":"3/4 Truck""#, "275.4"), (#""volumeTier":"Full Truck""#, "414.72"),
      (#""volumeTier":null"#, "145.8"), (#""service":"Junk Removal""#, "145.8"),
      (#""service":"Auto Transport""#, "89.0"),
    ]
    let map = """
      schema: quote-map/1
      record: { booking: request, as_of: as_of, reply: response }
      """
    let records = fills.map { fill, total in
      #"{"as_of":"2026-03-02T15:00:00Z","request":{\#(fill)},"response":{"total":\#(total)}}"#
    }
    let form = "forms: { other: { compare: listed, fields: { total: total } } }"
    let loader = FileLoader.memory(["m.yaml": "\(map)\n\(form)"])
    var options = Differ.Options()
    options.overlays = ["\(Self.rules)/umuve-backend/app.yaml"]
    let differ = try Differ(
      rulesAt: "\(Self.rules)/umuve-backend.yaml",
      map: try ReferenceMap(readingFile: "m.yaml", from: loader), options: options)
    let text = records.joined(separator: "\n")
    let summary = try differ.run([.memory(name: "fills.jsonl", bytes: Array(text.utf8))])
    #expect(summary.same == fills.count, "\(summary.worst)")
    #expect(summary.comparedFields == fills.count)
  }
}
