import Foundation

/// The backend of `docs/live.md`: prices parcels as its rules do, but for the
/// fee of nine pieces, and has the faults that the page shows.
package struct ParcelBackend: Sendable {
  package static let token = "s3cr3t-0123456789"

  package let server: LoopbackServer
  /// What commands find in their environment.
  package var environment: [String: String] {
    ["BACKEND": server.address, "API_TOKEN": Self.token]
  }

  package init() throws {
    let busy = Busy()
    server = try LoopbackServer { request in
      guard request.headers["authorization"] == "Bearer \(Self.token)" else {
        return .reply(401, body: "who are you?")
      }
      switch request.path {
      case "/v1/quotes/busy-once" where busy.isFirst(): return .reply(503, body: "busy")
      case "/v1/quotes/nonsense": return .reply(200, ["Content-Type": "text/html"], body: "<p>Hi")
      case "/v1/quotes/endless": return .json(#"{"parcel":7.00,"total":NaN}"#)
      case "/v1/quotes/cut": return .json(#"{"parcel":7.00,"#)
      case "/v1/quotes/moved": return .reply(302, ["Location": "/"], body: "")
      default: return Self.quote(request)
      }
    }
  }

  private static func quote(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
    let digits = request.text.components(separatedBy: "\"pieces\":").last?.prefix { $0.isNumber }
    let pieces = digits.flatMap { Int($0) } ?? 0
    if pieces > 50 { return .json(#"{"error":"more than a van holds"}"#, status: 422) }
    let fee = (pieces * 700 * 8 + 50) / 100 + (pieces == 9 ? 1 : 0)
    let echo = request.headers["authorization"] ?? ""
    return .json(
      #"{"parcel":\#(pieces * 7).00,"total":\#(cents(pieces * 700 + fee)),"asked_by":"\#(echo)"}"#)
  }

  private static func cents(_ amount: Int) -> String {
    "\(amount / 100).\(String(amount % 100 + 100).dropFirst())"
  }

  private final class Busy: @unchecked Sendable {
    private let lock = NSLock()
    private var isNew = true

    func isFirst() -> Bool {
      lock.withLock {
        defer { isNew = false }
        return isNew
      }
    }
  }
}
