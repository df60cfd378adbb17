import QuoteLanguage
import QuoteSyntax

/// Lines that add all of what stands above with a part of it, where the part alone was meant.
extension WaterfallSlips {
  /// `round(a * (1 + 8%))` below the line `a`, or a factor of 1.08, or the formula of another line
  /// in the place of its name.
  func grownAgain(
    _ line: ModelLine, _ amount: PriceExpression, apart: Set<Int>
  ) -> Diagnostic? {
    guard case .apply(.arithmetic(.multiply), let sides) = amount.unrounded.operation else {
      return nil
    }
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard factor.type.isPlainNumber,
        let part = part(in: factor, isSubtotal: price.isSubtotal, isAlways: line.when == nil),
        isAbove(price, line, apart: apart)
      else { continue }
      let written = text(price.span)
      let right = part.hasPrefix("-")
        ? "-\(written) * \(part.dropFirst())" : "\(written) * \(part)"
      return .grownAgain(
        line, written, right: right, all: "100% * \(written) * \(text(factor.span))",
        at: price.span, by: factor.span)
    }
    return nil
  }

  /// `round(subtotal / 1.19)`: the price without its tax, added to the price.
  func netAgain(_ line: ModelLine, _ amount: PriceExpression, apart: Set<Int>) -> Diagnostic? {
    guard case .apply(.arithmetic(.divide), let sides) = amount.unrounded.operation,
      case let (price, divisor) = (sides[0], sides[1]), divisor.type.isPlainNumber,
      price.isSubtotal || line.when == nil,
      let part = partAbove(divisor, below: price.isSubtotal ? 2 : Ratio(13, 10)),
      isAbove(price, line, apart: apart)
    else { return nil }
    return .netAgain(
      line, text(price.span), part: part, net: text(amount.span), at: price.span, by: divisor.span)
  }

  /// What a divisor has above the whole: 19% of 1.19 and `vat` of `1 + vat`.
  private func partAbove(_ divisor: PriceExpression, below most: Ratio) -> String? {
    let value = names.resolved(divisor)
    switch value.operation {
    case .constant(.quantity(let size)):
      return size > 1 && size < most ? "\((size - 1) * 100)%" : nil
    case .apply(.arithmetic(.add), let sides):
      guard let other = isOne(sides[0]) ? sides[1] : isOne(sides[1]) ? sides[0] : nil else {
        return nil
      }
      if case .reference = divisor.operation { return "(\(text(divisor.span)) - 1)" }
      return part(other)
    case _: return nil
    }
  }

  /// Whether a value is in the subtotal already: by the name of a line, or as the formula of one
  /// that always applies.
  private func isAbove(_ price: PriceExpression, _ line: ModelLine, apart: Set<Int>) -> Bool {
    switch price.operation {
    case .reference(.running): return true
    case .reference(.lineAmount(let id)), .reference(.lineSum(let id)): return !apart.contains(id)
    // A unit price that a line takes once is taken by others so many times.
    case .constant, .reference(.letValue), .reference(.field), .reference(.element): return false
    case _:
      return allLines.contains { other in
        guard other.id < line.id, other.kind == .line, other.when == nil,
          other.grain == line.grain, other.place == line.place, !apart.contains(other.id),
          case .amount(let amount) = other.effect
        else { return false }
        return names.areSame(amount.unrounded, price)
      }
    }
  }

  /// What of a factor is the part beside the whole, with what it is multiplied by; nil where it
  /// has no whole in it. Under a condition, a second one may well cost less than the first.
  private func part(in factor: PriceExpression, isSubtotal: Bool, isAlways: Bool) -> String? {
    let value = names.resolved(factor)
    let isNamed = if case .reference = factor.operation { true } else { false }
    switch value.operation {
    case .apply(.arithmetic(.add), let sides):
      guard let other = isOne(sides[0]) ? sides[1] : isOne(sides[1]) ? sides[0] : nil else {
        return nil
      }
      return isNamed ? "(\(text(factor.span)) - 1)" : part(other)
    case .apply(.arithmetic(.subtract), let sides) where isOne(sides[0]) && isAlways:
      return isNamed ? "(\(text(factor.span)) - 1)" : "-\(part(sides[1]))"
    case .constant(.quantity(let size)) where !model.sources.isPercent(at: value.span):
      // A subtotal times more than 1 is told of as a rate.
      let isFactor =
        size > 1
        ? !isSubtotal && size < Ratio(13, 10)
        : isSubtotal && isAlways && size < 1 && size > Ratio(7, 10)
      return isFactor ? "\((size - 1) * 100)%" : nil
    case .lookup(let table, let column, _):
      return isColumnOfFactors(model.tables[table], column) ? "(\(text(factor.span)) - 1)" : nil
    case _: return nil
    }
  }

  /// A value as a factor: a sum that has no brackets of its own gets them.
  private func part(_ value: PriceExpression) -> String { model.operand(value) }

  /// Whether all cells lie around 1, and one says that all stays as it is: 1, 1.05, 1.5. Shares
  /// that are to be added go down to nothing; percentages are shares unless there are several.
  private func isColumnOfFactors(_ table: ModelTable, _ column: Int) -> Bool {
    guard table.hit != .sum else { return false }
    var sizes: Set<Ratio> = []
    var hasPercents = false
    for row in table.rows {
      guard let cell = row.values[column], case .constant(.quantity(let size)) = cell.operation
      else { return false }
      hasPercents = hasPercents || model.sources.isPercent(at: cell.span)
      sizes.insert(size)
    }
    guard let least = sizes.min(), let most = sizes.max(), sizes.contains(1) else { return false }
    return least >= Ratio(8, 10) && most <= Ratio(3, 2) && sizes.count > (hasPercents ? 2 : 1)
  }
}
