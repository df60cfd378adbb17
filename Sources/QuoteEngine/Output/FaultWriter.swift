/// Faults as CSV, a row a booking that could not be read or priced.
public struct FaultWriter {
  public init() {}

  public func appendPrologue(to buffer: ByteBuffer) {
    buffer.append("record,line,field,value,reason,message\n")
  }

  /// The faults of a block, in the order of the bookings.
  public func append(_ quotes: QuoteBatch, to buffer: ByteBuffer) {
    guard !quotes.faults.isEmpty else { return }
    for row in 0..<quotes.count {
      guard quotes.statuses[row] == QuoteBatch.Status.fault.rawValue,
        let fault = quotes.faults[quotes.firstRow + row]
      else { continue }
      append(fault, to: buffer)
    }
  }

  public func append(_ fault: RowFault, to buffer: ByteBuffer) {
    buffer.append(integer: fault.record)
    buffer.append(UInt8(ascii: ","))
    buffer.append(integer: fault.line)
    for text in [fault.field, fault.value, fault.reason, fault.message] {
      buffer.append(UInt8(ascii: ","))
      buffer.append(text: text, as: .csv)
    }
    buffer.append(UInt8(ascii: "\n"))
  }
}
