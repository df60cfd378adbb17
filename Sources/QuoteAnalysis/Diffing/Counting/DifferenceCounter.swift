import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

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
    /// The number of the value's name.
    var value: Int
    /// Which ways lead behind it; nil: none was walked yet.
    var ways: Int?
  }

  let analyst: DifferenceAnalyst
  let comparer: ReplyComparer
  let table: any CountableComparison
  let numbers: NumberDifferences
  private let settled: SettledCauses
  /// Tells whether bookings that differ in several lines do so for one cause; nil if nothing can.
  private lazy var soles = SoleCauses(of: peeled, analyst.reader.plan, table, numbers)
  private let peeled: PeeledRulesOnDemand
  /// Rows of the block at hand that differ in several lines for one cause.
  private var sole: Set<Int> = []
  private var worst: WorstRows
  private var starts: [Start] = []
  private var startsOf: [Columns: Int] = [:]
  /// Where the booking that all of a kind are like is among `likes`.
  private var kinds: [Kind: Int] = [:]
  private(set) var likes: [LikeDifference] = []
  /// Whether enough bookings were told of its cause, by the booking that others are like.
  private var areSettled: [Bool] = []
  /// Numbers of values by their names.
  private var values: [String: Int] = [:]
  /// What was found last: mostly it is that of the next booking too.
  private var latestStart: (of: Columns, start: Int?)?
  private var latestLike: (of: Kind, like: Int?)?
  private(set) var tally: CountedTally
  /// The rows of the batch at hand that are told though they differ in numbers alone, with their
  /// kinds, and the rows that are counted.
  private var told: [Int: (columns: Columns, departure: Int?)] = [:]
  private(set) var counted: [Int] = []
  private var enough = ToldBookings()
  private var ordinal = 0
  /// Each booking of the first chunks is kept, to try remedies on and what causes make alone.
  private static let firstCounted = max(RemedySampler.mostChunks, MeetingCases.mostChunks)
  /// What bookings are like is learned from those of so many chunks before: where they depart from
  /// the one, which ways lead there from the other.
  private static let learnedBefore = 2

  init?(
    _ analyst: DifferenceAnalyst, _ comparer: ReplyComparer,
    _ table: (any CountableComparison)?, peeled: PeeledRulesOnDemand, settled: SettledCauses,
    shown: Int
  ) {
    guard let table, let numbers = table.numbers else { return nil }
    (self.analyst, self.comparer, self.table, self.numbers) = (analyst, comparer, table, numbers)
    (self.peeled, self.settled, worst) = (peeled, settled, WorstRows(shown: shown))
    tally = CountedTally(numbers)
  }

  /// Columns of money, by their bits.
  private lazy var money = bits { analyst.reader.order.isMoney($0) }

  /// Columns of lines, by their bits.
  private lazy var lines: UInt64 = {
    let lines = analyst.reader.plan.quoteSchema.lines.filter { $0.kind == .line }.map(\.name)
    let names = Set(lines)
    return bits { names.contains($0) }
  }()

  /// The bits of the columns whose name is such a one.
  private func bits(_ isOne: (String) -> Bool) -> UInt64 {
    table.places.enumerated().reduce(0) { bits, column in
      bits | (isOne(comparer.fields.name(column.element)) ? 1 << UInt64(column.offset) : 0)
    }
  }

  /// Whether causes behind the first may stand in columns that differ.
  private func hasSeveralLines(_ differing: UInt64) -> Bool {
    (differing & lines).nonzeroBitCount > 1
  }

  /// A chunk begins. The first ones are told in full.
  func begin(_ ordinal: Int) {
    self.ordinal = ordinal
    numbers.isLookedFor = ordinal >= Self.firstCounted - Self.learnedBefore
  }

  /// Chooses those of a batch that are only counted; until then each is told.
  func choose(_ batch: BookingBatch, isRoundingSettled: Bool) {
    told.removeAll(keepingCapacity: true)
    counted.removeAll(keepingCapacity: true)
    guard numbers.isLookedFor, isRoundingSettled || !numbers.hasOthers else { return }
    let rows = (0..<batch.count).filter { table.isOfNumbers($0) }
    guard !rows.isEmpty else { return }
    enough.begin(ordinal, columns: table.places.count, values: values.count)
    let settled = settled.all
    areSettled = likes.map { settled.contains($0.booking.cause) }
    (latestStart, latestLike) = (nil, nil)
    for index in starts.indices where starts[index].ways == nil {
      starts[index].ways = analyst.departures.ways(
        behind: starts[index].entry, agreed: starts[index].agreed)
    }
    worst.look(at: rows, numbers, money: money)
    let way = Way(analyst)
    if rows.contains(where: { hasSeveralLines(numbers.columns(of: $0)) }) { soles?.begin(batch) }
    var next = 0
    while next < rows.count {
      let first = rows[next]
      let end = min(batch.count, first + analyst.evaluator.rowsAtOnce)
      analyst.price(batch, first..<end)
      findSole(rows[next...].prefix { $0 < end })
      while next < rows.count, rows[next] < end {
        let row = rows[next]
        decide(row, at: row - first, way)
        next += 1
      }
    }
  }

  /// Finds which of some rows of the block that was priced last differ in several lines for one
  /// cause.
  private func findSole(_ rows: ArraySlice<Int>) {
    sole = []
    let several = rows.filter { hasSeveralLines(numbers.columns(of: $0)) }
    guard !several.isEmpty, let soles else { return }
    let candidates = several.compactMap { row -> SoleCauses.Candidate? in
      guard let start = start(of: columns(of: row)),
        let line = soles.line(named: starts[start].entry.name)
      else { return nil }
      return (row, line)
    }
    sole = soles.rows(among: candidates, of: analyst.evaluator.quotes)
  }

  /// What tells which way bookings go, as one thread has it.
  private struct Way {
    let evaluator: Evaluator
    let departures: KnownDepartures
    let fired: FiredRules

    init(_ analyst: DifferenceAnalyst) {
      (evaluator, departures, fired) = (analyst.evaluator, analyst.departures, analyst.fired)
    }
  }

  /// Whether a row is told or counted; it is at a place of the block that was priced last.
  private func decide(_ row: Int, at place: Int, _ way: Way) {
    let columns = columns(of: row)
    let differing = columns.differing
    let start = start(of: columns)
    let departure = start.flatMap { starts[$0].ways }.flatMap {
      way.departures.known($0, way.evaluator, row: place)
    }
    let like = departure.flatMap { self.like(of: Kind(columns: columns, departure: $0)) }
    let rules = way.fired.rules(way.evaluator, row: place)
    if let like, ordinal >= Self.firstCounted, !worst.rows.contains(row),
      !hasSeveralLines(differing) || sole.contains(row), !numbers.maySilence(row), areSettled[like],
      enough.areEnough(departingAt: likes[like].value, in: differing), enough.have(rules)
    {
      counted.append(row)
      return tally.add(row, numbers, like: like, likes[like], rules: rules)
    }
    told[row] = (columns, departure)
    enough.add(departingAt: start.map { starts[$0].value }, in: differing, rules)
  }

  private func columns(of row: Int) -> Columns {
    let amount = (numbers.amount(of: row) ?? 0).magnitude
    return Columns(differing: numbers.columns(of: row), isMuch: amount > numbers.hundredUnits)
  }

  private func start(of columns: Columns) -> Int? {
    if let latestStart, latestStart.of == columns { return latestStart.start }
    let start = startsOf[columns]
    latestStart = (columns, start)
    return start
  }

  private func like(of kind: Kind) -> Int? {
    if let latestLike, latestLike.of == kind { return latestLike.like }
    let like = kinds[kind]
    latestLike = (kind, like)
    return like
  }

  private func number(of value: String) -> Int {
    if let known = values[value] { return known }
    values[value] = values.count
    return values.count - 1
  }

  /// Learns from bookings that were told what others like them are; `rows` are those of the
  /// block's differences.
  func learn(_ block: DifferenceBlock, _ rows: [Int]) {
    for (row, booking) in zip(rows, block.differences) {
      guard let (columns, departure) = told[row], isPlain(booking, columns),
        let agreed = booking.agreedNumber,
        let entry = analyst.reader.order.entry(named: booking.departing), entry.isOfBooking
      else { continue }
      let value = number(of: booking.departing)
      if startsOf[columns] == nil {
        startsOf[columns] = starts.count
        starts.append(Start(entry: entry, agreed: agreed, value: value))
      }
      guard let departure, kinds.count < Self.mostKinds else { continue }
      let kind = Kind(columns: columns, departure: departure)
      guard kinds[kind] == nil,
        let like = LikeDifference(
          booking, columns.differing, places: table.places, comparer.fields,
          rules: booking.rows.map { analyst.fired.number(of: $0) }, value: value)
      else { continue }
      kinds[kind] = likes.count
      likes.append(like)
    }
  }

  private static let mostKinds = 4096

  /// Whether a booking has nothing that hangs on its amounts but its money.
  private func isPlain(_ booking: BookingDifference, _ columns: Columns) -> Bool {
    booking.isPricedByBoth && booking.silent.isEmpty && booking.moved == nil
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
