import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// `quote diff --live`, the whole program, against a server of the test's own.
@Suite struct LiveCommandTests {
  static let token = "s3cr3t/To\"ken-0123456789"

  static let rules = """
    schema: quote/1
    name: live
    currency: USD
    inputs:
      id: text, key
      pieces: count [1..100]
    quote:
      - line: work
        amount: $10 * pieces
      - line: fee
        amount: round(8% * subtotal)
    decline:
      - when: pieces > 90
        reason: too many
    outputs:
      total:
    """

  static let map = """
    schema: quote-map/1
    record: { key: id, booking: request, status: status, reply: response, refusal: response.error }
    statuses: { priced: [200], declined: [400] }
    ignore: [echo]
    live:
      path: /tenants/${API_TOKEN}/quotes
      headers: { Authorization: "Bearer ${API_TOKEN}" }
      body: { order: "${booking}", secret: "x ${API_TOKEN}" }
    """

  /// What a backend that prices the same would say, and that repeats all it hears.
  static func reply(_ request: LoopbackServer.Request, cents: Int = 1080) -> LoopbackServer.Answer {
    let digits = request.text.split(separator: "\"pieces\":")[1].prefix { $0.isNumber }
    let pieces = Int(digits) ?? 0
    let heard = (request.headers["authorization"] ?? "").replacing("\"", with: "\\\"")
    if pieces > 90 { return .json(#"{"error": "too many", "echo": "\#(heard)"}"#, status: 400) }
    let total = "\(pieces * cents / 100).\(String(pieces * cents % 100 + 100).dropFirst())"
    return .json(#"{"total": \#(total), "echo": "\#(heard)", "work": \#(pieces * 10).0}"#)
  }

  static func inFolder(_ body: (Shell) throws -> Void) throws {
    try Shell.inTemporaryFolder { shell in
      try Data(rules.utf8).write(to: shell.folder.appending(path: "rules.yaml"))
      try Data(map.utf8).write(to: shell.folder.appending(path: "map.yaml"))
      let bookings = (1...95).map { "{\"id\": \"P-\($0)\", \"pieces\": \($0)}\n" }.joined()
      try Data(bookings.utf8).write(to: shell.folder.appending(path: "bookings.jsonl"))
      try body(shell)
    }
  }

  static func diff(
    _ shell: Shell, _ server: LoopbackServer?, _ words: String, file: String = "bookings.jsonl"
  ) throws -> Shell.Outcome {
    let live = server.map { "--live \($0.address)" } ?? ""
    return try shell.run(
      "quote diff -r rules.yaml -m map.yaml \(live) \(words) \(file)",
      environment: ["API_TOKEN": token])
  }

  /// No part of the token is in any file of the folder or in the text.
  static func expectNoToken(
    _ shell: Shell, _ outcome: Shell.Outcome, _ location: SourceLocation = #_sourceLocation
  ) throws {
    var texts = [outcome.output]
    for name in try FileManager.default.contentsOfDirectory(atPath: shell.folder.path) {
      texts.append(
        String(decoding: try Data(contentsOf: shell.folder.appending(path: name)), as: UTF8.self))
    }
    for text in texts {
      for part in ["s3cr3t", "To\"ken", "0123456789", "To%22ken"] {
        #expect(!text.contains(part), sourceLocation: location)
      }
    }
  }

  @Test func allTheSameIsFine() throws {
    let server = try LoopbackServer { Self.reply($0) }
    try Self.inFolder { shell in
      let outcome = try Self.diff(shell, server, "--record kept.jsonl")
      #expect(outcome.status == 0, "\(outcome)")
      try Self.expectNoToken(shell, outcome)
      let request = try #require(server.requests.first)
      #expect(request.headers["authorization"] == "Bearer \(Self.token)")
      #expect(request.path == "/tenants/s3cr3t%2FTo%22ken-0123456789/quotes")
      #expect(request.text.hasPrefix(#"{"order":{"id":"P-"#))
      #expect(request.text.hasSuffix(#","secret":"x s3cr3t/To\"ken-0123456789"}"#))
      let kept = try String(
        contentsOf: shell.folder.appending(path: "kept.jsonl"), encoding: .utf8)
      #expect(kept.contains(#""echo":"Bearer ${API_TOKEN}""#))
    }
  }

  /// A report but for the commands that explain a booking: they name the file that it is in.
  private static func besideCommands(_ report: String) -> String {
    report.replacing(/quote explain [^`]*`/, with: "")
  }

  /// In every format but the page, which says with whom it compares.
  @Test(arguments: DifferenceFormat.allCases.filter { $0 != .html }.map(\.rawValue))
  func aKeptExchangeComparesTheSame(format: String) throws {
    let server = try LoopbackServer { Self.reply($0, cents: 1081) }
    try Self.inFolder { shell in
      let live = try Self.diff(shell, server, "--record kept.jsonl --format \(format)")
      #expect(live.status == 1)
      let later = try Self.diff(shell, nil, "--format \(format)", file: "kept.jsonl")
      #expect(live.status == later.status)
      #expect(Self.besideCommands(live.output) == Self.besideCommands(later.output))
      try Self.expectNoToken(shell, live)
    }
  }

  /// Some replies are broken, and say so in every report, now and later.
  @Test(arguments: DifferenceFormat.allCases.filter { $0 != .html }.map(\.rawValue))
  func whatFailedIsToldTheSameLater(format: String) throws {
    let server = try LoopbackServer { request in
      let broken = [("P-7\"", #"{"total": NaN}"#), ("P-31\"", #"{"total": 31"#), ("P-8\"", "")]
      let reply = broken.first { request.text.contains($0.0) }?.1
      return reply.map { .json($0) } ?? Self.reply(request)
    }
    try Self.inFolder { shell in
      let live = try Self.diff(shell, server, "--record kept.jsonl --format \(format) -o now")
      #expect(live.status == 2, "\(live)")
      #expect(live.output.contains("3 of 95 bookings at fault"))
      let later = try Self.diff(shell, nil, "--format \(format) -o later", file: "kept.jsonl")
      #expect(later.status == 1, "\(later)")
      func read(_ name: String) throws -> String {
        try String(contentsOf: shell.folder.appending(path: name), encoding: .utf8)
      }
      let report = try read("now")
      #expect(Self.besideCommands(try read("later")) == Self.besideCommands(report))
      for key in ["P-7", "P-8", "P-31"] { #expect(report.contains(key), "\(report)") }
      #expect(report.contains("at column 11, `NaN` is not a word of JSON"))
    }
  }

  /// Where every reply is broken, formats for machines name every booking.
  @Test(arguments: ["json", "jsonl", "csv", "junit", "sarif"])
  func everyBookingIsNamed(format: String) throws {
    let server = try LoopbackServer { _ in .json("{\"total\": 1") }
    try Self.inFolder { shell in
      let outcome = try Self.diff(shell, server, "--format \(format) -o report")
      #expect(outcome.status == 2)
      let report = try String(
        contentsOf: shell.folder.appending(path: "report"), encoding: .utf8)
      for index in 1...95 {
        #expect(report.firstMatch(of: try Regex("P-\(index)(?![0-9])")) != nil)
      }
    }
  }

  @Test(arguments: ["json", "junit", "sarif", "html"])
  func aRunThatEndsEarlyHasAReport(format: String) throws {
    let server = try LoopbackServer { _ in .reply(401, body: "") }
    try Self.inFolder { shell in
      let outcome = try Self.diff(shell, server, "--format \(format) -o report")
      #expect(outcome.status == 2, "\(outcome)")
      let report = try String(
        contentsOf: shell.folder.appending(path: "report"), encoding: .utf8)
      #expect(report.contains("the run ended early: "))
      #expect(report.contains("P-1"))
    }
  }

  @Test func keptRecordsAreAskedAnew() throws {
    let server = try LoopbackServer { Self.reply($0) }
    try Self.inFolder { shell in
      _ = try Self.diff(shell, server, "--record kept.jsonl")
      let again = try Self.diff(shell, server, "--record again.jsonl", file: "kept.jsonl")
      #expect(again.status == 0)
      #expect(server.requests.count == 190)
      let same = try shell.run("diff kept.jsonl again.jsonl | grep -o '\"as_of\"' | sort -u")
      #expect(same.output == "")
    }
  }

  @Test func aRunThatEndsEarlyIsGoneOnWith() throws {
    let state = LiveRunTests.Box()
    let server = try LoopbackServer { request in
      state.next("") > 40 ? .reply(401, body: "\(request.headers)") : Self.reply(request)
    }
    try Self.inFolder { shell in
      let first = try Self.diff(shell, server, "--record kept.jsonl")
      #expect(first.status == 2 && first.output.contains("answers 401"), "\(first)")
      try Self.expectNoToken(shell, first)
      let lines = try shell.run("grep -vc '\"unanswered\"' kept.jsonl").output
      let kept = try #require(Int(lines.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kept >= 30 && kept <= 40)
      let good = try LoopbackServer { Self.reply($0) }
      let second = try Self.diff(shell, good, "--record kept.jsonl --resume")
      #expect(second.status == 0, "\(second)")
      #expect(good.requests.count == 95 - kept)
      let note = "\(kept) replies are from `kept.jsonl`: an earlier run asked for them\n"
      #expect(second.output.contains(note))
      let alone = try Self.diff(shell, nil, "", file: "kept.jsonl").output
      let others = second.output.replacing("quote: \(note)", with: "").replacing(note, with: "")
      #expect(alone == others)
      // A file that has every reply says nothing of the backend.
      let third = try Self.diff(shell, good, "--record kept.jsonl --resume")
      #expect(third.status == 1, "\(third)")
      #expect(third.output.contains("fails: nothing was asked of `http://127.0.0.1:"))
      #expect(third.output.contains("95 replies are from `kept.jsonl`"))
      #expect(good.requests.count == 95 - kept)
    }
  }

  /// Trouble of every sort, each with the token about.
  @Test(arguments: troubles.indices) func noTroubleTellsTheToken(index: Int) throws {
    let answer = Self.troubles[index]
    let server = try LoopbackServer { _ in answer ?? .stall }
    if answer == nil { server.stop() }
    try Self.inFolder { shell in
      _ = try shell.run("head -2 bookings.jsonl > two.jsonl")
      let outcome = try Self.diff(
        shell, server, "--record kept.jsonl --timeout 1 --format json", file: "two.jsonl")
      #expect(outcome.status != 0, "\(outcome)")
      try Self.expectNoToken(shell, outcome)
    }
  }

  static let troubles: [LoopbackServer.Answer?] = [
    nil, .reset, .raw(Array("Bearer \(token)\r\n".utf8)),
    .reply(200, ["Content-Type": "text/\(token)"], body: "<p>\(token)"),
    .reply(400, ["Content-Type": "text/\(token)"], body: "\(token) is wrong"),
    .reply(302, ["Location": "/\(token)"], body: token),
    .reply(500, body: token), .reply(401, body: token),
    .json(#"{"error": "s3cr3t\/To\"ken-0123456789"}"#, status: 400),
  ]

  @Test func whatIsMissingIsSaid() throws {
    try Self.inFolder { shell in
      func expect(_ command: String, _ message: String, status: Int32 = 2) throws {
        let outcome = try shell.run(
          "quote diff -r rules.yaml -m map.yaml \(command) bookings.jsonl")
        #expect(outcome.output.contains(message), "\(outcome)")
        #expect(outcome.status == status)
      }
      let address = "http://127.0.0.1:9"
      try expect("--live \(address)", "needs `API_TOKEN` from the environment, which is not set")
      try expect("--live ftp://x", "`--live` is an address such as `https://host/base`")
      try expect("--live https://me:pw@host", "`--live` takes no name or password")
      try expect("--record x", "`--record` goes with `--live`")
      try expect("--live \(address) --resume", "`--resume` goes with `--record`")
      try expect("--live \(address) --rate fast", "`--rate` is a number of requests per second")
      let secret = try shell.run(
        "quote diff -r rules.yaml -m map.yaml --live https://me:hush@host bookings.jsonl")
      #expect(!secret.output.contains("hush"))
      let torn = try shell.run(
        "API_TOKEN=$'a\\nb' quote diff -r rules.yaml -m map.yaml --live \(address) bookings.jsonl")
      #expect(
        torn.output
          == "quote: `API_TOKEN` in the environment holds a line end or a control character\n")
    }
  }

  /// The library of requests is not even looked for by what sends none.
  @Test func nothingElseLoadsTheLibrary() throws {
    try Self.inFolder { shell in
      let linked = try shell.run("ldd \(Shell.quote.path) | grep -c curl")
      #expect(linked.output == "0\n")
    }
  }

  // MARK: - Recordings

  static let recordings = Repository.root.appending(path: "../shared/reference/estimate.jsonl")
    .standardizedFileURL

  /// A backend that answers as the recorded one did, to the same requests.
  @Test func theRecordedBackendIsAskedAgain() throws {
    guard let text = try? String(contentsOf: Self.recordings, encoding: .utf8) else { return }
    struct Line: Decodable {
      var as_of: String
      var path: String
      var status: Int
    }
    var replies: [String: (Int, String)] = [:]
    for line in text.split(separator: "\n") {
      let record = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
      let request = line.split(separator: "\"request\":", maxSplits: 1)[1]
        .split(separator: ",\"status\":", maxSplits: 1)
      let rest = request[1].split(separator: "\"response\":", maxSplits: 1)[1]
      let reply = rest.split(separator: ",\"tags\":", maxSplits: 1)[0]
      replies[record.path + record.as_of + request[0]] = (record.status, String(reply))
    }
    let known = replies
    let server = try LoopbackServer { request in
      let key = request.path + (request.headers["x-as-of"] ?? "") + request.text
      guard let (status, reply) = known[key] else { return .reply(404, body: key) }
      return .json(reply, status: status)
    }
    try Shell.inTemporaryFolder { shell in
      let rules = Repository.root.appending(path: "rules").path
      _ = try shell.run("cp -r \(rules)/umuve-backend* \(rules)/areas .")
      let map = try String(
        contentsOf: shell.folder.appending(path: "umuve-backend.map.yaml"), encoding: .utf8)
      let live = "live: { path: '${form}', as_of: record, headers: { X-As-Of: '${as_of}' } }\n"
      try Data((map.components(separatedBy: "\nlive:")[0] + "\n" + live).utf8)
        .write(to: shell.folder.appending(path: "map.yaml"))
      let outcome = try shell.run(
        "quote diff -r umuve-backend.yaml -m map.yaml --live \(server.address) --record kept.jsonl "
          + Self.recordings.path)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(server.requests.count == 1650)
      let later = try shell.run("quote diff -r umuve-backend.yaml -m map.yaml kept.jsonl")
      #expect(later == outcome)
    }
  }

  /// A run that is killed while it waits has lost no answer, and the record is in order at the end.
  @Test(.timeLimit(.minutes(5))) func aKilledRunIsResumed() throws {
    try Self.inFolder { shell in
      // As long as the first run lives, later bookings get no answer.
      let killed = shell.folder.appending(path: "killed").path
      let server = try LoopbackServer { request in
        let digits = request.text.split(separator: "\"pieces\":")[1].prefix { $0.isNumber }
        let isLate = (Int(digits) ?? 0) > 40
        return isLate && !FileManager.default.fileExists(atPath: killed) ? .stall
          : Self.reply(request)
      }
      let first = try shell.run(
        """
        quote diff -r rules.yaml -m map.yaml --live \(server.address) --record kept.jsonl \
          bookings.jsonl > told.txt 2>&1 &
        until [ "$(cat kept.jsonl 2> /dev/null | wc -l)" -ge 30 ]; do sleep 0.05; done
        kill -KILL $!
        wait $!
        echo $?
        touch killed
        """, environment: ["API_TOKEN": Self.token])
      #expect(first.output.contains("137"), "\(first.output)")
      let path = shell.folder.appending(path: "kept.jsonl")
      let kept = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").count
      let asked = server.requests.count
      let second = try Self.diff(shell, server, "--record kept.jsonl --resume")
      #expect(second.status == 0, "\(second.output)")
      #expect(server.requests.count - asked == 95 - kept)
      let lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      let isInOrder = zip(lines, 1...).allSatisfy { $0.contains("\"P-\($1)\"") }
      #expect(lines.count == 95 && isInOrder)
    }
  }
}
