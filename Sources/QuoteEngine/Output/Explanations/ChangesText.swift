/// Nearest changes as aligned rows, one a change.
struct ChangesText {
  static let title = "nearest changes"

  /// Input, from and to, by how much, what it comes to, the difference, and the rules.
  static func rows(_ changes: [NearestChange]) -> [[String]] {
    changes.map { change in
      let outcome: String
      switch change.status {
      case .quoted: outcome = change.total
      case .declined: outcome = "declined"
      case .fault: outcome = "fault"
      }
      var why = change.rules.joined(separator: "; ")
      if change.status != .quoted {
        why = why.isEmpty ? change.reason : "\(change.reason); \(why)"
      }
      return [
        change.path, "\(change.from ?? "not given") → \(change.to ?? "not given")", change.by,
        outcome, change.difference, why,
      ]
    }
  }

  static func json(_ changes: [NearestChange]) -> JSONText {
    .list(
      changes.map { change in
        .object([
          ("kind", .text(change.kind.rawValue)), ("input", .text(change.path)),
          ("from", .optional(change.from)), ("to", .optional(change.to)),
          ("by", .text(change.by)), ("status", .text(change.status.rawValue)),
          ("reason", .text(change.reason)), ("total", .text(change.total)),
          ("difference", .text(change.difference)),
          ("rules", .list(change.rules.map { .text($0) })),
        ])
      })
  }

  /// For a terminal; empty where there is none.
  static func text(_ changes: [NearestChange]) -> String {
    guard !changes.isEmpty else { return "" }
    var aligned = AlignedRows("lllrrl")
    aligned.rows = rows(changes)
    return "\n\(title)\n" + aligned.lines().joined(separator: "\n") + "\n"
  }

  /// A table of Markdown; empty where there is none.
  static func markdown(_ changes: [NearestChange]) -> String {
    guard !changes.isEmpty else { return "" }
    let rows = [["input", "change", "by", "total", "difference", "what fires otherwise"]]
      + [["---", "---", "---", "--:", "--:", "---"]] + self.rows(changes)
    let lines = rows.map { row in
      "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }
    return "\n### Nearest changes\n\n" + lines.joined(separator: "\n") + "\n"
  }

  /// A section that unfolds; empty where there is none.
  static func html(_ changes: [NearestChange]) -> String {
    guard !changes.isEmpty else { return "" }
    let rows = rows(changes).map { row in
      "<tr>" + row.map { "<td>\($0.escapedForHTML)</td>" }.joined() + "</tr>"
    }
    return "<details><summary class=\"more\">\(title)</summary><table>"
      + rows.joined() + "</table></details>"
  }
}
