import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Commands of GitHub Actions, which show them on the lines that they name.
extension DifferenceReport {
  /// An error for each kind of difference, on its line of the rules, or a warning where they
  /// are not what makes it fail, an error for other reasons, and a notice with the whole.
  func appendAnnotations(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    let kinds = DifferenceKind.annotated(summary, words)
    let level = summary.failuresOfBookings.isEmpty ? "warning" : "error"
    for failure in summary.otherFailures {
      append("error", title: "quote diff", [failure], at: nil, to: buffer)
    }
    let faults = FaultWords.all(summary)
    for some in faults {
      append(
        some.fails ? "error" : "warning", title: some.sentence, some.lines(), at: nil, to: buffer)
    }
    let room = max(0, GitHubCommand.mostShown - summary.otherFailures.count - faults.count)
    for kind in kinds.prefix(room) { append(kind, as: level, to: buffer) }
    var lines = words.sentences(summary) + summary.failures.map { "fails: \($0)" }
    if kinds.count > room {
      lines.append("\(kinds.count - room) more kinds of differences are not shown here")
    }
    append("notice", title: "quote diff", lines, at: nil, to: buffer)
  }

  private func append(_ kind: DifferenceKind, as level: String, to buffer: ByteBuffer) {
    var lines = ["for example \(DifferenceWords.line(kind.group.example))"]
    if let worst = kind.worst {
      lines = [words.headline(of: worst)] + SideBySide(worst, words).lines(context)
    }
    lines = kind.reasons + kind.common.map(\.sentence) + lines
    append(
      level, title: "\(kind.title): \(words.sum(kind.group))", lines, at: kind.place, to: buffer)
  }

  private func append(
    _ kind: String, title: String, _ lines: [String], at place: RulePlace?, to buffer: ByteBuffer
  ) {
    buffer.append(text: GitHubCommand(kind: kind, title: title, lines: lines, place: place).text)
  }
}
