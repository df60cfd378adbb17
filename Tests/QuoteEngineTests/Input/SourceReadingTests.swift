import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct SourceReadingTests {
  let schema = Reading.schema([Reading.field("id", .text), Reading.field("n", .count)])

  /// `id,n` and two rows, compressed by gzip and by zstd.
  static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tM0cnjStQx5ErSMeICAAlg10cNAAAA")!
  static let zstd = Data(base64Encoded: "KLUv/QRYaQAAaWQsbgphLDEKYiwyCocfq98=")!

  @Test func compressedBytesAreKnownByTheirStart() throws {
    let expected = ["id=a n=1", "id=b n=2"]
    #expect(try Reading.read(schema, Array(Self.gzip)) == expected)
    #expect(try Reading.read(schema, Array(Self.zstd)) == expected)
    let twice = Self.gzip + Self.gzip
    #expect(try Reading.read(schema, Array(twice)).count == 5)
  }

  @Test func truncatedAndDamagedBytesAreTroubles() throws {
    for whole in [Self.gzip, Self.zstd] {
      for kept in [whole.count - 1, whole.count - 6, 12] {
        let cut = Array(whole.prefix(kept))
        #expect(refusal { try Reading.read(schema, cut, .csv) } == "truncated-input")
      }
      var damaged = whole
      damaged[damaged.count / 2] ^= 0x55
      #expect(refusal { try Reading.read(schema, Array(damaged), .csv) } == "corrupt-input")
    }
  }

  @Test func aMissingFileIsATrouble() {
    let refused = refusal {
      try BookingReader(schema: schema, sources: [.file(path: "/nowhere/x.csv")])
    }
    #expect(refused == "cannot-open")
  }

  @Test func anotherEncodingIsATrouble() {
    let refused = refusal { try Reading.read(schema, [0xFF, 0xFE, 0x69, 0x00], .csv) }
    #expect(refused == "not-utf8")
  }

  @Test func severalSourcesGoOnCounting() throws {
    var options = ReaderOptions()
    options.format = .csv
    let sources = ["id,n\na,1\n", "n,id\n2,b\nx,c\n"].map {
      ByteSource.memory(name: "m", bytes: Array($0.utf8))
    }
    let reader = try BookingReader(schema: schema, sources: sources, options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: schema)
    var seen: [String] = []
    while try parser.read(into: batch) {
      for row in 0..<batch.count {
        seen.append("\(batch.firstRecord + Int64(row)) \(Reading.show(batch, row))")
      }
    }
    #expect(seen == ["1 id=a n=1", "2 id=b n=2", "3 !not-a-number@3 n"])
  }

  @Test func carriedColumns() throws {
    var options = ReaderOptions()
    options.carriesAll = true
    let text = "id,note,n,more\na,x,1,\"y\"\n"
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "m.csv", bytes: Array(text.utf8))], options: options)
    #expect(reader.carriedNames == ["note", "more"])
    let batch = BookingBatch(schema: schema)
    #expect(try reader.makeParser().read(into: batch))
    #expect(batch.carried.map { $0.cells[0].string } == ["x", "y"])
  }

  /// Several threads give the batches one gives, whoever takes which.
  @Test(arguments: [1, 2, 5])
  func threadsDoNotMatter(_ threads: Int) throws {
    var text = "id,n\n"
    for i in 0..<20_000 { text += i % 997 == 5 ? "k\(i),bad\n" : "k\(i / 2 * 2 + (i % 10)),\(i)\n" }
    var options = ReaderOptions()
    options.chunkBytes = 3000
    options.format = .csv
    let bytes = Array(text.utf8)
    let reader = try BookingReader(
      schema: schema, sources: [.memory(name: "m", bytes: bytes)], options: options)
    let collected = Collected()
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      let parser = reader.makeParser()
      let batch = BookingBatch(schema: reader.schema)
      while (try? parser.read(into: batch)) == true {
        let rows = (0..<batch.count).map {
          "\(batch.firstRecord + Int64($0)) \(batch.lines[$0]) \(Reading.show(batch, $0))"
        }
        collected.add(batch.ordinal, rows)
      }
    }
    let alone = Collected()
    let single = try BookingReader(
      schema: schema, sources: [.memory(name: "m", bytes: bytes)], options: options)
    let parser = single.makeParser()
    let batch = BookingBatch(schema: schema)
    while try parser.read(into: batch) {
      let rows = (0..<batch.count).map {
        "\(batch.firstRecord + Int64($0)) \(batch.lines[$0]) \(Reading.show(batch, $0))"
      }
      alone.add(batch.ordinal, rows)
    }
    #expect(collected.inOrder == alone.inOrder)
    #expect(alone.inOrder.count == 20_000)
    #expect(alone.inOrder[5] == "6 7 !not-a-number@7 n")
  }
}

/// Rows of batches by their place, from any thread.
final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var batches: [Int: [String]] = [:]

  func add(_ ordinal: Int, _ rows: [String]) { lock.withLock { batches[ordinal] = rows } }

  var inOrder: [String] { batches.keys.sorted().flatMap { batches[$0] ?? [] } }
}
