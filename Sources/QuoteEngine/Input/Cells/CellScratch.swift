/// What reading many cells at once needs on the way. One a thread.
final class CellScratch {
  /// 1 for the cells of a run that are to be read one by one.
  let unread = ColumnBuffer<UInt8>()
}
