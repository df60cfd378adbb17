import Foundation
import Glibc

/// A small HTTP server on this machine, for as long as it is held: what it
/// answers is up to the test, from right to nonsense.
package final class LoopbackServer: @unchecked Sendable {
  package struct Request: Sendable {
    package var method = ""
    package var path = ""
    /// The headers by name, in lower case.
    package var headers: [String: String] = [:]
    package var body: [UInt8] = []

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  package enum Answer: Sendable {
    case reply(Int, [String: String] = [:], body: String)
    /// These bytes and the end of the connection.
    case raw([UInt8])
    /// The connection is broken off.
    case reset
    /// Nothing, until the other side goes away.
    case stall

    package static func json(_ text: String, status: Int = 200) -> Answer {
      .reply(status, ["Content-Type": "application/json"], body: text)
    }
  }

  package let port: UInt16
  package var address: String { "http://127.0.0.1:\(port)" }

  private let listener: Int32
  private let answer: @Sendable (Request) -> Answer
  private let lock = NSLock()
  private var log: [Request] = []
  private var underWay = 0
  private var mostUnderWay = 0

  /// Listens on a port of the system's choice.
  package init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
    self.answer = answer
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileNoSuchFile) }
    listener = descriptor
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let self else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  deinit { stop() }

  /// Listens no more.
  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// What was asked, in the order in which it came.
  package var requests: [Request] { lock.withLock { log } }

  /// The largest number of requests that were answered at a time.
  package var widest: Int { lock.withLock { mostUnderWay } }

  // MARK: - A connection

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var pending: [UInt8] = []
    while let request = read(connection, &pending) {
      lock.withLock {
        log.append(request)
        underWay += 1
        mostUnderWay = max(mostUnderWay, underWay)
      }
      let answer = answer(request)
      lock.withLock { underWay -= 1 }
      switch answer {
      case .reply(let status, let headers, let body):
        var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.utf8.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        guard send(connection, Array((head + "\r\n" + body).utf8)) else { return }
      case .raw(let bytes):
        _ = send(connection, bytes)
        return
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        return
      case .stall:
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
        return
      }
    }
  }

  private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          connection, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      done += count
    }
    return true
  }

  /// The next request of a connection; nil when it is closed.
  private func read(_ connection: Int32, _ pending: inout [UInt8]) -> Request? {
    let gap = Array("\r\n\r\n".utf8)
    var head = pending.firstRange(of: gap)
    while head == nil {
      guard more(connection, &pending) else { return nil }
      head = pending.firstRange(of: gap)
    }
    guard let head else { return nil }
    let lines = String(decoding: pending[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var request = Request()
    let words = lines[0].split(separator: " ")
    request.method = String(words[0])
    request.path = String(words[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      request.headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
        .trimmingCharacters(in: .whitespaces)
    }
    let count = request.headers["content-length"].flatMap { Int($0) } ?? 0
    while pending.count < head.upperBound + count {
      guard more(connection, &pending) else { return nil }
    }
    request.body = Array(pending[head.upperBound..<(head.upperBound + count)])
    pending.removeFirst(head.upperBound + count)
    return request
  }

  private func more(_ connection: Int32, _ pending: inout [UInt8]) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = recv(connection, &bytes, bytes.count, 0)
    if count > 0 { pending += bytes[..<count] }
    return count > 0
  }
}
