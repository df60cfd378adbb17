import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// A comparison for people: what it came to, what to act on first, the worst
/// bookings with both waterfalls side by side.
struct DifferenceText {
  let words: DifferenceWords
  var screen = Screen()
  /// A table is about as wide where a name is long, and a name at least so.
  private static let width = (table: 120, name: 60)
  /// Groups of one sort that are shown.
  static let shownGroups = 12

  func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    for sentence in words.sentences(summary) { append(screen.lines(of: sentence), to: buffer) }
    for section in DifferenceWords.sections(summary) {
      append(section.title.lowercased(), section.groups, to: buffer)
    }
    append(reasonsOf: summary, to: buffer)
    append(traitsOf: summary, to: buffer)
    append(summary.ledger, to: buffer)
    for some in FaultWords.all(summary) {
      buffer.append(text: "\n\(screen.strong(some.title))\n\n")
      for line in some.lines() { append(screen.lines(of: "  \(line)"), to: buffer) }
    }
    append(worst: summary, to: buffer)
    guard !summary.failures.isEmpty else { return }
    buffer.append("\n")
    for failure in summary.failures {
      append(screen.lines(of: "fails: \(failure.printable)").map(screen.strong), to: buffer)
    }
  }

  private func append(_ lines: [String], to buffer: ByteBuffer) {
    for line in lines { buffer.append(text: line + "\n") }
  }

  private func append(
    _ title: String, _ groups: DifferenceGroups, to buffer: ByteBuffer
  ) {
    var table = TextTable(right: [1, 2, 3])
    table.rows = [["", "bookings", "above", "below", "for example"]]
    let ordered = groups.ordered
    for group in ordered.prefix(Self.shownGroups) {
      let place = group.place.map { "\($0.file):\($0.line)" } ?? ""
      table.rows.append([
        "", "\(group.bookings)",
        group.above.isZero ? "" : words.signed(group.above),
        group.below.isZero ? "" : words.signed(group.below),
        DifferenceWords.line(group.example, atMost: 40), place,
      ])
    }
    let room =
      screen.width == nil
      ? max(Self.width.name, Self.width.table - 2 - table.width) : Self.width.table
    table.rows[0][0] = title
    for (index, group) in ordered.prefix(Self.shownGroups).enumerated() {
      table.rows[index + 1][0] = "  " + DifferenceWords.ends(group.name, atMost: room)
    }
    buffer.append("\n")
    append(screen.lines(of: table), to: buffer)
    if ordered.count > Self.shownGroups {
      buffer.append(text: "  and \(ordered.count - Self.shownGroups) more\n")
    }
  }

  private func append(reasonsOf summary: DifferenceSummary, to buffer: ByteBuffer) {
    let reasons = words.reasons(summary)
    guard !reasons.isEmpty else { return }
    buffer.append(text: "\n\(screen.strong("why"))\n")
    for (cause, sentences) in reasons {
      append(screen.lines(of: "  \(DifferenceWords.line(cause))"), to: buffer)
      for sentence in sentences {
        let line = "    \(DifferenceWords.line(sentence, atMost: 400))"
        // A command is copied as one line.
        append(sentence.hasPrefix("--set ") ? [line] : screen.lines(of: line), to: buffer)
      }
    }
  }

  private func append(traitsOf summary: DifferenceSummary, to buffer: ByteBuffer) {
    let told = DifferenceWords.traits(summary)
    guard !told.isEmpty else { return }
    var table = TextTable(right: [2, 3])
    let sample = DifferenceWords.isSampled(summary) ? "in a sample" : ""
    table.rows = [["in common", sample, "of those that differ", "of those that agree"]]
    var last = ""
    for trait in told {
      table.rows.append([
        trait.departing == last ? "" : "  " + DifferenceWords.line(trait.departing, atMost: 40),
        DifferenceWords.line(trait.finding.text, atMost: 100), trait.differing, trait.agreeing,
        trait.place,
      ])
      last = trait.departing
    }
    buffer.append("\n")
    append(screen.lines(of: table), to: buffer)
  }

  private func append(_ ledger: [AcceptedTally], to buffer: ByteBuffer) {
    guard !ledger.isEmpty else { return }
    var table = TextTable(right: [1, 2, 3])
    table.rows = [["accepted", "bookings", "expected", "money", "verdict", "expires", "owner"]]
    for entry in ledger {
      table.rows.append([
        "  " + DifferenceWords.line(entry.reason, atMost: 60), "\(entry.bookings)",
        entry.expected.map { "\($0)" } ?? "", words.signed(entry.amount), entry.verdict.rawValue,
        entry.expires, DifferenceWords.line("\(entry.owner) \(entry.ticket)", atMost: 40),
      ])
    }
    buffer.append("\n")
    append(screen.lines(of: table), to: buffer)
  }

  private func append(worst summary: DifferenceSummary, to buffer: ByteBuffer) {
    guard !summary.worst.isEmpty else { return }
    let isAll = summary.worst.count == summary.new
    let title = isAll ? "bookings that differ" : "worst bookings"
    buffer.append(text: "\n\(screen.strong(title))\n")
    for booking in summary.worst {
      buffer.append("\n")
      append(screen.lines(of: "  \(words.headline(of: booking))"), to: buffer)
      if let why = words.because(booking) { append(screen.lines(of: "  \(why)"), to: buffer) }
      for line in SideBySide(booking, words).lines(words.context) {
        buffer.append(text: "    \(line)\n")
      }
    }
  }
}
