import QuoteEngine

/// Faults as they come: the first ten in full on standard error, then counts
/// by reason; all of them to a file if one is asked for.
struct FaultReport {
  private(set) var count = 0
  private var byReason: [String: Int] = [:]
  private let console: Console
  /// All faults so far as JSON Lines, where they are kept.
  private(set) var written = ""
  private let keeps: Bool
  static let shownInFull = 10

  init(console: Console, keeps: Bool) {
    self.console = console
    self.keeps = keeps
  }

  mutating func add(_ faults: [RowFault]) {
    for fault in faults {
      count += 1
      byReason[fault.reason, default: 0] += 1
      if count <= Self.shownInFull { console.complain("quote: \(Self.sentence(fault))\n") }
      if keeps { written += Self.json(fault) }
    }
  }

  /// Where, which field, what was there, and what is wrong with it.
  static func sentence(_ fault: RowFault) -> String {
    var text = "record \(fault.record)"
    if fault.line > 0 { text += ", line \(fault.line)" }
    if !fault.field.isEmpty { text += ", `\(fault.field)`" }
    if !fault.value.isEmpty { text += " `\(fault.value)`" }
    return text + ": \(fault.message) [\(fault.reason)]"
  }

  /// What remains to be said at the end.
  func summarize(rows: Int) {
    guard count > 0 else { return }
    console.complain("quote: \(count) of \(rows) \(rows == 1 ? "booking" : "bookings") at fault\n")
    guard count > Self.shownInFull else { return }
    let width = byReason.values.max().map { "\($0)".count } ?? 1
    for (reason, number) in byReason.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let digits = "\(number)"
      console.complain("  \(String(repeating: " ", count: width - digits.count))\(digits)  \(reason)\n")
    }
  }

  private static func json(_ fault: RowFault) -> String {
    "{\"record\":\(fault.record),\"line\":\(fault.line),\"field\":\(quoted(fault.field)),"
      + "\"value\":\(quoted(fault.value)),\"reason\":\(quoted(fault.reason)),"
      + "\"message\":\(quoted(fault.message))}\n"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
