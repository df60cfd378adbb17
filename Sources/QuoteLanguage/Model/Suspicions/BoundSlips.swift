/// Lines that add what is in the quote already, or a bound of it, whichever is less or more: the
/// bound was to be what the quote comes to.
struct BoundSlips {
  private let model: PriceModel
  private let names: SameValues
  /// Members of groups that take one of them, which are not in the quote for sure.
  private var apart: Set<Int> = []
  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    for line in model.allLines {
      guard case .members(let members, let take) = line.effect, take == .lowest || take == .highest
      else { continue }
      apart.formUnion(members.flatMap(\.selfAndMembers).map(\.id))
    }
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = BoundSlips(model)
    return Array(model.allLines.compactMap(slips.warning).prefix(most))
  }

  private func text(_ value: PriceExpression) -> String {
    model.sources.text(at: value.span).trimmedOfSpaces
  }

  /// Under a condition, what stands above may well be doubled.
  private func warning(of line: ModelLine) -> Diagnostic? {
    guard line.when == nil, !apart.contains(line.id), case .amount(let amount) = line.effect,
      let (price, bound, isLeast) = bounded(unrounded(amount))
    else { return nil }
    return .boundAndPriceAdded(
      line, text(price), text(bound), isLeast: isLeast, isSubtotal: price.isSubtotal,
      written: text(amount), at: amount.span)
  }

  private func unrounded(_ value: PriceExpression) -> PriceExpression {
    if case .apply(.round, let parts) = value.operation { return unrounded(parts[0]) }
    return value
  }

  private typealias Bounded = (price: PriceExpression, bound: PriceExpression, isLeast: Bool)

  /// `min(subtotal, €50)`, `max(goods, €50)`, `if goods < €50 then €50 else goods`: what is in the
  /// quote, the bound, and whether the lesser of them is taken.
  private func bounded(_ value: PriceExpression) -> Bounded? {
    switch value.operation {
    case .extreme(let isLeast, let parts) where parts.count == 2:
      for (price, bound) in [(parts[0], parts[1]), (parts[1], parts[0])]
      where isInQuote(price) && isBound(bound) {
        // The greater of the subtotal and something is told of by itself.
        return price.isSubtotal && !isLeast ? nil : (price, bound, isLeast)
      }
      return nil
    case .conditional(let condition, let then, let otherwise?):
      guard case .apply(.compare(let comparison), let sides) = condition.operation else {
        return nil
      }
      for (price, bound, isThen) in [(then, otherwise, true), (otherwise, then, false)]
      where isInQuote(price) && isBound(bound) {
        // What the waterfall comes to is the same inside one formula.
        let isFirst = names.isOneReference(sides[0], price) && names.areSame(sides[1], bound)
        guard isFirst || names.isOneReference(sides[1], price) && names.areSame(sides[0], bound)
        else {
          continue
        }
        switch comparison {
        case .less, .lessOrEqual: return (price, bound, isFirst == isThen)
        case .greater, .greaterOrEqual: return (price, bound, isFirst != isThen)
        case .equal, .notEqual: return nil
        }
      }
      return nil
    case _: return nil
    }
  }

  private func isInQuote(_ value: PriceExpression) -> Bool {
    guard case .reference(let reference) = unrounded(value).operation else { return false }
    switch reference {
    case .running: return true
    case .lineAmount(let id), .lineSum(let id): return !apart.contains(id)
    case .field, .element, .letValue, .subtotal, .carried, .total, .lineReasons: return false
    }
  }

  private func isBound(_ value: PriceExpression) -> Bool {
    switch names.resolved(value).operation {
    case .constant(.quantity(let figure)): figure > 0
    case .reference(.field), .lookup: true
    case _: false
    }
  }
}

extension Diagnostic {
  static func boundAndPriceAdded(
    _ line: ModelLine, _ price: String, _ bound: String, isLeast: Bool, isSubtotal: Bool,
    written: String, at span: SourceSpan
  ) -> Diagnostic {
    let call = "\(isLeast ? "min" : "max")(\(price), \(bound))"
    let kind = isLeast ? "at most" : "at least"
    return Diagnostic(
      "added-again", severity: .warning,
      "`\(line.name)` adds `\(price)` once more, or `\(bound)` in its place",
      at: Label(span, "an `amount` is added to what is above, and `\(price)` is in it already"),
      help: [
        isSubtotal
          ? "for a subtotal of \(kind) `\(bound)`, write `becomes: \(call)`"
          : "for what makes \(kind) `\(bound)` of `\(price)`, write `amount: \(call) - \(price)`",
        "if as much again is meant, write `100% * "
          + (written.hasPrefix("if ") ? "(\(written))`" : "\(written)`"),
      ])
  }
}
