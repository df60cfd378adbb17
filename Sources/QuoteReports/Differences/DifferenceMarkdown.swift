import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// A comparison as a comment on a change: what it came to, tables of what to
/// act on, the worst bookings folded, within what GitHub takes.
struct DifferenceMarkdown {
  let words: DifferenceWords
  /// GitHub refuses comments of 65,536 characters; some are left for others.
  static let limit = 60_000

  func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    var text = head(summary)
    for section in DifferenceWords.sections(summary) {
      text += table(section.title, section.groups)
    }
    text += why(summary) + common(summary)
    text += ledger(summary.ledger)
    for some in FaultWords.all(summary) {
      text += "\n\(Self.prose(some.sentence)):\n\n"
      for line in some.lines() { text += "- \(Self.prose(line))\n" }
    }
    var shown = 0
    for booking in summary.worst {
      let fold = fold(booking)
      guard text.utf8.count + fold.utf8.count < Self.limit else { break }
      text += fold
      shown += 1
    }
    if summary.new > shown, shown > 0 {
      text += "\n…and \(DifferenceWords.counted(summary.new - shown, "booking")) more.\n"
    }
    buffer.append(text: text)
  }

  private func head(_ summary: DifferenceSummary) -> String {
    let faults = FaultWords.all(summary).map { ", \($0.count) \($0.kind.rawValue)" }.joined()
    let title =
      summary.isOfNothing && summary.different == 0
      ? "nothing was compared"
      : summary.different == 0 ? "no differences" : DifferenceWords.standing(summary)
    let early = summary.endedEarly ? ", ended early" : ""
    var text = "### Quotes: \(title)\(faults)\(early)\n\n"
    for line in words.sentences(summary) { text += "- \(Self.prose(line))\n" }
    for failure in summary.failures { text += "- **fails:** \(Self.prose(failure))\n" }
    return text
  }

  private func table(_ title: String, _ groups: DifferenceGroups) -> String {
    let ordered = groups.ordered
    let hasPlace = ordered.contains { $0.place != nil }
    var text = "\n| \(title) | bookings | above | below | for example |"
    text += hasPlace ? " rule |\n|---|---:|---:|---:|---|---|\n" : "\n|---|---:|---:|---:|---|\n"
    for group in ordered.prefix(DifferenceText.shownGroups) {
      text += "| \(Self.code(group.name)) | \(group.bookings) "
      text += "| \(group.above.isZero ? "" : words.signed(group.above)) "
      text += "| \(group.below.isZero ? "" : words.signed(group.below)) "
      text += "| \(Self.code(group.example)) |"
      if hasPlace { text += " \(Self.code(group.place.map { "\($0.file):\($0.line)" } ?? "")) |" }
      text += "\n"
    }
    if ordered.count > DifferenceText.shownGroups {
      text += "\n…and \(ordered.count - DifferenceText.shownGroups) more.\n"
    }
    return text
  }

  private func common(_ summary: DifferenceSummary) -> String {
    let traits = DifferenceWords.traits(summary)
    guard !traits.isEmpty else { return "" }
    var text = "\n| In common | | of those that differ | of those that agree | rule |\n"
    text += "|---|---|---:|---:|---|\n"
    for trait in traits {
      text += "| \(Self.code(trait.departing)) | \(Self.code(trait.finding.text)) "
      text += "| \(trait.differing) | \(trait.agreeing) | \(Self.code(trait.place)) |\n"
    }
    return text
  }

  private func ledger(_ ledger: [AcceptedTally]) -> String {
    guard !ledger.isEmpty else { return "" }
    var text = "\n| Accepted | bookings | expected | money | verdict | expires | owner |\n"
    text += "|---|---:|---:|---:|---|---|---|\n"
    for entry in ledger {
      text += "| \(Self.code(entry.reason)) | \(entry.bookings) "
      text += "| \(entry.expected.map { "\($0)" } ?? "") | \(words.signed(entry.amount)) "
      text += "| \(entry.verdict.rawValue) | \(entry.expires) "
      text += "| \(Self.code("\(entry.owner) \(entry.ticket)")) |\n"
    }
    return text
  }

  private func fold(_ booking: BookingDifference) -> String {
    var text = "\n<details><summary>\(Self.prose(words.headline(of: booking)))</summary>\n\n"
    if let why = words.because(booking) { text += "\(Self.prose(why))\n\n" }
    let sides = SideBySide(booking, words)
    if !sides.rows.isEmpty {
      let context = words.context
      text += "| | \(context.ourName) | \(context.theirName) | |\n|---|---:|---:|---:|\n"
      for row in sides.rows {
        let name = String(repeating: "&nbsp;&nbsp;", count: row.depth) + Self.code(row.name)
        let cells = [row.ours, row.theirs].map(Self.code)
        let marked = row.isDifferent ? cells.map { $0.isEmpty ? "" : "**\($0)**" } : cells
        text += "| \(name) | \(marked[0]) | \(marked[1]) | \(row.difference) |\n"
      }
      if sides.left > 0 { text += "\nand \(sides.left) more\n" }
    }
    return text + "\n</details>\n"
  }

  /// A cell of code that nothing in the text can end.
  static func code(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let line = DifferenceWords.line(text, atMost: 80)
      .replacing("|", with: "\\|").replacing("`", with: "'")
    return "`\(line)`"
  }

  /// Words between tags: nothing of them is taken as HTML or Markdown.
  static func prose(_ text: String) -> String {
    DifferenceWords.line(text, atMost: 400).escapedForMarkdown
  }
}
