import Foundation
import TestKit
import Testing

@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The schema of maps that editors use says the same as the reader.
@Suite struct MapSchemaTests {
  private static func accepts(_ text: String) throws -> Bool {
    try SchemaValidator(inDocs: "map.schema.json").accepts(SchemaValue(yaml: text))
  }

  private static func reads(_ text: String) -> Bool {
    do {
      _ = try ReferenceMap(readingFile: "m.yaml", from: .memory(["m.yaml": text]))
      return true
    } catch {
      return false
    }
  }

  @Test func acceptsTheMapsOfTheProject() throws {
    let maps = try Repository.files(under: "rules", endings: ["yaml"])
      .map { try Repository.text(of: $0) }.filter { $0.contains("schema: quote-map/1") }
    #expect(!maps.isEmpty)
    for map in maps { #expect(try Self.accepts(map), "\(map.prefix(200))") }
    let text = try Repository.text(of: Repository.root.appending(path: "docs/maps.md"))
    let start = try #require(text.firstRange(of: "schema: quote-map/1"))
    let end = try #require(text[start.lowerBound...].firstRange(of: "\n```"))
    #expect(try Self.accepts(String(text[start.lowerBound..<end.lowerBound]) + "\n"))
  }

  static let head = "schema: quote-map/1\nrecord: { key: id, booking: itself, reply: a.b }\n"

  @Test(arguments: [
    "schema: quote-map/1\nrecord:\n", head,
    head + "statuses: { priced: [200], other: [404] }\nignore: [id]\n",
    head + "forms: { a: { compare: shared, fields: { x.y: total }, ignore: [z] }, other: {} }\n",
    head + "counts: { uses: { by: code, forms: [a] } }\njoin: { id: number, zone: area }\n",
    head + "forms: { a: { fields: { c: { is: total, scale: 100, sign: negative } } } }\n",
    head + "forms: { a: { fields: { \"l[n=a b].c\": { is: total, scale: 1/60 } } } }\n",
    head + "forms: { a: { fields: { \"l[].m[n=a].c\": { is: l.c, entries: sum } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, or: [d, e.f] } }, ignore: [\"l[].c\"] } }\n",
    head + "forms: { a: { fields: { c: { is: x, written: \"$1.00\" } } } }\n",
    head + "forms: { a: { fields: { c: { is: x, text: { a: , b: yes } } } } }\n",
    "schema: quote-map/1\nrecord: { booking: b, reply: r, status: s }\n"
      + "statuses: { priced: [200] }\nlive: { path: /q, body: { a: 1 } }\n",
  ])
  func acceptsWhatTheReaderTakes(text: String) throws {
    #expect(try Self.accepts(text), "the schema refuses it")
    #expect(Self.reads(text), "the reader refuses it")
  }

  @Test(arguments: [
    "record: {}\n", "schema: quote-map/1\n", "schema: quote-map/2\nrecord: {}\n",
    head + "statuses: { missing: [1] }\n", head + "forms: { a: { compare: some } }\n",
    head + "forms: { a: { field: x } }\n", head + "forms: { a: { reply: a..b } }\n",
    head + "counts: { uses: { forms: [a] } }\n", head + "joins: { id: x }\n",
    head + "join: { id: .x }\n", head + "ignore: id\n", head + "live: { method: POST }\n",
    head + "forms: { a: { fields: { c: { scale: 100 } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, sign: minus } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, scale: -1 } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, scale: cents } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, factor: 100 } } } }\n",
    head + "forms: { a: { fields: { c: { is: total, written: money } } } }\n",
    head + "forms: { a: { fields: { \"l[n.c\": total } } }\n",
    head + "forms: { a: { fields: { \"l[]\": total } } }\n",
    head + "forms: { a: { fields: { c: { is: total, entries: all } } } }\n",
    "schema: quote-map/1\nrecord: { keys: id }\n",
  ])
  func refusesWhatTheReaderRefuses(text: String) throws {
    #expect(try !Self.accepts(text), "the schema takes it")
    #expect(!Self.reads(text), "the reader takes it")
  }
}
