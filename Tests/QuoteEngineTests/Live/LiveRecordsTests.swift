import Testing

@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What a map says about asking a backend, without any network.
@Suite struct LiveRecordsTests {
  static let map = """
    schema: quote-map/1
    record:
      key: id
      booking: request
      booking_text: request_raw
      as_of: as_of
      form: path
      status: status
      reply: response
    statuses: { priced: [200], declined: [400] }
    forms: { /api/q: { reply: quote } }

    """

  static func records(
    _ live: String = "live: { path: '${form}', form: /api/q }", map: String = map
  ) throws -> LiveRecords {
    let loader = FileLoader.memory(["m.yaml": map + live])
    return try #require(LiveRecords(try ReferenceMap(readingFile: "m.yaml", from: loader)))
  }

  static func bookings(
    _ text: String, _ records: LiveRecords, format: InputFormat = .jsonl
  ) throws -> [LiveBooking] {
    let source = ByteSource.memory(name: "b", bytes: Array(text.utf8))
    let bookings = try LiveBookings(records, sources: [source], format: format)
    var found: [LiveBooking] = []
    while let item = try bookings.next() {
      if case .booking(let booking) = item { found.append(booking) }
    }
    return found
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func recordsAndPlainBookingsAreTold() throws {
    let found = try Self.bookings(
      """
      {"id": "a", "path": "/api/z", "as_of": "2026-03-02T15:00:00Z", "request": {"n" : [1, 2.50]}}
      {"id": 7, "n": "a  \\" b"}
      {"id": "c", "request": null, "request_raw": "{broken"}
      {"id": "d", "request": null}
      {"n": 1}
      """, Self.records())
    #expect(found.map(\.key) == ["a", "7", "c", "d", "5"])
    #expect(found.map(\.form) == ["/api/z", "/api/q", "/api/q", "/api/q", "/api/q"])
    #expect(
      found.map { Self.text($0.text) }
        == [#"{"n":[1,2.50]}"#, #"{"id":7,"n":"a  \" b"}"#, "{broken", "null", #"{"n":1}"#])
    #expect(found.map(\.isRaw) == [false, false, true, false, false])
    #expect(found[0].asOf == "2026-03-02T15:00:00Z" && found[1].asOf == nil)
  }

  @Test func anArrayOfBookingsIsRead() throws {
    let found = try Self.bookings(
      "[{\"id\": \"a\",\n \"n\": 1},\n {\"id\": \"b\"}]", Self.records(), format: .json)
    #expect(found.map(\.key) == ["a", "b"])
    #expect(found.map { Self.text($0.text) } == [#"{"id":"a","n":1}"#, #"{"id":"b"}"#])
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let records = try Self.records()
    let source = ByteSource.memory(name: "b", bytes: Array("{\"id\": 1}\n{no\n[1]\n".utf8))
    let bookings = try LiveBookings(records, sources: [source], format: .jsonl)
    var lines: [Int64] = []
    while let item = try bookings.next() {
      if case .unreadable(let fault) = item { lines.append(fault.line) }
    }
    #expect(lines == [2, 3])
  }

  @Test func aKeyInsideTheBookingIsFoundInPlainOnesToo() throws {
    let map = Self.map.replacing("key: id", with: "key: request.ref")
    let records = try Self.records(map: map)
    let found = try Self.bookings(
      "{\"request\": {\"ref\": \"a\"}}\n{\"ref\": \"b\"}\n", records)
    #expect(found.map(\.key) == ["a", "b"])
    let buffer = ByteBuffer()
    try records.append(
      LiveReply(status: 400, contentType: "", body: Array("{}".utf8)), to: found[1], asOf: "t",
      into: buffer)
    #expect(
      buffer.string
        == #"{"as_of":"t","path":"/api/q","request":{"ref":"b"},"status":400,"response":{}}"# + "\n"
    )
  }

  // MARK: - Requests

  static let full = """
    live:
      method: PUT
      path: /quotes/${booking.id}/${TENANT}?at=${as_of}
      form: /api/q
      headers:
        Authorization: Bearer ${API_TOKEN}
        X-Key: ${key}
      body:
        order: ${booking}
        sort: ${booking.sort}
        none: ${booking.nothing}
        note: say "${key}" to ${TENANT}
        count: 3
        text: '3 '
        list: [true, ~, 1e3, '${form}']
    """

  @Test func holesAreFilled() throws {
    let records = try Self.records(Self.full)
    #expect(records.variables == ["TENANT", "API_TOKEN"])
    let booking = try Self.bookings(#"{"id": "a/ü b", "sort": {"x": 1}}"#, records)[0]
    let request = try records.request(
      for: booking, asOf: "2026-01-01T00:00:00Z",
      environment: ["API_TOKEN": "t0k", "TENANT": "a&b\""])
    #expect(request.method == "PUT")
    #expect(request.path == "/quotes/a%2F%C3%BC%20b/a%26b%22?at=2026-01-01T00%3A00%3A00Z")
    #expect(
      request.headers == [
        "Authorization: Bearer t0k", "X-Key: a/ü b", "Content-Type: application/json",
        "Accept: application/json",
      ])
    #expect(
      Self.text(request.body)
        == #"{"order":{"id":"a/ü b","sort":{"x":1}},"sort":{"x":1},"none":null,"#
        + #""note":"say \"a/ü b\" to a&b\"","count":3,"text":"3","list":[true,"~",1e3,"/api/q"]}"#)
  }

  @Test func theBookingIsTheBodyUnlessSaid() throws {
    let records = try Self.records()
    let found = try Self.bookings(
      "{\"id\": \"a\", \"n\":  1.50}\n{\"id\": \"b\", \"request_raw\": \"\\u00a7 { \"}\n", records)
    let bodies = try found.map { booking in
      Self.text(try records.request(for: booking, asOf: "", environment: [:]).body)
    }
    #expect(bodies == [#"{"id":"a","n":1.50}"#, "§ { "])
  }

  @Test func whatABookingLacksIsNamed() throws {
    let records = try Self.records(Self.full)
    let booking = try Self.bookings(#"{"sort": 1}"#, records)[0]
    #expect(
      throws: LiveFault("no-value", "the path needs `booking.id`, which is not given")
    ) {
      try records.request(for: booking, asOf: "", environment: ["API_TOKEN": "t", "TENANT": "u"])
    }
  }

  @Test func aHeaderHoldsNoLineEnd() throws {
    let records = try Self.records("live: { path: /q, form: /api/q, headers: { A: '${key}' } }")
    let booking = try Self.bookings(#"{"id": "a\r\nX: y"}"#, records)[0]
    #expect(throws: LiveFault.self) {
      try records.request(for: booking, asOf: "", environment: [:])
    }
  }

  // MARK: - Records

  static func record(
    _ status: Int, _ body: String, _ records: LiveRecords, type: String = "application/json"
  ) throws -> String {
    let booking = LiveBooking(
      record: 1, line: 1, key: "k\"", form: "/api/q", text: Array(#"{"a":1}"#.utf8))
    let buffer = ByteBuffer()
    try records.append(
      LiveReply(status: status, contentType: type, body: Array(body.utf8)), to: booking,
      asOf: "2026-03-02T15:00:00Z", into: buffer)
    return buffer.string
  }

  static let head =
    #"{"id":"k\"","as_of":"2026-03-02T15:00:00Z","path":"/api/q","request":{"a":1},"status":"#

  @Test func anExchangeIsALine() throws {
    let records = try Self.records()
    #expect(
      try Self.record(200, "{\n \"quote\": {\"total\": 1.50}\n}\r\n", records)
        == Self.head + #"200,"response":{"quote":{"total":1.50}}}"# + "\n")
    #expect(
      try Self.record(400, "<b>\"no\"</b>\n", records, type: "text/html")
        == Self.head + #"400,"response_raw":"<b>\"no\"</b>\n","content_type":"text/html"}"# + "\n")
  }

  @Test(arguments: [
    (200, "<html>", "text/html; charset=utf-8", "not-json", "the reply is `text/html`, not JSON"),
    (
      200, "{\"quote\": {", "application/json", "not-json",
      "the reply is not JSON: at column 12, the reply ends without the `}` for its `{`"
    ),
    (
      200, "{\"quote\":\n {\"total\": NaN}}", "application/json; charset=utf-8", "not-json",
      "the reply is not JSON: at line 2, column 12, `NaN` is not a word of JSON"
    ),
    (200, "", "", "not-json", "the reply is empty, not JSON"),
    (
      200, "{\"quote\": 3}", "application/json", "no-quote",
      "the reply has no object at `quote`, where the quote should be"
    ),
    (
      200, String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000), "",
      "not-json", "the reply is nested too deeply: at most 256 levels"
    ),
    (
      302, "", "", "unknown-status",
      "the map does not say what status 302 means; redirections are not followed"
    ),
    (418, "{}", "", "unknown-status", "the map does not say what status 418 means"),
  ])
  func aReplyThatCannotBeComparedIsAFault(
    status: Int, body: String, type: String, reason: String, message: String
  ) throws {
    let records = try Self.records()
    #expect(throws: LiveFault(reason, message)) {
      try Self.record(status, body, records, type: type)
    }
  }

  @Test func placesMayBeDeep() throws {
    let map = """
      schema: quote-map/1
      record: { key: meta.id, form: meta.path, booking: in.body, status: out.code, reply: out.body }
      statuses: { priced: [200] }

      """
    let records = try Self.records("live: { path: /q, form: f }", map: map)
    let booking = LiveBooking(record: 1, line: 1, key: "k", form: "f", text: Array("{}".utf8))
    let buffer = ByteBuffer()
    try records.append(
      LiveReply(status: 200, contentType: "", body: Array("{}".utf8)), to: booking, asOf: "t",
      into: buffer)
    #expect(
      buffer.string
        == #"{"meta":{"id":"k","path":"f"},"in":{"body":{}},"out":{"code":200,"body":{}}}"# + "\n")
    let again = try #require(
      records.booking(inLine: Array(buffer.string.utf8.dropLast()), number: 1))
    #expect(again.asksTheSame(as: booking) && again.fingerprint == booking.fingerprint)
  }

  // MARK: - Paths

  private static func path(_ live: String, key: String, form: String? = nil) throws -> String {
    let records = try records(live)
    let booking = LiveBooking(record: 1, line: 1, key: key, form: form, text: Array("{}".utf8))
    do throws(LiveFault) {
      return try records.request(for: booking, asOf: "t", environment: [:]).path
    } catch {
      return error.reason
    }
  }

  /// A key of a stranger's bookings stays below the map's path.
  @Test(arguments: [
    ("P-1", "/q/P-1"), ("a/b", "/q/a%2Fb"), ("a b?c#d", "/q/a%20b%3Fc%23d"), ("ä", "/q/%C3%A4"),
    ("..", "path-climbs"), (".", "path-climbs"), ("../admin", "path-climbs"),
    ("a/../../admin", "path-climbs"), ("..\\admin", "path-climbs"),
    ("%2e%2e", "path-climbs"), ("%2e%2e%2fadmin", "path-climbs"), ("...", "/q/..."),
    ("a..b", "/q/a..b"),
  ])
  func keysInPathsDoNotClimb(key: String, expected: String) throws {
    #expect(try Self.path("live: { path: '/q/${key}' }", key: key) == expected)
  }

  @Test(arguments: [
    ("/api/q?v=1", "/api/q?v=1"), ("/api/../admin", "path-climbs"), ("/a/%2E%2E/b", "path-climbs"),
    ("/a b", "/a%20b"), ("/api/q?next=../x", "/api/q?next=../x"),
  ])
  func formsInPathsDoNotClimb(form: String, expected: String) throws {
    #expect(try Self.path("live: { path: '${form}' }", key: "k", form: form) == expected)
  }

  // MARK: - Maps

  static func complaints(_ live: String, map: String = map) -> [String] {
    let loader = FileLoader.memory(["m.yaml": map + live])
    do throws(MapFailure) {
      _ = try ReferenceMap(readingFile: "m.yaml", from: loader)
      return []
    } catch {
      guard case .rejected(let rejected) = error else { return ["trouble"] }
      return rejected.diagnostics.map(\.id)
    }
  }

  @Test(arguments: [
    ("live: { path: /q, form: /api/q }", []),
    ("live: {}", ["missing-key"]),
    ("live: { path: q }", ["live-path-form"]),
    ("live: { path: '/a b' }", ["live-path-form"]),
    ("live: { path: /q, speed: 3 }", ["unknown-key"]),
    ("live: { path: /q, method: FETCH }", ["unknown-word"]),
    ("live: { path: /q, as_of: then }", ["unknown-word"]),
    ("live: { path: /q, method: GET, body: { a: 1 } }", ["get-with-body"]),
    ("live: { path: /q, headers: { Host: x } }", ["live-header"]),
    ("live: { path: /q, headers: { 'A b': x } }", ["live-header"]),
    ("live: { path: '/${key' }", ["hole-open"]),
    ("live: { path: '/${token}' }", ["hole-name"]),
    ("live: { path: /q, form: /api/p }", ["live-form"]),
  ] as [(String, [String])])
  func whatIsWrongIsSaid(live: String, ids: [String]) {
    #expect(Self.complaints(live) == ids)
  }

  @Test(arguments: [
    ("reply: response.quote, refusal: response.error.message", "", ["response"]),
    ("reply: response.quote", "live-body", []),
    ("reply: response.quote, body: response", "", ["response"]),
    ("reply: a.b.quote, refusal: a.b.error", "", ["a", "b"]),
    ("reply: a.b, refusal: a.b.error", "live-body", []),
    ("reply: quote, refusal: error", "live-body", []),
    ("reply: quote, body: itself", "live-body", []),
    ("reply: a.quote, refusal: b.error, body: a", "live-body", []),
    ("reply: out.b.quote, refusal: out.b.error, body: out", "", ["out"]),
    (
      "reply: all.b.quote, refusal: all.b.error, body: all, booking: all.q",
      "live-places-overlap", []
    ),
  ] as [(String, String, [String])])
  func aBodyHasItsPlace(places: String, id: String, body: [String]) throws {
    let booking = places.contains("booking:") ? "" : ", booking: request"
    let text = """
      schema: quote-map/1
      record: { key: id\(booking), status: status, \(places) }
      statuses: { priced: [200] }

      """
    let live = "live: { path: /q }"
    #expect(Self.complaints(live, map: text) == (id.isEmpty ? [] : [id]))
    guard id.isEmpty else { return }
    #expect(try Self.records(live, map: text).map.places.placeOfBody == body)
  }

  @Test func repliesNeedPlaces() {
    let short = "schema: quote-map/1\nrecord: { key: id, status: status }\n"
    #expect(
      Set(Self.complaints("live: { path: /q }", map: short)) == ["live-place", "missing-key"])
    let inside = Self.map.replacing("status: status\n", with: "status: response.status\n")
    #expect(Self.complaints("live: { path: /q }", map: inside) == ["live-places-overlap"])
  }
}
