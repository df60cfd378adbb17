private import CSheetOut
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

#if canImport(Glibc)
  import Glibc
#endif

/// Quotes as a spreadsheet: a sheet of quotes, further ones where it is full, and one of faults.
///
/// It is written to a temporary file in constant memory, and copied to where it belongs at the
/// end, so that it appears whole or not at all.
@safe final class SheetSink: QuoteTarget, @unchecked Sendable {
  private let file: AtomicFile
  private let book: OpaquePointer
  private let folder: String

  init(file: AtomicFile, columns: QuoteColumns, folder: String) throws(Trouble) {
    self.file = file
    self.folder = folder
    if let reason = unsafe csheet_out_load() {
      let why = unsafe String(cString: reason)
      throw Trouble("no-spreadsheets", "a spreadsheet cannot be written: \(why)")
    }
    guard let made = unsafe csheet_out_new(folder, Int32(columns.quotes.minorDigits)) else {
      throw Self.unwritten(folder)
    }
    unsafe book = made
    for (name, kind) in zip(columns.names, columns.kinds) {
      guard unsafe csheet_out_add_column(book, name, Self.code(kind)) != 0 else {
        throw Trouble("too-many-columns", "a spreadsheet has 16384 columns at most")
      }
    }
  }

  deinit { unsafe csheet_out_free(book) }

  private static func code(_ kind: QuoteColumns.Kind) -> csheet_out_kind {
    switch kind {
    case .text: csheet_out_text
    case .number: csheet_out_number
    case .money: csheet_out_money
    case .date: csheet_out_date
    case .time: csheet_out_time
    }
  }

  private static func unwritten(_ folder: String) -> Trouble {
    let why = unsafe String(cString: strerror(errno))
    return Trouble(
      "unwritable-file", "a temporary file in `\(folder)` cannot be written: \(why)")
  }

  var takesFaults: Bool { true }

  func take(_ rows: ByteBuffer, _ faults: FoundFaults) throws(Trouble) -> QuoteSink.Place? {
    // The bytes are read before this returns.
    let bytes = unsafe rows.bytes
    guard unsafe csheet_out_rows(book, bytes.baseAddress, bytes.count) != 0 else {
      throw Self.unwritten(folder)
    }
    rows.removeAll()
    for fault in faults.first {
      let place = fault.cell.isEmpty ? "line \(fault.line)" : fault.cell
      guard
        unsafe csheet_out_fault(
          book, fault.record, fault.key, place, fault.field, fault.value, fault.reason,
          fault.message) != 0
      else { throw Self.unwritten(folder) }
    }
    return nil
  }

  func write(_ rows: ByteBuffer, to place: QuoteSink.Place) throws(Trouble) {}

  func discard() { file.discard() }

  func end() throws(Trouble) -> [String] {
    guard unsafe csheet_out_finish(book) != 0 else { throw Self.unwritten(folder) }
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { unsafe room.deallocate() }
    while true {
      let count = unsafe csheet_out_read(book, room.baseAddress, room.count)
      if count < 0 { throw Self.unwritten(folder) }
      if count == 0 { break }
      unsafe try file.write(UnsafeBufferPointer(rebasing: room[..<Int(count)]))
    }
    try file.commit()
    return remarks
  }

  private var remarks: [String] {
    let (cut, untold) = unsafe (csheet_out_cut(book), csheet_out_untold(book))
    var remarks: [String] = []
    if cut > 0 {
      remarks.append(
        "\(cut) \(cut == 1 ? "text was" : "texts were") cut: a cell holds 32,767 characters")
    }
    if untold > 0 {
      remarks.append(
        "the sheet of faults is full: \(untold) more are in the sheets of quotes alone")
    }
    return remarks
  }
}
