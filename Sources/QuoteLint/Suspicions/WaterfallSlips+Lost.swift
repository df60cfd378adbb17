import QuoteLanguage
import QuoteSyntax

/// What a line leaves out or turns round, as far as its formula and its name tell.
extension WaterfallSlips {
  /// What the lines above are in, as far as a value takes them up.
  private struct Kept {
    var lines: Set<Int> = []
    var isAll = false
    /// Values of which it is made, names looked into.
    var parts: [PriceExpression] = []
  }

  private func kept(by value: PriceExpression, above: ArraySlice<ModelLine>) -> Kept {
    var kept = Kept()
    var seen: Set<LetID> = []
    func walk(_ value: PriceExpression) {
      kept.parts.append(value)
      if case .reference(let reference) = value.operation {
        switch reference {
        case .running, .carried, .total: kept.isAll = true
        case .subtotal(let id):
          for other in above where other.id <= id {
            kept.lines.formUnion(other.selfAndMembers.map(\.id))
          }
        case .lineAmount(let id), .lineSum(let id): kept.lines.insert(id)
        case .letValue(let index):
          if seen.insert(index).inserted { walk(model.lets[index].value) }
        case .field, .element, .lineReasons: break
        }
      }
      value.parts.forEach(walk)
    }
    walk(value)
    return kept
  }

  /// A `becomes` that lets go of lines above. With a condition of its own, what depends on the
  /// booking and on no line may be a price in the place of theirs.
  func linesLost(
    _ line: ModelLine, _ value: PriceExpression, above: ArraySlice<ModelLine>
  ) -> Diagnostic? {
    let kept = kept(by: value, above: above)
    let figure = names.resolved(value)
    let isFigure = if case .constant = figure.operation { true } else { false }
    guard !kept.isAll, !kept.lines.isEmpty || line.when == nil else { return nil }
    let lost = above.filter { other in
      guard other.kind == .line, mayBothApply(line, other) else { return false }
      switch other.effect {
      case .amount(let amount):
        // Its own formula may stand in the place of its name.
        return !kept.lines.contains(other.id)
          && !kept.parts.contains { names.areSame($0, amount.unrounded) }
      case .members: return kept.lines.isDisjoint(with: other.selfAndMembers.map(\.id))
      case .becomes, .nothing: return false
      }
    }
    if lost.isEmpty { return nil }
    if isFigure {
      return .allLinesLost(
        line, lost, text(figure.span), written: text(value.span), at: value.span)
    }
    return kept.lines.isEmpty
      ? .allLinesLost(line, lost, nil, written: model.operand(value), at: value.span)
      : .linesLost(line, lost, written: model.operand(value), at: value.span)
  }

  /// Whether bookings exist to which both lines apply, and hardly mean to lose the other one. Two
  /// conditions that ask for different inputs may both hold. A price for some bookings may well be
  /// without the surcharges of others, but not without what is taken off.
  private func mayBothApply(_ line: ModelLine, _ other: ModelLine) -> Bool {
    guard let when = line.when, let others = other.when else { return true }
    guard case .amount(let amount) = other.effect, amount.range.upper <= 0 else { return false }
    let (own, theirs) = (model.inputs(of: when), model.inputs(of: others))
    return !own.isEmpty && !theirs.isEmpty && Set(own).isDisjoint(with: theirs)
      && !asksForAmounts(when) && !asksForAmounts(others)
  }

  /// Whether a condition asks for lines above it, or for elements of a list.
  private func asksForAmounts(_ condition: PriceExpression) -> Bool {
    var seen: Set<LetID> = []
    func asks(_ value: PriceExpression) -> Bool {
      if case .reference(let reference) = value.operation {
        switch reference {
        case .running, .carried, .total, .subtotal, .lineAmount, .lineSum, .element, .lineReasons:
          return true
        case .letValue(let id):
          if seen.insert(id).inserted, asks(model.lets[id].value) { return true }
        case .field: break
        }
      }
      return value.parts.contains(where: asks)
    }
    return asks(condition)
  }

  /// `amount: €18 - subtotal`, after which every booking comes to €18.
  func toppedUp(
    _ line: ModelLine, _ amount: PriceExpression, above: ArraySlice<ModelLine>
  ) -> Diagnostic? {
    guard line.when == nil, case .apply(.arithmetic(.subtract), let sides) = amount.operation,
      sides[1].isSubtotal, case .constant(.quantity) = names.resolved(sides[0]).operation
    else { return nil }
    let lost = above.filter { $0.kind == .line && $0.when == nil }
    if lost.isEmpty { return nil }
    let figure = names.resolved(sides[0])
    return .allLinesLost(
      line, lost, text(figure.span), written: text(sides[0].span), at: amount.span,
      isAdded: true)
  }

  private static let leasts: Set<String> = ["min", "minimum", "least", "floor", "mindestens"]
  private static let mosts: Set<String> = [
    "max", "maximum", "most", "cap", "ceiling", "höchstens",
  ]
  /// What else the name of a bound may say, of what it is one; any other word may turn it round.
  private static let bounded: Set<String> = [
    "at", "amount", "charge", "total", "subtotal", "order", "price", "value", "sum", "bill",
    "invoice", "booking", "quote", "per", "the", "our", "line",
  ]

  /// `minimum: becomes: min(subtotal, $60)`.
  func boundTurned(_ line: ModelLine, _ value: PriceExpression) -> Diagnostic? {
    let value = value.unrounded
    guard let (isLeast, parts) = names.chosen(in: value), parts.contains(where: \.isSubtotal),
      isNamed(line, forLeast: isLeast)
    else { return nil }
    return .boundTurned(
      line, isLeast: isLeast, right: names.turned(value, isLeast: isLeast, parts, text),
      isCall: value.isExtreme, at: value.span)
  }

  /// `minimum: when: subtotal > $60` and `becomes: $60`.
  func boundTurnedByCondition(_ line: ModelLine, _ value: PriceExpression) -> Diagnostic? {
    guard let when = line.when, case .apply(.compare(let comparison), let sides) = when.operation,
      sides[0].isSubtotal, names.areSame(sides[1], value)
    else { return nil }
    let isLeast: Bool
    switch comparison {
    case .greater, .greaterOrEqual: isLeast = true
    case .less, .lessOrEqual: isLeast = false
    case .equal, .notEqual: return nil
    }
    guard isNamed(line, forLeast: isLeast) else { return nil }
    let sign = isLeast ? "<" : ">"
    return .boundTurned(
      line, isLeast: isLeast,
      when: "when: \(text(sides[0].span)) \(sign) \(text(sides[1].span))", at: when.span)
  }

  /// Whether a line is called a minimum or, if not `forLeast`, a maximum, and nothing that may turn
  /// that round.
  private func isNamed(_ line: ModelLine, forLeast isLeast: Bool) -> Bool {
    let words = Set(line.name.lowercased().split(separator: "_").map(String.init))
    let turned = isLeast ? Self.leasts : Self.mosts
    // `least` alone may be the least of both, which is what `min` gives.
    return !words.isDisjoint(with: turned) && words != ["least"] && words != ["most"]
      && words.subtracting(turned).isSubset(of: Self.bounded.union(lineNames))
  }

  /// `amount: -max(voucher, subtotal)`, which leaves nothing, or less.
  func takesAll(_ line: ModelLine, _ amount: PriceExpression) -> Diagnostic? {
    guard !line.paysOut, amount.takesAllOfSubtotal else { return nil }
    let written = text(amount.span)
    let right = written.replacing("max(", with: "min(", maxReplacements: 1)
    return .allTaken(line, right: right, at: amount.span)
  }

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
