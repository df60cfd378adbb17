import QuoteSyntax

extension FaultContext {
  /// What is wrong with a date, a time or a moment: it is written in another way, or does not
  /// exist.
  var unreadableMoment: String {
    guard let schema else { return "\(name) is not \(wanted)" }
    if schema.type == .instant, schema.notation?.written.isEmpty ?? true,
      CalendarDate(iso: value) != nil
    {
      let example = schema.zone == nil ? "2026-03-14T12:30:00Z" : "2026-03-14 12:30"
      return "\(name) is a date without a time: write a moment like \(example)"
    }
    if schema.type == .date, guesses.isEmpty,
      let match = PlainForms.dateWithTime.wholeMatch(in: value),
      CalendarDate(iso: String(match.1)) != nil
    {
      return "\(name) is a date with a time: write `\(match.1)` alone, or, if the time counts, "
        + "declare it as an `instant`"
    }
    if schema.type == .date, schema.notation?.moments.contains(.excelDays) ?? false,
      let days = Ratio(decimal: value), !days.isWhole
    {
      return "\(name) is a date with a time: leave out what is behind the point, or, if the time "
        + "counts, declare it as an `instant`"
    }
    if schema.hasForm(value) {
      let hasWeekday = schema.notation?.written.contains { $0.contains("EEE") } ?? false
      return "\(name) is not \(schema.noun) that exists\(hasWeekday ? " on that weekday" : ""), "
        + wanted.dropFirst(schema.noun.count + 1) + cure
    }
    return "\(name) is not \(wanted)\(cure)"
  }
}
