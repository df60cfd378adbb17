import QuoteLanguage
import QuoteSyntax

extension ConditionHoles {
  /// `hours <= 7.99` and `hours >= 8`: what lies between is in neither.
  func warning(
    _ below: Bound, _ above: Bound, _ middle: Ratio, isStep: Bool
  ) -> Diagnostic {
    let value = below.subject
    func shown(_ figure: Ratio) -> String { model.written(figure, of: value) }
    let isOnly =
      value.only(below.figure, above.figure) == middle || roundBetween(below, above) == middle
    let (from, to) = (shown(below.figure), shown(above.figure))
    return .holeInConditions(
      text(value.span), shown(middle), from: from, to: to, below: below.span, above: above.span,
      meeting: (written(below, "<", to), written(above, ">", from)),
      alone: isOnly ? left(shown(middle), above, isNew: below.root != above.root && !isStep) : nil,
      hasStep: isInput(value) && value.type.isQuantity && !value.type.isCount)
  }

  /// `age < 12` and `age > 12`, `at < 08:00` and `at >= 08:01`: the figure is in neither.
  func warning(neither figure: Ratio, _ below: Bound, _ above: Bound) -> Diagnostic {
    let value = below.subject
    return warning(neither: model.written(figure, of: value), below, above) {
      model.written($0, of: value)
    }
  }

  /// The same of a value that is written like that, as `shown` writes the figures of both.
  func warning(
    neither missing: String, _ below: Bound, _ above: Bound, shown: (Ratio) -> String
  ) -> Diagnostic {
    let meets = below.figure != above.figure || below.isOfRange || above.isOfRange
    return .figureInNeither(
      text(below.subject.span), missing, below: below.span,
      upTo: shown(below.figure) == missing ? nil : shown(below.figure), above: above.span,
      from: shown(above.figure) == missing ? nil : shown(above.figure),
      meeting: meets ? (written(below, "<=", missing), written(above, ">=", missing)) : nil,
      alone: left(missing, above))
  }

  /// A condition with another end, and with the other one that it has: `x in [1..7)` for
  /// `x in [1..5]`, `x < 7` for `x <= 5`.
  func written(_ bound: Bound, _ sign: String, _ figure: String) -> String {
    guard bound.isOfRange,
      let range = text(bound.span).wholeMatch(of: kept(/(.*)([\[(])([^\[(]*?)\.\.(.*)([\])])/))
    else { return "\(text(bound.subject.span)) \(sign) \(figure)" }
    let isIncluded = sign.hasSuffix("=")
    return sign.hasPrefix("<")
      ? "\(range.1)\(range.2)\(range.3)..\(figure)\(isIncluded ? "]" : ")")"
      : "\(range.1)\(isIncluded ? "[" : "(")\(figure)..\(range.4)\(range.5)"
  }

  /// The upper of two conditions that says of a value that it is meant for neither, also by where
  /// it begins, if that is new and would not be taken for a slip itself.
  private func left(_ value: String, _ above: Bound, isNew: Bool = false) -> String {
    let subject = text(above.subject.span)
    let rest = above.isOfRange ? text(above.span) : "\(subject) > \(value)"
    if isNew, !above.isOfRange { return rest }
    return "\(subject) != \(value) and \(rest)"
  }

  private func isInput(_ value: PriceExpression) -> Bool {
    if case .reference(.field) = names.resolved(value).operation { true } else { false }
  }
}
