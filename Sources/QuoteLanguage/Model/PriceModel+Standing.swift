import QuoteSyntax

/// Lines in whose formulas a subtotal that is named directly above them is `subtotal` itself, which
/// it is there: what is said of one is said of the other.
extension PriceModel {
  package var withSubtotalsAsTheyStand: PriceModel {
    guard waterfall.contains(where: { $0.selfAndMembers.contains { $0.kind == .subtotal } }) else {
      return self
    }
    var model = self
    model.waterfall = Self.standing(waterfall)
    return model
  }

  private static func standing(_ lines: [ModelLine], named: Set<Int> = []) -> [ModelLine] {
    var named = named
    return lines.map { line in
      if line.kind == .subtotal {
        named.insert(line.id)
        return line
      }
      defer { named = [] }
      guard line.grain == line.place, !named.isEmpty else { return line }
      var line = line
      line.when = line.when?.standing(below: named)
      switch line.effect {
      case .amount(let amount): line.effect = .amount(amount.standing(below: named))
      case .becomes(let value): line.effect = .becomes(value.standing(below: named))
      case .members(let members, let take):
        line.effect = .members(standing(members, named: take == nil ? named : []), take: take)
      case .nothing: break
      }
      return line
    }
  }
}

extension PriceExpression {
  /// The same with what these subtotals named as what stands above.
  fileprivate func standing(below named: Set<Int>) -> PriceExpression {
    func all(_ parts: [PriceExpression]) -> [PriceExpression] {
      parts.map { $0.standing(below: named) }
    }
    func one(_ part: PriceExpression) -> PriceExpression { part.standing(below: named) }
    switch operation {
    case .reference(.subtotal(let id)):
      return named.contains(id) ? with(.reference(.running)) : self
    case .apply(let operation, let parts): return with(.apply(operation, all(parts)))
    case .and(let a, let b): return with(.and(one(a), one(b)))
    case .or(let a, let b): return with(.or(one(a), one(b)))
    case .defaulting(let a, let b): return with(.defaulting(one(a), one(b)))
    case .conditional(let condition, let then, let otherwise):
      return with(.conditional(one(condition), one(then), otherwise.map(one)))
    case .extreme(let least, let parts): return with(.extreme(least: least, all(parts)))
    case .constant, .reference, .isGiven, .aggregate, .sumBefore, .split, .neighbour, .steps,
      .lookup, .isFound, .graduated, .texts:
      return self
    }
  }

  private func with(_ operation: Operation) -> PriceExpression {
    PriceExpression(
      operation, type: type, units: units, grain: grain, isOptional: isOptional, range: range,
      quantum: quantum, span: span, over: over, use: use)
  }
}
