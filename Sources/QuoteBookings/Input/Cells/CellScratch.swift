import QuoteLanguage
import QuoteSyntax

/// What reading many cells at once needs on the way. One a thread.
package final class CellScratch {
  /// 1 for the cells of a run that are to be looked at one by one.
  let marked = ColumnBuffer<UInt8>()
  /// The bookings of a run that have to be looked at to say what is at fault.
  var faulty: Set<Int> = []
  /// Cells that are at fault, to be told.
  let complaints = ColumnBuffer<CellComplaint>()
  private let sorted = ColumnBuffer<CellComplaint>()
  /// By row, from the first one on: how many complaints come before it.
  private let before = ColumnBuffer<Int>()

  /// The complaints row by row, those of one as they came.
  var complaintsByRow: ColumnBuffer<CellComplaint> {
    let all = complaints
    var (first, last, isSorted) = (Int.max, 0, true)
    for index in 0..<all.count {
      let row = all[index].row
      if row < last { isSorted = false }
      (first, last) = (min(first, row), max(last, row))
    }
    if isSorted { return all }
    before.resize(to: last - first + 2)
    for row in 0..<before.count { before[row] = 0 }
    for index in 0..<all.count { before[all[index].row - first + 1] += 1 }
    for row in 1..<before.count { before[row] += before[row - 1] }
    sorted.resize(to: all.count)
    for index in 0..<all.count {
      let row = all[index].row - first
      sorted[before[row]] = all[index]
      before[row] += 1
    }
    return sorted
  }
}
