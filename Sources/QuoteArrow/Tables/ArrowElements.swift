import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The elements of a column of lists.
final class ArrowElements: ForeignElements {
  private unowned let column: ArrowColumn
  private let inner: ArrowColumn

  /// Nil if the column's cells are no lists.
  init?(_ column: ArrowColumn) {
    switch column.type {
    case .list, .listView, .fixedList:
      guard column.children.count == 1 else { return nil }
      self.column = column
      inner = column.children[0]
    case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .text, .textView, .days,
      .dayMilliseconds, .time, .moment, .structure, .other:
      return nil
    }
  }

  func offsets(
    of rows: Range<Int>, into offsets: ColumnBuffer<Int32>
  ) throws(Trouble) -> Range<Int>? {
    offsets.resize(to: rows.count + 1)
    let given = try column.given(rows)
    if given == nil, case .list(let bytes) = column.type, !rows.isEmpty {
      return try allOffsets(of: rows, Int32(bytes), into: offsets)
    }
    var (start, end) = (0, 0)
    for (index, row) in rows.enumerated() {
      let found = try elements(of: row)
      if index == 0 { (start, end) = (found.lowerBound, found.lowerBound) }
      offsets[index] = Int32(truncatingIfNeeded: end - start)
      // Nothing is read of a list that is not given, whatever stands there.
      let isGiven = given.map { $0[index >> 6] >> UInt64(index & 63) & 1 == 1 } ?? true
      if !isGiven && found.count > 0 { return nil }
      if found.count > 0 {
        if index > 0, end > start, found.lowerBound != end { return nil }
        if end == start { shift(offsets, at: index, start: &start, to: found.lowerBound) }
        end = found.upperBound
      }
    }
    guard end - start <= Int32.max else { return nil }
    offsets[rows.count] = Int32(truncatingIfNeeded: end - start)
    return start..<end
  }

  /// The offsets of rows that are all given, in one go.
  private func allOffsets(
    of rows: Range<Int>, _ bytes: Int32, into offsets: ColumnBuffer<Int32>
  ) throws(Trouble) -> Range<Int>? {
    let (from, first) = (try unsafe column.buffer(1), column.first + rows.lowerBound)
    let span = unsafe Int(carrow_span(from, bytes, first, rows.count))
    let start = unsafe Int(carrow_offset(from, bytes, first))
    guard span >= 0, start <= inner.count - span else { throw brokenOffsets }
    guard span <= Int32.max else { return nil }
    unsafe carrow_offsets(from, bytes, first, rows.count, offsets.pointer)
    return start..<start + span
  }

  /// The first element that there is says where they begin.
  private func shift(
    _ offsets: ColumnBuffer<Int32>, at index: Int, start: inout Int, to found: Int
  ) {
    start = found
    offsets[index] = 0
  }

  /// Rows of the column below, checked to be there.
  func elements(of row: Int) throws(Trouble) -> Range<Int> {
    let at = column.first + row
    var (lower, upper) = (0, 0)
    switch column.type {
    case .list(let bytes):
      let offsets = try unsafe column.buffer(1)
      lower = unsafe Int(carrow_offset(offsets, Int32(bytes), at))
      upper = unsafe Int(carrow_offset(offsets, Int32(bytes), at + 1))
    case .listView(let bytes):
      lower = try unsafe Int(carrow_offset(column.buffer(1), Int32(bytes), at))
      let size = try unsafe Int(carrow_offset(column.buffer(2), Int32(bytes), at))
      guard size >= 0, lower >= 0, lower <= Int.max - size else { throw brokenOffsets }
      upper = lower + size
    case .fixedList(let size):
      let (start, isOver) = at.multipliedReportingOverflow(by: size)
      guard !isOver, start <= Int.max - size else { throw brokenOffsets }
      (lower, upper) = (start, start + size)
    case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .text, .textView, .days,
      .dayMilliseconds, .time, .moment, .structure, .other:
      break
    }
    guard lower >= 0, lower <= upper, upper <= inner.count else { throw brokenOffsets }
    return lower..<upper
  }

  private var brokenOffsets: Trouble {
    .brokenArrow("the offsets of `\(column.name)` do not fit its elements")
  }

  var element: ArrowColumn { inner }

  func column(at path: [String]) -> (any ForeignColumn)? {
    var found = inner
    for name in path {
      guard case .structure = found.type,
        let next = found.children.first(where: { $0.name == name })
      else { return nil }
      found = next
    }
    return found
  }
}
