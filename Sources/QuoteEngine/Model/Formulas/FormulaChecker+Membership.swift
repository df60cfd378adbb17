/// `x in y`: lists, ranges, areas.
extension FormulaChecker {
  func membership(_ a: Formula, _ set: Formula, _ span: SourceSpan) -> PriceExpression {
    if let indices = areaNames(set) {
      let point = expression(of: a)
      guard point.type == .point || point.type == .invalid else {
        rules.log.report(.wrongType(point, wants: "a point", in: rules.sources))
        return invalid(at: span)
      }
      let tests = indices.sorted().map { made(.contains(area: $0, point), .flag, [point], span) }
      return tests.dropFirst().reduce(tests[0]) { made(.or($0, $1), .flag, [$0, $1], span) }
    }
    let value = expression(of: a)
    guard value.type != .invalid else { return invalid(at: span) }
    switch rules.list(behind: set).kind {
    case .list(let parts):
      let tests = parts.map { part -> PriceExpression in
        let member = expression(of: part, expecting: value.type)
        guard member.type == .invalid || areComparable(value.type, member.type, ordered: false)
        else {
          rules.log.report(.noComparison(value, member, at: part.span, in: rules))
          return invalid(at: span)
        }
        return made(.compare(.equal, value, member), .flag, [value, member], span)
      }
      guard let first = tests.first else { return constant(.flag(false), .flag, span) }
      return tests.dropFirst().reduce(first) { made(.or($0, $1), .flag, [$0, $1], span) }
    case .range(let range):
      let low = expression(of: range.lower, expecting: value.type)
      let high = expression(of: range.upper, expecting: value.type)
      for bound in [low, high] where bound.type != .invalid {
        guard areComparable(value.type, bound.type, ordered: true) else {
          rules.log.report(.noComparison(value, bound, at: bound.span, in: rules))
          return invalid(at: span)
        }
      }
      let above = made(
        .compare(range.lowerIsIncluded ? .greaterOrEqual : .greater, value, low), .flag,
        [value, low], span)
      let below = made(
        .compare(range.upperIsIncluded ? .lessOrEqual : .less, value, high), .flag, [value, high],
        span)
      return made(.and(above, below), .flag, [above, below], span)
    case .literal, .text, .name, .member, .call, .negate, .not, .binary, .isGiven, .membership,
      .conditional, .invalid:
      rules.log.report(.notASet(set.span))
      return invalid(at: span)
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
