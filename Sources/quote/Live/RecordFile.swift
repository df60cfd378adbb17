private import Glibc
import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The file that exchanges are kept in as they happen, a line each, so that a
/// run that ends early loses nothing that was answered. Requests without an answer are kept too,
/// until they are made again.
@safe final class RecordFile {
  let name: String
  private var descriptor: Int32
  /// Where the recorded lines of earlier runs are, by what was asked.
  private var first: [UInt64: Int32] = [:]
  /// The last of those that ask the same: bookings that do are answered in the order in which they
  /// were.
  private var last: [UInt64: Int32] = [:]
  private var places: [(start: Int, count: Int, next: Int32)] = []
  private let records: LiveRecords
  private var end = 0
  /// How many lines of earlier runs have no answer.
  private var vain = 0
  /// Lines of the bookings of this run, kept now or by an earlier run.
  private var lines: [(number: Int, start: Int, count: Int)] = []
  /// Which of the earlier runs' lines were asked for.
  private var isTaken: [Bool] = []

  /// Throws where the file is there and is not to be gone on with: replies are
  /// never written over. Where a run goes on with it, it loses the lines without
  /// an answer.
  init(path: String, resumes: Bool, records: LiveRecords) throws(Trouble) {
    name = path
    self.records = records
    let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | (resumes ? 0 : O_EXCL)
    descriptor = unsafe open(path, flags, 0o600)
    if descriptor < 0 {
      if errno == EEXIST {
        throw Trouble(
          "record-is-there",
          "`\(path)` already exists: `--resume` continues it, another name starts afresh")
      }
      throw Self.trouble(path, "opened")
    }
    guard resumes else { return }
    try readRecorded()
    if vain > 0 { try dropVain(path) }
    isTaken = [Bool](repeating: false, count: places.count)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func trouble(_ path: String, _ what: String) -> Trouble {
    unsafe Trouble(
      "unwritable-file", "`\(path)` cannot be \(what): \(String(cString: strerror(errno)))")
  }

  // MARK: - Earlier runs

  /// Notes every whole line; a last one that was cut short is taken off.
  private func readRecorded() throws(Trouble) {
    var pending: [UInt8] = []
    var number: Int64 = 0
    var offset = 0
    while true {
      let more = try read(1 << 20, at: offset)
      if more.isEmpty { break }
      offset += more.count
      pending += more
      var start = 0
      while let newline = pending[start...].firstIndex(of: 10) {
        number += 1
        try note(Array(pending[start..<newline]), number: number)
        end += newline + 1 - start
        start = newline + 1
      }
      pending.removeFirst(start)
    }
    if !pending.isEmpty {
      guard ftruncate(descriptor, end) == 0 else { throw Self.trouble(name, "cut") }
    }
  }

  /// Puts a file in its place that has the replies only.
  private func dropVain(_ path: String) throws(Trouble) {
    try copy(places.map { (start: $0.start, count: $0.count) }, to: path)
    close(descriptor)
    descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.trouble(path, "opened") }
    var start = 0
    for index in places.indices {
      places[index].start = start
      start += places[index].count
    }
    end = start
  }

  private func note(_ line: [UInt8], number: Int64) throws(Trouble) {
    if records.isUnanswered(line: line) { return vain += 1 }
    guard let booking = records.booking(inLine: line, number: number) else {
      throw Trouble(
        "not-a-record",
        "line \(number) of `\(name)` is not a record of the map: is it another file?")
    }
    let key = booking.fingerprint
    let index = Int32(places.count)
    places.append((end, line.count + 1, -1))
    if let before = last.updateValue(index, forKey: key) {
      places[Int(before)].next = index
    } else {
      first[key] = index
    }
  }

  private func read(_ count: Int, at offset: Int) throws(Trouble) -> [UInt8] {
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        unsafe got = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, offset + filled)
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
    if got < 0 { throw Self.trouble(name, "read") }
    return bytes
  }

  /// The line in which an earlier run recorded this booking, once; `number` is the booking's in
  /// the input.
  func takeRecorded(_ booking: LiveBooking, number: Int) throws(Trouble) -> [UInt8]? {
    let key = booking.fingerprint
    guard let index = first[key] else { return nil }
    let place = places[Int(index)]
    let line = try read(place.count, at: place.start)
    guard let recorded = records.booking(inLine: Array(line.dropLast()), number: booking.record),
      recorded.asksTheSame(as: booking)
    else { return nil }
    first[key] = place.next >= 0 ? place.next : nil
    isTaken[Int(index)] = true
    lines.append((number, place.start, place.count))
    return line
  }

  // MARK: - This run

  /// Adds a whole line, or nothing of it; `number` is its booking's in the input.
  func append(_ line: [UInt8], number: Int) throws(Trouble) {
    var done = 0
    while done < line.count {
      let count = unsafe line.withUnsafeBytes { bytes in
        unsafe write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 {
        let why = errno
        _ = ftruncate(descriptor, end)
        throw .writing("`\(name)`", errno: why)
      }
      done += count
    }
    lines.append((number, end, line.count))
    end += line.count
  }

  /// Puts the lines in the order of the input at the end of a run, since the next comparison
  /// numbers them in it. Until then they are in the order of the answers, also those that an
  /// earlier run left so. What was recorded of bookings that are not in this input stands before
  /// them.
  func putInOrder() throws(Trouble) {
    let others = places.indices.filter { !isTaken[$0] }.map { places[$0] }
    let inOrder =
      others.map { (start: $0.start, count: $0.count) }
      + lines.sorted { $0.number < $1.number }.map { (start: $0.start, count: $0.count) }
    guard zip(inOrder, inOrder.dropFirst()).contains(where: { $0.start > $1.start }) else { return }
    try copy(inOrder, to: name)
  }

  /// Writes parts of this file as another, one behind the other.
  private func copy(_ parts: [(start: Int, count: Int)], to path: String) throws(Trouble) {
    let file = try AtomicFile(path: path)
    let buffer = ByteBuffer()
    for part in parts {
      buffer.append(try read(part.count, at: part.start))
      if buffer.count > 1 << 20 { try file.write(buffer) }
    }
    try file.write(buffer)
    try file.commit()
  }
}
