import QuoteLanguage
import QuoteSyntax

/// Arithmetic, comparison, choice and rounding.
extension PlanLowering {
  func arithmetic(
    _ operation: PriceExpression.ArithmeticOperator, _ a: PriceExpression, _ b: PriceExpression,
    expression: PriceExpression
  ) -> PlanValue {
    let (x, y) = (lower(a), lower(b))
    let given = self.given([x, y])
    if isPlain(x.cells) {
      return isPlain(y.cells)
        ? between(x, y, expression) : moved(operation, (a, x), (b, y), expression: expression)
    }
    switch operation {
    case .add, .subtract:
      let cells = sum(
        operation == .add ? .add : .subtract, x.cells, y.cells, range: expression.range,
        unit: plan[x.cells].storage == .double ? plan[x.cells].quantum : expression.units.size,
        type: expression.type)
      return PlanValue(cells, given: given)
    case .multiply: return PlanValue(product(x.cells, y.cells, expression), given: given)
    case .divide:
      if !isBinary, case .constant(let figure) = b.operation {
        guard case .quantity(let divisor) = figure, !divisor.isZero else {
          return constant(.notGiven, expression)
        }
        let positive = divisor.isNegative ? negated(x.cells) : x.cells
        return PlanValue(
          renamed(
            positive, quantum: plan[positive].quantum / divisor.magnitude,
            range: expression.range, type: expression.type), given: given)
      }
      return PlanValue(
        quotient(x.cells, y.cells, expression), given: and(given, isNotZero(y.cells)))
    }
  }

  /// A binary quotient, the divisor converted so that the result is in its unit.
  /// An exact one that is not inside a rounding or a comparison does not exist.
  private func quotient(_ a: Register, _ b: Register, _ expression: PriceExpression) -> Register {
    let grain = finest([a, b])
    let unit = expression.units.size
    let (x, right) = (held(a, as: .double), held(b, as: .double))
    let y = isBinary ? inUnit(right, plan[x].quantum / unit) : right
    let shape = PlanRegister(
      storage: .double, grain: grain, quantum: unit, range: expression.range, type: expression.type)
    return emit(.numbers(.divide(at(grain, x), at(grain, y))), shape).cells
  }

  func isNotZero(_ a: Register) -> Register? {
    if !plan[a].range.contains(0) { return nil }
    let zero: Register
    if plan[a].storage == .double {
      zero = number(0)
    } else {
      zero = held(number(0, whole: true), as: plan[a].storage)
    }
    return emit(.flags(.compare(.notEqual, a, zero)), .flag(at: plan[a].grain)).cells
  }

  // MARK: - Comparison

  func compare(
    _ comparison: PriceExpression.Comparison, _ a: PriceExpression, _ b: PriceExpression
  ) -> PlanValue {
    if !isBinary, a.isOpenQuotient || b.isOpenQuotient {
      return compareQuotients(comparison, a, b)
    }
    let (x, y) = (lower(a), lower(b))
    var (left, right) = (x.cells, y.cells)
    let isWords = plan[left].storage == .text || plan[right].storage == .text
    if plan[left].storage == .choice || plan[right].storage == .choice || isWords {
      if let cells = sameChoice(comparison, left, right) {
        return PlanValue(cells, given: given([x, y]))
      }
      (left, right) = (words(left), words(right))
    }
    if !isPlain(left), !isPlain(right) {
      let both = unified([left, right])
      (left, right) = (both[0], both[1])
    }
    let grain = finest([left, right])
    let cells = emit(
      .flags(.compare(comparison, at(grain, left), at(grain, right))), .flag(at: grain)
    ).cells
    return PlanValue(cells, given: given([x, y]))
  }

  /// Equality of choices of one set is that of their indices.
  private func sameChoice(
    _ comparison: PriceExpression.Comparison, _ a: Register, _ b: Register
  ) -> Register? {
    guard comparison == .equal || comparison == .notEqual, plan[a].storage == .choice,
      plan[b].storage == .choice, plan[a].type == plan[b].type
    else { return nil }
    let grain = finest([a, b])
    return emit(.flags(.compare(comparison, at(grain, a), at(grain, b))), .flag(at: grain)).cells
  }

  /// A choice as its word.
  func words(_ register: Register) -> Register {
    guard plan[register].storage == .choice, case .choice(let words) = plan[register].type else {
      return register
    }
    return emit(.texts(.choiceText(register, words)), .text(at: plan[register].grain)).cells
  }

  /// `a / b < c / d` as `a·|d|·sign(b) < c·|b|·sign(d)`: no quotient is ever formed.
  private func compareQuotients(
    _ comparison: PriceExpression.Comparison, _ a: PriceExpression, _ b: PriceExpression
  ) -> PlanValue {
    let (left, right) = (fraction(a), fraction(b))
    let x = right.below.map { exactProduct(left.above, $0) } ?? left.above
    let y = left.below.map { exactProduct(right.above, $0) } ?? right.above
    let both = unified([x, y])
    let grain = finest(both)
    let cells = emit(
      .flags(.compare(comparison, at(grain, both[0]), at(grain, both[1]))), .flag(at: grain)
    ).cells
    return PlanValue(cells, given: and(left.given, right.given))
  }

  /// A quotient's numerator with its divisor's sign, and the divisor's size.
  private func fraction(
    _ expression: PriceExpression
  ) -> (above: Register, below: Register?, given: Register?) {
    guard expression.isOpenQuotient, case .apply(_, let sides) = expression.operation else {
      let value = lower(expression)
      return (value.cells, nil, value.given)
    }
    let (x, y) = (lower(sides[0]), lower(sides[1]))
    let given = and(self.given([x, y]), isNotZero(y.cells))
    guard plan[y.cells].range.lower.isNegative else { return (x.cells, y.cells, given) }
    let zero = held(number(0, whole: true), as: plan[y.cells].storage)
    let isNegative = emit(.flags(.compare(.less, y.cells, zero)), .flag(at: plan[y.cells].grain))
      .cells
    let above = select(isNegative, negated(x.cells), x.cells)
    return (above, select(isNegative, negated(y.cells), y.cells), given)
  }

  private func exactProduct(_ a: Register, _ b: Register) -> Register {
    let grain = finest([a, b])
    let quantum = plan[a].quantum * plan[b].quantum
    let range = plan[a].range * plan[b].range
    let target = shape(range, quantum: quantum, plan[a].type, grain)
    let (x, y) = (held(a, as: target.storage), held(b, as: target.storage))
    return emit(.numbers(.arithmetic(.multiply, at(grain, x), at(grain, y))), target).cells
  }

  // MARK: - Kleene's and, or

  /// The cells are certain already; given where that settles it, or both are given.
  func both(_ a: PlanValue, _ b: PlanValue) -> PlanValue {
    let cells = and(a.cells, b.cells)
    guard let bothGiven = given([a, b]) else { return PlanValue(cells) }
    let (noA, noB) = (certainlyNot(a), certainlyNot(b))
    return PlanValue(cells, given: or(bothGiven, or(noA, noB)))
  }

  func either(_ a: PlanValue, _ b: PlanValue) -> PlanValue {
    let cells = or(a.cells, b.cells)
    guard let bothGiven = given([a, b]) else { return PlanValue(cells) }
    return PlanValue(cells, given: or(bothGiven, cells))
  }

  private func certainlyNot(_ a: PlanValue) -> Register {
    let no = not(a.cells)
    return a.given.map { and($0, no) } ?? no
  }

  // MARK: - Choice

  func defaulting(
    _ a: PriceExpression, _ b: PriceExpression, _ expression: PriceExpression
  ) -> PlanValue {
    let (x, y) = (held(lower(a), like: expression), held(lower(b), like: expression))
    guard let isGiven = x.given else { return x }
    let (left, right) = sameWords(x.cells, y.cells, expression)
    let cells = select(isGiven, left, right)
    return PlanValue(cells, given: y.given.map { or(isGiven, $0) })
  }

  func conditional(
    _ condition: PriceExpression, _ a: PriceExpression, _ b: PriceExpression?,
    expression: PriceExpression
  ) -> PlanValue {
    let holds = lower(condition).cells
    let x = held(lower(a), like: expression)
    guard let b else {
      return PlanValue(x.cells, given: and(holds, x.given))
    }
    let y = held(lower(b), like: expression)
    let (left, right) = sameWords(x.cells, y.cells, expression)
    return chosen(
      holds, PlanValue(left, given: x.given), PlanValue(right, given: y.given))
  }

  /// Choices become words where the result is a text.
  private func sameWords(
    _ a: Register, _ b: Register, _ expression: PriceExpression
  ) -> (Register, Register) {
    expression.type == .text ? (words(a), words(b)) : (a, b)
  }

  func extreme(
    _ least: Bool, _ choices: [PriceExpression], _ expression: PriceExpression
  ) -> PlanValue {
    let values = choices.map { held(lower($0), like: expression) }
    let cells = isPlain(values[0].cells) ? values.map(\.cells) : unified(values.map(\.cells))
    let best = cells.dropFirst().reduce(cells[0]) { extreme(least, $0, $1) }
    return PlanValue(best, given: values.map(\.given).reduce(nil) { and($0, $1) })
  }

  /// The lesser, or the greater, of two that are held alike. Its range is of these two alone: what
  /// other arguments bound, they do not.
  func extreme(_ least: Bool, _ a: Register, _ b: Register) -> Register {
    let grain = finest([a, b])
    let range = Interval.extreme(least: least, plan[a].range, plan[b].range)
    let shape = plan[a].with(grain: grain, range: range)
    return emit(.numbers(.extreme(least: least, at(grain, a), at(grain, b))), shape).cells
  }

  func within(_ a: PriceExpression, _ set: KeySet) -> PlanValue {
    let value = lower(a)
    let grain = plan[value.cells].grain
    let key = self.key(value.cells)
    return PlanValue(
      emit(.flags(.within(value.cells, set, key)), .flag(at: grain)).cells, given: value.given)
  }

  func key(_ register: Register) -> PlanKey {
    let shape = plan[register]
    return PlanKey(
      storage: shape.storage, type: shape.type, quantum: shape.quantum,
      composes: !isBinary && shape.storage == .text)
  }
}
