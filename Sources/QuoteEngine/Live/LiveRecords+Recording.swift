extension LiveRecords {
  /// Writes the record of an exchange, a line at the map's own places, so that
  /// the same map reads it again.
  ///
  /// Throws where the reply cannot be compared: a status that the map does not
  /// know, or a price that is not there. Nothing is written then.
  public func append(
    _ reply: LiveReply, to booking: LiveBooking, asOf: String, into buffer: ByteBuffer
  ) throws(LiveFault) {
    guard let outcome = map.outcome(ofStatus: "\(reply.status)") else {
      let hint = (300..<400).contains(reply.status) ? "; redirections are not followed" : ""
      throw LiveFault(
        "unknown-status", "the map does not say what status \(reply.status) means\(hint)")
    }
    var written: [(ReferenceMap.Path, [UInt8])] = []
    let place = map.places.reply
    switch reader.read(slice(reply.body)) {
    case .success(let root):
      if outcome == .priced { try checkPriced(root, form: booking.form) }
      written.append((place, Self.json(root)))
    case .failure:
      if outcome == .priced {
        throw LiveFault("not-json", "the reply is \(Self.called(reply)), not JSON")
      }
      let raw = place.dropLast() + [place[place.count - 1] + "_raw"]
      written.append((Array(raw), Self.quoted(String(decoding: reply.body, as: UTF8.self))))
      let type = place.dropLast() + ["content_type"]
      written.append((Array(type), Self.quoted(reply.contentType)))
    }
    append(booking, asOf: asOf, status: Array("\(reply.status)".utf8), written, into: buffer)
  }

  /// Writes a line for a booking without a reply, which no map can compare.
  public func appendUnanswered(_ booking: LiveBooking, into buffer: ByteBuffer) {
    let status = Self.quoted(ReferenceMap.unanswered)
    append(booking, asOf: booking.asOf ?? "", status: status, [], into: buffer)
  }

  private func checkPriced(_ root: JSONNode, form name: String?) throws(LiveFault) {
    guard let form = map.form(named: name).map({ map.forms[$0] }) else { return }
    if let found = node(at: form.reply, of: root), found.isObject { return }
    let place = form.reply.isEmpty ? "" : " at `\(form.reply.joined(separator: "."))`"
    throw LiveFault("no-quote", "the reply has no object\(place), where the quote should be")
  }

  private static func called(_ reply: LiveReply) -> String {
    if reply.body.isEmpty { return "empty" }
    let type = reply.contentType.prefix { $0 != ";" }
    return type.isEmpty || type == "application/json" ? "broken" : "`\(type)`"
  }

  private func append(
    _ booking: LiveBooking, asOf: String, status: [UInt8],
    _ reply: [(ReferenceMap.Path, [UInt8])], into buffer: ByteBuffer
  ) {
    let places = map.places
    var parts: [(ReferenceMap.Path, [UInt8])] = []
    func add(_ path: ReferenceMap.Path?, _ value: [UInt8]) {
      // What sits inside the booking or the reply is there already.
      guard let path, !path.isEmpty, !path.starts(with: places.booking),
        !path.starts(with: places.reply)
      else { return }
      parts.append((path, value))
    }
    add(places.key, Self.quoted(booking.key))
    if !asOf.isEmpty { add(places.asOf, Self.quoted(asOf)) }
    if let form = booking.form { add(places.form, Self.quoted(form)) }
    if booking.isRaw, let place = places.bookingText {
      parts.append((place, Self.quoted(String(decoding: booking.text, as: UTF8.self))))
    } else {
      parts.append((places.booking, booking.text))
    }
    if let place = places.status { parts.append((place, status)) }
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
