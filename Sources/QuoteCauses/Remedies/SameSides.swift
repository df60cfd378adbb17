import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension PriceModel {
  /// How many times the rules take a value from itself, or hold it against itself: `day - day`,
  /// `n < n`, `min(n, n)`.
  var heldAgainstThemselves: Int {
    let formulas = allLines.flatMap(\.formulas) + lets.map(\.value) + declines.map(\.when)
      + outputs.formulas(below: "").map(\.value)
      + tables.flatMap { $0.keys.map(\.value) }
    var met: Set<SourceSpan> = []
    return formulas.reduce(0) { count, formula in
      met.insert(formula.span).inserted ? count + sameSides(of: formula) : count
    }
  }

  private func sameSides(of node: PriceExpression) -> Int {
    let isOne = isOfSameSides(node) ? 1 : 0
    return node.parts.reduce(isOne) { $0 + sameSides(of: $1) }
  }

  private func isOfSameSides(_ node: PriceExpression) -> Bool {
    let sides: [PriceExpression]
    switch node.operation {
    case .apply(.compare, let parts), .apply(.arithmetic(.subtract), let parts),
      .apply(.arithmetic(.divide), let parts), .extreme(_, let parts):
      sides = parts
    case .and(let one, let other), .or(let one, let other): sides = [one, other]
    default: return false
    }
    // A list of words is several comparisons that are written as one.
    guard sides.count == 2, sides[0].span.upper < sides[1].span.lower,
      sides.allSatisfy({ node.span.encloses($0.span) && !$0.isConstant })
    else { return false }
    return RemedyTurns.text(sides[0], self) == RemedyTurns.text(sides[1], self)
  }
}
