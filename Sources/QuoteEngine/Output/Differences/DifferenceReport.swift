/// What a comparison is written as.
public enum DifferenceFormat: String, Hashable, Sendable, CaseIterable {
  /// A summary to act on.
  case text
  /// One object: the summary and the worst bookings.
  case json
  /// A differing booking a line.
  case jsonl
  /// A differing value a row.
  case csv
  /// A summary for a pull request.
  case markdown
  /// JUnit XML: a differing booking is a failed case.
  case junit

  /// Whether differences are written as they are found.
  public var isStreamed: Bool { self == .jsonl || self == .csv }

  /// How many of the worst bookings the summary must keep.
  public var kept: Int { self == .junit || self == .json ? 1000 : 10 }
}

/// Writes differences and their summary in one format.
public struct DifferenceReport: Sendable {
  public let format: DifferenceFormat
  public let context: DifferenceContext

  public init(_ format: DifferenceFormat, context: DifferenceContext) {
    self.format = format
    self.context = context
  }

  var currency: String { context.currency }

  /// What stands before all differences.
  public func appendPrologue(to buffer: ByteBuffer) {
    guard format == .csv else { return }
    buffer.append("key,record,form,our_status,their_status,kind,path,line,ours,theirs,difference\n")
  }

  /// One booking, in the formats that are streamed.
  public func append(_ booking: BookingDifference, to buffer: ByteBuffer) {
    switch format {
    case .csv: appendRows(booking, to: buffer)
    case .jsonl:
      appendObject(booking, to: buffer)
      buffer.append("\n")
    case .text, .json, .markdown, .junit: break
    }
  }

  /// The whole, in the others.
  public func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    switch format {
    case .csv, .jsonl: break
    case .text: DifferenceText(currency: currency).append(summary, to: buffer)
    case .markdown: DifferenceMarkdown(currency: currency).append(summary, to: buffer)
    case .json: append(object: summary, to: buffer)
    case .junit: appendSuite(summary, to: buffer)
    }
  }

  // MARK: - CSV

  private func appendRows(_ booking: BookingDifference, to buffer: ByteBuffer) {
    let start = [
      booking.key, "\(booking.record)", booking.form, booking.ours.rawValue,
      booking.theirs.rawValue,
    ]
    if booking.fields.isEmpty {
      let row = start + ["status", "", "", booking.ourReason, booking.theirReason, ""]
      return append(row: row, to: buffer)
    }
    for field in booking.fields {
      append(
        row: start + [
          field.kind.rawValue, field.path, field.name, field.ours, field.theirs,
          field.amount?.description ?? "",
        ], to: buffer)
    }
  }

  private func append(row: [String], to buffer: ByteBuffer) {
    for (index, cell) in row.enumerated() {
      if index > 0 { buffer.append(",") }
      buffer.append(text: cell, as: .csv)
    }
    buffer.append("\n")
  }

  // MARK: - JSON

  private func append(_ key: StaticString, _ text: String, to buffer: ByteBuffer) {
    buffer.append(key)
    buffer.append(text: text, as: .json)
  }

  private func appendObject(_ booking: BookingDifference, to buffer: ByteBuffer) {
    append("{\"key\":", booking.key, to: buffer)
    buffer.append(text: ",\"record\":\(booking.record)")
    append(",\"form\":", booking.form, to: buffer)
    append(",\"our_status\":", booking.ours.rawValue, to: buffer)
    append(",\"their_status\":", booking.theirs.rawValue, to: buffer)
    append(",\"our_reason\":", booking.ourReason, to: buffer)
    append(",\"their_reason\":", booking.theirReason, to: buffer)
    append(",\"departing\":", booking.departing, to: buffer)
    append(",\"difference\":", booking.amount, to: buffer)
    buffer.append(",\"fields\":[")
    for (index, field) in booking.fields.enumerated() {
      append(index == 0 ? "{\"kind\":" : ",{\"kind\":", field.kind.rawValue, to: buffer)
      append(",\"path\":", field.path, to: buffer)
      append(",\"line\":", field.name, to: buffer)
      buffer.append(text: ",\"ours\":\(field.ours.isEmpty ? "null" : field.ours)")
      buffer.append(text: ",\"theirs\":\(field.theirs.isEmpty ? "null" : field.theirs)")
      append(",\"difference\":", field.amount, to: buffer)
      buffer.append("}")
    }
    buffer.append("]}")
  }

  private func append(_ key: StaticString, _ amount: Ratio?, to buffer: ByteBuffer) {
    buffer.append(key)
    buffer.append(text: amount.map { $0.decimalDigits == nil ? "null" : $0.description } ?? "null")
  }

  private func append(object summary: DifferenceSummary, to buffer: ByteBuffer) {
    buffer.append(text: "{\"records\":\(summary.records),\"same\":\(summary.same)")
    buffer.append(text: ",\"different\":\(summary.different)")
    buffer.append(text: ",\"not_comparable\":\(summary.notComparable)")
    buffer.append(text: ",\"compared_values\":\(summary.comparedFields)")
    buffer.append(text: ",\"tolerated_values\":\(summary.tolerated)")
    append(",\"above\":", summary.above, to: buffer)
    append(",\"below\":", summary.below, to: buffer)
    append(",\"outcomes\":", summary.outcomes, to: buffer)
    append(",\"departing\":", summary.departing, to: buffer)
    append(",\"fields\":", summary.fields, to: buffer)
    buffer.append(",\"worst\":[")
    for (index, booking) in summary.worst.enumerated() {
      buffer.append(index == 0 ? "\n" : ",\n")
      appendObject(booking, to: buffer)
    }
    buffer.append("]}\n")
  }

  private func append(
    _ key: StaticString, _ groups: DifferenceGroups, to buffer: ByteBuffer
  ) {
    buffer.append(key)
    buffer.append("[")
    for (index, group) in groups.ordered.enumerated() {
      append(index == 0 ? "{\"name\":" : ",{\"name\":", group.name, to: buffer)
      buffer.append(text: ",\"bookings\":\(group.bookings)")
      append(",\"above\":", group.above, to: buffer)
      append(",\"below\":", group.below, to: buffer)
      append(",\"example\":", group.example, to: buffer)
      buffer.append("}")
    }
    buffer.append("]")
  }
}
