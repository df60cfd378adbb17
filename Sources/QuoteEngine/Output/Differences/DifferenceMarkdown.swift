/// A comparison as a comment on a change: counts, tables, the worst folded.
struct DifferenceMarkdown {
  let currency: String

  func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    buffer.append(text: "### Quotes against the reference\n\n")
    for line in DifferenceText.counts(summary) { buffer.append(text: "- \(line)\n") }
    if let money = DifferenceText.money(summary, currency) { buffer.append(text: "- \(money)\n") }
    append("Outcome", summary.outcomes, to: buffer)
    append("First departing line", summary.departing, to: buffer)
    append("Value", summary.fields, to: buffer)
    for booking in summary.worst {
      let headline = DifferenceText.headline(of: booking, currency: currency)
      buffer.append(text: "\n<details><summary>\(DifferenceReport.xml(headline))</summary>\n\n")
      buffer.append("| | ours | theirs |\n|---|---|---|\n")
      for field in booking.fields.prefix(DifferenceText.shownFields) {
        let cells = [field.path, field.ours, field.theirs].map { Self.cell($0) }
        buffer.append(text: "| \(cells.joined(separator: " | ")) |\n")
      }
      buffer.append("\n</details>\n")
    }
  }

  private func append(
    _ title: String, _ groups: DifferenceGroups, to buffer: ByteBuffer
  ) {
    guard !groups.isEmpty else { return }
    buffer.append(text: "\n| \(title) | bookings | above | below | for example |\n")
    buffer.append("|---|---:|---:|---:|---|\n")
    for group in groups.ordered.prefix(DifferenceText.shownGroups) {
      buffer.append(
        text: "| \(Self.cell(group.name)) | \(group.bookings) | "
          + "\(group.above.isZero ? "" : DifferenceText.signed(group.above)) | "
          + "\(group.below.isZero ? "" : DifferenceText.signed(group.below)) | "
          + "\(Self.cell(group.example)) |\n")
    }
  }

  private static func cell(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var escaped = ""
    for character in text {
      switch character {
      case "|": escaped += "\\|"
      case "\n", "\r\n": escaped += " "
      case "`": escaped += "'"
      case _: escaped.append(character)
      }
    }
    return "`\(escaped)`"
  }
}
