import Foundation
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization
import TestKit
import Testing

@testable import quote

/// What a console was told.
final class CapturedConsole: Sendable {
  private let outText = Mutex("")
  private let errorText = Mutex("")

  var out: String { outText.withLock { $0 } }
  var errors: String { errorText.withLock { $0 } }

  private func print(_ bytes: [UInt8]) {
    outText.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
  }

  func console(_ environment: [String: String] = [:]) -> Console {
    Console(
      write: { bytes throws(Trouble) in
        var copy: [UInt8] = []
        for index in 0..<bytes.count { copy.append(bytes[index]) }
        self.print(copy)
      },
      complain: { text in self.errorText.withLock { $0 += text } },
      outputIsTerminal: false, errorsAreTerminal: false, environment: { environment[$0] },
      now: { Instant(iso: "2026-03-02T15:00:00Z")! }, abandon: { _ in })
  }
}

/// Bookings asked of a server of the test's own: limits, retries, faults.
@Suite struct LiveRunTests {
  static let map = """
    schema: quote-map/1
    record: { key: id, booking: request, as_of: as_of, status: status, reply: response }
    statuses: { priced: [200], declined: [400], fault: [500] }
    live: { path: /q }

    """

  struct Result {
    var lines: [String]
    var errors: String
    var faults: Int
    var trouble: String?
  }

  /// Asks about so many bookings, or some others, all retries quick.
  static func run(
    _ server: LoopbackServer, count: Int = 1, of given: String? = nil, map: String = map,
    file: String? = nil,
    resumes: Bool = false, timeout: Int = 10_000, environment: [String: String] = [:],
    _ change: (inout LiveRun.Options) -> Void = { _ in }
  ) throws -> Result {
    let loader = FileLoader.memory(["m.yaml": map])
    let map = try ReferenceMap(readingFile: "m.yaml", from: loader)
    let records = try #require(LiveRecords(map))
    let text = given ?? (1...count).map { "{\"id\": \"P-\($0)\"}\n" }.joined()
    let bookings = try LiveBookings(
      records, sources: [.memory(name: "b.jsonl", bytes: Array(text.utf8))], format: nil)
    var options = LiveRun.Options()
    options.address = server.address
    options.schedule.firstMicroseconds = 2000
    change(&options)
    var settings = HTTPClient.Options()
    (settings.concurrency, settings.timeoutMilliseconds) = (options.concurrency, timeout)
    settings.replyBound = 1 << 20
    let captured = CapturedConsole()
    let recorded = try file.map { try RecordFile(path: $0, resumes: resumes, records: records) }
    let secrets = try Secrets(records.variables) { environment[$0] }
    let run = try LiveRun(
      records, bookings: bookings, secrets: secrets, sender: HTTPClient(settings), file: recorded,
      console: captured.console(), options: options)
    var bytes: [UInt8] = []
    var trouble: String?
    do throws(Trouble) {
      while true {
        let more = try run.more()
        if more.isEmpty { break }
        bytes += more
      }
      try run.finish()
      trouble = run.ending?.message
    } catch { trouble = error.message }
    return Result(
      lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init),
      errors: captured.errors, faults: run.faultCount, trouble: trouble)
  }

  static func line(_ id: String, _ rest: String, asOf: Bool = true) -> String {
    let moment = asOf ? #""as_of":"2026-03-02T15:00:00Z","# : ""
    return #"{"id":"\#(id)",\#(moment)"request":{"id":"\#(id)"},"# + rest
  }

  @Test func repliesComeInTheOrderOfTheInput() throws {
    let server = try LoopbackServer { request in
      // The first ones take longest.
      if request.text.contains("P-1\"") { usleep(60_000) }
      return .json(request.text)
    }
    let result = try Self.run(server, count: 40)
    #expect(
      result.lines
        == (1...40).map {
          Self.line("P-\($0)", #""status":200,"response":{"id":"P-\#($0)"}}"#)
        })
    #expect(result.errors == "" && result.faults == 0 && result.trouble == nil)
    #expect(server.requests.count == 40)
    #expect(server.widest <= 4)
  }

  @Test func oneAtATimeIsOneAtATime() throws {
    let server = try LoopbackServer { _ in
      usleep(2000)
      return .json("{}")
    }
    _ = try Self.run(server, count: 20) { $0.concurrency = 1 }
    #expect(server.widest == 1)
    #expect(server.requests.map(\.text) == (1...20).map { #"{"id":"P-\#($0)"}"# })
  }

  /// Never asserted: how long it takes. But so many cannot begin sooner.
  @Test func theRateIsALimit() throws {
    let server = try LoopbackServer { _ in .json("{}") }
    let start = ContinuousClock.now
    _ = try Self.run(server, count: 11) { $0.rate = 50 }
    #expect(ContinuousClock.now - start >= .milliseconds(200))
  }

  // MARK: - Trying again

  /// Answers the first so many tries of every booking in one way, then rightly.
  static func failing(
    _ times: Int, with answer: LoopbackServer.Answer
  ) throws -> LoopbackServer {
    let counts = Box()
    return try LoopbackServer { request in
      counts.next(request.text) <= times ? answer : .json("{}")
    }
  }

  final class Box: Sendable {
    private let counts = Mutex<[String: Int]>([:])
    func next(_ key: String) -> Int {
      counts.withLock {
        $0[key, default: 0] += 1
        return $0[key]!
      }
    }
  }

  static let passing: [LoopbackServer.Answer] = [
    .reply(500, body: "oh"), .reply(503, body: ""), .reply(429, body: ""), .reset,
    .raw(Array("nonsense\r\n\r\n".utf8)),
    .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".utf8)),
  ]

  @Test(arguments: passing.indices) func whatPassesIsTriedThreeTimesMore(index: Int) throws {
    let server = try Self.failing(3, with: Self.passing[index])
    let result = try Self.run(server, count: 3)
    #expect(result.lines.count == 3)
    #expect(result.lines.allSatisfy { $0.hasSuffix(#""status":200,"response":{}}"#) })
    #expect(
      result.errors == "quote: 3 bookings got their replies only after they were asked again\n")
    #expect(result.trouble == nil)
    // A broken connection is tried once more by the library itself.
    #expect(server.requests.count >= 12)
  }

  @Test func aStallIsTriedAgain() throws {
    let server = try Self.failing(1, with: .stall)
    let result = try Self.run(server, timeout: 150)
    #expect(result.lines.count == 1 && result.faults == 0)
  }

  @Test func afterThreeRetriesItIsAFault() throws {
    let server = try LoopbackServer { request in
      request.text.contains("P-2") ? .reply(502, body: "bad gateway") : .json("{}")
    }
    let result = try Self.run(server, count: 3)
    #expect(server.requests.count(where: { $0.text.contains("P-2") }) == 4)
    #expect(result.faults == 1)
    #expect(
      result.errors == """
        quote: record 2, line 2, `P-2`: status 502 in 4 tries [no-answer]
        quote: 1 of 3 bookings at fault

        """)
    #expect(
      result.lines[1]
        == Self.line(
          "P-2",
          #""status":"unanswered","unanswered":{"reason":"no-answer","status":502,"#
            + #""message":"status 502 in 4 tries"},"response_raw":"bad gateway","#
            + #""content_type":""}"#))
  }

  @Test func aStatusThatTheMapKnowsIsAnAnswerAfterAll() throws {
    let server = try LoopbackServer { _ in .reply(500, body: "Internal Server Error") }
    let result = try Self.run(server)
    #expect(server.requests.count == 4)
    #expect(
      result.lines == [
        Self.line(
          "P-1",
          #""status":500,"response_raw":"Internal Server Error","content_type":""}"#)
      ])
    #expect(result.faults == 0)
  }

  @Test func aRefusalIsNotTriedAgain() throws {
    let server = try LoopbackServer { _ in .json(#"{"error": "no"}"#, status: 400) }
    let result = try Self.run(server)
    #expect(server.requests.count == 1)
    #expect(result.lines == [Self.line("P-1", #""status":400,"response":{"error":"no"}}"#)])
  }

  @Test func theWaitThatIsAskedForIsKept() throws {
    let server = try Self.failing(1, with: .reply(429, ["Retry-After": "1"], body: ""))
    let start = ContinuousClock.now
    let result = try Self.run(server)
    #expect(result.lines.count == 1 && server.requests.count == 2)
    #expect(ContinuousClock.now - start >= .milliseconds(950))
  }

  @Test func tooLongAWaitIsNotWaited() throws {
    let server = try LoopbackServer { _ in .reply(503, ["Retry-After": "86400"], body: "") }
    let result = try Self.run(server)
    #expect(server.requests.count == 1)
    #expect(result.errors.contains("and asks to wait 86400 s [no-answer]"))
  }

  @Test func waitsGrowAndDifferAndAreTheSameEachTime() {
    let schedule = RetrySchedule()
    for booking in 1...100 {
      for (retry, full) in [(1, 500_000), (2, 1_000_000), (3, 2_000_000), (9, 30_000_000)] {
        let wait = schedule.microseconds(beforeRetry: retry, of: booking)
        #expect(wait >= full / 2 && wait <= full)
        #expect(wait == RetrySchedule().microseconds(beforeRetry: retry, of: booking))
      }
    }
    let waits = Set((1...100).map { schedule.microseconds(beforeRetry: 1, of: $0) })
    #expect(waits.count > 90)
  }

  // MARK: - Nonsense

  @Test func nonsenseIsAFaultAtOnce() throws {
    let server = try LoopbackServer { request in
      request.text.contains("P-1") ? .reply(200, ["Content-Type": "text/html"], body: "<p>hi</p>")
        : .reply(200, body: #"{"a": 1"#)
    }
    let result = try Self.run(server, count: 2) { $0.concurrency = 1 }
    #expect(server.requests.count == 2)
    #expect(
      result.errors == """
        quote: record 1, line 1, `P-1`: the reply is `text/html`, not JSON [not-json]
        quote: record 2, line 2, `P-2`: the reply is not JSON: at column 8, the reply ends without the `}` for its `{` [not-json]
        quote: 2 of 2 bookings at fault

        """)
  }

  @Test func aHugeReplyIsAFaultAtOnce() throws {
    let server = try LoopbackServer { _ in
      .json("{\"a\": \"" + String(repeating: "x", count: 1 << 20) + "\"}")
    }
    let result = try Self.run(server)
    #expect(server.requests.count == 1)
    #expect(result.errors.contains("the reply is longer than 1 MiB [too-long]"))
  }

  @Test func aDeadBackendEndsTheRun() throws {
    let server = try LoopbackServer { _ in .reply(503, body: "") }
    let result = try Self.run(server, count: 1000)
    #expect(
      result.trouble
        == "`\(server.address)` left 20 bookings in a row without an answer (status 503 in 4 tries)"
    )
    // There were four thousand; some were on their way when it was given up.
    #expect(server.requests.count < 400)
    // All that were read are told of, in their order.
    #expect(result.lines.count >= 20 && result.lines.count == result.faults)
    for (index, line) in result.lines.enumerated() {
      #expect(line.hasPrefix(#"{"id":"P-\#(index + 1)","#))
      let isAsked = line.contains("status 503 in 4 tries")
      #expect(isAsked != line.contains(#""reason":"ended-early""#))
    }
    #expect(result.errors.contains("\(result.faults) of \(result.faults) bookings at fault"))
  }

  @Test func aRefusedTokenEndsTheRun() throws {
    let server = try LoopbackServer { _ in .reply(401, body: "") }
    let result = try Self.run(server, count: 1000)
    #expect(result.lines.count { $0.contains(#""reason":"not-let-in","status":401"#) } == 1)
    #expect(try #require(result.trouble).contains("answers 401 and denies access"))
    #expect(server.requests.count <= 4)
  }

  // MARK: - Records kept

  @Test func whatIsRecordedIsNotAskedAgain() throws {
    try Shell.inTemporaryFolder { shell in
      let path = shell.folder.appending(path: "kept.jsonl").path
      let bad = try LoopbackServer { request in
        request.text.contains("P-3") ? .reply(503, body: "") : .json(request.text)
      }
      let first = try Self.run(bad, count: 5, file: path)
      #expect(first.faults == 1)
      let all = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(all.map(String.init) == first.lines)
      #expect(all.count { $0.contains(#""status":"unanswered""#) } == 1)
      #expect(refusal { try Self.run(bad, count: 5, file: path) } == "record-is-there")

      // A line that was being written when the power went.
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(#"{"id":"P-9","req"#.utf8))
      try handle.close()

      let good = try LoopbackServer { .json($0.text) }
      let second = try Self.run(good, count: 6, file: path, resumes: true)
      #expect(good.requests.map(\.text).sorted() == [#"{"id":"P-3"}"#, #"{"id":"P-6"}"#])
      #expect(second.faults == 0)
      #expect(
        second.lines
          == (1...6).map { Self.line("P-\($0)", #""status":200,"response":{"id":"P-\#($0)"}}"#) })
      let kept = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(kept.map(String.init).sorted() == second.lines)
    }
  }

  @Test func aChangedBookingIsAskedAgain() throws {
    try Shell.inTemporaryFolder { shell in
      let url = shell.folder.appending(path: "kept.jsonl")
      let old = #"{"id":"P-1","request":{"id":"P-1","n":2},"status":200,"response":{}}"# + "\n"
      try Data(old.utf8).write(to: url)
      let server = try LoopbackServer { .json($0.text) }
      _ = try Self.run(server, file: url.path, resumes: true)
      #expect(server.requests.count == 1)
    }
  }

  @Test func anotherFileIsNotGoneOnWith() throws {
    try Shell.inTemporaryFolder { shell in
      let url = shell.folder.appending(path: "notes.txt")
      try Data("dear diary\n".utf8).write(to: url)
      let server = try LoopbackServer { _ in .json("{}") }
      #expect(refusal { try Self.run(server, file: url.path, resumes: true) } == "not-a-record")
      #expect(try String(contentsOf: url, encoding: .utf8) == "dear diary\n")
    }
  }
}
