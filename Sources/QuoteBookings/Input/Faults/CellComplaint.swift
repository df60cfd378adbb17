import CVector
import QuoteLanguage

/// A cell that is at fault, before it is told.
struct CellComplaint: BitwiseCopyable {
  /// Where the cell is among the bytes that were read. These two come first: loops over many look
  /// for them there.
  private var start: UInt32
  private var end: UInt32
  private var shortRow: Int32
  private var shortElement: Int32
  var kind: FaultTexts.Kind

  /// `element` is the row of the kind's list, for a field of the booking's own the booking's.
  @inline(__always)
  init(row: Int, element: Int, kind: FaultTexts.Kind, start: UInt32, end: UInt32) {
    (self.start, self.end, self.kind) = (start, end, kind)
    shortRow = Int32(truncatingIfNeeded: row)
    shortElement = Int32(truncatingIfNeeded: element)
  }

  /// The booking's.
  var row: Int { Int(shortRow) }
  var element: Int { Int(shortElement) }

  @inline(__always)
  func cell(of bytes: InputBytes) -> TextSlice { bytes.slice(Int(start), Int(end &- start)) }
}

extension CellComplaint {
  /// The cell of a run that is a field of the row's booking.
  @inline(__always)
  init(_ row: Int, _ kind: FaultTexts.Kind, cell: Int, of run: CellRun) {
    self.init(row: row, element: row, kind, cell: cell, of: run)
  }

  @inline(__always)
  init(row: Int, element: Int, _ kind: FaultTexts.Kind, cell: Int, of run: CellRun) {
    self.init(
      row: row, element: element, kind: kind, start: UInt32(truncatingIfNeeded: run.start(cell)),
      end: UInt32(truncatingIfNeeded: run.end(cell)))
  }
}

extension ColumnBuffer<CellComplaint> {
  /// What bytes each of the cells has, if it is no longer than what is shown.
  func tellKinds(of bytes: InputBytes, to kinds: ColumnBuffer<ByteKinds>) {
    kinds.resize(to: count)
    unsafe cvector_kinds_of_cells(
      bytes.base, pointer, MemoryLayout<CellComplaint>.stride, count, TextSlice.mostShown,
      UnsafeMutableRawPointer(kinds.pointer).assumingMemoryBound(to: UInt16.self))
  }
}
