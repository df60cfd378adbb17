import Testing

@testable import QuoteEngine

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
