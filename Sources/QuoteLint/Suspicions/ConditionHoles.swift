import QuoteLanguage
import QuoteSyntax

/// Conditions between which values fall through: `<= 7.99` and `>= 8`, `< 2` and `> 2` of one
/// value, and times that end with the first second of a minute, `<= 05:59`.
struct ConditionHoles: RulesReader {
  let model: PriceModel
  let names: SameValues
  let lines: [ModelLine]
  let joints: ConditionJoints
  /// Members of groups that take one of them, which are not added to each other.
  let apart: Set<Int>
  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    lines = model.allLines
    joints = ConditionJoints(of: model, names)
    apart = model.linesOfWhichOneCounts
  }

  /// A comparison with a figure, as it reads from the value's side.
  struct Bound {
    var subject: PriceExpression
    var comparison: PriceExpression.Comparison
    var figure: Ratio
    var span: SourceSpan
    /// Which formula it is part of.
    var root: Int
    /// Whether it is an end of a range that is written as one, `in [1..5]`.
    var isOfRange = false
    /// Whether it only says that somebody thought of the figure: in a decline, and in what a `not`
    /// turns round together with other things.
    var isWitness = false

    func asks(_ comparison: PriceExpression.Comparison) -> Bool {
      self.comparison == comparison && !isWitness
    }
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let holes = ConditionHoles(model)
    var found: [Diagnostic] = []
    var later: [PriceExpression] = []
    model.visitExpressions { value in
      if case .apply(.compare(.greater), let sides) = value.operation, sides[0].type == .time {
        later.append(value)
      }
    }
    model.visitExpressions { value in
      if let warning = holes.minuteLeftOut(value, besides: later) { found.append(warning) }
    }
    for bounds in holes.bounds {
      if let date = holes.dateOfDay(bounds[0].subject) {
        found += holes.dayLeftOut(bounds, of: date).map { [$0] } ?? []
        continue
      }
      let one = holes.between(bounds) ?? holes.stepLeftOut(bounds)
      found += one.map { [$0] } ?? holes.leftOut(bounds)
      found += holes.inBoth(bounds)
    }
    return Array(found.prefix(most))
  }

  // MARK: - Times

  /// `at <= 05:59`, `at in [22:00..05:59]`: the last minute is left out but for its first second.
  private func minuteLeftOut(
    _ value: PriceExpression, besides later: [PriceExpression]
  ) -> Diagnostic? {
    let subject: PriceExpression
    switch value.operation {
    case .apply(.compare(.lessOrEqual), let sides): subject = sides[0]
    case .apply(.within, let parts): subject = parts[0]
    case _: return nil
    }
    let written = text(value.span)
    guard names.takesSeconds(subject, in: model), let end = LastMinute(of: written),
      !later.contains(where: { isOpposite(value, of: $0) })
    else { return nil }
    return .minuteLeftOut(written, end.time, write: end.right, at: value.span)
  }

  /// `at <= 14:59` beside `at > 14:59`: all that is left out of one is in the other.
  private func isOpposite(_ value: PriceExpression, of later: PriceExpression) -> Bool {
    guard case .apply(.compare(.lessOrEqual), let sides) = value.operation,
      case .apply(_, let others) = later.operation
    else { return false }
    return names.areSame(sides[0], others[0]) && names.areSame(sides[1], others[1])
  }

  // MARK: - Figures

  /// `hours <= 7.99` and `hours >= 8`, where hours come between.
  private func between(_ bounds: [Bound]) -> Diagnostic? {
    // Moments and times between two minutes are told apart by themselves.
    guard bounds[0].subject.type != .time, bounds[0].subject.type != .instant else { return nil }
    for below in bounds where below.asks(.lessOrEqual) {
      for above in bounds
      where above.asks(.greaterOrEqual) && below.figure < above.figure && above.span != below.span {
        guard
          let middle = neighbouring(below, above, bounds) ?? roundBetween(below, above),
          isOpen(middle, of: below.subject),
          !bounds.contains(where: {
            $0.comparison == .less && $0.figure == above.figure
              || $0.comparison == .greater && $0.figure == below.figure || $0.figure == middle
          })
        else { continue }
        return warning(below, above, middle, isStep: isStep(below, above, among: bounds))
      }
    }
    return nil
  }

  /// A value between two figures that look like neighbours, and the one between `[0..4]` and
  /// `[6..9]` of one `if` after the other.
  private func neighbouring(
    _ below: Bound, _ above: Bound, _ bounds: [Bound]
  ) -> Ratio? {
    if joints.areApart(below.span, above.span) { return nil }
    guard let middle = names.between(below.figure, above.figure, of: below.subject) else {
      guard let only = below.subject.only(below.figure, above.figure),
        joints.areChain(below.span, above.span),
        isAllElse(below, above, bounds) || haveOtherEnds(below, above, bounds)
      else { return nil }
      return only
    }
    // Whole figures of two formulas may well have nothing to do with each other.
    if below.root == above.root || areSteps(below, above, bounds) { return middle }
    let size = below.subject.units.size
    let ends = [below.figure / size, above.figure / size]
    let isWhole = ends.allSatisfy(\.isWhole)
    let isOneLimit =
      areAdded(below, above) && isAllElse(below, above, bounds)
      && ends.contains { ($0 / 10).isWhole }
    return !isWhole || isOneLimit ? middle : nil
  }

  /// The one value between two others where it is a round one, 50 between 49 and 51, or the last
  /// day of a month, so that both were written for the same limit.
  func roundBetween(_ below: Bound, _ above: Bound) -> Ratio? {
    guard let step = KeyDomain.step(of: below.subject), above.figure - below.figure == step * 2,
      case let middle = below.figure + step, !middle.isZero,
      !joints.areApart(below.span, above.span),
      below.root == above.root
        ? !joints.alternatives.contains(below.span) : areAdded(below, above)
    else { return nil }
    let isRound =
      below.subject.type == .date
      ? CalendarDate.isLastOfMonth(middle) : (middle / (step * 10)).isWhole
    return isRound ? middle : nil
  }

  /// `at < 08:00` and `at >= 08:01`, `n < 10` and `n >= 11` of a count: the end of one is in
  /// neither.
  private func stepLeftOut(_ bounds: [Bound]) -> Diagnostic? {
    guard let step = bounds[0].subject.stepOfNeighbours else { return nil }
    for below in bounds where below.asks(.less) || below.asks(.lessOrEqual) {
      let isOpenBelow = below.comparison == .less
      for above in bounds
      where above.asks(isOpenBelow ? .greaterOrEqual : .greater)
        && above.figure - below.figure == step && above.span != below.span
      {
        let value = below.subject
        let missing = isOpenBelow ? below.figure : above.figure
        guard value.range.contains(missing), isOpen(missing, of: value),
          !joints.isApart(below.span, above.span),
          // Two ranges of days or counts are apart as two seasons are, unless a month lacks its
          // last day.
          value.type == .time || below.root == above.root && !below.isOfRange && !above.isOfRange
            || value.type == .date && CalendarDate.isLastOfMonth(missing),
          below.root == above.root
            || areAdded(below, above) && isStep(below, above, among: bounds),
          // Another condition that ends there speaks of it.
          !bounds.contains(where: { bound in
            bound.figure == below.figure && bound.comparison != below.comparison
              || bound.figure == above.figure && bound.comparison != above.comparison
          })
        else { continue }
        return warning(neither: missing, below, above)
      }
    }
    return nil
  }

  /// `age > 12` and `age < 12`: who is 12 is in neither. Each figure is told of once.
  private func leftOut(_ bounds: [Bound]) -> [Diagnostic] {
    var (found, figures) = ([Diagnostic](), Set<Ratio>())
    for below in bounds where below.asks(.less) {
      for above in bounds where above.asks(.greater) && above.figure == below.figure {
        let (figure, value) = (below.figure, below.subject)
        guard figure != 0 || value.type == .time, below.span != above.span,
          value.range.lower < figure, figure < value.range.upper,
          !joints.isApart(below.span, above.span), isOpen(figure, of: value),
          // What a number is neither above nor below may well be what is normal.
          below.root == above.root
            || areAdded(below, above)
              && (value.type != .quantity(.number) || isStep(below, above, among: bounds)),
          !bounds.contains(where: {
            $0.figure == figure && $0.comparison != .less && $0.comparison != .greater
          })
        else { continue }
        guard figures.insert(figure).inserted else { continue }
        found.append(warning(neither: figure, below, above))
      }
    }
    return found
  }

  /// Whether one of two conditions is a range with its other end, `x >= 1 and x < 100`: then the
  /// next begins where it ends, and what lies between is not what is normal.
  private func isStep(_ below: Bound, _ above: Bound, among bounds: [Bound]) -> Bool {
    bounds.contains { bound in
      switch bound.comparison {
      case .greater, .greaterOrEqual: bound.root == below.root && bound.figure < below.figure
      case .less, .lessOrEqual: bound.root == above.root && bound.figure > above.figure
      case .equal, .notEqual: false
      }
    }
  }

  /// Whether no value is below the lower one or above the upper one: each is all of one side.
  private func isAllElse(_ below: Bound, _ above: Bound, _ bounds: [Bound]) -> Bool {
    let range = below.subject.range
    return !bounds.contains {
      $0.span == below.span && $0.figure < below.figure && $0.figure > range.lower
        || $0.span == above.span && $0.figure > above.figure && $0.figure < range.upper
    }
  }

  /// Whether both are ranges with their other ends, of two lines that add money: `x in [0..10]` and
  /// `x in [11..100]`.
  private func areSteps(_ below: Bound, _ above: Bound, _ bounds: [Bound]) -> Bool {
    below.root != above.root && areAdded(below, above)
      && haveOtherEnds(below, above, bounds)
  }

  private func haveOtherEnds(_ below: Bound, _ above: Bound, _ bounds: [Bound]) -> Bool {
    bounds.contains { $0.span == below.span && $0.figure < below.figure }
      && bounds.contains { $0.span == above.span && $0.figure > above.figure }
  }
}

extension PriceExpression {
  /// The one whole value between two figures, 6 between 5 and 7; nil where there are more.
  func only(_ low: Ratio, _ high: Ratio) -> Ratio? {
    guard type.isCount || type == .date, case let step = max(quantum, 1), high - low == step * 2
    else { return nil }
    return low + step
  }

  /// How far apart two values are that people write one after the other: a minute, a day, a piece.
  /// Nil where anything may lie between.
  fileprivate var stepOfNeighbours: Ratio? {
    type == .time ? 60 : KeyDomain.step(of: self)
  }
}

extension SameValues {
  /// Whether a value is a time of day that may have seconds: not where bookings write it without.
  func takesSeconds(_ value: PriceExpression, in model: PriceModel) -> Bool {
    guard value.type == .time else { return false }
    var value = resolved(value)
    if case .apply(.date(.timeOf), let parts) = value.operation { value = resolved(parts[0]) }
    guard case .reference(.field(let list, let field)) = value.operation,
      let written = model.schema.lists[list].fields[field].notation?.written, !written.isEmpty
    else { return true }
    return written.contains { $0.contains("s") }
  }
}

/// A condition or a cell that ends with the last minute of an hour or of half of one, with it.
struct LastMinute {
  /// `05:59`.
  let time: String
  /// The same with what was meant, `[22:00..06:00)`.
  let right: String

  init?(of written: String) {
    guard
      let end = written.firstMatch(of: kept(/(\.\.\s*|<=\s*)(\d\d):([25]9)(\s*\])?$/)),
      end.1.hasPrefix("<") == (end.4 == nil), let hour = Int(end.2), let minute = Int(end.3)
    else { return nil }
    let minutes = hour * 60 + minute + 1
    let next = "\(paddedNumber(minutes / 60, to: 2)):\(paddedNumber(minutes % 60, to: 2))"
    time = "\(end.2):\(end.3)"
    let before = written[..<end.range.lowerBound]
    right = before + (end.4 == nil ? "< \(next)" : "..\(next))")
  }
}
