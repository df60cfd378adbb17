package import QuoteSyntax

/// How far lines, and the total they run to, can go over all bookings that the
/// inputs allow: intervals instead of numbers, carried down the waterfall.
package struct WaterfallReach {
  package private(set) var total = Interval(point: 0)
  /// The amount of one instance of each line, by the line's id.
  package private(set) var amounts: [Int: Interval] = [:]
  /// What the line just stepped through adds to the running value of its place.
  private var contribution = Interval(point: 0)
  private let model: PriceModel

  package init(of model: PriceModel) {
    self.model = model
    total = run(model.waterfall, from: Interval(point: 0))
  }

  private mutating func run(_ lines: [ModelLine], from running: Interval) -> Interval {
    lines.reduce(running) { running, line in step(line, running) }
  }

  private mutating func step(_ line: ModelLine, _ running: Interval) -> Interval {
    let zero = Interval(point: 0)
    switch line.effect {
    case .amount(let value):
      let amount = line.when == nil ? value.range : value.range.joined(to: zero)
      amounts[line.id] = amount
      contribution = repeated(amount, line)
      if let steps = line.steps { return between(steps, running) }
      guard line.grain == line.place else { return running + contribution }
      let after = reach(from: running).after(adding: value)
      return line.when == nil ? after : after.joined(to: running)
    case .becomes(let value):
      if let steps = line.steps {
        amounts[line.id] = (value.range - steps.range).joined(to: zero)
        contribution = steps.range - running
        return between(steps, running)
      }
      let after = line.when == nil ? value.range : value.range.joined(to: running)
      let change = reach(from: running).change(to: value)
      contribution = line.when == nil ? change : change.joined(to: zero)
      amounts[line.id] = line.kind == .subtotal ? after : contribution
      return after
    case .nothing:
      contribution = zero
      amounts[line.id] = running
      return running
    case .members(let members, let take):
      return group(line, members, take: take, running: running)
    }
  }

  /// Below a line that takes its elements in order.
  private func between(_ steps: Carried, _ running: Interval) -> Interval {
    steps.range.met(with: running + contribution)
  }

  private func reach(from running: Interval) -> RunningReach {
    RunningReach(running: running, isBinary: model.arithmetic.isBinary)
  }

  private mutating func group(
    _ line: ModelLine, _ members: [ModelLine], take: LineDeclaration.Take?, running: Interval
  ) -> Interval {
    let zero = Interval(point: 0)
    let isPerElement = line.grain != line.place
    let start = isPerElement ? zero : running
    var after = start
    var change = zero
    for member in members {
      after = step(member, take == nil ? after : start)
      let isOne = take == .lowest || take == .highest
      change = isOne ? change.joined(to: contribution) : change + contribution
    }
    after = take == nil ? (start + change).met(with: after) : start + change
    if line.when != nil {
      after = after.joined(to: start)
      change = change.joined(to: zero)
    }
    amounts[line.id] = isPerElement ? after : change
    contribution = isPerElement ? repeated(after, line) : change
    return isPerElement ? running + contribution : after
  }

  /// Added once for each element there may be.
  private func repeated(_ amount: Interval, _ line: ModelLine) -> Interval {
    guard line.grain != line.place else { return amount }
    var most: Ratio = 1
    var list: ListID? = line.grain.list
    while let at = list, at != line.place.list, at != .booking {
      most = most * Ratio(model.schema.lists[at].bound)
      list = model.schema.lists[at].parent
    }
    return amount.joined(to: Interval(point: 0)) * Interval(0, most)
  }
}
