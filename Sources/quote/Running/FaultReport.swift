import QuoteEngine

/// Faults as they come: the first ten in full on standard error, then counts
/// by reason; all of them to a file if one is asked for.
struct FaultReport {
  private(set) var count = 0
  private var byReason: [String: Int] = [:]
  private let console: Console
  private let file: AtomicFile?
  private let writer: FaultWriter
  private let buffer = ByteBuffer()
  static let shownInFull = 10

  init(console: Console, path: String?) throws(Trouble) {
    self.console = console
    file = if let path { try AtomicFile(path: path) } else { nil }
    writer = FaultWriter(path.flatMap(OutputFormat.init(path:)) ?? .csv)
    writer.appendPrologue(to: buffer)
  }

  mutating func add(_ faults: [RowFault]) throws(Trouble) {
    for fault in faults {
      count += 1
      byReason[fault.reason, default: 0] += 1
      if count <= Self.shownInFull { console.complain("quote: \(Self.sentence(fault))\n") }
      if file != nil { writer.append(fault, to: buffer) }
    }
    if let file, buffer.count > 1 << 16 { try file.write(buffer) }
  }

  /// Where, which field, what was there, and what is wrong with it.
  static func sentence(_ fault: RowFault) -> String {
    var text = "record \(fault.record)"
    if fault.line > 0 { text += ", line \(fault.line)" }
    if !fault.field.isEmpty { text += ", `\(fault.field)`" }
    if !fault.value.isEmpty { text += " `\(fault.value)`" }
    return text + ": \(fault.message) [\(fault.reason)]"
  }

  /// What remains to be said and written at the end.
  func finish(rows: Int) throws(Trouble) {
    if let file {
      try file.write(buffer)
      try file.commit()
    }
    guard count > 0 else { return }
    console.complain("quote: \(count) of \(rows) \(rows == 1 ? "booking" : "bookings") at fault\n")
    guard count > Self.shownInFull else { return }
    let width = byReason.values.max().map { "\($0)".count } ?? 1
    for (reason, number) in byReason.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let digits = "\(number)"
      console.complain(
        "  \(String(repeating: " ", count: width - digits.count))\(digits)  \(reason)\n")
    }
  }
}
