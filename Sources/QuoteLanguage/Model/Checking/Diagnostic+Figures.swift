import QuoteSyntax

/// What is said of figures that are no money where money is wanted.
extension Diagnostic {
  /// A figure under `let` that has no currency, in a product that is to be money.
  static func plainFigure(
    _ name: String, _ figure: PriceExpression, used: SourceSpan, in rules: ModelChecker
  ) -> Diagnostic {
    let text = rules.sources.text(at: figure.span).trimmedOfSpaces
    let isMade = rules.sources[figure.span.file]?.name.hasPrefix("overlay of ") ?? false
    return Diagnostic(
      "wrong-type", "`\(name)` is a plain number, not money",
      at: Label(figure.span, "no currency"), labels: [Label(used, "money is needed here")],
      help: isMade
        ? ["in the overlay map, give it its currency: `1 \(rules.currency) * …`"]
        : ["write `\(rules.money(text))`"] + rules.shellHelp(figure.span))
  }

  /// A price for one of a unit in a product that is to be money.
  static func notMultiplied(
    _ price: ModelChecker.PricePerUnit, _ value: PriceExpression, in rules: ModelChecker
  ) -> Diagnostic {
    Diagnostic(
      "wrong-type", "\(value.type.described) is used where money is needed",
      at: Label(
        price.table?.span ?? price.value.span,
        "`\(price.name)` is a price for each \(price.unit.name)"),
      labels: [Label(value.span, "money is needed here")], help: rules.multiplied(price))
  }
}
