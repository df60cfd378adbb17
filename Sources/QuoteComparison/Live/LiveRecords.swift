package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Does what a map says about asking a backend: makes bookings of records, requests of bookings and
/// records of replies. It sends nothing itself.
///
/// It belongs to one thread.
package final class LiveRecords {
  let map: ReferenceMap
  let live: ReferenceMap.Live
  let reader = JSONRecordReader()
  private let padded = ByteBuffer()

  /// Nil for a map that does not say how to ask.
  package init?(_ map: ReferenceMap) {
    guard let live = map.live else { return nil }
    self.map = map
    self.live = live
  }

  /// Whether earlier bookings matter for later ones, so that they are to be
  /// asked one after the other.
  package var isOrdered: Bool { !map.counts.isEmpty }

  /// The variables of the environment that requests need.
  package var variables: [String] { live.variables }

  /// Whether the map has such a form, or counts it for others: a booking of another one is compared
  /// with nothing, so nobody asks about it.
  package func knows(form: String?) -> Bool {
    map.form(named: form) != nil
      || form.map { name in map.counts.contains { $0.forms.contains(name) } } ?? false
  }

  /// Whether the map says what a status means.
  package func knows(status: Int) -> Bool { map.outcome(ofStatus: "\(status)") != nil }

  // MARK: - Bookings

  /// The booking in a line of a file of records; nil if it cannot be read.
  package func booking(inLine line: [UInt8], number: Int64) -> LiveBooking? {
    booking(of: slice(line), record: number, line: number)
  }

  /// What stands at the map's place for bookings, or, where nothing does, the
  /// whole as a booking.
  func booking(of text: TextSlice, record: Int64, line: Int64) -> LiveBooking? {
    guard case .success(let root) = reader.read(text), root.isObject else { return nil }
    var found = LiveBooking(
      record: record, line: line, key: "\(record)", isNumbered: true, form: live.form)
    func name(_ key: String?) {
      guard let key, !key.isEmpty else { return }
      (found.key, found.isNumbered) = (key, false)
    }
    let places = map.places
    if let form = scalar(at: places.form, of: root) { found.form = form }
    found.asOf = scalar(at: places.asOf, of: root)
    name(scalar(at: places.key, of: root))
    if let raw = node(at: places.bookingText, of: root), raw.isString {
      found.isRaw = true
      found.text = unsafe Array(raw.text.bytes)
    } else if let booking = node(at: places.booking, of: root) {
      found.text = Self.json(booking)
    } else {
      found.text = Self.json(root)
      // A key that sits in the booking of a record sits in the booking here.
      if let key = places.key, key.starts(with: places.booking) {
        let inside = Array(key.dropFirst(places.booking.count))
        name(scalar(at: inside, of: root))
      }
    }
    return found
  }

  // MARK: - Parts

  /// A copy that the reader may read.
  func slice(_ bytes: [UInt8]) -> TextSlice {
    padded.removeAll()
    padded.append(bytes)
    for _ in 0..<InputChunk.padding { padded.append(0x20) }
    return padded.slice(0, bytes.count)
  }

  func node(at path: ReferenceMap.Path?, of root: JSONNode) -> JSONNode? {
    guard let path else { return nil }
    let steps = path.map { FieldPath.Step.member($0) }
    return BatchFiller.walk(root, steps[...])
  }

  /// The text at a place; nil if there is nothing, an object or a list.
  func scalar(at path: ReferenceMap.Path?, of root: JSONNode) -> String? {
    guard let found = node(at: path, of: root), !found.isObject, !found.isArray, !found.isNull
    else { return nil }
    return found.text.string
  }

  /// A value as JSON without white space between its parts.
  static func json(_ node: JSONNode) -> [UInt8] {
    let buffer = ByteBuffer()
    buffer.append(json: node)
    return unsafe Array(buffer.bytes)
  }
}

extension ByteBuffer {
  /// A value that was read, as JSON: numbers as they were written, members in
  /// their order, repeated ones too.
  package func append(json node: JSONNode) {
    if node.isObject {
      append(UInt8(ascii: "{"))
      var isFirst = true
      node.eachMember { key, value in
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        unsafe append(json: key.text.bytes)
        append(UInt8(ascii: ":"))
        append(json: value)
      }
      append(UInt8(ascii: "}"))
    } else if node.isArray {
      append(UInt8(ascii: "["))
      node.eachElement { position, element in
        if position > 0 { append(UInt8(ascii: ",")) }
        append(json: element)
      }
      append(UInt8(ascii: "]"))
    } else if node.isString {
      unsafe append(json: node.text.bytes)
    } else {
      append(node.text)
    }
  }
}

/// Bookings of some files, one after the other, to be asked about.
package final class LiveBookings {
  private let records: LiveRecords
  private let chunks: RecordChunks
  private var index = 0
  private var count: Int64 = 0

  /// Throws where the first file cannot be opened.
  package init(
    _ records: LiveRecords, sources: [ByteSource], format: InputFormat?
  ) throws(Trouble) {
    self.records = records
    chunks = RecordChunks(try RecordFeed(schema: .unknown, sources: sources, format: format))
  }

  package enum Item: Sendable {
    case booking(LiveBooking)
    case unreadable(RowFault)
  }

  /// The next record, nil at the end.
  package func next() throws(Trouble) -> Item? {
    while index == chunks.records.count {
      index = 0
      do throws(Trouble) {
        guard try chunks.next() else { return nil }
      } catch {
        guard error.id == "records-are-json" else { throw error }
        throw Trouble(
          error.id,
          "a request is JSON, so `--live` takes bookings in JSON or JSON Lines, and not in CSV")
      }
    }
    let record = chunks.records[index]
    index += 1
    count += 1
    if record.isReadable,
      let found = records.booking(of: record.text, record: count, line: record.line)
    {
      return .booking(found)
    }
    let mistake = record.mistake
    return .unreadable(
      RowFault(
        row: 0, record: count, line: record.line + mistake.line, field: "", value: "",
        reason: ComparisonFault.unreadableRecord, message: mistake.why))
  }
}
