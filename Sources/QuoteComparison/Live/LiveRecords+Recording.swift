package import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension LiveRecords {
  /// Writes the record of an exchange, a line at the map's own places, so that
  /// the same map reads it again.
  ///
  /// Throws where the reply cannot be compared: a status that the map does not
  /// know, or a price that is not there. Nothing is written then.
  package func append(
    _ reply: LiveReply, to booking: LiveBooking, asOf: String, into buffer: ByteBuffer
  ) throws(LiveFault) {
    guard let outcome = map.outcome(ofStatus: "\(reply.status)") else {
      let hint = (300..<400).contains(reply.status) ? "; redirections are not followed" : ""
      throw LiveFault(
        "unknown-status", "the map does not say what status \(reply.status) means\(hint)")
    }
    var written: [(ReferenceMap.Path, [UInt8])] = []
    let place = map.places.placeOfBody
    switch reader.read(slice(reply.body)) {
    case .success(let root):
      if outcome == .priced { try checkPriced(root, form: booking.form) }
      written.append((place, Self.json(root)))
    case .failure(let fault):
      if outcome == .priced {
        throw LiveFault("not-json", "the reply \(wrong(reply, fault))")
      }
      written += asText(reply)
    }
    append(booking, asOf: asOf, status: Array("\(reply.status)".utf8), written, into: buffer)
  }

  /// Whether a reply is an object or a list of JSON. A number alone may be a text, too.
  package func isJSON(_ body: [UInt8]) -> Bool {
    guard case .success(let root) = reader.read(slice(body)) else { return false }
    return root.isObject || root.isArray
  }

  /// Writes the record of a booking without a reply that could be compared: why, and what came
  /// instead, if anything did.
  package func appendUnanswered(
    _ booking: LiveBooking, asOf: String, _ fault: LiveFault, _ reply: LiveReply? = nil,
    into buffer: ByteBuffer
  ) {
    var why = "{\"reason\":\(fault.reason.quotedAsJSON)"
    if let reply { why += ",\"status\":\(reply.status)" }
    why += ",\"message\":\(fault.message.quotedAsJSON)}"
    append(
      booking, asOf: asOf, status: Self.quoted(ReferenceMap.unanswered),
      [(map.placeOfUnanswered, Array(why.utf8))] + (reply.map { asText($0) } ?? []), into: buffer)
  }

  /// Writes the record of a booking about which nobody was asked: it has neither a status nor a
  /// reply.
  package func appendUnasked(_ booking: LiveBooking, into buffer: ByteBuffer) {
    append(booking, asOf: booking.asOf ?? "", status: nil, [], into: buffer)
  }

  /// Whether a line of a file of records is of a booking that got no answer.
  package func isUnanswered(line: [UInt8]) -> Bool {
    guard case .success(let root) = reader.read(slice(line)) else { return false }
    return map.whyUnanswered(root) != nil
  }

  /// So much is kept of a reply that is no quote, to see what it is.
  private static let keptText = 1 << 16

  /// A reply that is no JSON, or not what was wanted, beside where replies are.
  private func asText(_ reply: LiveReply) -> [(ReferenceMap.Path, [UInt8])] {
    let place = map.places.placeOfBody
    let raw = place.dropLast() + [place[place.count - 1] + "_raw"]
    let type = place.dropLast() + ["content_type"]
    return [
      (
        Array(raw),
        Self.quoted(String(decoding: reply.body.prefix(Self.keptText), as: UTF8.self))
      ),
      (Array(type), Self.quoted(reply.contentType)),
    ]
  }

  private func checkPriced(_ root: JSONNode, form name: String?) throws(LiveFault) {
    guard let form = map.form(named: name).map({ map.forms[$0] }) else { return }
    let path = map.places.reply.dropFirst(map.places.placeOfBody.count) + form.reply
    if let found = node(at: Array(path), of: root), found.isObject { return }
    let place = path.isEmpty ? "" : " at `\(path.joined(separator: "."))`"
    throw LiveFault("no-quote", "the reply has no object\(place), where the quote should be")
  }

  /// What is wrong with a reply that should be JSON, and where.
  private func wrong(_ reply: LiveReply, _ fault: CellFault) -> String {
    if reply.body.isEmpty { return "is empty, not JSON" }
    let type = reply.contentType.prefix { $0 != ";" }
    if !type.isEmpty, !type.hasSuffix("json") { return "is `\(type)`, not JSON" }
    if fault == .invalidText { return "is not UTF-8" }
    if fault == .tooDeep {
      return "is nested too deeply: at most \(JSONRecordReader.deepest) levels"
    }
    guard let mistake = JSONMistake(slice(reply.body), of: "reply") else { return "is not JSON" }
    return "is not JSON: at \(mistake.place), \(mistake.what)"
  }

  private func append(
    _ booking: LiveBooking, asOf: String, status: [UInt8]?,
    _ reply: [(ReferenceMap.Path, [UInt8])], into buffer: ByteBuffer
  ) {
    let places = map.places
    let body = places.placeOfBody
    var parts: [(ReferenceMap.Path, [UInt8])] = []
    func add(_ path: ReferenceMap.Path?, _ value: [UInt8]) {
      // What sits inside the booking or the reply is there already.
      guard let path, !path.isEmpty, !path.starts(with: places.booking),
        !path.starts(with: body)
      else { return }
      parts.append((path, value))
    }
    if !booking.isNumbered { add(places.key, Self.quoted(booking.key)) }
    if !asOf.isEmpty { add(places.asOf, Self.quoted(asOf)) }
    if let form = booking.form { add(places.form, Self.quoted(form)) }
    if booking.isRaw, let place = places.bookingText {
      parts.append((place, Self.quoted(String(decoding: booking.text, as: UTF8.self))))
    } else if !booking.text.isEmpty {
      parts.append((places.booking, booking.text))
    }
    if let place = places.status, let status { parts.append((place, status)) }
    append(object: parts + reply, depth: 0, into: buffer)
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Members by their paths; those that begin alike become one object.
  private func append(
    object parts: [(ReferenceMap.Path, [UInt8])], depth: Int, into buffer: ByteBuffer
  ) {
    buffer.append(UInt8(ascii: "{"))
    var done: Set<String> = []
    for (path, value) in parts where done.insert(path[depth]).inserted {
      if done.count > 1 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: path[depth], as: .json)
      buffer.append(UInt8(ascii: ":"))
      if path.count == depth + 1 {
        buffer.append(value)
      } else {
        let below = parts.filter { $0.0.count > depth + 1 && $0.0[depth] == path[depth] }
        append(object: below, depth: depth + 1, into: buffer)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  private static func quoted(_ text: String) -> [UInt8] {
    Array(text.quotedAsJSON.utf8)
  }
}
