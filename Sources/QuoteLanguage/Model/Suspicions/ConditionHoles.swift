import QuoteSyntax

/// Conditions between which values fall through: `<= 7.99` and `>= 8`, `< 2` and `> 2` of one
/// value, and times that end with the first second of a minute, `<= 05:59`.
struct ConditionHoles: RulesReader {
  let model: PriceModel
  let names: SameValues
  private static let most = 20

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
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let holes = ConditionHoles(model: model, names: SameValues(of: model))
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
      let one = holes.between(bounds) ?? holes.stepLeftOut(bounds)
      found += one.map { [$0] } ?? holes.leftOut(bounds)
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

  /// Comparisons with figures, those of one value together.
  private var bounds: [[Bound]] {
    var all: [Int: [Bound]] = [:]
    var order: [Int] = []
    for (root, formulas) in roots.enumerated() {
      var named: Set<LetID> = []
      var seen: Set<ObjectIdentifier> = []
      for formula in formulas { gather(formula, root, isDenied: false, named: &named, seen: &seen) }
    }
    func gather(
      _ value: PriceExpression, _ root: Int, isDenied: Bool, named: inout Set<LetID>,
      seen: inout Set<ObjectIdentifier>
    ) {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return }
      // A condition with a name is what the name stands for.
      if case .reference(.letValue(let id)) = value.operation, value.type == .flag,
        named.insert(id).inserted
      {
        return gather(names.lets[id].value, root, isDenied: isDenied, named: &named, seen: &seen)
      }
      let isDenied = value.type == .flag && isDenied != value.isDenial
      for part in value.parts { gather(part, root, isDenied: isDenied, named: &named, seen: &seen) }
      for bound in bounds(of: value, root, isDenied: isDenied) {
        let likeness = names.likeness(of: bound.subject)
        if all[likeness] == nil { order.append(likeness) }
        all[likeness, default: []].append(bound)
      }
    }
    return order.compactMap { all[$0] }.flatMap { bounds -> [[Bound]] in
      // What is alike is mostly the same.
      let same = bounds.filter { names.areSame($0.subject, bounds[0].subject) }
      return same.count > 1 ? [Self.markingRanges(same)] : []
    }
  }

  /// A range with both ends is two comparisons that are written as one.
  private static func markingRanges(_ bounds: [Bound]) -> [Bound] {
    func spans(_ comparisons: Set<PriceExpression.Comparison>) -> Set<SourceSpan> {
      Set(bounds.filter { comparisons.contains($0.comparison) }.map(\.span))
    }
    let both = spans([.greater, .greaterOrEqual]).intersection(spans([.less, .lessOrEqual]))
    return bounds.map { bound in
      var bound = bound
      bound.isOfRange = both.contains(bound.span)
      return bound
    }
  }

  /// Formulas that are read together: the condition of a line and its amount.
  private var roots: [[PriceExpression]] {
    model.lets.map { [$0.value] }
      + model.allLines.map { line in [line.when, line.formula].compactMap { $0 } }
  }

  private func bounds(of value: PriceExpression, _ root: Int, isDenied: Bool) -> [Bound] {
    func bound(
      _ subject: PriceExpression, _ comparison: PriceExpression.Comparison, _ figure: Ratio
    ) -> Bound {
      Bound(
        subject: subject, comparison: isDenied ? comparison.opposite : comparison, figure: figure,
        span: value.span, root: root)
    }
    switch value.operation {
    case .apply(.compare(let comparison), let sides) where Self.isCompared(sides[0].type):
      if let figure = figure(sides[1]) { return [bound(sides[0], comparison, figure)] }
      return figure(sides[0]).map { [bound(sides[1], comparison.turned, $0)] } ?? []
    case .apply(.within(let set), let parts) where Self.isCompared(parts[0].type) && !isDenied:
      guard case .ranges(let ranges) = set.body, ranges.count == 1 else { return [] }
      let (range, ends) = (ranges[0], ranges[0].interval)
      let lower: PriceExpression.Comparison = range.lowerIsIncluded ? .greaterOrEqual : .greater
      let upper: PriceExpression.Comparison = range.upperIsIncluded ? .lessOrEqual : .less
      return (ends.lower.isFinite ? [bound(parts[0], lower, ends.lower)] : [])
        + (ends.upper.isFinite ? [bound(parts[0], upper, ends.upper)] : [])
    case _: return []
    }
  }

  private static func isCompared(_ type: ValueType) -> Bool {
    type.isQuantity || type == .date || type == .time || type == .instant
  }

  private func figure(_ value: PriceExpression) -> Ratio? {
    guard case .constant(let constant) = value.operation, constant != .notGiven,
      value.range.isFinite, value.range.lower == value.range.upper
    else { return nil }
    return value.range.lower
  }

  /// `hours <= 7.99` and `hours >= 8`, where hours come between.
  private func between(_ bounds: [Bound]) -> Diagnostic? {
    let apart = toldApart
    // Moments and times between two minutes are told apart by themselves.
    guard bounds[0].subject.type != .time, bounds[0].subject.type != .instant else { return nil }
    for below in bounds where below.comparison == .lessOrEqual {
      for above in bounds where above.comparison == .greaterOrEqual && above.span != below.span {
        guard
          let middle = names.between(below.figure, above.figure, of: below.subject)
            ?? below.subject.only(below.figure, above.figure)
            .flatMap({ isAllElse(below, above, bounds) && isChain(below, above) ? $0 : nil }),
          !apart.contains(below.span) || !apart.contains(above.span),
          // Whole figures of two formulas may well have nothing to do with each other.
          below.root == above.root || !(above.figure / below.subject.units.size).isWhole
            || !(below.figure / below.subject.units.size).isWhole || areSteps(below, above, bounds),
          !bounds.contains(where: {
            $0.comparison == .less && $0.figure == above.figure
              || $0.comparison == .greater && $0.figure == below.figure || $0.figure == middle
          })
        else { continue }
        return warning(below, above, middle)
      }
    }
    return nil
  }

  /// `at < 08:00` and `at >= 08:01`, `n < 10` and `n >= 11` of a count: the end of one is in
  /// neither.
  private func stepLeftOut(_ bounds: [Bound]) -> Diagnostic? {
    guard let step = bounds[0].subject.stepOfNeighbours else { return nil }
    let apart = toldApart
    for below in bounds where below.comparison == .less || below.comparison == .lessOrEqual {
      let isOpenBelow = below.comparison == .less
      for above in bounds
      where above.comparison == (isOpenBelow ? .greaterOrEqual : .greater)
        && above.figure - below.figure == step && above.span != below.span
      {
        let value = below.subject
        let missing = isOpenBelow ? below.figure : above.figure
        guard value.range.contains(missing), !apart.contains(below.span),
          !apart.contains(above.span),
          // Two ranges of days or counts are apart as two seasons are.
          value.type == .time || below.root == above.root && !below.isOfRange && !above.isOfRange,
          below.root == above.root
            || areAdded(below.root, above.root) && isStep(below, above, among: bounds),
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
    let apart = toldApart
    var (found, figures) = ([Diagnostic](), Set<Ratio>())
    for below in bounds where below.comparison == .less {
      for above in bounds where above.comparison == .greater && above.figure == below.figure {
        let (figure, value) = (below.figure, below.subject)
        guard figure != 0 || value.type == .time, below.span != above.span,
          value.range.lower < figure, figure < value.range.upper,
          !apart.contains(below.span), !apart.contains(above.span),
          // What a number is neither above nor below may well be what is normal.
          below.root == above.root
            || areAdded(below.root, above.root)
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
    below.root != above.root && areAdded(below.root, above.root)
      && bounds.contains { $0.span == below.span && $0.figure < below.figure }
      && bounds.contains { $0.span == above.span && $0.figure > above.figure }
  }

  /// Whether `if … then … else if … then … else $0` asks for one after the other and for no more.
  private func isChain(_ one: Bound, _ other: Bound) -> Bool {
    var isOne = false
    model.visitExpressions { value in
      guard case .conditional(let first, _, let otherwise?) = value.operation,
        case .conditional(let second, _, let last) = otherwise.operation,
        last.map(names.isZero) ?? true
      else { return }
      let spans = [names.resolved(first).span, names.resolved(second).span]
      isOne = isOne || spans == [one.span, other.span] || spans == [other.span, one.span]
    }
    return isOne
  }

  /// Whether both are lines that add money: one that is taken off and one that is added may well
  /// leave alone what lies between.
  private func areAdded(_ one: Int, _ other: Int) -> Bool {
    let lines = model.allLines
    return [one, other].allSatisfy { root in
      guard root >= model.lets.count,
        case .amount(let amount) = lines[root - model.lets.count]
          .effect
      else { return false }
      return amount.range.lower >= 0 && amount.range.upper > 0
    }
  }

  /// Comparisons that stand alone on both sides of something: `x < 2 or x > 2` is all but 2, and in
  /// `if x < 2 then … else if x > 2 then … else …` the last part is for 2, unless it costs nothing.
  private var toldApart: Set<SourceSpan> {
    var found: Set<SourceSpan> = []
    model.visitExpressions { value in
      switch value.operation {
      case .or(let a, let b):
        found.formUnion([a, b].map { names.resolved($0).span })
      case .conditional(let first, _, let otherwise?):
        guard case .conditional(let second, _, let last?) = otherwise.operation,
          !names.isZero(last),
          case let both = [first, second].map(names.resolved), both.allSatisfy(\.isComparison)
        else { return }
        found.formUnion(both.map(\.span))
      case _: return
      }
    }
    return found
  }
}

extension PriceExpression {
  fileprivate var isDenial: Bool {
    if case .apply(.not, _) = operation { true } else { false }
  }

  /// Whether it compares with a figure, or with a range of them.
  fileprivate var isComparison: Bool {
    switch operation {
    case .apply(.compare, _), .apply(.within, _): true
    case _: false
    }
  }

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

  /// A value between two figures that look like neighbours, 5 and 6 or 7.99 and 8; nil where they
  /// do not, or where no value lies between. A time is neighbours by the minute.
  func between(_ low: Ratio, _ high: Ratio) -> Ratio? {
    let quantum = type.isCount || type == .date ? max(quantum, 1) : quantum
    guard low < high, range.contains(low), high - low > quantum else { return nil }
    let size: Ratio = type == .time ? 60 : type.isQuantity ? units.size : 1
    let (from, to) = (low / size, high / size)
    // Years and postcodes are whole, though they are declared as numbers.
    if type == .quantity(.number), from >= 1000, from.isWhole, to.isWhole { return nil }
    let steps: [Ratio] = type == .time ? [1] : [1, Ratio(1, 10), Ratio(1, 100), Ratio(1, 1000)]
    guard let step = steps.first(where: { $0 == to - from }), (from / step).isWhole else {
      return nil
    }
    let middle = (low + high) / 2
    guard quantum > 0 else { return middle }
    guard let count = (middle / quantum).floor else { return nil }
    return Ratio(count) * quantum
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
      let end = written.firstMatch(of: /(\.\.\s*|<=\s*)(\d\d):([25]9)(\s*\])?$/),
      end.1.hasPrefix("<") == (end.4 == nil), let hour = Int(end.2), let minute = Int(end.3)
    else { return nil }
    let minutes = hour * 60 + minute + 1
    let next = "\(paddedNumber(minutes / 60, to: 2)):\(paddedNumber(minutes % 60, to: 2))"
    time = "\(end.2):\(end.3)"
    let before = written[..<end.range.lowerBound]
    right = before + (end.4 == nil ? "< \(next)" : "..\(next))")
  }
}
