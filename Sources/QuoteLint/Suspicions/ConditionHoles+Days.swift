import QuoteLanguage
import QuoteSyntax

/// Days of every year, as `MM-dd` prints them: `<= "06-29"` and `>= "07-01"`.
extension ConditionHoles {
  /// The date whose day of the year a text is; nil of another text.
  func dateOfDay(_ value: PriceExpression) -> PriceExpression? {
    guard value.type == .text,
      case .apply(.printed("MM-dd"), let parts) = names.resolved(value).operation
    else { return nil }
    return parts[0]
  }

  /// The place of a day among those of a leap year.
  func dayOfYear(_ value: PriceExpression) -> Ratio? {
    guard case .constant(.text(let day)) = names.resolved(value).operation else { return nil }
    return CalendarHoles.days.firstIndex(of: day).map { Ratio($0) }
  }

  /// The last day of a month, where one condition ends before it and the other begins behind it.
  func dayLeftOut(_ bounds: [Bound], of date: PriceExpression) -> Diagnostic? {
    let comes = DatePattern("MM-dd").texts(of: date)
    for below in bounds where below.asks(.lessOrEqual) {
      for above in bounds
      where above.asks(.greaterOrEqual) && above.figure - below.figure == 2
        && above.span != below.span
      {
        let (day, next) = (self.day(below.figure + 1), self.day(above.figure))
        guard next.hasSuffix("-01"), comes?.contains(day) ?? true,
          !joints.areApart(below.span, above.span),
          below.root == above.root
            ? !joints.alternatives.contains(below.span) : areAdded(below, above),
          !bounds.contains(where: { $0.figure == below.figure + 1 })
        else { continue }
        return warning(neither: Literal.quoted(day), below, above) {
          Literal.quoted(self.day($0))
        }
      }
    }
    return nil
  }

  /// `on in [2026-05-01..2026-07-01]` and `on in [2026-07-01..2026-09-30]` of two lines that add
  /// money: on the day that is in both ranges, both do. Not where others of these ranges lie over
  /// each other, as those of seasons and of days inside them do.
  func inBoth(_ bounds: [Bound]) -> [Diagnostic] {
    guard bounds[0].subject.type == .date else { return [] }
    let periods = periods(bounds)
    var found: [Diagnostic] = []
    for one in periods {
      for other in periods where one.low.root != other.low.root {
        if one.low.figure < other.high.figure, other.low.figure < one.high.figure { return [] }
        guard one.high.figure == other.low.figure, one.high.asks(.lessOrEqual),
          other.low.asks(.greaterOrEqual), areAdded(one.high, other.low),
          isOpen(one.high.figure, of: one.high.subject)
        else { continue }
        let day = model.written(one.high.figure, of: one.high.subject)
        let next = model.written(one.high.figure + 1, of: one.high.subject)
        let subject = text(one.high.subject.span)
        let end = written(one.high, "<", day)
        let both = "(\(end) or \(subject) = \(day))"
        found.append(
          .dayInBoth(
            subject, day, first: one.high.span, second: other.low.span,
            begin: written(other.low, ">=", next), end: end,
            both: both))
      }
    }
    return found
  }

  /// The periods between a first day and a last one that formulas ask for: one each.
  private func periods(_ bounds: [Bound]) -> [(low: Bound, high: Bound)] {
    let roots = Dictionary(grouping: bounds.filter { !$0.isWitness }, by: \.root)
    return roots.values.compactMap { own in
      guard own.count == 2 else { return nil }
      let low = own.first { $0.comparison == .greaterOrEqual || $0.comparison == .greater }
      let high = own.first { $0.comparison == .lessOrEqual || $0.comparison == .less }
      guard let low, let high, low.figure < high.figure else { return nil }
      return (low, high)
    }.sorted { $0.low.root < $1.low.root }
  }

  private func day(_ place: Ratio) -> String {
    place.floor.map { CalendarHoles.days[Int($0)] } ?? ""
  }
}
