package import QuoteBookings
package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteLayout
import QuoteSyntax

/// Writes differences and their summary in one format.
package struct DifferenceReport {
  package let format: DifferenceFormat
  package let context: DifferenceContext
  private let page: DifferencePage?
  /// Whether cells of CSV are made harmless that a spreadsheet would take for formulas.
  package var isForSpreadsheets = false
  /// What a text is printed on.
  package var screen = Screen()

  package init(_ format: DifferenceFormat, context: DifferenceContext) {
    self.format = format
    self.context = context
    page = format == .html ? DifferencePage(DifferenceWords(context: context)) : nil
  }

  var words: DifferenceWords { DifferenceWords(context: context) }

  /// What stands before all differences.
  package func appendPrologue(to buffer: ByteBuffer) {
    switch format {
    case .csv: appendHeader(to: buffer)
    case .html: page?.appendHead(to: buffer)
    case .text, .json, .jsonl, .markdown, .junit, .github, .sarif: break
    }
  }

  /// One booking, in the formats that are streamed.
  package func append(_ booking: BookingDifference, to buffer: ByteBuffer) {
    switch format {
    case .csv: appendRows(booking, to: buffer)
    case .jsonl: buffer.append(text: json(booking: booking) + "\n")
    case .html: page?.append(booking, to: buffer)
    case .text, .json, .markdown, .junit, .github, .sarif: break
    }
  }

  /// A booking of which nothing could be compared, in the formats that list all of them.
  package func append(_ fault: ComparisonFault, to buffer: ByteBuffer) {
    switch format {
    case .csv: appendRow(fault, to: buffer)
    case .jsonl: buffer.append(text: json(fault: fault) + "\n")
    case .text, .json, .html, .markdown, .junit, .github, .sarif: break
    }
  }

  /// The whole, in the others.
  package func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    switch format {
    case .csv, .jsonl: break
    case .html: page?.appendEnd(summary, to: buffer)
    case .text: DifferenceText(words: words, screen: screen).append(summary, to: buffer)
    case .markdown: DifferenceMarkdown(words: words).append(summary, to: buffer)
    case .json: buffer.append(text: json(summary: summary) + "\n")
    case .junit: appendSuite(summary, to: buffer)
    case .github: appendAnnotations(summary, to: buffer)
    case .sarif: buffer.append(text: log(summary) + "\n")
    }
  }
}

// MARK: - CSV

extension DifferenceReport {
  private func appendHeader(to buffer: ByteBuffer) {
    buffer.append(
      text: "key,record,form,our_status,their_status,kind,path,line,ours,theirs,difference,"
        + "original\n")
  }

  private func appendRows(_ booking: BookingDifference, to buffer: ByteBuffer) {
    let start = [
      booking.key, "\(booking.record)", booking.form, booking.ours.rawValue,
      booking.theirs.rawValue,
    ]
    if booking.fields.isEmpty {
      let row = start + ["status", "", "", booking.ourReason, booking.theirReason, "", ""]
      return append(row: row, to: buffer)
    }
    for field in booking.fields {
      append(
        row: start + [
          field.kind.rawValue, field.path, field.name, field.ours, field.theirs,
          field.amount?.description ?? "", field.original,
        ], to: buffer)
    }
  }

  private func appendRow(_ fault: ComparisonFault, to buffer: ByteBuffer) {
    append(
      row: [
        fault.key, "\(fault.record)", "", "", fault.kind.rawValue, "fault", "", "", "",
        "\(fault.message) [\(fault.reason)]", "", "",
      ], to: buffer)
  }

  private func append(row: [String], to buffer: ByteBuffer) {
    let start = buffer.count
    defer { if isForSpreadsheets { SpreadsheetCells.makeHarmless(buffer, from: start) } }
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.append(",") }
      buffer.append(text: cell, as: .csv)
    }
    buffer.append("\n")
  }
}
