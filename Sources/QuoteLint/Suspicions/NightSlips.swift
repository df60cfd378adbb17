import QuoteLanguage
import QuoteSyntax

/// Hours across midnight beside days of the week: those after midnight belong to the day that
/// begins there, so that Friday's row from 22:00 to 06:00 has the early Friday and not the early
/// Saturday.
struct NightSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = NightSlips(model: model, names: SameValues(of: model))
    var found = model.tables.compactMap(slips.warning)
    model.visitExpressions { value in
      guard case .and = value.operation, let warning = slips.warning(of: value) else { return }
      if !found.contains(where: { $0.primary.span == warning.primary.span }) {
        found.append(warning)
      }
    }
    return Array(found.prefix(most))
  }

  /// Whether a value is the day of the week of a date or a moment of the booking: of one that was
  /// moved before, the night was thought of.
  private func isOfDay(_ value: PriceExpression) -> Bool {
    guard value.type == .weekday,
      case .apply(.date(let function), let parts) = names.resolved(value).operation,
      function == .weekdayOfInstant || function == .weekdayOfDate
    else { return false }
    var day = names.resolved(parts[0])
    if case .apply(.date(.dateOf), let moments) = day.operation { day = names.resolved(moments[0]) }
    guard case .reference(.field) = day.operation else { return false }
    return true
  }

  /// The first row of a table for some days of the week and for hours across midnight.
  private func warning(of table: ModelTable) -> Diagnostic? {
    guard let day = table.keys.firstIndex(where: { isOfDay($0.value) }),
      let time = table.keys.firstIndex(where: { $0.value.type == .time })
    else { return nil }
    for row in table.rows {
      guard case .indices(let days) = row.keys[day].body,
        !hasAllDays(row, table, day),
        let warning = warning(
          of: days.count, table.keys[day].header, text(row.keySpans[time]), at: row.keySpans[time],
          beside: row.keySpans[day])
      else { continue }
      return warning
    }
    return nil
  }

  /// Whether the rows with the same other keys and the same values are for all days of the week
  /// together: then it is all the same to which of them a night belongs.
  private func hasAllDays(_ row: ModelTableRow, _ table: ModelTable, _ day: Int) -> Bool {
    let alike = table.rows.filter { other in
      table.keys.indices.allSatisfy { $0 == day || other.keys[$0] == row.keys[$0] }
        && zip(other.values, row.values).allSatisfy { a, b in
          a.map { a in b.map { names.areSame(a, $0) } ?? false } ?? (b == nil)
        }
    }
    let days = alike.reduce(into: Set<Int>()) { days, other in
      if case .indices(let own) = other.keys[day].body { days.formUnion(own) }
    }
    return days.count == 7
  }

  /// `weekday(at) in ["friday", "saturday"] and time(at) in [22:00..06:00)`.
  private func warning(of both: PriceExpression) -> Diagnostic? {
    let parts = parts(of: both)
    for part in parts {
      guard let (count, subject) = days(of: part) else { continue }
      for other in parts where other.span != part.span {
        guard let hours = hours(of: other),
          let warning = warning(
            of: count, text(subject.span), hours, at: other.span, beside: part.span)
        else { continue }
        return warning
      }
    }
    return nil
  }

  private func parts(of condition: PriceExpression) -> [PriceExpression] {
    var parts: [PriceExpression] = []
    names.visit(condition) { value in
      let value = names.resolved(value)
      if case .and = value.operation { return true }
      parts.append(value)
      return false
    }
    return parts
  }

  /// The hours of `time(at) in [22:00..06:00)`, and of `hour(at) >= 22 or hour(at) < 6`.
  private func hours(of part: PriceExpression) -> String? {
    let written = text(part.span)
    if written.contains(kept(/\bin\s*[\[(]/)) { return written }
    guard case .or(let a, let b) = part.operation else { return nil }
    for (before, after) in [(a, b), (b, a)] {
      guard case .apply(.compare(let from), let start) = before.operation,
        case .apply(.compare(let until), let end) = after.operation,
        from == .greaterOrEqual || from == .greater, until == .less || until == .lessOrEqual,
        names.areSame(start[0], end[0]), let begins = time(start[1], from == .greater, start[0]),
        let ends = time(end[1], until == .lessOrEqual, end[0])
      else { continue }
      return "[\(begins)..\(ends))"
    }
    return nil
  }

  /// A time of day, or a whole hour as one; past it, where the hour itself is on the other side.
  private func time(_ value: PriceExpression, _ isPast: Bool, _ of: PriceExpression) -> String? {
    switch value.operation {
    case .constant(.time(let time)): return "\(time)"
    case .constant(.quantity(let hour)):
      guard case .apply(.date(let function), _) = names.resolved(of).operation,
        function == .hourOf || function == .hourOfTime, let whole = hour.floor, whole < 24
      else { return nil }
      return "\(paddedNumber(Int(whole) + (isPast ? 1 : 0), to: 2)):00"
    case _: return nil
    }
  }

  /// For how many days a condition holds, and what they are days of: one day, or one of some.
  private func days(of part: PriceExpression) -> (Int, PriceExpression)? {
    switch part.operation {
    case .apply(.within(let set), let values) where isOfDay(values[0]):
      guard case .indices(let days) = set.body else { return nil }
      return (days.count, values[0])
    case .apply(.compare(.equal), let sides) where isOfDay(sides[0]):
      return (1, sides[0])
    case .or(let a, let b):
      guard let (count, subject) = days(of: a), let (others, other) = days(of: b),
        names.areSame(subject, other)
      else { return nil }
      return (count + others, subject)
    case _: return nil
    }
  }

  private func warning(
    of days: Int, _ subject: String, _ hours: String, at span: SourceSpan,
    beside place: SourceSpan
  ) -> Diagnostic? {
    guard (1...6).contains(days),
      let match = hours.firstMatch(
        of: kept(/([\[(])\s*(\d\d:\d\d)\s*\.\.\s*(\d\d:\d\d)\s*([)\]])/)),
      match.2 > match.3, match.3 != "00:00"
    else { return nil }
    let (begins, ends) = (String(match.2), String(match.3))
    return .nightOfDay(
      String(match.0), from: begins, until: ends,
      apart: "\(match.1)\(begins)..24:00), [00:00..\(ends)\(match.4)",
      day: nightBefore(subject, ends), at: span, beside: place)
  }

  /// The day on which the night began, in which a moment lies.
  private func nightBefore(_ subject: String, _ ends: String) -> String? {
    guard let match = subject.wholeMatch(of: kept(/weekday\((?:date\()?(\w+)\)?\)/)),
      model.schema.lists[.booking].fields.contains(where: {
        $0.name == match.1 && $0.type == .instant
      })
    else { return nil }
    let at = match.1
    return "weekday(date(\(at)) - (if time(\(at)) < \(ends) then 1 day else 0 days))"
  }
}
