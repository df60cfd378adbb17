import QuoteLanguage
import QuoteSyntax

/// Sums of what stands above and of a line that is in it already: `max(subtotal + a, €18)`,
/// `(subtotal + a) * rate`.
extension WaterfallSlips {
  func inSubtotal(_ line: ModelLine, _ value: PriceExpression, _ held: Set<Int>) -> Diagnostic? {
    // Under a condition, what stands above may well be doubled.
    if held.isEmpty || line.steps != nil || line.when != nil && isPlain(value) { return nil }
    return doubled(in: value, held).map { .heldAgain(line, text($0.span), at: $0.span) }
  }

  /// Takes a line among those that are in the subtotal: the ones below the last that replaced it,
  /// without those that a later one takes off.
  func hold(_ line: ModelLine, in held: inout Set<Int>) {
    switch line.effect {
    case .amount(let amount):
      letGo(of: amount, in: &held)
      held.insert(line.id)
    case .becomes(let value):
      if value.usesRunning { letGo(of: value, in: &held) } else { held = [] }
    case .nothing: break
    case .members(let members, nil) where members.allSatisfy({ $0.formula != nil }):
      held.formUnion(line.selfAndMembers.map(\.id))
      for member in members {
        if let value = member.formula { letGo(of: value, in: &held) }
      }
    case .members: held.insert(line.id)
    }
  }

  /// Forgets the lines that a value takes off.
  private func letGo(of value: PriceExpression, in held: inout Set<Int>) {
    for term in terms(of: value) where term.times < 0 {
      if let id = term.price?.lineHeld { held.remove(id) }
    }
  }

  /// The line of a sum that has the subtotal too, wherever in a formula the sum stands.
  private func doubled(in value: PriceExpression, _ held: Set<Int>) -> PriceExpression? {
    if case .apply(.arithmetic(let act), let sides) = value.operation {
      switch act {
      case .add, .subtract:
        let terms = self.terms(of: value)
        let isWhole = total(of: terms) { $0.isSubtotal } == 1
        let line = terms.first { term in
          guard term.times == 1, let price = term.price, let id = price.lineHeld else {
            return false
          }
          return held.contains(id) && total(of: terms) { names.isOneReference($0, price) } == 1
        }
        if isWhole, let price = line?.price { return price }
      case .multiply, .divide: break
      }
      for side in sides {
        if let found = doubled(in: side, held) { return found }
      }
      return nil
    }
    switch value.operation {
    case .extreme(_, let parts):
      return parts.lazy.compactMap { self.doubled(in: $0, held) }.first
    case .apply(.round, let parts), .apply(.negate, let parts), .apply(.converted, let parts):
      return doubled(in: parts[0], held)
    case .conditional(_, let then, let otherwise):
      return doubled(in: then, held) ?? otherwise.flatMap { doubled(in: $0, held) }
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  private func total(of terms: [Term], _ isWanted: (PriceExpression) -> Bool) -> Ratio {
    terms.reduce(Ratio(0)) { sum, term in
      term.price.map(isWanted) ?? false ? sum + term.times : sum
    }
  }
}

extension PriceExpression {
  /// The line whose amount it is.
  fileprivate var lineHeld: Int? {
    switch operation {
    case .reference(.lineAmount(let id)), .reference(.lineSum(let id)): id
    case _: nil
    }
  }
}
