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

  private func day(_ place: Ratio) -> String {
    place.floor.map { CalendarHoles.days[Int($0)] } ?? ""
  }
}
