import QuoteLanguage
import QuoteSyntax

extension CheckReport: CustomStringConvertible {
  /// Plain text, a section each, for terminals and tests.
  package var description: String {
    var text = "rules \(rules)\n\n"
    text += CheckReport.section("total and lines", [total] + lines)
    text += CheckReport.section("outputs", outputs)
    if !tables.isEmpty {
      text += "tables\n" + tables.map { "  \($0.described)\n" }.joined() + "\n"
    }
    if !unused.isEmpty {
      text += "read, and used by nothing\n"
      for name in unused { text += "  \(name.kind) \(name.name)\n" }
      text += "\n"
    }
    switch warnings.count {
    case 0: text += "no warnings\n"
    case 1: text += "1 warning\n"
    default: text += "\(warnings.count) warnings\n"
    }
    return text
  }

  private static func section(_ title: String, _ reaches: [Reach]) -> String {
    guard !reaches.isEmpty else { return "" }
    let width = reaches.map(\.name.count).max() ?? 0
    let lines = reaches.map { reach in
      "  " + reach.name + String(repeating: " ", count: width - reach.name.count + 2)
        + reach.described + "\n"
    }
    return title + "\n" + lines.joined() + "\n"
  }
}

extension CheckReport.Reach {
  /// `-$5.50..$900`, as `-5.5..900 USD`, with what else is known.
  package var described: String {
    var text =
      range.map { range in
        let shown = range.inDecimals
        return unit.isEmpty ? "\(shown)" : "\(shown) \(unit)"
      } ?? type
    if let list { text += ", for each of \(list)" }
    if isOptional { text += ", not always" }
    return text
  }
}

extension Interval {
  /// The same where its ends are decimals; an end that is none is moved outwards to the next
  /// millionth.
  fileprivate var inDecimals: Interval {
    let step = Ratio(1, 1_000_000)
    return Interval(
      lower.decimalDigits == nil ? rounded(to: step, .down).lower : lower,
      upper.decimalDigits == nil ? rounded(to: step, .up).upper : upper)
  }
}

extension CheckReport.Table {
  /// One line: rows, policy, what is proved.
  package var described: String {
    var parts = ["\(name): \(hit.rawValue), \(rowCount) \(rowCount == 1 ? "row" : "rows")"]
    if !findings.isProved { parts.append("too many combinations to look at each") }
    if findings.isTotal { parts.append("a row for every booking") }
    if !findings.gaps.isEmpty { parts.append("none for \(findings.gapsTold)") }
    if !findings.deadRows.isEmpty {
      let rows = findings.deadRows.prefix(5).map { "\($0.row + 1)" }.joined(separator: ", ")
      parts.append("never used: row \(rows)")
    }
    return parts.joined(separator: "; ")
  }
}
