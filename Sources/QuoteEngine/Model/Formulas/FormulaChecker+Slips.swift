/// Formulas of which it is known what was meant.
extension FormulaChecker {
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
