import QuoteLanguage

/// What reading many cells at once needs on the way. One a thread.
package final class CellScratch {
  /// 1 for the cells of a run that are to be looked at one by one.
  let marked = ColumnBuffer<UInt8>()
  /// The bookings of a run of which some cell is at fault.
  var faulty: Set<Int> = []
}
