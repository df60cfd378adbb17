import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// How long a record may be does not depend on where it lies.
@Suite struct RecordBoundTests {
  let schema = Reading.schema(
    [Reading.field("k", .text), Reading.field("n", .text, optional: true)], key: nil)

  private func read(
    _ text: String, _ format: InputFormat, _ bound: Int, _ chunkBytes: Int
  ) throws -> [String] {
    try Reading.read(schema, text, format) {
      $0.recordBoundBytes = bound
      $0.chunkBytes = chunkBytes
    }
  }

  /// One of exactly the bound, one of a byte more, after some that are short.
  @Test(arguments: [0, 1, 2, 3, 7, 15, 31], [1, 10, 64, 1000])
  func aByteTooLong(_ before: Int, _ chunkBytes: Int) throws {
    let fits = String(repeating: "x", count: 48)
    let names = (0..<before).map { _ in "a" } + [fits, fits + "y", "b"]
    func rows(from line: Int) -> [String] {
      names.enumerated().map { index, name in
        name.count > fits.count ? "!record-too-long@\(index + line)" : "k=\(name) n=-"
      }
    }
    let csv = "k,n\n" + names.map { "\($0),\n" }.joined()
    #expect(try read(csv, .csv, 49, chunkBytes) == rows(from: 2))
    let json = names.map { #"{"k":"\#($0)"}"# }
    let (lines, array) = (json.joined(separator: "\n"), json.joined(separator: ",\n"))
    #expect(try read(lines, .jsonl, 56, chunkBytes) == rows(from: 1))
    #expect(try read(lines, .json, 56, chunkBytes) == rows(from: 1))
    #expect(try read("[\(array)]", .json, 56, chunkBytes) == rows(from: 1))
  }

  // MARK: Bookings of many rows

  private static let grouped = Reading.schema(
    [Reading.field("k", .text), Reading.field("n", .text, optional: true)],
    [Reading.list("items", [Reading.field("q", .count)])])

  private func readGrouped(
    _ text: String, _ bound: Int, _ chunkBytes: Int, gathers: Bool = false
  ) throws -> [String] {
    try Reading.read(Self.grouped, text, .csv) {
      $0.recordBoundBytes = bound
      $0.chunkBytes = chunkBytes
      $0.gathersRows = gathers
    }
  }

  /// One whose rows are exactly as long as the bound and one that has a byte more: the first
  /// is priced whole, the other is one fault, and none of its rows is another booking.
  @Test(arguments: [1, 10, 64, 1000], [false, true])
  func rowsOfABookingAByteTooLong(_ chunkBytes: Int, _ gathers: Bool) throws {
    let rows = ["a,,1", "a,,2", "b,,1", "b,,2", "b,,3", "c,,1", "c,,2", "c,,33", "d,,1"]
    let text = "k,n,q\n" + rows.joined(separator: "\n")
    let expected = [
      "k=a n=- items=[q=1; q=2]", "k=b n=- items=[q=1; q=2; q=3]",
      gathers ? "!record-too-long@7 k" : "!record-too-long@7-9 k", "k=d n=- items=[q=1]",
    ]
    #expect(try readGrouped(text, 14, chunkBytes, gathers: gathers) == expected)
    let quoted = text.replacing("a,", with: "\"a\",")
    #expect(try readGrouped(quoted, 14, chunkBytes, gathers: gathers) == expected)
  }

  /// A long row takes the others of its booking along, before and after it.
  @Test(arguments: [1, 10, 64, 1000], [false, true])
  func aLongRowAmongOthers(_ chunkBytes: Int, _ gathers: Bool) throws {
    let long = String(repeating: "x", count: 300)
    let rows = ["a,,1", "b,,1", "b,\(long),2", "b,,3", "c,,1", "d,\(long),1", "d,,2", "e,,1"]
    let text = "k,n,q\n" + rows.joined(separator: "\n") + "\n"
    #expect(
      try readGrouped(text, 100, chunkBytes, gathers: gathers) == [
        "k=a n=- items=[q=1]", gathers ? "!record-too-long@3 k" : "!record-too-long@3-5 k",
        "k=c n=- items=[q=1]", gathers ? "!record-too-long@7" : "!record-too-long@7-8",
        "k=e n=- items=[q=1]",
      ])
  }

  /// Rows without a key are bookings of their own, however many there are.
  @Test(arguments: [1, 10, 64])
  func rowsWithoutAKeyAreNotOneBooking(_ chunkBytes: Int) throws {
    let text = "k,n,q\n" + String(repeating: ",,1\n", count: 5) + "a,,1\n"
    #expect(
      try readGrouped(text, 10, chunkBytes)
        == (2..<7).map { "!missing-key@\($0) k" } + ["k=a n=- items=[q=1]"])
  }

  @Test func chunksOfAnySizeAgreeOnLongBookings() throws {
    var random = SeededBytes(state: 9)
    let pieces = ["a,,1\n", "b,,2\n", "\"a\",,3\n", ",,1\n", "\n", "b,long text,4\r\n"]
    for round in 0..<200 {
      let text = "k,n,q\n" + String(decoding: random.text(pieces, 12), as: UTF8.self)
      let whole = try readGrouped(text, 16, 10_000)
      for size in [1, 7, 33] {
        let parts = try readGrouped(text, 16, size)
        #expect(parts == whole, "round \(round) by \(size): \(text.debugDescription)")
        if parts != whole { return }
      }
    }
  }

  /// Lines of which nothing becomes a booking are counted.
  @Test(arguments: [1, 10, 64, 1000])
  func linesOfLongRecordsAreCounted(_ chunkBytes: Int) throws {
    let others = String(repeating: "{\"k\":\"c\"},\n", count: 50)
    let open = "{\"k\":\"a\"}\n{\"k\":[\n" + others
    #expect(try read(open, .json, 40, chunkBytes) == ["k=a n=-", "!record-too-long@2-52"])
    let closed = "{\"k\":[\n" + others + "1]}\n{\"k\":\"d\"}"
    #expect(try read(closed, .json, 40, chunkBytes) == ["!record-too-long@1-52", "k=d n=-"])
  }

  @Test func chunksOfAnySizeAgreeOnWhatIsTooLong() throws {
    var random = SeededBytes(state: 5)
    let csv = [
      "k", "\"", "\"\"", ",", ",", "\n", "\r\n", "\r", "long cell of text", "\"a,\nb\"", "é",
    ]
    let json = [
      "{", "}", "[", "]", ",", "\"", "\\", "{\"k\":\"a\"}", "{\"k\":\"much longer than that\"}",
      "\n", " ", "12345678901234567890", "true",
    ]
    for round in 0..<400 {
      for (format, pieces) in [(InputFormat.csv, csv), (.json, json), (.jsonl, json)] {
        let body = String(decoding: random.text(pieces, 30), as: UTF8.self)
        let text = format == .csv ? "k,n\n" + body : body + "{}"
        let whole = try read(text, format, 20, 10_000)
        for size in [1, 7, 33] {
          let parts = try read(text, format, 20, size)
          #expect(parts == whole, "round \(round) \(format) by \(size): \(body.debugDescription)")
          if parts != whole { return }
        }
      }
    }
  }
}
