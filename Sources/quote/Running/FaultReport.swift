import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Faults as they come: the first ten in full on standard error, then counts
/// by reason; all of them to a file if one is asked for.
struct FaultReport {
  private(set) var count = 0
  private var byReason: [String: Int] = [:]
  private var moreLines: Int64 = 0
  /// Whether the first one is in a file that is named as a table.
  private var isOfTable = false
  private let console: Console
  private let namesFiles: Bool
  private let file: AtomicFile?
  private let writer: FaultWriter
  private let buffer = ByteBuffer()
  static let shownInFull = 10

  /// Where there are several files of bookings, a fault says in which one it is.
  init(
    console: Console, path: String?, of sources: [ByteSource] = [], isForSpreadsheets: Bool = false
  ) throws(Trouble) {
    self.console = console
    namesFiles = sources.count > 1
    file = if let path { try AtomicFile(path: path) } else { nil }
    writer = FaultWriter(
      path.flatMap(OutputFormat.init(path:)) ?? .csv, isForSpreadsheets: isForSpreadsheets)
    writer.appendPrologue(to: buffer)
  }

  /// How many of a chunk's faults it must get whole.
  var most: Int { file != nil || console.isVerbose ? .max : Self.shownInFull }

  mutating func add(_ faults: FoundFaults) throws(Trouble) {
    for (reason, number) in faults.byReason { byReason[reason, default: 0] += number }
    moreLines += faults.moreLines
    if count == 0, let first = faults.first.first {
      isOfTable = [".csv", ".tsv", ".xlsx"].contains(where: first.source.lowercased().contains)
    }
    var number = count
    count += faults.count
    for fault in faults.first {
      number += 1
      if number <= Self.shownInFull || console.isVerbose {
        console.complain("quote: \(sentence(fault))\n")
      }
      if file != nil { writer.append(fault, to: buffer) }
    }
    if let file, buffer.count > 1 << 16 { try file.write(buffer) }
  }

  /// Where, which field, what was there, and what is wrong with it.
  private func sentence(_ fault: RowFault) -> String {
    var text = (namesFiles ? "`\(fault.source)` " : "") + "record \(fault.record)"
    if !fault.cell.isEmpty {
      text += ", `\(fault.cell)`"
    } else if fault.lastLine > fault.line {
      text += ", lines \(fault.line) to \(fault.lastLine)"
    } else if fault.line > 0 {
      text += ", line \(fault.line)"
    }
    if !fault.field.isEmpty { text += ", `\(fault.field)`" }
    if !fault.value.isEmpty { text += " `\(fault.value)`" }
    return (text + ": \(fault.message) [\(fault.reason)]").shown
  }

  /// How many lines lie inside faults: bookings in them were not read.
  private var heldLines: String {
    guard moreLines > 0 else { return "" }
    let further = "\(moreLines) further \(moreLines == 1 ? "line" : "lines")"
    return "; these faults span \(further), which may contain bookings"
  }

  func tell(_ remarks: [String]) {
    for remark in remarks { console.complain("quote: \(remark.shown)\n") }
  }

  /// What remains to be said and written at the end.
  func finish(rows: Int) throws(Trouble) {
    if let file {
      try file.write(buffer)
      try file.commit()
    }
    guard count > 0 else { return }
    let bookings = "\(count) of \(rows) \(rows == 1 ? "booking" : "bookings") at fault"
    console.complain("quote: \(bookings)\(heldLines)\n")
    if byReason["missing-key"] == rows, !isOfTable {
      console.complain(
        "quote: no record has its key: where each record has its booking in a member, "
          + "`--booking-at MEMBER` says in which; where one record has all bookings in a list, "
          + "take them out of it, `jq -c '.MEMBER[]'`\n")
    }
    guard count > Self.shownInFull else { return }
    let width = byReason.values.max().map { "\($0)".count } ?? 1
    for (reason, number) in byReason.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let digits = "\(number)"
      console.complain(
        "  \(String(repeating: " ", count: width - digits.count))\(digits)  \(reason)\n")
    }
  }
}
