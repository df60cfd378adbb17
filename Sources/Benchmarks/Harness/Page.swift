import Foundation
import QuoteSyntax

/// A page whose tables are made from the record: blocks between
/// `<!-- measured: NAME -->` and `<!-- /measured -->` are written anew, prose stays.
struct Page {
  let record: Record

  /// The page with every block filled in; blocks of what was not measured say so.
  func filling(_ text: String) -> String {
    var lines: [String] = []
    var isInside = false
    for line in text.components(separatedBy: "\n") {
      if let match = line.wholeMatch(of: /<!-- measured: ([a-z-]+) -->/) {
        lines += [line, ""] + block(String(match.1)) + [""]
        isInside = true
      } else if line == "<!-- /measured -->" {
        isInside = false
      }
      if !isInside, !line.hasPrefix("<!-- measured: ") { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }

  private func block(_ name: String) -> [String] {
    switch name {
    case "machine":
      let scale = Record.Fact(name: "scale of the run", value: record.scale)
      let facts = record.machine + record.versions + [scale]
      return Self.table([["", ""]] + facts.map { [$0.name, $0.value] })
    case "bars": return bars
    default:
      guard let finding = record.findings.first(where: { $0.name == name }) else {
        return ["Not measured."]
      }
      return Self.lines(of: finding)
    }
  }

  // MARK: - Bars

  private var bars: [String] {
    let all = record.findings.flatMap(\.bars)
    let rows = all.map { bar in
      [
        bar.claim, "\(bar.kind.rawValue) \(Self.plain(bar.limit))\(bar.unit)",
        "\(Self.plain(bar.value))\(bar.unit)", bar.isMet ? "yes" : "**no**",
      ]
    }
    return Self.table([["bar", "asked for", "measured", "met"]] + rows)
      + ["", "\(all.count { $0.isMet }) of \(all.count) bars are met."]
  }

  /// Three figures, or all before the point.
  static func plain(_ value: Double) -> String {
    let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    let text = String(format: "%.\(digits)f", value)
    guard digits > 0 else { return text }
    return text.replacing(/\.?0+$/, with: "")
  }

  // MARK: - Findings

  static func lines(of finding: Finding) -> [String] {
    var lines = timings(finding.timings)
    if !finding.figures.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += table([["", ""]] + finding.figures.map { [$0.name, $0.value] })
    }
    lines += finding.notes.flatMap { ["", $0.prefix(1).uppercased() + $0.dropFirst() + "."] }
    lines += ["", "Measured \(finding.date), load average before it \(finding.load)."]
    return lines
  }

  private static func timings(_ timings: [Timing]) -> [String] {
    guard !timings.isEmpty else { return [] }
    let head = [
      "", "bookings", "median", "least", "most", "processor", "bookings/s", "MB/s", "peak MB",
      "other rows", "elsewhere",
    ]
    let rows = timings.map { timing -> [String] in
      let rate = Int(significant(Double(timing.rows) / timing.median))
      return [
        timing.name, timing.rows.withThousands, time(timing.median, timing),
        time(timing.seconds.min() ?? 0, timing), time(timing.seconds.max() ?? 0, timing),
        timing.processorSeconds.isEmpty ? "" : time(timing.processorMedian, timing),
        timing.rows > 1 ? rate.withThousands : "",
        timing.bytes > 0 ? "\(Int(Double(timing.bytes) / timing.median / 1e6))" : "",
        timing.peakBytes > 0 ? plain((Double(timing.peakBytes) / 1e6).rounded()) : "",
        timing.differences?.withThousands ?? "", timing.misplaced?.withThousands ?? "",
      ]
    }
    let kept = head.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    return table(([head] + rows).map { row in kept.map { row[$0] } }, rightFrom: 1)
  }

  /// Three significant figures.
  private static func significant(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 0 }
    var unit = 1.0
    while value / unit >= 1000 { unit *= 10 }
    return (value / unit).rounded() * unit
  }

  static func time(_ seconds: Double, _ timing: Timing) -> String {
    if timing.isPerBooking == true {
      return "\(plain(seconds * 1e9 / Double(max(1, timing.rows)))) ns"
    }
    return seconds >= 1 ? "\(plain(seconds)) s" : "\(plain(seconds * 1000)) ms"
  }

  // MARK: - Markdown

  static func table(_ rows: [[String]], rightFrom right: Int = .max) -> [String] {
    guard let head = rows.first else { return [] }
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = "|" + head.indices.map { $0 >= right ? "---:|" : "---|" }.joined()
    return [line(head), rule] + rows.dropFirst().map(line)
  }
}
