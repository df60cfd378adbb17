import QuoteLanguage
import QuoteSyntax

/// Conditions by month that have all months but one between them: lines each for its months, and
/// `if … then … else if …` with nothing for what is left. A month is `month(on)`, what `MM` prints
/// of a date, or one of twelve words.
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
      text(seasons[0].subject.span), written(month, for: seasons[0].subject), before: before.span,
      after: after.span)
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

  // MARK: - What a condition asks for

  /// The months of `month(on) in [12, 1, 2]`, `month(on) = 9` and `m in ["03", "04"]`; nil of a
  /// condition that asks for something else too.
  private func season(_ condition: PriceExpression) -> Season? {
    guard !names.isBoundless(condition), let subject = subject(of: condition),
      kind(of: subject) != nil
    else { return nil }
    var months: Set<Int> = []
    for month in 1...12 {
      guard let holds = holds(condition, in: month, of: subject) else { return nil }
      if holds { months.insert(month) }
    }
    return months.isEmpty ? nil : Season(subject: subject, months: months, span: condition.span)
  }

  private func subject(of condition: PriceExpression) -> PriceExpression? {
    switch names.resolved(condition).operation {
    case .and(let a, _), .or(let a, _): subject(of: a)
    case .apply(.compare, let sides): sides[0]
    case .apply(.within, let parts): parts[0]
    case _: nil
    }
  }

  /// Nil where that cannot be told from the month alone.
  private func holds(
    _ condition: PriceExpression, in month: Int, of subject: PriceExpression
  ) -> Bool? {
    func both(_ a: PriceExpression, _ b: PriceExpression) -> (Bool, Bool)? {
      guard let one = holds(a, in: month, of: subject), let other = holds(b, in: month, of: subject)
      else { return nil }
      return (one, other)
    }
    switch names.resolved(condition).operation {
    case .or(let a, let b): return both(a, b).map { $0 || $1 }
    case .and(let a, let b): return both(a, b).map { $0 && $1 }
    case .apply(.compare(let comparison), let sides) where comparison != .notEqual:
      guard names.areSame(sides[0], subject), let other = self.month(sides[1], of: subject) else {
        return nil
      }
      return comparison.holds(month - other)
    case .apply(.within(let set), let parts) where names.areSame(parts[0], subject):
      switch set.body {
      case .ranges(let ranges): return ranges.contains { $0.holds(Ratio(month)) }
      case .words(let words, negated: false):
        return words.contains(written(month, for: subject, inQuotes: false))
      case .words, .everything, .indices, .textRanges, .areas: return nil
      }
    case _: return nil
    }
  }

  /// How a value says a month.
  private enum Kind {
    case number, printed
    /// The words, by month.
    case words([String])
  }

  private func kind(of subject: PriceExpression) -> Kind? {
    let value = names.resolved(subject)
    switch value.operation {
    case .apply(.date(.month), _): return .number
    case .apply(.printed("MM"), _): return .printed
    case _:
      guard case .choice(let words) = value.type, words.count == 12 else { return nil }
      var byMonth: [Int: String] = [:]
      for word in words { MomentPattern.month(named: word).map { byMonth[$0] = word } }
      return byMonth.count == 12 ? .words((1...12).compactMap { byMonth[$0] }) : nil
    }
  }

  private func month(_ value: PriceExpression, of subject: PriceExpression) -> Int? {
    let figure = names.resolved(value)
    switch figure.operation {
    case .constant(.quantity(let size)): return size.floor.flatMap { Int(exactly: $0) }
    case .constant(.text(let word)):
      return (1...12).first { written($0, for: subject, inQuotes: false) == word }
    case .constant(.choice(let index)):
      guard case .choice(let words) = figure.type, words.indices.contains(index) else { return nil }
      return (1...12).first { written($0, for: subject, inQuotes: false) == words[index] }
    case _: return nil
    }
  }

  private func written(
    _ month: Int, for subject: PriceExpression, inQuotes: Bool = true
  ) -> String {
    switch kind(of: subject) {
    case .printed:
      let text = paddedNumber(month, to: 2)
      return inQuotes ? Literal.quoted(text) : text
    case .words(let words): return words[month - 1]
    case .number, nil: return "\(month)"
    }
  }
}
