package import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Faults as CSV or JSON Lines, a row a booking that could not be read or
/// priced.
package struct FaultWriter {
  /// `json` is written as JSON Lines, too: faults come one by one.
  package let format: OutputFormat

  /// Whether cells of CSV are made harmless that a spreadsheet would take for formulas.
  private let isForSpreadsheets: Bool

  package init(_ format: OutputFormat = .csv, isForSpreadsheets: Bool = false) {
    self.format = format
    self.isForSpreadsheets = isForSpreadsheets
  }

  package func appendPrologue(to buffer: ByteBuffer) {
    switch format {
    case .csv, .xlsx: buffer.append("record,line,field,value,reason,message,file\n")
    case .json, .jsonl: break
    }
  }

  package func append(_ fault: RowFault, to buffer: ByteBuffer) {
    switch format {
    case .csv, .xlsx: appendRow(fault, to: buffer)
    case .json, .jsonl: appendObject(fault, to: buffer)
    }
  }

  private func appendRow(_ fault: RowFault, to buffer: ByteBuffer) {
    let start = buffer.count
    defer { if isForSpreadsheets { SpreadsheetCells.makeHarmless(buffer, from: start) } }
    buffer.append(integer: fault.record)
    buffer.append(UInt8(ascii: ","))
    buffer.append(integer: fault.line)
    for text in [fault.field, fault.value, fault.reason, fault.message, fault.source] {
      buffer.append(UInt8(ascii: ","))
      buffer.append(text: text, as: .csv)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  private func appendObject(_ fault: RowFault, to buffer: ByteBuffer) {
    buffer.append("{\"record\":")
    buffer.append(integer: fault.record)
    buffer.append(",\"line\":")
    buffer.append(integer: fault.line)
    for (name, text) in [
      ("field", fault.field), ("value", fault.value), ("reason", fault.reason),
      ("message", fault.message), ("file", fault.source),
    ] {
      buffer.append(text: ",\"\(name)\":")
      buffer.append(text: text, as: .json)
    }
    buffer.append("}\n")
  }
}
