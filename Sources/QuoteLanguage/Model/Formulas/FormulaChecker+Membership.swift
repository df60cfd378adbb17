import QuoteSyntax

/// `x in y`: lists, ranges, areas.
extension FormulaChecker {
  func membership(_ a: Formula, _ set: Formula, _ span: SourceSpan) -> PriceExpression {
    if let indices = areaNames(set) {
      let point = expression(of: a)
      guard point.type == .point || point.type == .invalid else {
        rules.log.report(.wrongType(point, wants: "a point", in: rules.sources))
        return invalid(at: span)
      }
      let tests = indices.sorted().map {
        applied(.contains(area: $0), [point], type: .flag, at: span)
      }
      return tests.dropFirst().reduce(tests[0]) {
        made(.or($0, $1), .flag, parts: [$0, $1], at: span)
      }
    }
    let value = expression(of: a)
    guard value.type != .invalid else { return invalid(at: span) }
    switch rules.list(behind: set).kind {
    case .list(let parts):
      if parts.count == 1, let range = differenceOfFigures(parts[0]) {
        rules.log.report(.differenceInList(set.span, range: range))
        return invalid(at: span)
      }
      let tests = parts.map { part -> PriceExpression in
        if case .range(let range) = part.kind {
          return membership(of: value, in: range, part.span, span)
        }
        if value.type == .text, isUnquotedWord(part) { return invalid(at: span) }
        let member = expression(of: part, expecting: value.type)
        guard member.type == .invalid || areComparable(value.type, member.type, ordered: false)
        else {
          rules.log.report(.noComparison(value, member, at: part.span, in: rules))
          return invalid(at: span)
        }
        return naturalEquality(value, member, span) ?? compared(.equal, value, member, at: span)
      }
      guard let first = tests.first else { return constant(.flag(false), .flag, at: span) }
      return tests.dropFirst().reduce(first) {
        made(.or($0, $1), .flag, parts: [$0, $1], at: span)
      }
    case .range(let range):
      return membership(of: value, in: range, set.span, span)
    case .invalid: return invalid(at: span)
    case .literal, .text, .name, .member, .call, .negate, .not, .binary, .isGiven, .membership,
      .conditional:
      rules.log.report(Diagnostic.notASet(set.span).guessing(guesses(of: a, in: set, span)))
      return invalid(at: span)
    }
  }

  /// `[3-5]`, which is the list of -2: the range that was meant; nil for others.
  private func differenceOfFigures(_ part: Formula) -> String? {
    guard case .binary(.subtract, let from, let to, _) = part.kind, case .literal = from.kind,
      case .literal = to.kind
    else { return nil }
    return "[\(rules.sources.text(at: from.span))..\(rules.sources.text(at: to.span))]"
  }

  private func membership(
    of value: PriceExpression, in range: FormulaRange, _ place: SourceSpan, _ span: SourceSpan
  ) -> PriceExpression {
    let low = expression(of: range.lower, expecting: value.type)
    let high = expression(of: range.upper, expecting: value.type)
    for bound in [low, high] where bound.type != .invalid {
      guard areComparable(value.type, bound.type, ordered: true) else {
        rules.log.report(.noComparison(value, bound, at: bound.span, in: rules))
        return invalid(at: span)
      }
    }
    if let texts = naturalMembership(of: value, low, high, range: range, at: span) { return texts }
    func compared(
      _ comparison: PriceExpression.Comparison, _ a: PriceExpression, _ b: PriceExpression
    ) -> PriceExpression {
      self.compared(comparison, a, b, at: span)
    }
    func both(_ a: PriceExpression, _ b: PriceExpression) -> PriceExpression {
      made(.and(a, b), .flag, parts: [a, b], at: span)
    }
    func either(_ a: PriceExpression, _ b: PriceExpression) -> PriceExpression {
      made(.or(a, b), .flag, parts: [a, b], at: span)
    }
    let wraps = value.type == .time || value.type == .weekday
    let above = compared(range.lowerIsIncluded ? .greaterOrEqual : .greater, value, low)
    let below = compared(range.upperIsIncluded ? .lessOrEqual : .less, value, high)
    if let order = Self.order(low, high) {
      guard !isEmpty(range, order, low: low, high: high) else {
        rules.log.report(
          .emptyRange(
            place, wraps: wraps, parts: parts(range, value, low: low, high: high), joint: " or ",
            natural: natural(value, from: low, to: high), in: rules.sources))
        return invalid(at: span)
      }
      return wraps && order > 0 ? either(above, below) : both(above, below)
    }
    guard wraps else { return both(above, below) }
    // Where the ends turn out to descend, the range goes over midnight or the week's end.
    return either(
      both(above, below), both(compared(.greater, low, high), either(above, below)))
  }

  /// Whether nothing lies between two ends that are written out.
  private func isEmpty(
    _ range: FormulaRange, _ order: Int, low: PriceExpression, high: PriceExpression
  ) -> Bool {
    if case .constant(.weekday(let from)) = low.operation,
      case .constant(.weekday(let to)) = high.operation
    {
      return Weekday.days(
        from: from.rawValue, isIncluded: range.lowerIsIncluded, to: to.rawValue,
        isIncluded: range.upperIsIncluded
      ).isEmpty
    }
    if order == 0 { return !(range.lowerIsIncluded && range.upperIsIncluded) }
    return order > 0 && low.type != .time
  }

  /// What has the order of numbers, where only texts descend.
  private func natural(
    _ value: PriceExpression, from low: PriceExpression, to high: PriceExpression
  ) -> String? {
    guard case .constant(.text(let from)) = low.operation,
      case .constant(.text(let to)) = high.operation
    else { return nil }
    return rules.natural(
      rules.sources.text(at: value.span).trimmedOfSpaces, of: value, from: from, to: to)
  }

  /// The two memberships that a range over the end of a year or a day was meant as.
  private func parts(
    _ range: FormulaRange, _ value: PriceExpression, low: PriceExpression,
    high: PriceExpression
  ) -> [String] {
    let written = [low, high].map { rules.sources.text(at: $0.span).trimmedOfSpaces }
    var round = RoundRange(countedBy: value, in: rules)
    var mark = ""
    if case .constant(.text(let from)) = low.operation,
      case .constant(.text(let to)) = high.operation
    {
      round = RoundRange(from, to, printedBy: rules.told(by: value).printing?.pattern)
      mark = "\""
    }
    guard let round, written[0] != written[1] else { return [] }
    let quoted = RoundRange(first: mark + round.first + mark, last: mark + round.last + mark)
    let name = rules.sources.text(at: value.span).trimmedOfSpaces
    return quoted.parts(
      of: RangeSyntax(
        lower: Spanned(written[0], at: low.span), lowerIsIncluded: range.lowerIsIncluded,
        upper: Spanned(written[1], at: high.span), upperIsIncluded: range.upperIsIncluded,
        span: range.span)
    ).map { $0.hasPrefix("[") || $0.hasPrefix("(") ? "\(name) in \($0)" : "\(name) = \($0)" }
  }

  /// How two values that are written out lie to each other: -1, 0, 1; nil for others.
  private static func order(_ a: PriceExpression, _ b: PriceExpression) -> Int? {
    guard case .constant(let x) = a.operation, case .constant(let y) = b.operation else {
      return nil
    }
    switch (x, y) {
    case (.weekday(let x), .weekday(let y)): return (x.rawValue - y.rawValue).signum()
    case (.text(let x), .text(let y)):
      return x == y ? 0 : x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : 1
    case _:
      let (x, y) = (a.range, b.range)
      guard x.lower == x.upper, y.lower == y.upper, x.lower.isFinite, y.lower.isFinite else {
        return nil
      }
      return x.lower < y.lower ? -1 : x.lower == y.lower ? 0 : 1
    }
  }

  private func areaNames(_ set: Formula) -> Set<Int>? {
    switch set.kind {
    case .name(let name):
      guard case .area? = rules.symbols[name] else { return nil }
      return areas(named: name)
    case .member(let base, let feature):
      guard case .name(let name) = base.kind else { return nil }
      return areas(named: "\(name).\(feature.value)")
    case .literal, .text, .call, .negate, .not, .binary, .isGiven, .membership, .conditional,
      .list, .range, .invalid:
      return nil
    }
  }
}
