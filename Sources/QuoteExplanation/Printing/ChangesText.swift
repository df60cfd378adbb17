import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

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
        change.shownPath, "\(change.from ?? "not given") → \(readable(change.to))", change.by,
        outcome, change.difference, why,
      ]
    }
  }

  /// The last microsecond of a second is shown as just before the next.
  private static func readable(_ value: String?) -> String {
    guard let value else { return "not given" }
    let parts = value.split(separator: ".999999")
    guard parts.count == 2, let instant = Instant(iso: value),
      let local = Instant(iso: parts[0] + ".999999Z")
    else { return value }
    let offset = (local.microsecondsSince1970 - instant.microsecondsSince1970) / 1_000_000
    let next = Instant(microsecondsSince1970: instant.microsecondsSince1970 + 1)
    return "before \(next.description(in: TimeZoneRules(fixedOffsetSeconds: Int32(offset))))"
  }

  /// Members of a quote: the changes, and what was not looked at.
  static func members(_ found: NearestChanges) -> [(String, JSONText)] {
    let limits = found.limits.map { limit -> JSONText in
      .object([("input", .text(limit.path)), ("what", .text(limit.what))])
    }
    return [("changes", .list(found.changes.map(json))), ("notSearched", .list(limits))]
  }

  private static func json(_ change: NearestChange) -> JSONText {
    var members: [(String, JSONText)] = [
      ("kind", .text(change.kind.rawValue)), ("input", .text(change.path)),
    ]
    if !change.alike.isEmpty { members.append(("alike", .list(change.alike.map { .text($0) }))) }
    members += [
      ("from", .optional(change.from)), ("to", .optional(change.to)), ("by", .text(change.by)),
      ("status", .text(change.status.rawValue)), ("reason", .text(change.reason)),
      ("total", .text(change.total)), ("difference", .text(change.difference)),
      ("rules", .list(change.rules.map { .text($0) })),
    ]
    return .object(members)
  }

  /// For a terminal; empty where there is none.
  static func text(_ found: NearestChanges?) -> String {
    guard let found, !found.changes.isEmpty || !found.limits.isEmpty else { return "" }
    var aligned = AlignedRows("lllrrl")
    // Two moments of a zone, to the microsecond.
    aligned.limit = 72
    aligned.rows = rows(found.changes).map { $0.map(\.shown) }
    return "\n\(title)\n" + aligned.lines().map { $0 + "\n" }.joined()
      + found.limits.map { "  \($0.path.shown): \($0.what.shown)\n" }.joined()
  }

  private static let heads = [
    "input", "change", "by", "total", "difference", "what fires otherwise",
  ]

  /// A table of Markdown; empty where there is none.
  static func markdown(_ found: NearestChanges?) -> String {
    guard let found, !found.changes.isEmpty || !found.limits.isEmpty else { return "" }
    let rows = [heads, ["---", "---", "---", "--:", "--:", "---"]] + self.rows(found.changes)
    let lines = rows.map { row in
      "| " + row.map(\.escapedForMarkdown).joined(separator: " | ") + " |"
    }
    let limits = found.limits.map {
      "\n\($0.path.escapedForMarkdown): \($0.what.escapedForMarkdown)\n"
    }
    return "\n### Nearest changes\n\n" + lines.joined(separator: "\n") + "\n" + limits.joined()
  }

  /// A section that unfolds; empty where there is none.
  static func html(_ found: NearestChanges?) -> String {
    guard let found, !found.changes.isEmpty || !found.limits.isEmpty else { return "" }
    let head = heads.map { "<th>\($0)</th>" }.joined()
    let rows = rows(found.changes).map { row in
      "<tr>" + row.map { "<td>\($0.escapedForHTML)</td>" }.joined() + "</tr>"
    }
    let limits = found.limits.map {
      "<p class=\"limit\"><code>\($0.path.escapedForHTML)</code>: \($0.what.escapedForHTML)</p>"
    }
    return "<details><summary class=\"more\"><span class=\"name\">\(title)</span></summary>"
      + "<div class=\"wide\"><table class=\"changes\"><thead><tr>\(head)</tr></thead>"
      + "<tbody>\(rows.joined())</tbody></table></div>\(limits.joined())</details>"
  }
}
