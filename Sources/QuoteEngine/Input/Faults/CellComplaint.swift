/// A cell of a booking's own field that is at fault, before it is told.
struct CellComplaint: BitwiseCopyable {
  var row: Int
  var kind: FaultTexts.Kind
  /// Where the cell is among the bytes that were read.
  var start: UInt32
  var end: UInt32

  @inline(__always)
  func cell(of bytes: InputBytes) -> TextSlice { bytes.slice(Int(start), Int(end &- start)) }
}

extension CellComplaint {
  /// The cell of a run that is a row of the batch.
  init(_ row: Int, _ kind: FaultTexts.Kind, cell: Int, of run: CellRun) {
    self.init(
      row: row, kind: kind, start: UInt32(truncatingIfNeeded: run.start(cell)),
      end: UInt32(truncatingIfNeeded: run.end(cell)))
  }
}
