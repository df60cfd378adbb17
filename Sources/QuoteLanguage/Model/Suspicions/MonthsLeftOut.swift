import QuoteSyntax

/// Conditions by month that have all months but one between them: lines each for its months, and
/// `if … then … else if …` with nothing for what is left.
struct MonthsLeftOut: RulesReader {
  let model: PriceModel
  private let names: SameValues

  /// Months of a value that a condition asks for one by one.
  private struct Season {
    var subject: PriceExpression
    var months: Set<Int>
    var span: SourceSpan
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let found = MonthsLeftOut(model: model, names: SameValues(of: model))
    return found.ofLines + found.ofChains
  }

  private var ofLines: [Diagnostic] {
    var groups: [[Season]] = []
    for line in model.allLines {
      guard let season = line.when.flatMap(season), case .amount(let amount) = line.effect,
        amount.range.lower >= 0
      else { continue }
      if let group = groups.firstIndex(where: { names.areSame($0[0].subject, season.subject) }) {
        groups[group].append(season)
      } else {
        groups.append([season])
      }
    }
    return groups.filter { !isAskedOtherwise($0) }.compactMap(warning)
  }

  /// Whether another condition may speak of the month that is left out, in another form or together
  /// with something else, or a decline.
  private func isAskedOtherwise(_ seasons: [Season]) -> Bool {
    let own = Set(seasons.map(\.span))
    return isDeclined(seasons)
      || model.allLines.compactMap(\.when).contains {
        !own.contains($0.span) && names.haveOneInput($0, seasons[0].subject)
      }
  }

  private var ofChains: [Diagnostic] {
    // Those of others, and those of which the rules ask whether they leave something out.
    var inner: Set<ObjectIdentifier> = []
    var chains: [PriceExpression] = []
    model.visitExpressions { value in
      switch value.operation {
      case .conditional(_, _, let otherwise):
        if let otherwise { inner.insert(ObjectIdentifier(otherwise)) }
        chains.append(value)
      case .defaulting(let asked, let other) where !names.isZero(other):
        inner.insert(ObjectIdentifier(names.resolved(asked)))
      case .isGiven(let asked): inner.insert(ObjectIdentifier(names.resolved(asked)))
      case _: return
      }
    }
    return chains.filter { !inner.contains(ObjectIdentifier($0)) }.compactMap { chain in
      var seasons: [Season] = []
      var left: PriceExpression? = chain
      while let value = left, case .conditional(let condition, _, let otherwise) = value.operation {
        guard let season = season(condition),
          seasons.first.map({ names.areSame($0.subject, season.subject) }) ?? true
        else { return nil }
        seasons.append(season)
        left = otherwise
      }
      let isLeftOut = left.map(names.isZero) ?? true
      return isLeftOut && !seasons.isEmpty && !isDeclined(seasons) ? warning(seasons) : nil
    }
  }

  private func isDeclined(_ seasons: [Season]) -> Bool {
    model.declines.contains { names.haveOneInput($0.when, seasons[0].subject) }
  }

  private func warning(_ seasons: [Season]) -> Diagnostic? {
    let all = seasons.reduce(into: Set<Int>()) { $0.formUnion($1.months) }
    guard seasons.count > 2, seasons.map(\.months.count).reduce(0, +) == 11, all.count == 11,
      let month = Set(1...12).subtracting(all).first,
      seasons.allSatisfy({ isSeason($0.months, month) }),
      DatePattern("MM").texts(of: date(seasons[0]))?.contains(paddedNumber(month, to: 2)) ?? true,
      let before = seasons.first(where: { $0.months.contains(month == 1 ? 12 : month - 1) }),
      let after = seasons.first(where: { $0.months.contains(month == 12 ? 1 : month + 1) })
    else { return nil }
    return .monthInNeither(
      text(seasons[0].subject.span), month, before: before.span, after: after.span)
  }

  /// Whether months follow each other, those of the turn of the year too, as they are or with the
  /// one that is missing: months here and there are chosen one by one.
  private func isSeason(_ months: Set<Int>, _ missing: Int) -> Bool {
    [months, months.union([missing])].contains { months in
      months.count { !months.contains($0 == 12 ? 1 : $0 + 1) } < 2
    }
  }

  private func date(_ season: Season) -> PriceExpression {
    let month = names.resolved(season.subject)
    if case .apply(_, let parts) = month.operation { return parts[0] }
    return month
  }

  /// The months of `month(on) in [12, 1, 2]` and `month(on) = 9`.
  private func season(_ condition: PriceExpression) -> Season? {
    switch names.resolved(condition).operation {
    case .apply(.compare(.equal), let sides):
      guard case .apply(.date(.month), _) = names.resolved(sides[0]).operation,
        let month = names.resolved(sides[1]).figure?.floor.flatMap({ Int(exactly: $0) })
      else { return nil }
      return Season(subject: sides[0], months: [month], span: condition.span)
    case .or(let a, let b):
      guard let one = season(a), let other = season(b), names.areSame(one.subject, other.subject)
      else { return nil }
      return Season(
        subject: one.subject, months: one.months.union(other.months), span: condition.span)
    case _: return nil
    }
  }
}
