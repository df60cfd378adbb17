/// What a line leaves out or turns round, as far as its formula and its name tell.
extension WaterfallSlips {
  /// A `becomes` that reckons with some of the lines above, and lets go of others that always
  /// apply: of lines with a condition, nobody knows whether both ever hold.
  func linesLost(_ line: ModelLine, _ value: PriceExpression, above: [ModelLine]) -> Diagnostic? {
    var kept: Set<Int> = []
    var all = false
    func keep(below id: Int) {
      for other in above where other.id <= id { kept.formUnion(other.selfAndMembers.map(\.id)) }
    }
    var seen: Set<LetID> = []
    func walk(_ value: PriceExpression) {
      if case .reference(let reference) = value.operation {
        switch reference {
        case .running, .carried, .total: all = true
        case .subtotal(let id): keep(below: id)
        case .lineAmount(let id), .lineSum(let id): kept.insert(id)
        case .letValue(let index):
          if seen.insert(index).inserted { walk(model.lets[index].value) }
        case .field, .element, .lineReasons: break
        }
      }
      value.parts.forEach(walk)
    }
    walk(value)
    let figure = names.resolved(value)
    let isFigure = if case .constant = figure.operation { true } else { false }
    // What depends on the booking and on no line may be a price of its own.
    guard !all, !kept.isEmpty || isFigure && line.when == nil else { return nil }
    let lost = above.filter { other in
      guard other.kind == .line, other.when == nil else { return false }
      switch other.effect {
      case .amount: return !kept.contains(other.id)
      case .members: return kept.isDisjoint(with: other.selfAndMembers.map(\.id))
      case .becomes, .nothing: return false
      }
    }
    if lost.isEmpty { return nil }
    return isFigure
      ? .allLinesLost(
        line, lost, text(figure.span), written: text(value.span), at: value.span)
      : .linesLost(line, lost, at: value.span)
  }

  private static let leasts: Set<String> = ["min", "minimum", "least", "floor", "mindestens"]
  private static let mosts: Set<String> = [
    "max", "maximum", "most", "cap", "ceiling", "höchstens",
  ]
  /// What else the name of a bound may say, of what it is one; any other word may turn it round.
  private static let bounded: Set<String> = [
    "at", "amount", "charge", "total", "subtotal", "order", "price", "value", "sum", "bill",
    "invoice", "booking", "quote", "per", "the", "our",
  ]

  /// `minimum: becomes: min(subtotal, $60)`.
  func boundTurned(_ line: ModelLine, _ value: PriceExpression) -> Diagnostic? {
    var value = value
    if case .apply(.round, let parts) = value.operation { value = parts[0] }
    guard case .extreme(let isLeast, let parts) = value.operation,
      parts.contains(where: \.isSubtotal)
    else { return nil }
    let words = Set(line.name.lowercased().split(separator: "_").map(String.init))
    let turned = isLeast ? Self.leasts : Self.mosts
    // `least` alone may be the least of both, which is what `min` gives.
    guard !words.isDisjoint(with: turned), words != ["least"], words != ["most"],
      words.subtracting(turned).isSubset(of: Self.bounded.union(linesByName))
    else { return nil }
    return .boundTurned(line, isLeast: isLeast, at: value.span)
  }

  /// `amount: -max(voucher, subtotal)`, which leaves nothing, or less.
  func takesAll(_ line: ModelLine, _ amount: PriceExpression) -> Diagnostic? {
    guard !line.paysOut, amount.takesAllOfSubtotal else { return nil }
    let written = text(amount.span)
    let right = written.replacing("max(", with: "min(", maxReplacements: 1)
    return .allTaken(line, right: right, at: amount.span)
  }

  private var linesByName: Set<String> { Set(model.allLines.map { $0.name.lowercased() }) }

  /// `when: subtotal < $50` and `amount: $50`: a least written as what is added.
  func boundAdded(_ line: ModelLine, _ amount: PriceExpression) -> Diagnostic? {
    guard case .constant(.quantity(let figure)) = names.resolved(amount).operation, figure > 0,
      let when = line.when, case .apply(.compare(let comparison), let sides) = when.operation
    else { return nil }
    let bound: PriceExpression
    switch comparison {
    case .less where sides[0].isSubtotal, .lessOrEqual where sides[0].isSubtotal: bound = sides[1]
    case .greater where sides[1].isSubtotal, .greaterOrEqual where sides[1].isSubtotal:
      bound = sides[0]
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
    }
    guard case .constant(.quantity(figure)) = names.resolved(bound).operation else { return nil }
    return .boundAdded(line, text(amount.span), at: amount.span)
  }
}

extension PriceExpression {
  /// Whether it is the subtotal or more, taken off.
  var takesAllOfSubtotal: Bool {
    switch operation {
    case .apply(.round, let parts): parts[0].takesAllOfSubtotal
    case .apply(.negate, let parts): parts[0].isSubtotalOrMore
    case _: false
    }
  }

  private var isZero: Bool {
    if case .constant(.quantity(let figure)) = operation { figure.isZero } else { false }
  }

  private var isSubtotalOrMore: Bool {
    switch operation {
    case .apply(.round, let parts): return parts[0].isSubtotalOrMore
    case .extreme(least: false, let parts):
      // Beside zero it is the subtotal itself, where that is not below.
      return !parts.contains(where: \.isZero)
        && parts.contains { part in
          if case .reference(.running) = part.operation { return true }
          return false
        }
    case _: return false
    }
  }
}
