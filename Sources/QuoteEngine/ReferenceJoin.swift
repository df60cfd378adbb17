/// Finds for each booking the row of the reference that has its key.
///
/// As long as both sides come in one order, the next row is the one, and memory
/// is flat. Rows that come early wait in a window; where it is full, the rest
/// goes into an index on disk.
final class ReferenceJoin: @unchecked Sendable {
  private enum Rest {
    case streamed
    case indexed(ReferenceIndex)
  }

  private let rows: ReferenceRows
  private let windowBytes: Int
  private let directory: String
  private let theirKeys: BookingKeys
  private let ourKeys: BookingKeys
  private var next: ReferenceRow?
  private var isAtEnd = false
  private var rest = Rest.streamed
  private var window: [Fingerprint: ReferenceRow] = [:]
  private var heldBytes = 0
  /// Rows whose key an earlier one had, since last taken.
  private var duplicates: [UnpairedKeys.Place] = []
  /// Rows that could not be read.
  private(set) var unreadable = 0
  /// How many rows had to be sorted on disk; 0 where both sides came in one order.
  private(set) var indexed = 0
  /// What nobody took, in the order of the file.
  private var left: SortedRuns?

  init(_ rows: ReferenceRows, options: ReaderOptions) {
    self.rows = rows
    windowBytes = options.memoryBytes
    directory = options.temporaryDirectory
    theirKeys = BookingKeys(memoryBytes: options.memoryBytes / 2, directory: directory)
    ourKeys = BookingKeys(memoryBytes: options.memoryBytes / 2, directory: directory)
  }

  /// What became of a booking.
  enum Match {
    case found(ReferenceRow)
    case missing
    /// An earlier booking had the key, or it has none.
    case repeated
  }

  /// Bookings in their order, one at a time.
  func match(_ key: JoinKey) throws(Trouble) -> Match {
    guard !key.isEmpty, try ourKeys.insert(key.fingerprint) else { return .repeated }
    let wanted = key.fingerprint
    if case .indexed(let index) = rest {
      return try index.take(wanted).map { .found($0) } ?? .missing
    }
    if let row = window.removeValue(forKey: wanted) {
      heldBytes -= Self.bytes(of: row)
      return .found(row)
    }
    while let row = try pull() {
      if row.key == wanted { return .found(row) }
      window[row.key] = row
      heldBytes += Self.bytes(of: row)
      guard heldBytes > windowBytes else { continue }
      let index = try makeIndex()
      rest = .indexed(index)
      return try index.take(wanted).map { .found($0) } ?? .missing
    }
    return .missing
  }

  private static func bytes(of row: ReferenceRow) -> Int { row.text.count + row.name.count + 160 }

  /// The next row that has a key of its own.
  private func pull() throws(Trouble) -> ReferenceRow? {
    while let row = try rows.next() {
      if row.text.isEmpty || row.name.isEmpty {
        unreadable += 1
      } else if try theirKeys.insert(row.key) {
        return row
      } else {
        duplicates.append(row.place)
      }
    }
    return nil
  }

  private func makeIndex() throws(Trouble) -> ReferenceIndex {
    let runs = SortedRuns(memoryBytes: windowBytes, directory: directory)
    for row in window.values { try runs.add(row.byKey) }
    window = [:]
    heldBytes = 0
    while let row = try pull() { try runs.add(row.byKey) }
    try runs.finish()
    let index = try ReferenceIndex(runs, in: directory)
    indexed = index.count
    return index
  }

  func takeDuplicates() -> [UnpairedKeys.Place] {
    defer { duplicates = [] }
    return duplicates
  }

  /// When all bookings came: the rows that nobody took, in the order of the
  /// file, some at a time; none at the end.
  func takeLeft(atMost count: Int) throws(Trouble) -> [ReferenceRow] {
    if left == nil { left = try gatherLeft() }
    var rows: [ReferenceRow] = []
    while rows.count < count, let row = try left?.next() {
      rows.append(ReferenceRow(byRecord: row))
    }
    return rows
  }

  private func gatherLeft() throws(Trouble) -> SortedRuns {
    let runs = SortedRuns(memoryBytes: windowBytes, directory: directory)
    switch rest {
    case .streamed:
      for row in window.values { try runs.add(row.byRecord) }
      window = [:]
      while let row = try pull() { try runs.add(row.byRecord) }
    case .indexed(let index):
      try index.eachUnused { row throws(Trouble) in try runs.add(row.byRecord) }
    }
    try runs.finish()
    return runs
  }
}

extension ReferenceRow {
  var place: UnpairedKeys.Place {
    UnpairedKeys.Place(key: String(decoding: name, as: UTF8.self), record: record, line: line)
  }
}
