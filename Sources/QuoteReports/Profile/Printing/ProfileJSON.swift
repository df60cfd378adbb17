import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// A profile as one JSON object, an entry a line.
struct ProfileJSON {
  let sources: Sources

  func render(_ profile: Profile) -> String {
    let head = [
      member("format", text("quote-profile/1")), member("rules", text(profile.name)),
      member("currency", text(profile.currency)), member("bookings", "\(profile.bookings)"),
      member("quoted", "\(profile.quoted)"),
      member("declined", "\(profile.declined)"), member("faults", "\(profile.faults)"),
      member("total", ProfileText.digits(profile.total, profile)),
    ]
    let lists = [
      list("lines", profile.lines.map { line($0, profile) }),
      list("tables", profile.tables.map { table($0, profile) }),
      list("choices", profile.choices.map(choice)),
      list("declines", profile.declines.map(decline)),
      list("unused", profile.unused.map(unused)),
    ]
    return "{" + (head + lists).joined(separator: ",\n ") + "}\n"
  }

  // MARK: - Entries

  private func line(_ line: ProfiledLine, _ profile: Profile) -> String {
    object([
      member("name", text(line.name)),
      member("kind", line.kind == .subtotal ? "\"subtotal\"" : "\"line\""),
      member("depth", "\(line.depth)"), member("applied", "\(line.times)"),
      member("of", "\(line.asked)"), member("not_zero", "\(line.notZero)"),
      member("money", ProfileText.digits(line.money, profile)), at(line.span),
    ])
  }

  private func table(_ table: ProfiledTable, _ profile: Profile) -> String {
    let rows = table.rows.map { row in
      "  "
        + object([
          member("keys", texts(row.keys)), member("values", texts(row.values)),
          member("times", "\(row.times)"),
          member("money", row.money.map { ProfileText.digits($0, profile) } ?? "null"),
          at(row.span),
        ])
    }
    return object([
      member("name", text(table.name)), member("hit", text(table.hit.rawValue)),
      member("asked", "\(table.asked)"), member("missed", "\(table.missed)"), at(table.span),
      list("rows", rows),
    ])
  }

  private func choice(_ choice: ProfiledChoice) -> String {
    object([
      member("kind", text(choice.kind.rawValue)), member("text", text(choice.text)),
      member("held", "\(choice.held)"), member("of", "\(choice.asked)"), at(choice.span),
    ])
  }

  private func decline(_ decline: ProfiledDecline) -> String {
    object([
      member("reason", text(decline.reason)), member("times", "\(decline.times)"),
      at(decline.span),
    ])
  }

  private func unused(_ rule: Profile.Unused) -> String {
    object([
      member("kind", text(rule.kind.rawValue)), member("what", text(rule.what)), at(rule.span),
    ])
  }

  // MARK: - JSON

  private func text(_ text: String) -> String { JSONParts.text(text) }

  private func texts(_ texts: [String]) -> String { JSONParts.array(texts.map(text)) }

  private func member(_ name: String, _ value: String) -> String { "\(text(name)):\(value)" }

  private func at(_ span: SourceSpan) -> String {
    let place = sources[span.file].map { _ in sources.address(of: span, forPrograms: true) }
    return member("at", place.map(text) ?? "null")
  }

  private func object(_ members: [String]) -> String {
    "{" + members.joined(separator: ",") + "}"
  }

  private func list(_ name: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return member(name, "[]") }
    return member(name, "[\n  " + items.joined(separator: ",\n  ") + "]")
  }
}
