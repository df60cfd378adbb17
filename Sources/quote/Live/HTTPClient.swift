private import CCurl
private import Glibc
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One request, ready to go.
struct HTTPRequest: Sendable {
  var method: String
  var url: String
  /// `Name: value`.
  var headers: [String]
  var body: [UInt8]
}

/// What became of a request.
struct HTTPReply: Sendable {
  enum Outcome: Sendable {
    /// A whole reply, of any status.
    case answered
    /// No reply, or not all of it; another try may do better.
    case failed
    case tooLong
    /// No try will do better: a certificate that is not to be trusted.
    case hopeless
  }

  /// As the request was begun with.
  var tag: UInt64
  var outcome: Outcome
  var status = 0
  /// How long the other side asks to be left alone; 0 where it says nothing.
  var retryAfterSeconds: Int64 = 0
  var contentType = ""
  var body: [UInt8] = []
  /// What went wrong, in a few words.
  var message = ""
}

/// Sends requests side by side. Certificates are verified, redirections are
/// not followed: a token goes to nobody else.
protocol HTTPSending: AnyObject {
  /// Starts a request; the caller keeps to the number that may be under way.
  func begin(_ request: HTTPRequest, tag: UInt64) throws(Trouble)
  /// Waits for at most so long, and gives what has come to its end.
  func replies(waiting milliseconds: Int) -> [HTTPReply]
}

/// The real thing, by libcurl.
@safe final class HTTPClient: HTTPSending {
  struct Options: Sendable {
    var concurrency = 4
    var timeoutMilliseconds = 30_000
    var replyBound = 16 << 20
    /// A PEM file of certificates trusted in the system's stead.
    var authorities: String?
  }

  private let handle: OpaquePointer
  private let boundBytes: Int

  init(_ options: Options) throws(Trouble) {
    if let reason = unsafe ccurl_load() {
      throw unsafe Trouble("no-http", "requests cannot be sent: \(String(cString: reason))")
    }
    boundBytes = options.replyBound
    let made = unsafe "quote/\(Quote.version)".withCString { agent in
      unsafe Self.withCString(options.authorities) { authorities in
        var settings = unsafe ccurl_options(
          concurrency: Int32(options.concurrency),
          timeout_milliseconds: options.timeoutMilliseconds, reply_bound: options.replyBound,
          authorities: authorities, user_agent: agent)
        return unsafe ccurl_new(&settings)
      }
    }
    guard let made = unsafe made else { throw Trouble("no-http", "out of memory") }
    unsafe handle = made
  }

  deinit { unsafe ccurl_free(handle) }

  func begin(_ request: HTTPRequest, tag: UInt64) throws(Trouble) {
    var headers = unsafe request.headers.map { unsafe strdup(Self.asSent($0)) }
    defer { for unsafe header in unsafe headers { unsafe free(header) } }
    let failed = unsafe headers.withUnsafeMutableBufferPointer { list in
      unsafe list.withMemoryRebound(to: UnsafePointer<CChar>?.self) { list in
        unsafe ccurl_begin(
          handle, tag, request.method, request.url, list.baseAddress, list.count, request.body,
          request.body.count)
      }
    }
    if failed != 0 { throw Trouble("no-http", "a request cannot be made") }
  }

  /// libcurl takes a header without a value for one that is not to be sent, unless it ends so.
  private static func asSent(_ header: String) -> String {
    guard let colon = header.firstIndex(of: ":"),
      header[header.index(after: colon)...].allSatisfy({ $0 == " " || $0 == "\t" })
    else { return header }
    return header[..<colon] + ";"
  }

  func replies(waiting milliseconds: Int) -> [HTTPReply] {
    unsafe ccurl_wait(handle, Int32(max(0, milliseconds)))
    var found: [HTTPReply] = []
    var reply = unsafe ccurl_reply()
    while unsafe ccurl_take(handle, &reply) != 0 { unsafe found.append(copy(reply)) }
    return found
  }

  private func copy(_ reply: ccurl_reply) -> HTTPReply {
    var copy = unsafe HTTPReply(
      tag: reply.tag, outcome: Self.outcome(reply.outcome), status: Int(reply.status))
    unsafe copy.retryAfterSeconds = reply.retry_after
    switch copy.outcome {
    case .answered:
      unsafe copy.contentType = String(cString: reply.content_type)
      unsafe copy.body = Array(UnsafeBufferPointer(start: reply.body, count: reply.body_count))
    case .tooLong: copy.message = "the reply is longer than \(boundBytes >> 20) MiB"
    case .failed, .hopeless: unsafe copy.message = String(cString: reply.message)
    }
    return copy
  }

  private static func outcome(_ outcome: ccurl_outcome) -> HTTPReply.Outcome {
    switch outcome {
    case CCURL_ANSWERED: .answered
    case CCURL_TOO_LONG: .tooLong
    case CCURL_HOPELESS: .hopeless
    case _: .failed
    }
  }

  private static func withCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let text else { return body(nil) }
    return unsafe text.withCString { unsafe body($0) }
  }
}
