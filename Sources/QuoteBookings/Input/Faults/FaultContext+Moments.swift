import QuoteLanguage
import QuoteSyntax

/// What is said of dates, times and moments that cannot be read.
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
        + wanted.dropFirst(schema.noun.count + 1) + cure + otherForm
    }
    return "\(name) is not \(wanted)\(cure)"
  }

  /// What reads a text that has the declared form of a date and is none, as where day and month
  /// are the other way round.
  private var otherForm: String {
    guard let schema, schema.notation?.written.isEmpty == false,
      let guess = NotationGuess.moments(value, schema).first
    else { return "" }
    return "; with `\(guess.clause)` in the rules it is \(guess.reading)"
  }

  /// What is said of `19 juin 2026`.
  var otherMonth: String? {
    let parts = value.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count == 4, parts[2].allSatisfy(\.isNumber),
      case let day = parts[0].hasSuffix(".") ? parts[0].dropLast() : parts[0],
      1...2 ~= day.utf8.count, day.allSatisfy(\.isNumber),
      case let month = parts[1].hasSuffix(",") ? parts[1].dropLast() : parts[1],
      case let word = month.hasSuffix(".") ? month.dropLast() : month,
      word.count > 2, word.allSatisfy(\.isLetter), MomentPattern.month(named: word) == nil
    else { return nil }
    return "`\(month)` is not a month in English, in which names of months are read"
  }
}
