import QuoteLanguage
import QuoteSyntax

/// Where the cells of a run of elements are, list by list, before anything of them is read:
/// two marks a cell, as ``CellRun`` has them, row by row.
///
/// Filled an element at a time by whoever finds the cells, and taken a column at a time.
@safe final class ListCells {
  /// What is known of a list. Its memory belongs to the buffers beside it.
  @safe struct State: BitwiseCopyable {
    @unsafe var marks: UnsafeMutablePointer<UInt32>
    /// Rows there is memory for.
    var room = 0
    var count = 0
    /// As many rows, from the first on, were written or are empty cells.
    var filled = 0
    /// Cells a row.
    let slots: Int

    @unsafe init(_ marks: UnsafeMutablePointer<UInt32>, slots: Int) {
      unsafe self.marks = marks
      self.slots = slots
    }
  }

  /// A value of a kind that its field does not take, in a cell that was left empty for it.
  struct Other: BitwiseCopyable {
    var row: Int
    var slot: Int
    var reason: CellFault
    /// Where it stands.
    var start: UInt32
    var end: UInt32
  }

  private let states = ColumnBuffer<State>()
  /// By list, in the order of its rows.
  private let others: [ColumnBuffer<Other>]
  /// Whether any list has some.
  @safe @exclusivity(unchecked) private var hasOthers = false
  private let marks: [ColumnBuffer<UInt32>]
  /// By list: how many elements there were when each parent ended.
  private let ends: [ColumnBuffer<Int32>]
  /// By list, whether each parent's elements have fields without names; none where all have names.
  private let spelled: [ColumnBuffer<Bool>]
  /// Counts of elements and of parents, by list, to go back to.
  private let kept = ColumnBuffer<Int>()
  /// Which cells of a row each field is read from, by list, by field.
  let fields: [[RecordShape.FieldSlot]]
  /// The list whose cells, elements and ends are each one's own too: itself mostly.
  private let owners: [Int]

  /// `slots` are the cells a row, by list.
  init(_ fields: [[RecordShape.FieldSlot]], slots: [Int], owners: [Int]? = nil) {
    self.fields = fields
    self.owners = owners ?? Array(slots.indices)
    marks = slots.map { _ in ColumnBuffer() }
    ends = slots.map { _ in ColumnBuffer() }
    spelled = slots.map { _ in ColumnBuffer() }
    others = slots.map { _ in ColumnBuffer() }
    for (list, slots) in slots.enumerated() {
      unsafe states.append(State(marks[list].pointer, slots: slots))
      kept.append(0)
      kept.append(0)
    }
  }

  func removeAll() {
    for list in 0..<states.count {
      cut(list, to: 0)
      ends[list].removeAll()
      spelled[list].removeAll()
      if hasOthers { others[list].removeAll() }
    }
    hasOthers = false
  }

  /// Notes a value of another kind than those of its slot, in the row that has some marks.
  @inline(never)
  func addOther(
    _ reason: CellFault, in marks: UnsafeMutablePointer<UInt32>, slot: Int, _ start: Int, _ end: Int
  ) {
    for list in 0..<states.count {
      let state = states[list]
      let size = 2 * state.slots
      let place = unsafe marks - state.marks
      guard place >= 0, place < size * state.room else { continue }
      hasOthers = true
      others[list].append(
        Other(
          row: place / size, slot: slot, reason: reason,
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
      return
    }
  }

  /// Those that a list has, in its own cells or another's.
  func others(_ list: Int) -> ColumnBuffer<Other> { others[owners[list]] }

  /// Forgets those of rows that do not count yet.
  @inline(__always)
  func forgetOthers(_ list: Int) {
    if hasOthers { forgetOthersBehind(list) }
  }

  @inline(never)
  private func forgetOthersBehind(_ list: Int) {
    let (others, count) = (others[list], count(list))
    var kept = others.count
    while kept > 0, others[kept - 1].row >= count { kept -= 1 }
    others.resize(to: kept)
  }

  @inline(__always) func count(_ list: Int) -> Int { unsafe states.pointer[list].count }

  /// Cells a row.
  @inline(__always) func slots(_ list: Int) -> Int { unsafe states.pointer[list].slots }

  /// Starts a row of empty cells at a place of the input; gives its marks.
  @inline(__always)
  func addRow(_ list: Int, at place: Int) -> UnsafeMutablePointer<UInt32> {
    let state = unsafe states.pointer + list
    if unsafe state.pointee.count == state.pointee.room { grow(list) }
    let slots = unsafe state.pointee.slots
    let row = unsafe state.pointee.marks + 2 &* slots &* state.pointee.count
    let mark = UInt32(truncatingIfNeeded: place)
    for slot in 0..<slots {
      unsafe row[2 &* slot] = mark
      unsafe row[2 &* slot &+ 1] = mark &+ 1
    }
    unsafe state.pointee.count &+= 1
    unsafe state.pointee.filled = max(state.pointee.filled, state.pointee.count)
    return unsafe row
  }

  @inline(never)
  private func grow(_ list: Int) {
    let state = unsafe states.pointer + list
    let room = unsafe max(64, 2 * state.pointee.room)
    unsafe marks[list].resize(to: 2 * state.pointee.slots * room)
    unsafe state.pointee.room = room
    unsafe state.pointee.marks = marks[list].pointer
  }

  /// Rows that follow those there are, all of empty cells, at a place of the input: where
  /// the first is and how many. They count when `count` says so.
  @inline(__always)
  func emptyRows(
    _ list: Int, at place: Int
  ) -> (first: UnsafeMutablePointer<UInt32>, count: Int) {
    let state = unsafe states.pointer + list
    if unsafe state.pointee.filled == state.pointee.count { fill(list, at: place) }
    let (count, slots) = unsafe (state.pointee.count, state.pointee.slots)
    return unsafe (state.pointee.marks + 2 &* slots &* count, state.pointee.filled &- count)
  }

  /// Many at once: that costs less than each by itself.
  @inline(never)
  private func fill(_ list: Int, at place: Int) {
    let state = unsafe states.pointer + list
    if unsafe state.pointee.count == state.pointee.room { grow(list) }
    let (count, slots) = unsafe (state.pointee.count, state.pointee.slots)
    let filled = unsafe min(count &+ 64, state.pointee.room)
    let marks = unsafe state.pointee.marks
    let mark = UInt64(truncatingIfNeeded: place)
    let both = (mark | (mark &+ 1) &<< 32).littleEndian
    unsafe UnsafeMutableRawPointer(marks + 2 &* count &* slots)
      .withMemoryRebound(to: UInt64.self, capacity: (filled &- count) &* slots) { cells in
        unsafe cells.update(repeating: both, count: (filled &- count) &* slots)
      }
    unsafe state.pointee.filled = filled
  }

  /// Counts so many rows that were empty; those after them are no longer, if some was
  /// written.
  @inline(__always)
  func add(_ list: Int, rows: Int, isNextWritten: Bool) {
    let state = unsafe states.pointer + list
    unsafe state.pointee.count &+= rows
    if isNextWritten { unsafe state.pointee.filled = state.pointee.count }
  }

  /// Forgets rows from a number on.
  @inline(__always)
  private func cut(_ list: Int, to count: Int) {
    let state = unsafe states.pointer + list
    unsafe state.pointee.count = count
    unsafe state.pointee.filled = count
  }

  /// Says that a parent has no more elements in a list.
  @inline(__always)
  func close(_ list: Int) {
    let count = Int32(truncatingIfNeeded: count(list))
    unsafe ends.withUnsafeBufferPointer { ends in
      unsafe Unmanaged.passUnretained(ends[list])._withUnsafeGuaranteedRef { $0.append(count) }
    }
  }

  /// Says so of the parent that was closed last, where its elements have fields without names.
  func noteSpelled(_ list: Int) {
    let known = spelled[list].count
    spelled[list].resize(to: ends[list].count)
    for parent in known..<spelled[list].count { spelled[list][parent] = false }
    spelled[list][spelled[list].count - 1] = true
  }

  /// Whether the elements of a parent have fields without names.
  func isSpelled(_ list: Int, parent: Int) -> Bool {
    let spelled = spelled[list]
    return parent < spelled.count && spelled[parent]
  }

  /// Elements of the parent that is not closed yet.
  func openCount(_ list: Int) -> Int {
    let ends = ends[list]
    return count(list) - (ends.count > 0 ? Int(ends[ends.count - 1]) : 0)
  }

  /// Remembers what is there.
  func keep() {
    for list in 0..<states.count {
      kept[2 * list] = count(list)
      kept[2 * list + 1] = ends[list].count
    }
  }

  /// Forgets what came since.
  func goBack() {
    for list in 0..<states.count {
      cut(list, to: kept[2 * list])
      ends[list].resize(to: kept[2 * list + 1])
      if spelled[list].count > ends[list].count { spelled[list].resize(to: ends[list].count) }
      forgetOthers(list)
    }
  }

  /// How many elements a list has, in its own cells or another's.
  func elements(_ list: Int) -> Int { count(owners[list]) }

  /// One slot's cells.
  func run(_ list: Int, _ slot: Int, _ bytes: InputBytes) -> CellRun {
    let state = unsafe states.pointer[owners[list]]
    return unsafe CellRun(
      bytes, UnsafePointer(state.marks + 2 * slot), stride: 2 * state.slots, count: state.count)
  }

  func ends(_ list: Int) -> ColumnBuffer<Int32> { ends[owners[list]] }
}

extension ColumnBuffer<Int32> {
  /// The first place whose number is above another: which parent has a row, of the numbers at which
  /// the rows of each end. It is looked for first where one was found before.
  func firstMore(than row: Int, near: inout Int) -> Int {
    var low = 0
    if near < count, near == 0 || Int(self[near - 1]) <= row {
      low = near
      for _ in 0..<4 where low < count {
        if Int(self[low]) > row {
          near = low
          return low
        }
        low += 1
      }
    }
    near = firstMore(than: row, from: low)
    return near
  }

  /// The same where nothing was found before.
  func firstMore(than row: Int, from start: Int = 0) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[middle]) > row { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
