import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

@testable import quote

/// Requests to a server of the test's own, which does not always behave.
@Suite struct HTTPClientTests {
  static func ask(
    _ server: LoopbackServer, bound: Int = 1 << 20, timeout: Int = 20_000, path: String = "/x",
    body: String = "{}", headers: [String] = [], method: String = "POST"
  ) throws -> HTTPReply {
    var options = HTTPClient.Options()
    (options.replyBound, options.timeoutMilliseconds) = (bound, timeout)
    let client = try HTTPClient(options)
    try client.begin(
      HTTPRequest(
        method: method, url: server.address + path, headers: headers, body: Array(body.utf8)),
      tag: 7)
    while true {
      if let reply = client.replies(waiting: 1000).first { return reply }
    }
  }

  @Test func whatIsSentArrivesAndWhatIsAnsweredComesBack() throws {
    let server = try LoopbackServer { _ in .json(#"{"a": "ü"}"#, status: 201) }
    let reply = try Self.ask(
      server, path: "/q?x=1", body: #"{"n":1}"#, headers: ["X-Sort: a b", "Accept: text/plain"],
      method: "PUT")
    #expect(reply.outcome == .answered && reply.status == 201 && reply.tag == 7)
    #expect(reply.contentType == "application/json")
    #expect(String(decoding: reply.body, as: UTF8.self) == #"{"a": "ü"}"#)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT" && request.path == "/q?x=1" && request.text == #"{"n":1}"#)
    #expect(request.headers["x-sort"] == "a b" && request.headers["accept"] == "text/plain")
    #expect(request.headers["user-agent"] == "quote/\(Quote.version)")
  }

  /// A reply that has come while nobody looked is there at once: nothing wakes who waits for it.
  @Test(.timeLimit(.minutes(1))) func aReplyThatIsThereIsNotWaitedFor() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    let client = try HTTPClient(HTTPClient.Options())
    func begin() throws {
      try client.begin(
        HTTPRequest(method: "POST", url: server.address, headers: [], body: []), tag: 1)
    }
    try begin()
    while client.replies(waiting: 1000).isEmpty {}
    // The connection stands now, so that the request goes out and its reply comes in meanwhile.
    try begin()
    var found = client.replies(waiting: 0)
    while server.requests.count < 2 { usleep(1000) }
    usleep(100_000)
    if found.isEmpty { found = client.replies(waiting: 120_000) }
    #expect(found.count == 1)
  }

  @Test func aRequestWithoutABodySendsNone() throws {
    let server = try LoopbackServer { _ in .json("[]") }
    #expect(try Self.ask(server, body: "", method: "GET").status == 200)
    #expect(server.requests[0].headers["content-length"] == nil)
  }

  @Test func anErrorOfTheServerIsAnAnswer() throws {
    let server = try LoopbackServer { _ in .reply(503, ["Retry-After": "17"], body: "busy") }
    let reply = try Self.ask(server)
    #expect(reply.outcome == .answered && reply.status == 503 && reply.retryAfterSeconds == 17)
  }

  @Test func aRedirectionIsNotFollowed() throws {
    let server = try LoopbackServer { _ in .reply(302, ["Location": "/elsewhere"], body: "") }
    #expect(try Self.ask(server).status == 302)
    #expect(server.requests.count == 1)
  }

  @Test func aServerThatSaysNothingFails() throws {
    let server = try LoopbackServer { _ in .stall }
    let reply = try Self.ask(server, timeout: 200)
    #expect(reply.outcome == .failed && reply.message.contains("timed out"), "\(reply)")
  }

  @Test func aBrokenConnectionFails() throws {
    let server = try LoopbackServer { _ in .reset }
    #expect(try Self.ask(server).outcome == .failed)
  }

  @Test func noServerFails() throws {
    let server = try LoopbackServer { _ in .stall }
    server.stop()
    #expect(try Self.ask(server, timeout: 500).outcome == .failed)
  }

  @Test func aReplyThatEndsEarlyFails() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"total\": 1"
    let server = try LoopbackServer { _ in .raw(Array(head.utf8)) }
    #expect(try Self.ask(server).outcome == .failed)
  }

  @Test(arguments: ["\u{0}\u{1}garbage", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200", ""])
  func whatIsNotHTTPFails(_ text: String) throws {
    let server = try LoopbackServer { _ in .raw(Array(text.utf8)) }
    #expect(try Self.ask(server).outcome == .failed)
  }

  @Test func aReplyWithoutEndIsCutOff() throws {
    let server = try LoopbackServer { _ in
      .raw(
        Array("HTTP/1.1 200 OK\r\n\r\n".utf8) + [UInt8](repeating: 0x61, count: (1 << 20) + 1))
    }
    let reply = try Self.ask(server)
    #expect(reply.outcome == .tooLong && reply.message == "the reply is longer than 1 MiB")
    #expect(reply.body.isEmpty)
  }

  /// A few bytes that swell to very many.
  @Test func aCompressedReplyIsBoundedByWhatItHolds() throws {
    let bomb = try Shell.inTemporaryFolder { shell in
      _ = try shell.run("head -c 3000000 /dev/zero | gzip -9 > bomb.gz")
      return Array(try Data(contentsOf: shell.folder.appending(path: "bomb.gz")))
    }
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    let server = try LoopbackServer { _ in .raw(Array(head.utf8) + bomb) }
    #expect(bomb.count < 10_000)
    #expect(try Self.ask(server).outcome == .tooLong)
  }

  @Test func manyRequestsShareAClient() throws {
    let server = try LoopbackServer { request in .json(request.text) }
    var options = HTTPClient.Options()
    options.concurrency = 3
    let client = try HTTPClient(options)
    var (next, underWay, got) = (0, 0, [UInt64: String]())
    while got.count < 200 {
      while underWay < 3, next < 200 {
        try client.begin(
          HTTPRequest(
            method: "POST", url: server.address, headers: [], body: Array("\(next)".utf8)),
          tag: UInt64(next))
        (next, underWay) = (next + 1, underWay + 1)
      }
      for reply in client.replies(waiting: 1000) {
        got[reply.tag] = String(decoding: reply.body, as: UTF8.self)
        underWay -= 1
      }
    }
    for (tag, text) in got { #expect("\(tag)" == text) }
    #expect(server.widest <= 3)
  }
}

/// Who is spoken to is who should be.
@Suite struct CertificateTests {
  /// Runs the body with a folder and the address of a TLS server that has a certificate
  /// `good.pem` of its own making, and serves the folder's files.
  static func withServer(_ body: (Shell, String) throws -> Void) throws {
    try Shell.inTemporaryFolder { shell in
      for name in ["good", "other"] {
        let made = try shell.run(
          """
          openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
          -keyout \(name).key -out \(name).pem -subj /CN=localhost \
          -addext subjectAltName=DNS:localhost 2>log || cat log
          """)
        #expect(made.output == "")
      }
      try Data(#"{"total": 1}"#.utf8).write(to: shell.folder.appending(path: "P-1"))
      let port = 20_000 + Int(getpid()) % 20_000
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/openssl")
      process.arguments = [
        "s_server", "-accept", "127.0.0.1:\(port)", "-cert", "good.pem", "-key", "good.key",
        "-WWW", "-quiet",
      ]
      process.currentDirectoryURL = shell.folder
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      let ready = try shell.run(
        """
        for i in $(seq 100); do
          (: >/dev/tcp/127.0.0.1/\(port)) 2>/dev/null && exit
          sleep 0.05
        done
        exit 1
        """)
      #expect(ready.status == 0)
      try body(shell, "https://localhost:\(port)/P-1")
    }
  }

  static func ask(_ url: String, trusting file: String?) throws -> HTTPReply {
    var options = HTTPClient.Options()
    options.authorities = file
    let client = try HTTPClient(options)
    try client.begin(HTTPRequest(method: "GET", url: url, headers: [], body: []), tag: 1)
    while true {
      if let reply = client.replies(waiting: 1000).first { return reply }
    }
  }

  @Test func certificatesAreVerified() throws {
    try Self.withServer { shell, url in
      let good = shell.folder.appending(path: "good.pem").path
      let other = shell.folder.appending(path: "other.pem").path
      let trusted = try Self.ask(url, trusting: good)
      #expect(trusted.outcome == .answered, "\(trusted)")
      #expect(String(decoding: trusted.body, as: UTF8.self) == #"{"total": 1}"#)
      let stranger = try Self.ask(url, trusting: nil)
      #expect(stranger.outcome == .hopeless && stranger.message.contains("certificate"))
      #expect(try Self.ask(url, trusting: other).outcome == .hopeless)
      #expect(try Self.ask(url, trusting: "/nowhere.pem").outcome == .hopeless)
      // The right certificate for another name.
      let elsewhere = url.replacing("localhost", with: "127.0.0.1")
      #expect(try Self.ask(elsewhere, trusting: good).outcome == .hopeless)
    }
  }
}
