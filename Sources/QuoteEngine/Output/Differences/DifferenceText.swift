/// A comparison for people: what to look at first.
struct DifferenceText {
  let currency: String
  /// Groups of one kind that are shown.
  static let shownGroups = 15
  /// Differing values of one booking that are shown.
  static let shownFields = 12

  func append(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    for line in Self.counts(summary) { buffer.append(text: line + "\n") }
    if let money = Self.money(summary, currency) { buffer.append(text: money + "\n") }
    append("outcomes that differ", summary.outcomes, to: buffer)
    append("first departing line", summary.departing, to: buffer)
    append("values that differ", summary.fields, to: buffer)
    guard !summary.worst.isEmpty else { return }
    let isAll = summary.worst.count == summary.different
    buffer.append(text: isAll ? "\nbookings that differ\n" : "\nworst bookings\n")
    for booking in summary.worst {
      buffer.append(text: "\n  \(Self.headline(of: booking, currency: currency))\n")
      for line in Self.sides(of: booking) { buffer.append(text: "    \(line)\n") }
    }
  }

  static func counts(_ summary: DifferenceSummary) -> [String] {
    var lines = [
      "\(counted(summary.records, "booking")): \(summary.same) the same, "
        + "\(summary.different) different"
        + (summary.notComparable > 0 ? ", \(summary.notComparable) not comparable" : "")
    ]
    lines.append(
      "\(counted(summary.comparedFields, "value")) compared of "
        + "\(counted(summary.pricedByBoth, "booking")) that both sides priced")
    if summary.tolerated > 0 {
      lines.append("\(counted(summary.tolerated, "value")) the same only within the tolerance")
    }
    return lines
  }

  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func money(_ summary: DifferenceSummary, _ currency: String) -> String? {
    guard !summary.above.isZero || !summary.below.isZero else { return nil }
    let sum = summary.above + summary.below
    return "our totals: \(signed(summary.above)) and \(signed(summary.below)) \(currency), "
      + "\(signed(sum)) together"
  }

  static func signed(_ amount: Ratio) -> String {
    amount.isNegative ? amount.description : "+\(amount)"
  }

  private func append(
    _ title: String, _ groups: DifferenceGroups, to buffer: ByteBuffer
  ) {
    guard !groups.isEmpty else { return }
    buffer.append(text: "\n\(title)\n")
    let shown = groups.ordered.prefix(Self.shownGroups)
    let width = shown.map { $0.name.count }.max() ?? 0
    let digits = shown.map { "\($0.bookings)".count }.max() ?? 0
    for group in shown {
      var line = "  \(Self.left(group.name, width))  \(Self.right("\(group.bookings)", digits))"
      if !group.above.isZero { line += "  \(Self.signed(group.above))" }
      if !group.below.isZero { line += "  \(Self.signed(group.below))" }
      buffer.append(text: line + "  (\(group.example))\n")
    }
    if groups.all.count > shown.count {
      buffer.append(text: "  and \(groups.all.count - shown.count) more\n")
    }
  }

  // MARK: - One booking

  /// `d000017, record 17: total 113.40 instead of 113.41, −0.01 USD`.
  static func headline(of booking: BookingDifference, currency: String) -> String {
    var text = "\(booking.key), record \(booking.record)"
    if !booking.form.isEmpty { text += ", \(booking.form)" }
    text += ": "
    if booking.ours != booking.theirs {
      text += "\(booking.ours.rawValue) by us, \(booking.theirs.rawValue) by them"
      let reason = booking.ourReason.isEmpty ? booking.theirReason : booking.ourReason
      return reason.isEmpty ? text : text + ": \(reason)"
    }
    if let amount = booking.amount, !amount.isZero {
      return text + "total \(booking.ourTotal) instead of \(booking.theirTotal), "
        + "\(signed(amount)) \(currency); departs at \(booking.departing)"
    }
    return text + "\(counted(booking.fields.count, "value")) differ"
      + (booking.fields.count == 1 ? "s" : "") + "; departs at \(booking.departing)"
  }

  /// Differing values side by side, ours first.
  static func sides(of booking: BookingDifference) -> [String] {
    guard !booking.fields.isEmpty else { return [] }
    let shown = booking.fields.prefix(shownFields)
    let rows = [("", "ours", "theirs")] + shown.map { field in
      (field.path, brief(field.ours), brief(field.theirs))
    }
    let first = rows.map { $0.0.count }.max() ?? 0
    let second = rows.map { $0.1.count }.max() ?? 0
    var lines = rows.map { row in "\(left(row.0, first))  \(left(row.1, second))  \(row.2)" }
    if booking.fields.count > shown.count {
      lines.append("and \(booking.fields.count - shown.count) more")
    }
    return lines
  }

  private static func brief(_ json: String) -> String {
    if json.isEmpty { return "-" }
    return json.count <= 48 ? json : json.prefix(47) + "…"
  }

  static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
