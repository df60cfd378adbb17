import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Tells of bookings that differ in several lines whether all comes from the first one: with their
/// amount put in there, and the rest priced on it, nothing differs any more. ``CausePeeler`` finds
/// no second cause in such a booking. It belongs to one thread.
final class SoleCauses {
  /// A booking, by its row of the batch, and the line at which it departs.
  typealias Candidate = (row: Int, line: Line)

  /// A line that takes their amount.
  struct Line {
    fileprivate var input: PeeledRules.Input
    /// The column of the line, by its bit in the numbers.
    fileprivate var bit: Int
    /// What our whole numbers are multiplied by to be numbers.
    fileprivate var factor: Int64
    /// So many numbers are so many steps of the input.
    fileprivate var numbers: Int64
    fileprivate var steps: Int64
  }

  private let rules: PeeledRules
  private let evaluator: Evaluator
  private let comparison: ColumnComparison
  private let numbers: NumberDifferences
  /// Where each column of the numbers stands among our quotes, and among those of `comparison`.
  private let own: [Int]
  private let columns: [Int]
  private let schema: QuoteSchema
  private var bookings: PeeledBookings?
  private var lines: [String: Line?] = [:]

  /// `numbers` are those of `table`, whose quotes have the schema. Nil where the rules take no
  /// amounts of others, or hold in other ways what they make of them.
  init?(
    of source: PeeledRulesOnDemand, _ plan: PricePlan, _ table: any CountableComparison,
    _ numbers: NumberDifferences
  ) {
    guard let rules = source.rules else { return nil }
    let comparer = QuoteTexts(rules.pricer).comparer(
      form: ReferenceMap.Form(), tolerances: Tolerances(), comparesLines: true)
    guard let comparison = ColumnComparison(comparer, ours: plan, theirs: rules.pricer.plan),
      let places = comparison.numbers?.places, places == numbers.places
    else { return nil }
    let columns = table.own.compactMap { comparison.own.firstIndex(of: $0) }
    guard columns.count == table.own.count else { return nil }
    (self.rules, self.comparison, self.numbers) = (rules, comparison, numbers)
    (own, self.columns, schema) = (table.own, columns, plan.quoteSchema)
    evaluator = rules.pricer.makeEvaluator()
    comparison.numbers?.isLookedFor = true
  }

  /// The line at which bookings depart; nil where it takes none of their amounts, or is not one
  /// of the columns.
  func line(named name: String) -> Line? {
    if let known = lines[name] { return known }
    let line = makeLine(name)
    lines[name] = .some(line)
    return line
  }

  private func makeLine(_ name: String) -> Line? {
    guard let input = rules.inputs.first(where: { $0.line == name }),
      let value = rules.pricer.plan.comparedValues.first(where: { $0.name == name }),
      let column = value.column(in: schema), let bit = own.firstIndex(of: column),
      schema.columns[column].storage == .integer,
      let factor = CellForm(schema.columns[column], of: schema).factor(places: numbers.places)
    else { return nil }
    let step = input.step * Ratio(powerOfTen: numbers.places)
    guard let each = Int64(exactly: step.numerator), each > 0,
      let steps = Int64(exactly: step.denominator)
    else { return nil }
    return Line(input: input, bit: bit, factor: factor, numbers: each, steps: steps)
  }

  /// Starts a batch.
  func begin(_ batch: BookingBatch) {
    bookings = PeeledBookings.of(batch, rules, last: bookings)
    comparison.begin(batch.count)
  }

  /// The rows, of candidates in a block of `quotes`, whose differences all come from their line.
  func rows(among candidates: [Candidate], of quotes: QuoteBatch) -> Set<Int> {
    guard let bookings, !candidates.isEmpty else { return [] }
    bookings.clear()
    for (row, line) in candidates {
      let ours = quotes.columns[own[line.bit]].integers[row - quotes.firstRow]
      // What was noted of a row is a number that was not too large.
      let theirs = ours * line.factor - Int64(numbers.gap(row, line.bit))
      let (steps, isOver) = (theirs / line.numbers).multipliedReportingOverflow(by: line.steps)
      guard !isOver, theirs % line.numbers == 0 else { continue }
      bookings.put(steps: steps, in: line.input, at: row)
    }
    let block = quotes.firstRow..<quotes.firstRow + quotes.count
    comparison.compare(quotes, evaluator.price(bookings.batch, rows: block))
    return Set(candidates.lazy.map(\.row).filter(isSole))
  }

  /// Whether what we make of a booking on their amount is what they make of it.
  private func isSole(_ row: Int) -> Bool {
    guard let found = comparison.numbers, comparison.isOfNumbers(row) else { return false }
    let (theirs, peeled) = (numbers.columns(of: row), found.columns(of: row))
    return columns.enumerated().allSatisfy { bit, column in
      let isOther = peeled >> UInt64(column) & 1 == 1
      guard theirs >> UInt64(bit) & 1 == 1 else { return !isOther }
      return isOther && found.gap(row, column) == numbers.gap(row, bit)
    }
  }
}
