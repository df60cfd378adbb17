/// Formulas of which it is known what was meant.
extension FormulaChecker {
  /// `x = 6 or 7` and `a or b = "x"`, which compare one of two; reported.
  func isHalfCompared(
    _ op: BinaryOperator, _ a: Formula, _ b: Formula, _ span: SourceSpan
  ) -> Bool {
    func text(_ formula: Formula) -> String {
      rules.sources.text(at: formula.span).trimmedOfSpaces
    }
    if case .binary(.equal, let left, let right, _) = a.kind, isFigure(b), op == .or {
      rules.log.report(
        .halfCompared(
          "write `\(text(left)) in [\(text(right)), \(text(b))]`", at: span, text: text(b)))
      return true
    }
    if case .binary(let comparison, _, let right, _) = b.kind, isComparison(comparison),
      case .name(let name) = a.kind, isKnown(name)
    {
      let value = expression(of: a)
      guard value.type != .flag, value.type != .invalid else { return false }
      let mark = "\(comparison.rawValue) \(text(right))"
      let word = op == .or ? "or" : "and"
      rules.log.report(
        .halfCompared(
          "write `\(text(a)) \(mark) \(word) \(text(b))`", at: span, text: text(a)))
      return true
    }
    return false
  }

  private func isFigure(_ formula: Formula) -> Bool {
    switch formula.kind {
    case .literal(.flag): false
    case .literal, .text: true
    case .name, .member, .call, .negate, .not, .binary, .isGiven, .membership, .conditional,
      .invalid, .list, .range:
      false
    }
  }

  private func isComparison(_ op: BinaryOperator) -> Bool {
    switch op {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .add, .subtract, .multiply, .divide, .and, .or, .default: false
    }
  }

  /// `x = none`, where nothing is called `none`; reported.
  func isComparedWithAbsence(
    _ comparison: PriceExpression.Comparison, _ a: Formula, _ b: Formula, _ span: SourceSpan
  ) -> Bool {
    guard comparison == .equal || comparison == .notEqual else { return false }
    for (absence, other) in [(b, a), (a, b)] {
      guard case .name(let name) = absence.kind, !isKnown(name),
        Diagnostic.absences.contains(name.lowercased())
      else { continue }
      rules.log.report(
        .comparedWithAbsence(
          rules.sources.text(at: other.span).trimmedOfSpaces, isEqual: comparison == .equal,
          absence: name, at: span))
      return true
    }
    return false
  }
}
