import Foundation
import TestKit
import Testing

/// Bookings of a folder of samples, and the rules that price them.
struct SampleCase: Sendable, CustomTestStringConvertible {
  var folder: String
  var bookings: String
  var rules: String
  var overlay = ""
  var expected = "expected.csv"
  var testDescription: String { "\(folder)/\(bookings) by \(rules)" }

  static let all =
    [
      "umuve", "autodetail", "repairs", "tiers", "parcel", "taxi", "electricity",
    ].flatMap { name in
      ["csv", "json", "jsonl"].map {
        SampleCase(folder: name, bookings: "bookings.\($0)", rules: name)
      }
    }
    + ["csv", "json", "jsonl"].map {
      SampleCase(folder: "documented-estimate", bookings: "request.\($0)", rules: "quick-quote")
    }
    + ["backend", "app", "web-fallback", "portal-fallback"].map { program in
      SampleCase(
        folder: "four-prices", bookings: "bookings.jsonl", rules: "umuve-\(program)",
        overlay: "--overlay samples/four-prices/id.yaml", expected: "\(program).csv")
    }

  /// What `quote price` makes of the bookings: CSV, complaints left out.
  func quotes() throws -> String {
    let command = "quote price --rules rules/\(rules).yaml \(overlay)"
    return try Shell(in: Repository.root).run(
      "\(command) samples/\(folder)/\(bookings) 2>/dev/null"
    ).output
  }
}

@Suite struct SampleTests {
  @Test(arguments: SampleCase.all) func comesToWhatIsExpected(_ sample: SampleCase) throws {
    let url = Repository.root.appending(path: "samples/\(sample.folder)/\(sample.expected)")
    let quotes = try sample.quotes()
    #expect(!quotes.isEmpty)
    if rewritesExpectations {
      try Data(quotes.utf8).write(to: url)
    } else {
      let expected = try Repository.text(of: url)
      #expect(expected == quotes, "\(DocumentCase.difference(expected, quotes))")
    }
  }

  @Test func everyFolderOfSamplesIsHeld() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "samples").path)
    #expect(Set(folders) == Set(SampleCase.all.map(\.folder)))
  }
}
