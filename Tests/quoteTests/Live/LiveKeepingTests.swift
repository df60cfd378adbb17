import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization
import TestKit
import Testing

@testable import quote

/// What is kept of a run, where it is kept, and what is said of how it went.
@Suite struct LiveKeepingTests {
  /// One slow answer once held back all that came after it, and a signal lost them.
  @Test func whatIsAnsweredIsKeptAtOnce() throws {
    try Shell.inTemporaryFolder { shell in
      let path = shell.folder.appending(path: "kept.jsonl").path
      let server = try LoopbackServer { request in
        guard request.text.contains("P-1\"") else { return .json(request.text) }
        var lines = 0
        for _ in 0..<500 where lines < 29 {
          usleep(10_000)
          let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
          lines = text.split(separator: "\n").count
        }
        return .json("{\"kept\": \(lines)}")
      }
      let result = try LiveRunTests.run(server, count: 30, file: path)
      #expect(result.lines.first?.contains(#""response":{"kept":29}"#) == true)
      // At the end the file has the order of the input.
      let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(kept.map(String.init) == result.lines)
    }
  }

  /// Bookings that ask the same are answered in the order of the input, with or without keys.
  @Test(arguments: ["key: id, ", ""])
  func theSameQuestionKeepsItsAnswers(_ key: String) throws {
    try Shell.inTemporaryFolder { shell in
      let path = shell.folder.appending(path: "kept.jsonl").path
      let asked = Mutex(0)
      let server = try LoopbackServer { _ in
        .json("{\"turn\": \(asked.withLock { $0 += 1; return $0 })}")
      }
      let map = """
        schema: quote-map/1
        record: { \(key)booking: request, status: status, reply: response }
        statuses: { priced: [200] }
        live: { path: /q }

        """
      func run(_ count: Int, resumes: Bool) throws -> LiveRunTests.Result {
        let same = String(repeating: "{\"id\": \"A\"}\n", count: count)
        return try LiveRunTests.run(
          server, of: same, map: map, file: path, resumes: resumes
        ) { $0.concurrency = 1 }
      }
      let first = try run(3, resumes: false)
      let again = try run(4, resumes: true)
      #expect(first.lines.count == 3 && again.lines.prefix(3) == first.lines.prefix(3))
      #expect(again.lines.last?.contains("\"turn\":4") == true)
      let kept = try String(contentsOfFile: path, encoding: .utf8)
      #expect(kept == again.lines.map { $0 + "\n" }.joined())
      #expect(server.requests.count == 4)
    }
  }

  /// A booking without its key is asked under no other's, and one of a form that the map does not
  /// have is not asked at all.
  @Test func othersAreNotAsked() throws {
    let server = try LoopbackServer { .json($0.text) }
    let map = """
      schema: quote-map/1
      record: { key: id, form: path, booking: request, status: status, reply: response }
      statuses: { priced: [200] }
      forms: { /quotes: { compare: shared } }
      live: { path: "${form}/${key}" }

      """
    let bookings = """
      {"id":"A","path":"/quotes","request":{"a":1}}
      {"id":null,"path":"/quotes","request":{"a":1}}
      {"id":"","path":"/quotes","request":{"a":1}}
      {"id":"B","path":"/admin/users?delete=1","request":{"a":1}}

      """
    let result = try LiveRunTests.run(server, of: bookings, map: map)
    #expect(server.requests.map(\.path) == ["/quotes/A"])
    #expect(result.faults == 2)
    #expect(result.errors.contains("the path needs `key`, which is not given"))
    #expect(result.lines[3] == #"{"id":"B","path":"/admin/users?delete=1","request":{"a":1}}"#)
  }

  /// An address that is too long is one booking's trouble.
  @Test func aLongAddressEndsNothing() throws {
    let server = try LoopbackServer { .json($0.text) }
    let map = LiveRunTests.map.replacing("path: /q", with: #"path: "/q/${key}""#)
    let long = String(repeating: "a", count: 9 << 20)
    let bookings = "{\"id\": \"\(long)\"}\n{\"id\": \"B\"}\n"
    let result = try LiveRunTests.run(server, of: bookings, map: map)
    #expect(result.faults == 1 && result.trouble == nil)
    #expect(server.requests.map(\.path) == ["/q/B"])
  }

  @Test func retriesAreTold() throws {
    let server = try LiveRunTests.failing(1, with: .reset)
    let result = try LiveRunTests.run(server, count: 3)
    #expect(
      result.errors == "quote: 3 bookings got their replies only after they were asked again\n")
    let quiet = try LoopbackServer { _ in .json("{}") }
    #expect(try LiveRunTests.run(quiet, count: 3).errors == "")
  }

  // MARK: - Where an answer goes

  static let rules = LiveCommandTests.rules + "\n"

  static func map(_ places: String) -> String {
    """
    schema: quote-map/1
    record: { key: id, booking: request, status: status, \(places) }
    statuses: { priced: [200], declined: [400] }
    live: { path: /quotes }
    """
  }

  static func reply(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    let digits = request.text.split(separator: "\"pieces\":")[1].prefix { $0.isNumber }
    let pieces = Int(digits) ?? 0
    if pieces > 90 { return .json(#"{"error":{"message":"too many"}}"#, status: 400) }
    let (work, fee) = (pieces * 10, pieces * 80)
    let cents = String(fee % 100 + 100).dropFirst()
    return .json(
      #"{"quote":{"work":\#(work),"fee":\#(fee / 100).\#(cents),"#
        + #""total":\#(work + fee / 100).\#(cents)},"took":3}"#)
  }

  /// The map of recordings did for a running backend too only if the reply was the whole
  /// answer: all values of other replies were `only ours`.
  @Test(arguments: [
    "reply: response.quote, refusal: response.error.message",
    "reply: response.quote, refusal: response.error.message, body: response",
    "reply: got.all.quote, refusal: got.all.error.message",
    "reply: got.quote, body: got",
  ])
  func oneMapDoesForBoth(places: String) throws {
    let server = try LoopbackServer { Self.reply($0) }
    try Shell.inTemporaryFolder { shell in
      try shell.write(Self.rules, to: "rules.yaml")
      try shell.write(Self.map(places), to: "map.yaml")
      let bookings = [3, 20, 95].map { "{\"id\": \"P-\($0)\", \"pieces\": \($0)}\n" }.joined()
      try shell.write(bookings, to: "bookings.jsonl")
      let diff = "quote diff -r rules.yaml -m map.yaml"
      let live = try shell.run(
        "\(diff) --live \(server.address) --record kept.jsonl bookings.jsonl")
      #expect(live.status == 0, "\(live)")
      #expect(live.output.hasPrefix("3 bookings: 3 the same, 0 different\n"), "\(live)")
      let later = try shell.run("\(diff) kept.jsonl")
      #expect(later == live)
    }
  }

  /// A draft of records that were kept does for the backend once it says how to ask.
  @Test func aDraftDoesForBoth() throws {
    let server = try LoopbackServer { Self.reply($0) }
    try Shell.inTemporaryFolder { shell in
      try shell.write(Self.rules, to: "rules.yaml")
      try shell.write(Self.map("reply: response.quote, body: response"), to: "map.yaml")
      let bookings = [3, 20, 41].map { "{\"id\": \"P-\($0)\", \"pieces\": \($0)}\n" }.joined()
      try shell.write(bookings, to: "bookings.jsonl")
      let live = "--live \(server.address)"
      _ = try shell.run(
        "quote diff -r rules.yaml -m map.yaml \(live) --record kept.jsonl bookings.jsonl")
      let drafted = try shell.run("quote diff -r rules.yaml --suggest-map kept.jsonl -o draft.yaml")
      #expect(drafted.status == 0, "\(drafted)")
      let draft = try String(
        contentsOf: shell.folder.appending(path: "draft.yaml"), encoding: .utf8)
      #expect(draft.contains("  body: response "), "\(draft)")
      try shell.write(draft + "live: { path: /quotes }\n", to: "draft.yaml")
      let again = try shell.run("quote diff -r rules.yaml -m draft.yaml \(live) bookings.jsonl")
      #expect(again.output.hasPrefix("3 bookings: 3 the same, 0 different\n"), "\(again)")
    }
  }
}

extension Shell {
  fileprivate func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
}
