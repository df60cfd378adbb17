import QuoteEngine
import QuoteLanguage

/// Decides which bookings that differ in numbers alone are only counted: those that bring nothing
/// that was not told in full before, but for their number and their money. It belongs to one
/// thread.
///
/// A booking is told in full as long as it may be the first of anything, an example, one of the
/// worst, or evidence; so whatever is made of all bookings is the same as if all were told.
final class DifferenceCounter {
  /// Bookings that differ in the same columns.
  struct Columns: Hashable {
    var differing: UInt64
    /// Whether the total differs by so much that it tells where the sides depart.
    var isMuch: Bool
  }

  /// Bookings that also go the same way behind the value at which they depart.
  struct Kind: Hashable {
    var columns: Columns
    var departure: Int
  }

  /// Where bookings that differ in the same columns depart.
  private struct Start {
    var entry: PriceOrder.Entry
    var agreed: Int
  }

  let analyst: DifferenceAnalyst
  let comparer: ReplyComparer
  let table: any CountableComparison
  let numbers: NumberDifferences
  private let settled: SettledCauses
  /// How many of the worst bookings are shown.
  private let shown: Int
  private var starts: [Columns: Start] = [:]
  /// Where the booking that all of a kind are like is among `likes`.
  private var kinds: [Kind: Int] = [:]
  private(set) var likes: [LikeDifference] = []
  /// Whether some booking of this block or of one before was told that has a rule, by the rule.
  private var rulesTold: [Bool] = []
  private(set) var tally: CountedTally
  /// The rows of the batch at hand that are told though they differ in numbers alone, with their
  /// kinds, and the rows that are counted.
  private var told: [Int: (columns: Columns, departure: Int?)] = [:]
  private(set) var counted: [Int] = []
  /// How many are told that depart at a value, and that differ in a column.
  private var toldAt: [String: Int] = [:]
  private var toldIn: [Int] = []

  init?(
    _ analyst: DifferenceAnalyst, _ comparer: ReplyComparer,
    _ table: (any CountableComparison)?, settled: SettledCauses, shown: Int
  ) {
    guard let table, let numbers = table.numbers,
      Self.tellsWhatIsMissing(table, comparer, analyst)
    else { return nil }
    (self.analyst, self.comparer, self.table, self.numbers) = (analyst, comparer, table, numbers)
    (self.settled, self.shown) = (settled, shown)
    tally = CountedTally(numbers)
  }

  /// Whether the other side says all lines or none: of a booking of which it says some, the rest
  /// may be what it does not have.
  private static func tellsWhatIsMissing(
    _ table: any CountableComparison, _ comparer: ReplyComparer, _ analyst: DifferenceAnalyst
  ) -> Bool {
    let lines = analyst.lineNames.map { comparer.number(of: $0) }
    let said = lines.filter { $0.map { table.values.contains($0) } ?? false }
    return said.isEmpty || said.count == lines.count
  }

  /// Columns of money, by their bits.
  private lazy var money: UInt64 = table.places.enumerated().reduce(0) { bits, column in
    let isMoney = analyst.reader.order.isMoney(comparer.fields.name(column.element))
    return bits | (isMoney ? 1 << UInt64(column.offset) : 0)
  }

  /// A chunk begins. The first ones are told in full.
  func begin(_ ordinal: Int) { numbers.isLookedFor = !TraitCounter.isLookedAtClosely(ordinal) }

  /// Chooses those of a batch that are only counted; until then each is told.
  func choose(_ batch: BookingBatch, isRoundingSettled: Bool) {
    told.removeAll(keepingCapacity: true)
    counted.removeAll(keepingCapacity: true)
    guard numbers.isLookedFor, isRoundingSettled || !numbers.hasOthers else { return }
    let rows = (0..<batch.count).filter { table.isOfNumbers($0) }
    guard !rows.isEmpty else { return }
    toldAt.removeAll(keepingCapacity: true)
    toldIn = table.places.map { _ in 0 }
    let worst = WorstRows(rows, numbers, money: money, shown: shown).rows
    let settled = settled.all
    var next = 0
    while next < rows.count {
      let first = rows[next]
      let end = min(batch.count, first + Evaluator.blockSize)
      analyst.price(batch, first..<end)
      while next < rows.count, rows[next] < end {
        let row = rows[next]
        decide(row, at: row - first, isWorst: worst.contains(row), settled)
        next += 1
      }
    }
  }

  private func decide(_ row: Int, at place: Int, isWorst: Bool, _ settled: Set<String>) {
    let differing = numbers.columns(of: row)
    let much = (numbers.amount(of: row) ?? 0).magnitude > numbers.hundredUnits
    let columns = Columns(differing: differing, isMuch: much)
    let start = starts[columns]
    let departure = start.flatMap {
      analyst.departures.known($0.entry, $0.agreed, analyst.evaluator, row: place)
    }
    let like = departure.flatMap { kinds[Kind(columns: columns, departure: $0)] }
    let rules = analyst.fired.rules(analyst.evaluator, row: place)
    if let like, !isWorst, settled.contains(likes[like].booking.cause),
      isTold(likes[like].booking.departing, differing), areTold(rules)
    {
      counted.append(row)
      return tally.add(row, numbers, like: like, likes[like], rules: rules)
    }
    told[row] = (columns, departure)
    for rule in rules {
      while rulesTold.count <= rule { rulesTold.append(false) }
      rulesTold[Int(rule)] = true
    }
    if let start { toldAt[start.entry.name, default: 0] += 1 }
    for column in toldIn.indices where differing >> UInt64(column) & 1 == 1 {
      toldIn[column] += 1
    }
  }

  /// Whether as many were told as are looked at of each value and of each column.
  private func isTold(_ departing: String, _ differing: UInt64) -> Bool {
    guard toldAt[departing] ?? 0 >= TraitCounter.most(ofChunk: .max) else { return false }
    var rest = differing
    while rest != 0 {
      if toldIn[rest.trailingZeroBitCount] < FieldTree.mostTerms { return false }
      rest &= rest - 1
    }
    return true
  }

  private func areTold(_ rules: [Int32]) -> Bool {
    rules.allSatisfy { $0 < rulesTold.count && rulesTold[Int($0)] }
  }

  /// Learns from bookings that were told what others like them are; `rows` are those of the
  /// block's differences.
  func learn(_ block: DifferenceBlock, _ rows: [Int]) {
    for (row, booking) in zip(rows, block.differences) {
      guard let (columns, departure) = told[row], isPlain(booking, columns),
        let agreed = booking.agreedNumber,
        let entry = analyst.reader.order.entry(named: booking.departing), entry.isOfBooking
      else { continue }
      if starts[columns] == nil { starts[columns] = Start(entry: entry, agreed: agreed) }
      guard let departure, kinds.count < Self.mostKinds else { continue }
      let kind = Kind(columns: columns, departure: departure)
      guard kinds[kind] == nil,
        let like = LikeDifference(
          booking, columns.differing, places: table.places, comparer.fields,
          rules: booking.rows.map { analyst.fired.number(of: $0) })
      else { continue }
      kinds[kind] = likes.count
      likes.append(like)
    }
  }

  private static let mostKinds = 4096

  /// Whether a booking has nothing that hangs on its amounts but its money.
  private func isPlain(_ booking: BookingDifference, _ columns: Columns) -> Bool {
    let isOfOneLine = columns.differing.without(numbers.totals).nonzeroBitCount <= 1
    return isOfOneLine && booking.isPricedByBoth && booking.silent.isEmpty
      && booking.departingSaid.isEmpty && booking.rounding == .no && booking.parts.isEmpty
      && booking.standing == .new && booking.fields.count == columns.differing.nonzeroBitCount
      && booking.fields.allSatisfy { $0.kind == .different && $0.amount != nil }
  }

  /// Gives what was counted of the batch, and counts it where bookings are compared.
  func take(into block: inout DifferenceBlock) {
    guard !counted.isEmpty else { return }
    tally.write(to: &block, likes, ruleNames: analyst.fired.names)
    tally.count(in: comparer.fields, places: table.places)
  }
}

extension UInt64 {
  fileprivate func without(_ bits: [Int]) -> UInt64 {
    bits.reduce(self) { $0 & ~(1 << UInt64($1)) }
  }
}

/// A booking that others are like, and where in it each of the columns is.
struct LikeDifference {
  let booking: BookingDifference
  /// The column of each field of the booking.
  let columns: [Int]
  /// Columns of money.
  let money: [Int]
  /// Rules behind the value at which it departs.
  let rules: [Int32]

  init?(
    _ booking: BookingDifference, _ differing: UInt64, places: [Int], _ fields: FieldTree,
    rules: [Int32]
  ) {
    var columns: [Int] = []
    for field in booking.fields {
      let column = places.indices.first {
        differing >> UInt64($0) & 1 == 1 && fields.path(places[$0]) == field.field
      }
      guard let column else { return nil }
      columns.append(column)
    }
    guard Set(columns).count == differing.nonzeroBitCount else { return nil }
    (self.booking, self.columns, self.rules) = (booking, columns, rules)
    money = zip(booking.fields, columns).filter(\.0.isMoney).map(\.1)
  }
}

/// Rows of a batch that may be among the worst, or have the largest change of all.
private struct WorstRows {
  private(set) var rows: Set<Int> = []

  init(_ all: [Int], _ numbers: NumberDifferences, money: UInt64, shown: Int) {
    var worst: [(size: Int, fields: Int, row: Int)] = []
    var (change, most) = (Largest(), Largest())
    for row in all {
      let fields = numbers.columns(of: row).nonzeroBitCount
      let size = Int((numbers.amount(of: row) ?? 0).magnitude)
      let total = Int(numbers.ourTotal(row).magnitude)
      change.take(size, of: total, row)
      most.take(max(size, Self.greatest(row, numbers, money)), of: total, row)
      if worst.count == shown, let last = worst.last,
        (size, fields) <= (last.size, last.fields)
      {
        continue
      }
      let place = worst.firstIndex { ($0.size, $0.fields) < (size, fields) } ?? worst.count
      worst.insert((size, fields, row), at: place)
      if worst.count > shown { worst.removeLast() }
    }
    rows = Set(worst.map(\.row) + [change.row, most.row].compactMap(\.self))
  }

  /// The most by which money differs.
  private static func greatest(
    _ row: Int, _ numbers: NumberDifferences, _ money: UInt64
  ) -> Int {
    var (greatest, rest) = (0, numbers.columns(of: row) & money)
    while rest != 0 {
      greatest = max(greatest, Int(numbers.gap(row, rest.trailingZeroBitCount).magnitude))
      rest &= rest - 1
    }
    return greatest
  }

  /// The first of the largest parts.
  private struct Largest {
    private var part: (size: Int, of: Int) = (0, 1)
    private(set) var row: Int?

    mutating func take(_ size: Int, of whole: Int, _ row: Int) {
      let (ours, theirs) = (
        size.multipliedFullWidth(by: part.of), part.size.multipliedFullWidth(by: whole)
      )
      guard (theirs.high, theirs.low) < (ours.high, ours.low) else { return }
      (part, self.row) = ((size, whole), row)
    }
  }
}
