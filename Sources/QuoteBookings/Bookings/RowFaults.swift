/// The faults of a batch: at most one a booking, the first found.
///
/// They are columns: a fault that is told like another costs no reference counting and no
/// allocation, for what is wrong is wrong in many bookings. A block of quotes borrows those that
/// the reader found instead of copying them.
@usableFromInline package final class RowFaults: @unchecked Sendable {
  /// One fault as it is kept.
  @usableFromInline struct Kept: BitwiseCopyable {
    @usableFromInline var row: Int32
    /// Which of the texts tells of it.
    @usableFromInline var told: Int32
    /// Where in `values` what stood there is.
    @usableFromInline var start: Int32
    @usableFromInline var end: Int32
    @usableFromInline var record: Int64
    @usableFromInline var line: Int64
    @usableFromInline var lastLine: Int64
    /// The column of a sheet, from 0; -1 where it is not known.
    @usableFromInline var column: Int32
    /// What bytes the value has.
    @usableFromInline var kinds: ByteKinds
  }

  /// One fault as plain values, lent until the next one is added.
  @usableFromInline package struct Lent: BitwiseCopyable {
    @usableFromInline package var row: Int
    @usableFromInline package var record: Int64
    @usableFromInline package var line: Int64
    @usableFromInline package var lastLine: Int64
    /// The offending text as it came in, shortened.
    @usableFromInline package var value: TextSlice
    /// What bytes that text has.
    @usableFromInline package var kinds: ByteKinds
    /// Identifies a `FaultText` for as long as these faults exist.
    @usableFromInline package var identity: UInt
    @usableFromInline var told: Int32
    @usableFromInline var column: Int32
    @usableFromInline var isBorrowed: Bool

    @inlinable init(
      row: Int, record: Int64, line: Int64, lastLine: Int64, value: TextSlice, kinds: ByteKinds,
      identity: UInt, told: Int32, column: Int32
    ) {
      (self.row, self.record, self.line, self.lastLine) = (row, record, line, lastLine)
      (self.value, self.kinds, self.identity) = (value, kinds, identity)
      (self.told, self.column, isBorrowed) = (told, column, false)
    }
  }

  @usableFromInline let kept = ColumnBuffer<Kept>()
  @usableFromInline let values = ByteBuffer()
  /// By row, one more than the place of its fault; 0 where it has none.
  @usableFromInline let byRow = ColumnBuffer<Int32>()
  /// Not checked for overlapping access, row by row: faults are one thread's.
  @safe @usableFromInline @exclusivity(unchecked) var texts: [FaultText] = []
  /// Which object each text is.
  @usableFromInline let identities = ColumnBuffer<UInt>()
  /// How many faults of each text were counted, while some are.
  @usableFromInline let counts = ColumnBuffer<Int>()
  /// Where among the texts one of an identity may be, by the identity's bits.
  private let recent = ColumnBuffer<Recent>()
  private var source = ""
  /// How many records and lines of the input there are before those that are counted here.
  @safe @usableFromInline @exclusivity(unchecked) var recordsBefore: Int64 = 0
  @safe @usableFromInline @exclusivity(unchecked) var linesBefore: Int64 = 0
  /// The cells of a sheet, by row.
  private var cells: [Int: String] = [:]
  /// Faults of some rows that another has found.
  @safe @usableFromInline @exclusivity(unchecked) var lender: RowFaults?
  @safe @usableFromInline @exclusivity(unchecked) var borrowed = 0..<0
  @safe @usableFromInline @exclusivity(unchecked) var borrowedCount = 0

  /// A text that was told of, and which object it is; 0 for none.
  private struct Recent: BitwiseCopyable {
    var identity: UInt = 0
    var told: Int32 = 0
  }

  package init() {}

  private static let recentCount = 64

  private func forgetRecent() {
    recent.resize(to: Self.recentCount)
    for slot in 0..<Self.recentCount { recent[slot] = Recent() }
  }

  @inlinable package var count: Int { kept.count + borrowedCount }
  package var isEmpty: Bool { count == 0 }

  /// Records a fault; a row's first one stays.
  package func add(_ fault: RowFault) {
    var value = fault.value
    let isNew = value.withUTF8 { bytes in
      add(
        UInt(bitPattern: ObjectIdentifier(fault.told)), row: fault.row, record: fault.record,
        lines: (fault.line, fault.lastLine), column: fault.column, kinds: .all
      ) {
        fault.told
      } value: {
        unsafe $0.append(bytes)
      }
    }
    guard isNew else { return }
    if !fault.source.isEmpty { source = fault.source }
    if !fault.cell.isEmpty { cells[fault.row] = fault.cell }
  }

  /// The same of a fault that is one line's, whose offending text is one for people and files, by
  /// the identity of what is told of it; `told` gives that where it is not known.
  @inline(__always)
  func add(
    _ identity: UInt, row: Int, line: Int64, value: TextSlice, kinds: ByteKinds, column: Int,
    told: () -> FaultText
  ) {
    _ = add(
      identity, row: row, record: Int64(row), lines: (line, line), column: column, kinds: kinds,
      told: told
    ) {
      $0.append(value)
    }
  }

  @inline(__always)
  private func add(
    _ identity: UInt, row: Int, record: Int64, lines: (first: Int64, last: Int64), column: Int,
    kinds: ByteKinds, told: () -> FaultText, value: (ByteBuffer) -> Void
  ) -> Bool {
    makeRoom(for: row)
    guard byRow[row] == 0 else { return false }
    let start = values.count
    value(values)
    kept.append(
      Kept(
        row: Int32(truncatingIfNeeded: row), told: place(of: identity, told),
        start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: values.count),
        record: record, line: lines.first, lastLine: lines.last,
        column: Int32(truncatingIfNeeded: column), kinds: kinds))
    byRow[row] = Int32(truncatingIfNeeded: kept.count)
    return true
  }

  @inline(__always)
  private func makeRoom(for row: Int) {
    if byRow.count > row { return }
    let start = byRow.count
    if start == 0 { forgetRecent() }
    byRow.resize(to: max(2 * start, row + 1))
    for row in start..<byRow.count { byRow[row] = 0 }
  }

  /// Where the text is, now perhaps. One may be there twice.
  @inline(__always)
  private func place(of identity: UInt, _ told: () -> FaultText) -> Int32 {
    let slot = Int(truncatingIfNeeded: (identity >> 4) ^ (identity >> 10)) & (Self.recentCount - 1)
    let known = recent[slot]
    if known.identity == identity { return known.told }
    return keep(told(), identity, slot)
  }

  @inline(never)
  private func keep(_ told: FaultText, _ identity: UInt, _ slot: Int) -> Int32 {
    let new = Int32(truncatingIfNeeded: identities.count)
    texts.append(told)
    identities.append(identity)
    counts.append(0)
    recent[slot] = Recent(identity: identity, told: new)
    return new
  }

  // MARK: Lending

  /// Takes those of some rows that another found, as long as that is not filled anew, and tells
  /// of each row. Faults of such a row must not be added.
  @inlinable @inline(__always)
  package func borrow(_ others: RowFaults, _ rows: Range<Int>, _ body: (Int) -> Void) {
    borrowedCount = 0
    guard others.kept.count > 0, others.byRow.count > rows.lowerBound else { return }
    for row in rows.lowerBound..<min(rows.upperBound, others.byRow.count)
    where others.byRow[row] != 0 {
      borrowedCount += 1
      body(row)
    }
    guard borrowedCount > 0 else { return }
    lender = others
    borrowed = rows
  }

  /// The fault of a row as plain values; nil where it has none.
  @inlinable @inline(__always)
  package func find(_ row: Int) -> Lent? {
    if kept.count > 0, let own = findOwn(row) { return own }
    guard borrowedCount > 0, borrowed.contains(row), var found = lender?.findOwn(row) else {
      return nil
    }
    found.isBorrowed = true
    return found
  }

  @inlinable @inline(__always)
  func findOwn(_ row: Int) -> Lent? {
    guard row < byRow.count, byRow[row] > 0 else { return nil }
    // Places are only noted of what is kept, and what is kept is never changed.
    let found = unsafe kept.pointer[Int(byRow[row]) &- 1]
    return unsafe lend(
      row, found, identity: identities.pointer[Int(found.told)],
      value: TextSlice(
        base: values.bytes.baseAddress! + Int(found.start), count: Int(found.end &- found.start)))
  }

  @inlinable @inline(__always)
  func lend(_ row: Int, _ found: Kept, identity: UInt, value: TextSlice) -> Lent {
    let before = found.line > 0 ? linesBefore : 0
    return Lent(
      row: row, record: found.record &+ recordsBefore, line: found.line &+ before,
      lastLine: found.lastLine &+ before, value: value, kinds: found.kinds, identity: identity,
      told: found.told, column: found.column)
  }

  /// Calls `body` with the faults of some rows.
  @inlinable @inline(__always)
  package func forEach(in rows: Range<Int>, _ body: (Lent) -> Void) {
    var next = rows.lowerBound
    while next < rows.upperBound { next += forEach(upToNoneIn: next..<rows.upperBound, body) + 1 }
  }

  /// The same, up to the first row that has none; gives how many.
  @inlinable @inline(__always)
  package func forEach(upToNoneIn rows: Range<Int>, _ body: (Lent) -> Void) -> Int {
    var next = rows.lowerBound
    while true {
      let start = next
      if kept.count > 0 { next += forEachOwn(upToNoneIn: next..<rows.upperBound, body) }
      if borrowedCount > 0, let lender, borrowed.contains(next) {
        // The lender is referred to once for all rows that follow one another.
        next += lender.forEachOwn(upToNoneIn: next..<min(rows.upperBound, borrowed.upperBound)) {
          var lent = $0
          lent.isBorrowed = true
          body(lent)
        }
      }
      if next == start || next == rows.upperBound { return next - rows.lowerBound }
    }
  }

  @inlinable @inline(__always)
  func forEachOwn(upToNoneIn rows: Range<Int>, _ body: (Lent) -> Void) -> Int {
    // They do not move while they are lent.
    let (kept, identities) = unsafe (kept.pointer, identities.pointer)
    let (values, places) = unsafe (values.bytes.baseAddress!, byRow.pointer)
    let end = min(rows.upperBound, byRow.count)
    var row = rows.lowerBound
    while row < end, case let place = unsafe places[row], place > 0 {
      let found = unsafe kept[Int(place) &- 1]
      let start = Int(found.start), count = Int(found.end) &- start
      unsafe body(
        lend(
          row, found, identity: identities[Int(found.told)],
          value: TextSlice(base: values + start, count: count)))
      row += 1
    }
    return row - rows.lowerBound
  }

  /// What is told of a fault that was found here.
  package func told(of fault: Lent) -> FaultText {
    guard fault.isBorrowed, let lender else { return texts[Int(fault.told)] }
    return lender.texts[Int(fault.told)]
  }

  /// Calls `sum` with what is told of the faults of some rows, each text once, in the order in
  /// which they came, and of how many of them it is told. Gives over how many lines after their
  /// first ones they go.
  @inlinable @inline(__always)
  package func count(in rows: Range<Int>, sum: (FaultText, Int) -> Void) -> Int64 {
    var (lines, found) = (Int64(0), [(told: Int, isBorrowed: Bool)]())
    let lender = borrowedCount > 0 ? self.lender : nil
    for row in rows {
      if let told = count(row, &lines) {
        if told >= 0 { found.append((told, false)) }
      } else if let lender, borrowed.contains(row), let told = lender.count(row, &lines) {
        if told >= 0 { found.append((told, true)) }
      }
    }
    for (told, isBorrowed) in found {
      let faults = isBorrowed ? lender ?? self : self
      sum(faults.texts[told], faults.counts[told])
      faults.counts[told] = 0
    }
    return lines
  }

  /// Counts the fault of a row; nil where it has none. Gives its text for the first one of it,
  /// else -1.
  @inlinable @inline(__always)
  func count(_ row: Int, _ lines: inout Int64) -> Int? {
    guard row < byRow.count, case let place = byRow[row], place != 0 else { return nil }
    // Places are only noted of what is kept, as texts are of what is counted.
    let fault = unsafe kept.pointer[Int(place) &- 1]
    lines &+= fault.lastLine &- fault.line
    let told = Int(fault.told)
    let before = unsafe counts.pointer[told]
    unsafe counts.pointer[told] = before &+ 1
    return before == 0 ? told : -1
  }

  /// A fault to be kept for longer.
  package func whole(_ fault: Lent) -> RowFault {
    if fault.isBorrowed, let lender {
      var own = fault
      own.isBorrowed = false
      return lender.whole(own)
    }
    var whole = RowFault(
      row: fault.row, record: fault.record, line: fault.line, value: fault.value.string,
      told: told(of: fault))
    whole.lastLine = fault.lastLine
    whole.source = source
    whole.column = Int(fault.column)
    if !cells.isEmpty { whole.cell = cells[fault.row] ?? "" }
    return whole
  }

  package subscript(row: Int) -> RowFault? { find(row).map(whole) }

  /// Whether a row has one.
  @inlinable @inline(__always)
  package func has(_ row: Int) -> Bool {
    if row < byRow.count, byRow[row] != 0 { return true }
    return borrowedCount > 0 && borrowed.contains(row) && lender?.has(row) == true
  }

  /// Calls `body` with every fault, in the order of the rows.
  package func forEach(_ body: (Lent) -> Void) {
    guard count > 0 else { return }
    let (first, last) = (borrowed.lowerBound, max(byRow.count, borrowed.upperBound))
    forEach(in: (kept.count == 0 ? first : 0)..<last, body)
  }

  /// All of them, by their rows.
  package var all: [RowFault] {
    var all: [RowFault] = []
    forEach { all.append(whole($0)) }
    return all
  }

  // MARK: The whole input

  /// Moves records and lines from a part's own counting to the whole input's, once all faults of
  /// the part are there. A line of 0 stays.
  func shift(records: Int64, lines: Int64, source: String) {
    self.source = source
    recordsBefore += records
    linesBefore += lines
  }

  /// Says in which cells of a sheet the faults are, once their lines are those of the input.
  func place(_ cell: (_ column: Int, _ line: Int64) -> String) {
    for index in 0..<kept.count {
      let line = kept[index].line
      cells[Int(kept[index].row)] = cell(
        Int(kept[index].column), line > 0 ? line + linesBefore : line)
    }
  }

  package func removeAll() {
    // As many zeros as there were, without asking for memory again.
    for index in 0..<kept.count { byRow[Int(kept[index].row)] = 0 }
    kept.removeAll()
    values.removeAll()
    (recordsBefore, linesBefore) = (0, 0)
    if identities.count > 0 {
      texts.removeAll(keepingCapacity: true)
      identities.removeAll()
      counts.removeAll()
      forgetRecent()
    }
    if !cells.isEmpty { cells = [:] }
    if borrowedCount > 0 { (lender, borrowed, borrowedCount) = (nil, 0..<0, 0) }
  }
}
