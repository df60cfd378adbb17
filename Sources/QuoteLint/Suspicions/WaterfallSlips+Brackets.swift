import QuoteLanguage
import QuoteSyntax

/// A part of a sum whose brackets are forgotten: `round(base + extras * 8%)` below lines that add
/// `base` and `extras`, which adds all of the base once more.
extension WaterfallSlips {
  func bracketsForgotten(
    _ line: ModelLine, _ amount: PriceExpression, apart: Set<Int>
  ) -> Diagnostic? {
    let terms = summands(of: amount)
    guard line.steps == nil, terms.count > 1, let last = terms.last,
      case .apply(.arithmetic(.multiply), let sides) = last.withoutConversion.operation,
      let share = isShare(sides[1]) ? sides[1] : isShare(sides[0]) ? sides[0] : nil
    else { return nil }
    let price = share === sides[1] ? sides[0] : sides[1]
    guard isAdded(price, by: line, apart: apart),
      terms.dropLast().allSatisfy({ isAdded($0, by: line, apart: apart) })
    else { return nil }
    let whole = (terms.dropLast() + [price]).map { text($0.span) }.joined(separator: " + ")
    let all = "100% * " + terms.map { text($0.span) }.joined(separator: " + ")
    return .grownAgain(
      line, text(terms[0].span), right: "(\(whole)) * \(text(share.span))", all: all,
      at: terms[0].span, by: share.span)
  }

  /// What a value adds up; nothing of where something is taken off.
  private func summands(of value: PriceExpression) -> [PriceExpression] {
    switch value.operation {
    case .apply(.round, let parts), .apply(.converted, let parts): summands(of: parts[0])
    case .apply(.arithmetic(.add), let sides): sides.flatMap(summands)
    case _: [value]
    }
  }

  private func isShare(_ factor: PriceExpression) -> Bool {
    factor.type.isPlainNumber && factor.range.lower >= 0 && factor.range.upper < 1
  }

  /// Whether a line above adds just this, whatever the booking.
  private func isAdded(_ price: PriceExpression, by line: ModelLine, apart: Set<Int>) -> Bool {
    switch price.withoutConversion.operation {
    case .reference(.lineAmount(let id)), .reference(.lineSum(let id)): return !apart.contains(id)
    case .reference(.field), .reference(.letValue): break
    case _: return false
    }
    return allLines.contains { other in
      guard other.id < line.id, other.kind == .line, other.when == nil,
        other.grain == line.grain, other.place == line.place, !apart.contains(other.id),
        case .amount(let amount) = other.effect
      else { return false }
      return names.areSame(amount.unrounded, price)
    }
  }
}
