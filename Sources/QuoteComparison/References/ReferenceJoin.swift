package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Finds for each booking the row of the reference that has its key.
///
/// As long as both sides come in one order, the next row is the one, and memory
/// is flat. Rows that come early wait, found by a table of their keys. When they
/// are too many to hold, rows are on disk and their keys in memory; when even
/// the keys are too many, rows are sorted by key on disk.
package final class ReferenceJoin: @unchecked Sendable {
  private enum Stage {
    /// Rows wait in memory.
    case waiting
    /// Rows are on disk from then on, every key in memory.
    case spilled(SpillFile)
    case sorted(ReferenceIndex)
  }

  /// Where a row waits: its page and its number there, and whether it was taken.
  private struct Place {
    static let taken: UInt64 = 1 << 62
    static func of(_ page: Int, _ row: Int) -> UInt64 { UInt64(page) << 24 | UInt64(row) }
    static func page(_ place: UInt64) -> Int { Int((place & (taken - 1)) >> 24) }
    static func row(_ place: UInt64) -> Int { Int(place & 0xFF_FFFF) }
  }

  /// Keys may take so many times what rows may.
  private static let keyShare = 4

  private let pages: ReferencePages
  private let windowBytes: Int
  private let directory: String
  private var stage = Stage.waiting
  private let table = FingerprintTable<UInt64>()
  /// Pages with rows that wait, and what those in memory take.
  private var held: [Int: ReferencePage] = [:]
  private var heldBytes = 0
  /// The page that is being gone through.
  private var page: ReferencePage?
  private var position = 0
  private var spilledBytes: Int64 = 0
  /// Keys of bookings that came, but for those of the table's rows that were taken.
  private let done: BookingKeys
  private var records: Int64 = 0
  private var lines: Int64 = 0
  private let text = ByteBuffer()
  /// Rows whose key an earlier one had, since last taken.
  private var duplicates: [UnpairedKeys.Place] = []
  /// Rows that nobody can read, and so belong to no booking, since last taken.
  private var unread: [ComparisonFault] = []
  /// How many rows have no key.
  package private(set) var unnamed = 0
  /// Where the reference is one object: the list of objects in it.
  package var wrapping: String? { records == 1 && unnamed == 1 ? wrapped : nil }
  private var wrapped: String?
  /// How many rows were put on disk, and how many of them had to be sorted
  /// there; 0 where both sides came in one order.
  package private(set) var spilledRows = 0
  package private(set) var sortedRows = 0
  /// What nobody took: rows of pages, or of the index by record.
  private var left: [ReferencePage]?
  private var sortedLeft: SortedRuns?

  package init(_ pages: ReferencePages, options: ReaderOptions) {
    self.pages = pages
    windowBytes = options.memoryBytes
    directory = options.temporaryDirectory
    done = BookingKeys(memoryBytes: options.memoryBytes / 4 * 3, directory: directory)
  }

  /// What became of bookings.
  package enum Match {
    /// This many bookings have rows that stand one behind the other in a page.
    case found(ReferencePage, Int, count: Int)
    /// A row that was sorted on disk.
    case stored(ReferenceRow)
    case missing
    /// An earlier booking had the key.
    case repeated
    /// The booking has no key.
    case unnamed
  }

  /// How many bytes the keys in memory may take.
  private var keyBytes: Int { windowBytes * Self.keyShare }

  /// Finds the rows of a chunk's bookings; chunks in their order. A booking without a key
  /// has none.
  package func match(
    _ keys: ColumnBuffer<Fingerprint>, into matches: inout [Match], _ reader: ReferencePageReader
  ) throws(Trouble) {
    var next = 0
    while next < keys.count {
      if let page, case let count = try matchRun(keys, from: next, page), count > 0 {
        matches.append(.found(page, position - count, count: count))
        next += count
      } else {
        matches.append(keys[next] == .none ? .unnamed : try match(keys[next], reader))
        next += 1
      }
    }
  }

  /// As long as nothing waits: how many bookings have rows that are the next ones of the
  /// page, as nearly all do where both sides come in one order.
  private func matchRun(
    _ keys: ColumnBuffer<Fingerprint>, from first: Int, _ page: ReferencePage
  ) throws(Trouble) -> Int {
    guard table.count == 0 else { return 0 }
    let start = position
    let most = min(page.count - start, keys.count - first)
    var count = 0
    while count < most, page.keys[start + count] == keys[first + count],
      page.isReadable(start + count), try done.insert(keys[first + count])
    {
      count += 1
    }
    page.waiting -= count
    position = start + count
    return count
  }

  private func match(_ key: Fingerprint, _ reader: ReferencePageReader) throws(Trouble) -> Match {
    if table.count > 0, let slot = table.find(key) { return try take(slot) }
    guard try done.insert(key) else { return .repeated }
    if case .sorted(let index) = stage { return try match(key, in: index) }
    while let (page, row) = try pull(reader) {
      let found = page.keys[row]
      if found == key {
        page.waiting -= 1
        return .found(page, row, count: 1)
      }
      try wait(found, page, row)
      if table.bytesOfNext > keyBytes {
        let index = try makeIndex(reader, for: key)
        stage = .sorted(index)
        return try match(key, in: index)
      }
    }
    return .missing
  }

  private func match(
    _ key: Fingerprint, in index: ReferenceIndex
  ) throws(Trouble) -> Match {
    try index.take(key).map { .stored($0) } ?? .missing
  }

  /// A row that waits. On disk its key stays, for keys that come again.
  private func take(_ slot: Int) throws(Trouble) -> Match {
    let place = table[slot]
    guard place & Place.taken == 0, let page = held[Place.page(place)] else { return .repeated }
    switch stage {
    case .waiting:
      let row = Place.row(place)
      _ = try done.insert(page.keys[row])
      table.remove(at: slot)
    case .spilled, .sorted: table[slot] = place | Place.taken
    }
    page.waiting -= 1
    if page.waiting == 0, page !== self.page { release(page) }
    return .found(page, Place.row(place), count: 1)
  }

  private func release(_ page: ReferencePage) {
    held[page.number] = nil
    if page.isInMemory { heldBytes -= page.bytes }
  }

  /// Keeps a row that came early.
  private func wait(_ key: Fingerprint, _ page: ReferencePage, _ row: Int) throws(Trouble) {
    guard try !done.contains(key), table.insert(key, Place.of(page.number, row)) else {
      try note(duplicate: page, row)
      return
    }
  }

  private func note(duplicate page: ReferencePage, _ row: Int) throws(Trouble) {
    page.waiting -= 1
    let name = ReferencePageReader(pages.rows).name(of: try page.row(row, in: text))
    duplicates.append(
      UnpairedKeys.Place(key: name, record: page.record(row), line: page.line(row)))
  }

  /// The next row that can be read.
  private func pull(
    _ reader: ReferencePageReader
  ) throws(Trouble) -> (page: ReferencePage, row: Int)? {
    while true {
      if let page {
        while position < page.count {
          position += 1
          if page.isReadable(position - 1) { return (page, position - 1) }
          note(unread: page, position - 1)
        }
        try leave(page)
      }
      guard let next = try pages.next(reader) else {
        page = nil
        return nil
      }
      enter(next)
    }
  }

  private func note(unread page: ReferencePage, _ row: Int) {
    guard !page.isUnnamed(row) else {
      wrapped = page.wrapped
      return unnamed += 1
    }
    let why = page.mistakes[row].map { ": \($0)" } ?? ""
    unread.append(
      ComparisonFault(
        unreadable: "", record: page.record(row), line: page.line(row),
        reason: ComparisonFault.unreadableRow,
        message: "the row of the reference cannot be read\(why)"))
  }

  private func enter(_ next: ReferencePage) {
    page = next
    position = 0
    next.firstRecord = records + 1
    next.linesBefore += lines
    records += Int64(next.count)
    lines += next.lineCount
    held[next.number] = next
    heldBytes += next.bytes
  }

  /// A page has been gone through: it goes, or what waits in it stays.
  private func leave(_ page: ReferencePage) throws(Trouble) {
    self.page = nil
    if page.waiting == 0 { return release(page) }
    switch stage {
    case .waiting:
      guard heldBytes > windowBytes else { return }
      stage = .spilled(try SpillFile(in: directory))
      for number in held.keys.sorted() { if let page = held[number] { try spill(page) } }
    case .spilled: try spill(page)
    case .sorted: return
    }
  }

  private func spill(_ page: ReferencePage) throws(Trouble) {
    guard case .spilled(let file) = stage else { return }
    heldBytes -= page.bytes
    held[page.number] = try ReferencePage(page, in: file, at: spilledBytes)
    spilledBytes += page.textBytes
    spilledRows += page.waiting
  }

  // MARK: - More keys than memory holds

  /// `key` is that of the booking at hand: done, and its row still to come.
  private func makeIndex(
    _ reader: ReferencePageReader, for key: Fingerprint
  ) throws(Trouble) -> ReferenceIndex {
    let runs = SortedRuns(memoryBytes: windowBytes, directory: directory)
    let theirs = BookingKeys(memoryBytes: windowBytes / 2, directory: directory)
    try table.each { (key, place) throws(Trouble) in
      let (number, row) = (Place.page(place), Place.row(place))
      _ = try theirs.insert(key)
      if place & Place.taken != 0 {
        _ = try done.insert(key)
      } else if let page = held[number] {
        try runs.add(self.row(page, row, reader).byKey)
      }
    }
    table.removeAll()
    while let (page, row) = try pull(reader) {
      let found = page.keys[row]
      let isDone = found == key ? false : try done.contains(found)
      let isNew = try theirs.insert(found)
      if isDone || !isNew {
        try note(duplicate: page, row)
      } else {
        try runs.add(self.row(page, row, reader).byKey)
        page.waiting -= 1
      }
    }
    held = [:]
    try runs.finish()
    let index = try ReferenceIndex(runs, in: directory)
    sortedRows = index.count
    return index
  }

  private func row(
    _ page: ReferencePage, _ row: Int, _ reader: ReferencePageReader
  ) throws(Trouble) -> ReferenceRow {
    let slice = try page.row(row, in: text)
    return ReferenceRow(
      key: page.keys[row], name: Array(reader.name(of: slice).utf8), record: page.record(row),
      line: page.line(row), text: unsafe Array(slice.bytes))
  }

  package func takeDuplicates() -> [UnpairedKeys.Place] {
    defer { duplicates = [] }
    return duplicates
  }

  package func takeUnread() -> [ComparisonFault] {
    defer { unread = [] }
    return unread
  }

  // MARK: - What nobody took

  /// When all bookings came: the rows that nobody took, in the order of the
  /// file, some at a time; none at the end.
  package func takeLeft(
    atMost count: Int, _ reader: ReferencePageReader
  ) throws(Trouble) -> [ReferenceRow] {
    if case .sorted(let index) = stage { return try takeSorted(index, atMost: count) }
    var found: [ReferenceRow] = []
    try gatherHeld(&found, atMost: count, reader)
    while found.count < count, let (page, row) = try pull(reader) {
      if try done.insert(page.keys[row]), table.find(page.keys[row]) == nil {
        found.append(try self.row(page, row, reader))
        page.waiting -= 1
      } else {
        try note(duplicate: page, row)
      }
    }
    return found
  }

  /// Rows of pages that were gone through before the bookings ended, a page at
  /// a time.
  private func gatherHeld(
    _ found: inout [ReferenceRow], atMost count: Int, _ reader: ReferencePageReader
  ) throws(Trouble) {
    if left == nil { left = held.keys.sorted(by: >).compactMap { held[$0] } }
    while found.count < count, let page = left?.popLast() {
      let end = page === self.page ? position : page.count
      for row in 0..<end where page.isReadable(row) {
        guard let slot = table.find(page.keys[row]),
          table[slot] == Place.of(page.number, row)
        else { continue }
        found.append(try self.row(page, row, reader))
      }
    }
  }

  private func takeSorted(
    _ index: ReferenceIndex, atMost count: Int
  ) throws(Trouble) -> [ReferenceRow] {
    if sortedLeft == nil {
      let runs = SortedRuns(memoryBytes: windowBytes, directory: directory)
      try index.eachUnused { row throws(Trouble) in try runs.add(row.byRecord) }
      try runs.finish()
      sortedLeft = runs
    }
    var rows: [ReferenceRow] = []
    while rows.count < count, let row = try sortedLeft?.next() {
      rows.append(ReferenceRow(byRecord: row))
    }
    return rows
  }
}

extension ReferenceRow {
  package var place: UnpairedKeys.Place {
    UnpairedKeys.Place(key: String(decoding: name, as: UTF8.self), record: record, line: line)
  }
}
