import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

extension LiveRecords {
  /// The request for a booking: holes of the map filled, variables of the
  /// environment by their values.
  ///
  /// Throws where a path or a header needs what the booking does not give.
  package func request(
    for booking: LiveBooking, asOf: String, environment: [String: String]
  ) throws(LiveFault) -> LiveRequest {
    var root: JSONNode?
    if case .success(let read) = reader.read(slice(booking.text)) { root = read }
    let filler = HoleFiller(
      records: self, booking: booking, root: root, asOf: asOf, environment: environment)
    var request = LiveRequest(method: live.method, path: "", headers: [], body: [])
    request.path = try filler.path(live.path)
    if request.path.first != "/" {
      throw LiveFault("no-form", "no path is known for a booking that names no form")
    }
    for header in live.headers {
      request.headers.append("\(header.name): \(try filler.header(header.value, header.name))")
    }
    if !live.body.isEmpty {
      request.body = try filler.body(live.body)
      addJSONHeader("Content-Type", to: &request)
    }
    addJSONHeader("Accept", to: &request)
    return request
  }

  /// Says that a body is JSON, unless the map has that header.
  private func addJSONHeader(_ name: String, to request: inout LiveRequest) {
    let isThere = live.headers.contains { $0.name.lowercased() == name.lowercased() }
    if !isThere { request.headers.append("\(name): application/json") }
  }

  /// The moment of quoting of a booking that is asked now.
  package func asOf(of booking: LiveBooking, now: Instant) -> String {
    (live.isAsOfRecorded ? booking.asOf : nil) ?? now.description
  }
}

/// Fills the holes of one request.
private struct HoleFiller {
  let records: LiveRecords
  let booking: LiveBooking
  /// The booking, read; nil where it is no JSON.
  let root: JSONNode?
  let asOf: String
  let environment: [String: String]

  /// A hole as text; nil where nothing is there, or an object or a list.
  private func text(_ hole: LiveHole) -> String? {
    switch hole {
    case .environment(let name): environment[name]
    // Where the map says what names bookings, a number would be the name of another one.
    case .key: booking.isNumbered && records.map.places.key != nil ? nil : booking.key
    case .form: booking.form
    case .asOf: asOf
    case .booking(let path):
      if path.isEmpty {
        String(decoding: booking.text, as: UTF8.self)
      } else {
        root.flatMap { records.scalar(at: path, of: $0) }
      }
    }
  }

  private func filled(
    _ text: LiveText, in what: String, _ change: (String, LiveHole) -> String = { text, _ in text }
  ) throws(LiveFault) -> String {
    var result = ""
    for part in text.parts {
      switch part {
      case .text(let text): result += text
      case .hole(let hole):
        guard let value = self.text(hole) else {
          throw LiveFault("no-value", "\(what) needs `\(Self.name(hole))`, which is not given")
        }
        result += change(value, hole)
      }
    }
    return result
  }

  private static func name(_ hole: LiveHole) -> String {
    switch hole {
    case .environment(let name): name
    case .key: "key"
    case .form: "form"
    case .asOf: "as_of"
    case .booking(let path): (["booking"] + path).joined(separator: ".")
    }
  }

  /// Under the map's own path, whatever a booking is called: no part of it leads up.
  func path(_ text: LiveText) throws(LiveFault) -> String {
    let path = try filled(text, in: "the path") { value, hole in
      Self.percentEncoded(value, keeping: hole == .form ? "/?=&" : "")
    }
    if Self.climbs(path) {
      throw LiveFault("path-climbs", "`..` or `.` in the path would lead out of the map's path")
    }
    return path
  }

  /// Whether a step is one up or none, also for who decodes it twice or takes `\` for `/`.
  private static func climbs(_ path: String) -> Bool {
    var plain = String(path.prefix { $0 != "?" }).lowercased()
    for _ in 0..<3 { plain = plain.replacing("%25", with: "%") }
    for (code, mark) in [("%2e", "."), ("%2f", "/"), ("%5c", "/"), ("\\", "/")] {
      plain = plain.replacing(code, with: mark)
    }
    return plain.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }

  func header(_ text: LiveText, _ name: String) throws(LiveFault) -> String {
    let value = try filled(text, in: "the header `\(name)`")
    if value.utf8.contains(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7F }) {
      throw LiveFault("header-form", "a line end or a control character would go into `\(name)`")
    }
    return value
  }

  func body(_ parts: [LiveBodyPart]) throws(LiveFault) -> [UInt8] {
    let buffer = ByteBuffer()
    for part in parts {
      switch part {
      case .json(let json): buffer.append(text: json)
      case .text(let text): buffer.append(text: try filled(text, in: "the body"), as: .json)
      case .value(.booking(let path)):
        if path.isEmpty {
          buffer.append(booking.text)
        } else if let node = root.flatMap({ records.node(at: path, of: $0) }) {
          buffer.append(LiveRecords.json(node))
        } else {
          buffer.append("null")
        }
      case .value(let hole):
        if let text = text(hole) {
          buffer.append(text: text, as: .json)
        } else {
          buffer.append("null")
        }
      }
    }
    return unsafe Array(buffer.bytes)
  }

  /// All but the letters, digits and marks that need no coding anywhere.
  private static func percentEncoded(_ text: String, keeping kept: String) -> String {
    let plain = Set("-._~".utf8).union(kept.utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      let isLetter = (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
      if isLetter || (0x30...0x39).contains(byte) || plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
