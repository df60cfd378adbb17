import QuoteEngine
import QuoteLanguage
import QuoteLayout
package import QuoteSyntax

/// A profile for people: what was used first, then what never was.
package struct ProfileText: Sendable {
  /// Tables with more rows show those used most.
  static let shownRows = 40
  /// Unused rows of one table that are named.
  static let namedRows = 12

  let sources: Sources

  package init(sources: Sources) { self.sources = sources }

  package func render(_ profile: Profile) -> String {
    var lines = [Self.headline(profile)]
    lines += section("lines", self.lines(profile))
    for table in profile.tables where table.asked > 0 { lines += self.table(table, profile) }
    lines += section("conditions", choices(profile))
    lines += section("declines", declines(profile))
    lines += section("never fired", unused(profile))
    return lines.map(\.printable).joined(separator: "\n") + "\n"
  }

  static func headline(_ profile: Profile) -> String {
    let count = "\(profile.bookings) booking\(profile.bookings == 1 ? "" : "s")"
    return "profile of \(profile.name): \(count), \(profile.quoted) quoted for "
      + "\(money(profile.total, profile)), \(profile.declined) declined, "
      + "\(profile.faults) at fault"
  }

  /// Rounded to the minor unit, ties away from zero.
  static func money(_ amount: Ratio, _ profile: Profile) -> String {
    CurrencySign.amount(digits(amount, profile), profile.currency)
  }

  static func digits(_ amount: Ratio, _ profile: Profile) -> String {
    let unit = Ratio(powerOfTen: -profile.minorDigits)
    let steps = (amount.magnitude / unit + Ratio(1, 2)).floor ?? 0
    let text = RecordedValue.padded((Ratio(steps) * unit).description, profile.minorDigits)
    return amount.isNegative && steps != 0 ? "-" + text : text
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", title] + lines
  }

  private func place(_ span: SourceSpan) -> String {
    sources[span.file] == nil ? "" : sources.address(of: span)
  }

  // MARK: - Sections

  private func lines(_ profile: Profile) -> [String] {
    var rows = AlignedRows("lrlrlrl")
    rows.rows.append(["", "applied", "", "not zero", "", "money", ""])
    for line in profile.lines {
      let name = String(repeating: "  ", count: line.depth) + line.name
      guard line.kind == .line else {
        rows.rows.append([name, "", "", "", "", "", place(line.span)])
        continue
      }
      rows.rows.append([
        name, "\(line.times)", line.times == line.asked ? "" : "of \(line.asked)",
        "\(line.notZero)", "", Self.money(line.money, profile), place(line.span),
      ])
    }
    return rows.lines()
  }

  private func table(_ table: ProfiledTable, _ profile: Profile) -> [String] {
    var title = "\(table.name), \(table.hit.rawValue): looked up \(times(table.asked))"
    if table.missed > 0 { title += ", no row \(times(table.missed))" }
    let used = table.rows.filter { $0.times > 0 }
    var shown = used
    if used.count > Self.shownRows {
      shown = used.enumerated()
        .sorted { ($1.element.times, $0.offset) < ($0.element.times, $1.offset) }
        .prefix(Self.shownRows).map(\.element)
    }
    var rows = AlignedRows("rrlll")
    for row in shown {
      rows.rows.append([
        "\(row.times)", row.money.map { Self.money($0, profile) } ?? "",
        row.keys.joined(separator: " | "), row.values.joined(separator: " | "), place(row.span),
      ])
    }
    var lines = section(title, rows.lines())
    if used.count > shown.count { lines.append("  and \(used.count - shown.count) more rows") }
    return lines
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  private func choices(_ profile: Profile) -> [String] {
    var rows = AlignedRows("rlll")
    for choice in profile.choices where choice.asked > 0 {
      rows.rows.append([
        "\(choice.held)", "of \(choice.asked)",
        choice.kind == .fallback
          ? "the default in \(choice.text)" : "\(choice.kind.rawValue) \(choice.text)",
        place(choice.span),
      ])
    }
    return rows.lines()
  }

  private func declines(_ profile: Profile) -> [String] {
    var rows = AlignedRows("rll")
    for decline in profile.declines where decline.times > 0 {
      rows.rows.append(["\(decline.times)", decline.reason, place(decline.span)])
    }
    return rows.lines()
  }

  // MARK: - What never fired

  private func unused(_ profile: Profile) -> [String] {
    var rows = AlignedRows("lll")
    let unused = profile.unused
    let left = Dictionary(grouping: unused.filter { $0.table != nil }) { $0.table ?? "" }
      .mapValues(\.count)
    var named: [String: Int] = [:]
    for rule in unused {
      if let table = rule.table {
        named[table, default: 0] += 1
        let more = (left[table] ?? 0) - Self.namedRows
        if more > 0, named[table] == Self.namedRows + 1 {
          rows.rows.append(["", "and \(more) more rows of \(table)", ""])
        }
        if named[table, default: 0] > Self.namedRows { continue }
      }
      rows.rows.append([rule.kind.rawValue, rule.what, place(rule.span)])
    }
    return rows.lines()
  }
}
