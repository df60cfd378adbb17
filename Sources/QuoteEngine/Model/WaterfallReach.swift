/// How far lines, and the total they run to, can go over all bookings that the
/// inputs allow: intervals instead of numbers, carried down the waterfall.
struct WaterfallReach {
  private(set) var total = Interval(point: 0)
  /// By the id of the line, for one instance of it.
  private(set) var amounts: [Int: Interval] = [:]
  private let model: PriceModel

  init(of model: PriceModel) {
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
      return running + repeated(amount, line)
    case .becomes(let value):
      let after = line.when == nil ? value.range : value.range.joined(to: running)
      amounts[line.id] = line.kind == .subtotal ? after : value.range - running
      return after
    case .nothing:
      amounts[line.id] = running
      return running
    case .members(let members, let take):
      return group(line, members, take, running)
    }
  }

  private mutating func group(
    _ line: ModelLine, _ members: [ModelLine], _ take: LineDeclaration.Take?, _ running: Interval
  ) -> Interval {
    let zero = Interval(point: 0)
    let isPerElement = line.grain != line.place
    let start = isPerElement ? zero : running
    var after = start
    if take == nil {
      after = run(members, from: start)
    } else {
      let reached = members.map { step($0, start) - start }
      let sum = reached.reduce(zero) { $0 + $1.joined(to: zero) }
      after = start + (take == .sum ? sum : reached.reduce(zero) { $0.joined(to: $1) })
    }
    if line.when != nil { after = after.joined(to: start) }
    amounts[line.id] = isPerElement ? after : after - start
    return isPerElement ? running + repeated(after, line) : after
  }

  /// Added once for each element there may be.
  private func repeated(_ amount: Interval, _ line: ModelLine) -> Interval {
    guard line.grain != line.place else { return amount }
    var most: Ratio = 1
    var list: Int? = line.grain.list
    while let at = list, at != line.place.list, at > 0 {
      most = most * Ratio(model.schema.lists[at].bound)
      list = model.schema.lists[at].parent
    }
    return amount.joined(to: Interval(point: 0)) * Interval(0, most)
  }
}
