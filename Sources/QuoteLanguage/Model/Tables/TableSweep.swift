import QuoteSyntax

/// A sweep over all boxes of a table at once, column by column, that finds what
/// two rows share, what no row covers, and which rows are never the upper one.
///
/// At each step it takes the column in which the fewest rows hold for
/// everything, walks along its atoms, and goes on with the rows that hold
/// there. What cannot change the answer any more is not visited.
package struct TableSweep {
  enum Purpose {
    /// Overlaps and gaps.
    case unique
    /// Rows that are never the upper one, and gaps.
    case first
    /// Gaps only.
    case coverage
    /// The rows of each combination of all columns but the last.
    case brackets
  }

  struct Overlap {
    var upper: Int32
    var lower: Int32
    /// An atom a column.
    var point: [Int32]
  }

  /// Points that no row covers, an atom a column from the first to the last.
  struct Gap {
    var first: [Int32]
    var last: [Int32]
    /// Columns in which any atom will do, a bit each.
    var open: UInt64
  }

  let boxes: TableBoxes
  let purpose: Purpose
  /// The sweep gives up beyond this much work: about so many rows looked at.
  var workLeft: Int
  private(set) var overlaps: [Overlap] = []
  /// What no row covers and a booking may be at, the first few met.
  private(set) var gaps: [Gap] = []
  /// No row covers some point that is no gap worth a complaint.
  private(set) var hasSilentGap = false
  /// Rows that are the upper one somewhere.
  private(set) var isLive: [Bool]
  /// Each set of rows that was met, with a point, for brackets.
  private(set) var combinations: [[Int32]: [Int32]] = [:]
  private var overlapping: Set<[Int32]> = []
  private var point: [Int32]
  /// The last atom of which the same is true as of the point's.
  private var ends: [Int32]
  /// Once there is a gap, more are looked for while more work than this is left.
  private let reserve: Int

  /// How many gaps are looked for, of which the most telling are told.
  static let gapLimit = 64
  /// How many pairs of overlapping rows are worth reporting.
  static let overlapLimit = 5
  package static let workLimit = 12_000_000

  /// Rows from this one on are no rows: where they hold, there is no booking.
  private let realRows: Int32

  init(
    _ boxes: TableBoxes, for purpose: Purpose, workLimit: Int, realRows: Int? = nil
  ) {
    self.realRows = Int32(realRows ?? boxes.rowCount)
    self.boxes = boxes
    self.purpose = purpose
    workLeft = workLimit
    isLive = Array(repeating: false, count: boxes.rowCount)
    reserve = purpose == .coverage ? .max : workLimit - workLimit / 8
    point = Array(repeating: 0, count: boxes.columnCount)
    ends = point
  }

  var isProved: Bool { workLeft >= 0 }
  var coversEverything: Bool { gaps.isEmpty && !hasSilentGap && isProved }

  mutating func run() {
    guard boxes.columnCount <= TableBoxes.columnLimit else {
      workLeft = -1
      return
    }
    let rows = (0..<Int32(boxes.rowCount)).filter { !boxes.isEmpty[Int($0)] }
    var columns: UInt64 = boxes.columnCount == 64 ? .max : (1 << UInt64(boxes.columnCount)) - 1
    if purpose == .brackets { columns &= ~(1 << UInt64(boxes.columnCount - 1)) }
    visit(rows, columns: columns, isSilent: false)
  }

  private func wantsGap(_ isSilent: Bool) -> Bool {
    if isSilent { return !hasSilentGap && gaps.isEmpty }
    return gaps.isEmpty || gaps.count < TableSweep.gapLimit && workLeft > reserve
  }

  private mutating func noteGap(_ isSilent: Bool, open: UInt64) {
    guard !isSilent else {
      hasSilentGap = true
      return
    }
    gaps.append(Gap(first: point, last: ends, open: open))
  }

  private mutating func noteOverlap(_ upper: Int32, _ lower: Int32) {
    guard overlaps.count < TableSweep.overlapLimit else { return }
    if overlapping.insert([upper, lower]).inserted {
      overlaps.append(Overlap(upper: upper, lower: lower, point: point))
    }
  }

  /// `rows` hold at the point so far, ascending; `columns` are still open.
  private mutating func visit(_ rows: [Int32], columns: UInt64, isSilent: Bool) {
    workLeft -= rows.count + 1
    guard workLeft >= 0 else { return }
    guard !rows.isEmpty else {
      if wantsGap(isSilent) {
        for column in 0..<boxes.columnCount where columns & (1 << UInt64(column)) != 0 {
          point[column] = 0
        }
        noteGap(isSilent, open: columns)
      }
      return
    }
    if isSettled(rows, columns, isSilent) { return }
    guard let column = narrowest(rows, columns) else {
      leaf(rows, columns)
      return
    }
    walk(rows, along: column, columns & ~(1 << UInt64(column)), isSilent)
  }

  /// Whether nothing below can add to what is known.
  private mutating func isSettled(_ rows: [Int32], _ columns: UInt64, _ isSilent: Bool) -> Bool {
    let wants = wantsGap(isSilent)
    func isWild(_ row: Int32) -> Bool { boxes.wildcards[Int(row)] & columns == columns }
    switch purpose {
    case .unique:
      if let last = rows.last, last >= realRows, isWild(last) { return true }
      if rows.count == 1 { return !wants || isWild(rows[0]) }
      return !wants && overlaps.count >= TableSweep.overlapLimit
    case .first:
      if isWild(rows[0]) {
        isLive[Int(rows[0])] = true
        return true
      }
      return !wants && rows.allSatisfy { isLive[Int($0)] }
    case .coverage: return !wants || rows.contains(where: isWild)
    case .brackets: return false
    }
  }

  /// All open columns are the same to all rows.
  private mutating func leaf(_ rows: [Int32], _ columns: UInt64) {
    for column in 0..<boxes.columnCount where columns & (1 << UInt64(column)) != 0 {
      point[column] = 0
    }
    switch purpose {
    case .unique: if rows.count > 1, isPossible(rows) { noteOverlap(rows[0], rows[1]) }
    case .first: isLive[Int(rows[0])] = true
    case .coverage: break
    case .brackets: if combinations[rows] == nil { combinations[rows] = point }
    }
  }

  /// Whether a booking may be where these rows hold.
  private func isPossible(_ rows: [Int32]) -> Bool { rows.last.map { $0 < realRows } ?? true }

  /// The open column with the fewest wildcards; nil if all are wildcards.
  private func narrowest(_ rows: [Int32], _ columns: UInt64) -> Int? {
    var best: Int?
    var fewest = rows.count
    for column in 0..<boxes.columnCount where columns & (1 << UInt64(column)) != 0 {
      let bit: UInt64 = 1 << UInt64(column)
      var wild = 0
      for row in rows where boxes.wildcards[Int(row)] & bit != 0 { wild += 1 }
      if wild < fewest { (best, fewest) = (column, wild) }
    }
    return best
  }

  private mutating func walk(
    _ rows: [Int32], along column: Int, _ open: UInt64, _ isSilent: Bool
  ) {
    let events = Events(rows, along: column, of: boxes)
    workLeft -= events.starts.count
    let end = boxes.atomCounts[column]
    var current: [Int32] = []
    var (nextStart, nextEnd) = (0, 0)
    var atom: Int32 = 0
    var hasVisitedBase = false
    while atom < end, workLeft >= 0 {
      while nextEnd < events.ends.count, events.ends[nextEnd] >> 32 == UInt64(atom) {
        let row = Int32(truncatingIfNeeded: events.ends[nextEnd])
        current.remove(at: place(of: row, in: current))
        nextEnd += 1
      }
      while nextStart < events.starts.count, events.starts[nextStart] >> 32 == UInt64(atom) {
        let row = Int32(truncatingIfNeeded: events.starts[nextStart])
        current.insert(row, at: place(of: row, in: current))
        nextStart += 1
      }
      var next = end
      if nextStart < events.starts.count {
        next = min(next, Int32(truncatingIfNeeded: events.starts[nextStart] >> 32))
      }
      if nextEnd < events.ends.count {
        next = min(next, Int32(truncatingIfNeeded: events.ends[nextEnd] >> 32))
      }
      let silent = isSilent || atom >= boxes.silentFrom[column]
      let isGap = current.isEmpty && events.base.isEmpty
      if !current.isEmpty || !hasVisitedBase || isGap && wantsGap(silent) {
        if current.isEmpty { hasVisitedBase = true }
        point[column] = atom
        ends[column] = silent ? next - 1 : min(next, boxes.silentFrom[column]) - 1
        if open == 0, purpose != .brackets {
          settle(events.base, current, silent)
        } else {
          visit(merged(events.base, current), columns: open, isSilent: silent)
        }
      }
      atom = next
    }
  }

  /// The last column: the rows that hold here are those of both lists.
  private mutating func settle(_ base: [Int32], _ current: [Int32], _ isSilent: Bool) {
    workLeft -= 1
    let upper = min(base.first ?? .max, current.first ?? .max)
    guard upper != .max else {
      if wantsGap(isSilent) { noteGap(isSilent, open: 0) }
      return
    }
    switch purpose {
    case .first: isLive[Int(upper)] = true
    case .unique:
      guard base.count + current.count > 1, isPossible(base), isPossible(current) else { return }
      let pair = (base.prefix(2) + current.prefix(2)).sorted()
      noteOverlap(pair[0], pair[1])
    case .coverage, .brackets: break
    }
  }

  private func place(of row: Int32, in rows: [Int32]) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func merged(_ a: [Int32], _ b: [Int32]) -> [Int32] {
    if a.isEmpty { return b }
    if b.isEmpty { return a }
    var result: [Int32] = []
    result.reserveCapacity(a.count + b.count)
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i] < b[j] {
        result.append(a[i])
        i += 1
      } else {
        result.append(b[j])
        j += 1
      }
    }
    result += a[i...]
    result += b[j...]
    return result
  }
}

extension TableSweep {
  /// Where along a column rows begin and stop to hold: the atom above, the row
  /// below 32 bits.
  private struct Events {
    /// Rows that hold everywhere.
    var base: [Int32] = []
    var starts: [UInt64] = []
    var ends: [UInt64] = []

    init(_ rows: [Int32], along column: Int, of boxes: TableBoxes) {
      let bit: UInt64 = 1 << UInt64(column)
      for row in rows {
        if boxes.wildcards[Int(row)] & bit != 0 {
          base.append(row)
          continue
        }
        for stretch in boxes[row, column] {
          starts.append(UInt64(stretch.lower) << 32 | UInt64(row))
          ends.append(UInt64(stretch.upper + 1) << 32 | UInt64(row))
        }
      }
      starts.sort()
      ends.sort()
    }
  }
}
