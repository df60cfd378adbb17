extension FormulaChecker {
  /// The typed expression. `expecting` decides what a bare or quoted word is
  /// (a choice, a weekday), nothing else.
  func expression(of formula: Formula, expecting: ValueType? = nil) -> PriceExpression {
    invalid(at: formula.span)
  }

  /// The text that a template makes; not given if any part is.
  func text(of template: Template) -> PriceExpression { invalid(at: template.span) }

  /// A literal as an expression: `$45`, `8%`, `$1.50/mi`, `30 min`, `2026-03-14`.
  /// `$10 each` is money per the opaque unit `each`.
  func expression(of literal: Literal, at span: SourceSpan, expecting: ValueType? = nil)
    -> PriceExpression
  {
    invalid(at: span)
  }

  /// Whether an area (or a feature of one) has this name, and its indices in the model.
  func areas(named name: String) -> Set<Int>? { nil }
}
