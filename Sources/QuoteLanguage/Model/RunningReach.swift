import QuoteSyntax

/// How far values go that are made from the running subtotal, together with it: what is taken
/// off is never more than there is in `-min(subtotal, $10)`.
struct RunningReach {
  let running: Interval
  let isBinary: Bool
  /// How formulas name it.
  var reference = PriceExpression.Reference.running

  /// How far a value goes that is made from the running subtotal.
  func reach(of value: PriceExpression) -> Interval { whole(sum(value, times: 0), value) }

  /// How far setting the running subtotal to a value can change it.
  func change(to value: PriceExpression) -> Interval { whole(sum(value, times: -1), value) }

  /// What the running subtotal can be once a value is added.
  func after(adding value: PriceExpression) -> Interval { whole(sum(value, times: 1), value) }

  /// The ends of what is made from the running subtotal are multiples of what both are.
  private func whole(_ sum: Interval, _ value: PriceExpression) -> Interval {
    guard let own = value.quantum(of: reference), sum.isFinite else { return sum }
    let quantum = Ratio.commonQuantum(own, value.quantum)
    guard !quantum.isZero, quantum.isFinite else { return sum }
    let whole = sum.multiples(of: quantum, isOpen: (false, false))
    return whole.lower <= whole.upper ? whole : sum
  }

  /// The sum of a value and so many times the running subtotal.
  private func sum(_ value: PriceExpression, times factor: Ratio) -> Interval {
    let apart = value.range + running * Interval(point: factor)
    guard apart.isFinite, running.isFinite, let together = together(value, factor) else {
      return apart
    }
    let both = apart.met(with: together)
    return both.lower <= both.upper ? both : apart
  }

  /// Nil if nothing more is known than of each by itself. Where numbers are binary, only what is
  /// not computed is sure to the last bit.
  private func together(_ value: PriceExpression, _ factor: Ratio) -> Interval? {
    switch value.operation {
    case .reference(reference): return running * Interval(point: 1 + factor)
    case .apply(.converted, let parts): return sum(parts[0], times: factor)
    case .defaulting(let a, let b):
      return sum(a, times: factor).joined(to: sum(b, times: factor))
    case .conditional(_, let a, let b):
      let then = sum(a, times: factor)
      return b.map { then.joined(to: sum($0, times: factor)) } ?? then
    case .extreme(let least, let parts):
      let sums = parts.map { sum($0, times: factor) }
      return sums.dropFirst().reduce(sums[0]) { Interval.extreme(least: least, $0, $1) }
    case .apply(.negate, let parts) where !isBinary: return -sum(parts[0], times: -factor)
    case .apply(.round(let step, let mode), let parts) where !isBinary:
      return sum(parts[0], times: factor) + mode.reach(of: step)
    // Days between two dates are counted in another unit than the dates themselves.
    case .apply(.arithmetic(let operation), let parts)
    where !isBinary && parts.allSatisfy(\.type.isQuantity):
      return together(operation, parts[0], parts[1], factor: factor)
    case .constant, .reference, .apply, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps,
      .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  private func together(
    _ operation: PriceExpression.ArithmeticOperator, _ a: PriceExpression, _ b: PriceExpression,
    factor: Ratio
  ) -> Interval? {
    func figure(_ value: PriceExpression) -> Ratio? {
      let range = value.range
      return range.lower == range.upper && !range.lower.isZero ? range.lower : nil
    }
    if operation == .add || operation == .subtract,
      let whole = beside(operation, a, b, factor: factor)
    {
      return whole
    }
    switch operation {
    case .add:
      return (sum(a, times: factor) + b.range).met(with: a.range + sum(b, times: factor))
    case .subtract:
      return (sum(a, times: factor) - b.range).met(with: a.range - sum(b, times: -factor))
    case .multiply:
      if let size = figure(b) { return sum(a, times: factor / size) * Interval(point: size) }
      if let size = figure(a) { return sum(b, times: factor / size) * Interval(point: size) }
      for (one, other) in [(a, b), (b, a)] {
        if case .reference(reference) = one.operation {
          return running * (other.range + Interval(point: factor))
        }
      }
      return nil
    case .divide:
      guard let size = figure(b) else { return nil }
      return sum(a, times: factor * size) * Interval(point: 1 / size)
    }
  }
}

extension RunningReach {
  /// How far the running subtotal goes with something that is made from it added or taken off.
  private func beside(
    _ operation: PriceExpression.ArithmeticOperator, _ a: PriceExpression, _ b: PriceExpression,
    factor: Ratio
  ) -> Interval? {
    if case .reference(reference) = a.operation {
      return operation == .add
        ? sum(b, times: factor + 1) : -sum(b, times: -(factor + 1))
    }
    if case .reference(reference) = b.operation {
      return sum(a, times: operation == .add ? factor + 1 : factor - 1)
    }
    return nil
  }
}

extension PriceExpression {
  /// The quantum of what is carried, where it is asked for.
  fileprivate func quantum(of reference: Reference) -> Ratio? {
    firstPart {
      if case .reference(reference) = $0.operation { true } else { false }
    }?.quantum
  }
}

extension RoundingMode {
  /// How far a number can be moved by rounding it.
  fileprivate func reach(of step: Ratio) -> Interval {
    switch self {
    case .down: Interval(-step, 0)
    case .up: Interval(0, step)
    case .towardsZero, .awayFromZero: Interval(-step, step)
    case .halfUp, .halfEven, .halfDown: Interval(-step / 2, step / 2)
    }
  }
}
