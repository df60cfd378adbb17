import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is only counted of a batch, as whole numbers while it is added up.
struct CountedTally {
  /// Sums of one sign each.
  struct Sums {
    var above: Int128 = 0
    var below: Int128 = 0
    var dearer = 0
    var cheaper = 0

    @inline(__always) mutating func add(_ amount: Int) {
      if amount < 0 {
        below += Int128(amount)
        cheaper += 1
      } else {
        above += Int128(amount)
        dearer += 1
      }
    }

    func money(_ places: Int) -> CountedDifferences.Money {
      let whole = Int128(PlainDecimal.powers[places])
      return CountedDifferences.Money(
        above: Ratio(above, whole), below: Ratio(below, whole), dearer: dearer, cheaper: cheaper)
    }
  }

  fileprivate struct OfLike {
    var bookings = 0
    var fields: [Sums]
    var amount = Sums()
    var atStake: Int128 = 0
  }

  private struct OfRule {
    var bookings = 0
    var money = Sums()
  }

  private let places: Int
  /// The bounds of the bars of the histogram.
  private let bounds: [Int]
  /// By the booking that they are like; nil where there is none.
  private var likes: [OfLike?] = []
  private var rules: [OfRule] = []
  private var bars: (above: [Int], below: [Int])
  private var changes: [Int: Int] = [:]
  private var amountChanges: [Int: Int] = [:]
  private var revenue: (ours: Int128, theirs: Int128) = (0, 0)
  /// What differs in each column.
  private var columns: [Sums]
  private var count = 0

  init(_ numbers: NumberDifferences) {
    places = numbers.places
    let whole = Ratio(powerOfTen: places)
    // A number that is no more than a bound is no more than the whole part of it.
    bounds = DifferenceHistogram.bounds.map { Int(($0 * whole).floor ?? 0) }
    let bars = Array(repeating: 0, count: bounds.count + 1)
    self.bars = (bars, bars)
    columns = Array(repeating: Sums(), count: numbers.columnCount)
  }

  mutating func add(
    _ row: Int, _ numbers: NumberDifferences, like: Int, _ known: LikeDifference, rules: [Int32]
  ) {
    count += 1
    let amount = numbers.amount(of: row)
    let total = numbers.ourTotal(row)
    revenue.ours += Int128(total)
    revenue.theirs += Int128(total - numbers.revenueGap(of: row))
    if let amount {
      let size = Int(amount.magnitude)
      let bar = bounds.firstIndex { size <= $0 } ?? bounds.count
      if amount < 0 { bars.below[bar] += 1 } else { bars.above[bar] += 1 }
      changes[TotalChanges.step(amount, of: total), default: 0] += 1
    }
    var most = Int((amount ?? 0).magnitude)
    for column in known.money { most = max(most, Int(numbers.gap(row, column).magnitude)) }
    if most != 0 { amountChanges[TotalChanges.step(most, of: total), default: 0] += 1 }
    add(amount, to: rules)
    if !known.rules.isEmpty { add(amount, to: known.rules.filter { !rules.contains($0) }) }
    for column in known.columns { columns[column].add(numbers.gap(row, column)) }
    while likes.count <= like { likes.append(nil) }
    if likes[like] == nil {
      likes[like] = OfLike(fields: known.columns.map { _ in Sums() })
    }
    likes[like]?.add(row, numbers: numbers, like: known, amount: amount, most: most)
  }

  private mutating func add(_ amount: Int?, to some: [Int32]) {
    for rule in some {
      while rules.count <= rule { rules.append(OfRule()) }
      rules[Int(rule)].bookings += 1
      if let amount { rules[Int(rule)].money.add(amount) }
    }
  }

  /// Moves it all to a block.
  func write(
    to block: inout DifferenceBlock, _ known: [LikeDifference], ruleNames: [String]
  ) {
    var counted = CountedBlock()
    counted.all = likes.enumerated().compactMap { index, sums in
      guard let sums else { return nil }
      return CountedDifferences(
        like: known[index].booking, bookings: sums.bookings,
        fields: sums.fields.map { $0.money(places) },
        amount: sums.amount.dearer + sums.amount.cheaper > 0 ? sums.amount.money(places) : nil,
        atStake: Ratio(sums.atStake, Int128(PlainDecimal.powers[places])))
    }
    for (rule, sums) in rules.enumerated() where sums.bookings > 0 {
      counted.rules.append(
        CountedBlock.Rule(
          name: ruleNames[rule], bookings: sums.bookings, money: sums.money.money(places)))
    }
    counted.histogram = DifferenceHistogram(above: bars.above, below: bars.below)
    for (step, count) in changes { counted.changes.add(count, at: step) }
    for (step, count) in amountChanges { counted.amountChanges.add(count, at: step) }
    block.counted = counted
    let whole = Int128(PlainDecimal.powers[places])
    block.ourRevenue = block.ourRevenue + Ratio(revenue.ours, whole)
    block.theirRevenue = block.theirRevenue + Ratio(revenue.theirs, whole)
    block.comparedFields += count * columns.count
  }

  /// Counts how comparisons ended, and forgets all.
  mutating func count(in fields: FieldTree, places: [Int]) {
    for (column, place) in places.enumerated() {
      let different = columns[column].dearer + columns[column].cheaper
      fields.countEqual(place, times: count - different)
      let money = columns[column].money(self.places)
      fields.countDifferent(
        place, times: different, above: money.above, below: money.below)
      columns[column] = Sums()
    }
    likes.removeAll(keepingCapacity: true)
    for rule in rules.indices { rules[rule] = OfRule() }
    for bar in bars.above.indices { (bars.above[bar], bars.below[bar]) = (0, 0) }
    changes.removeAll(keepingCapacity: true)
    amountChanges.removeAll(keepingCapacity: true)
    (revenue, count) = ((0, 0), 0)
  }
}

extension CountedTally.OfLike {
  fileprivate mutating func add(
    _ row: Int, numbers: NumberDifferences, like known: LikeDifference, amount: Int?, most: Int
  ) {
    bookings += 1
    atStake += Int128(most)
    for (field, column) in known.columns.enumerated() {
      fields[field].add(numbers.gap(row, column))
    }
    if let amount { self.amount.add(amount) }
  }
}
