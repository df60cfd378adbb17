import QuoteEngine
import QuoteLanguage

/// What finds quickly the bookings of a batch of which all is the same on both sides, and says
/// nothing of the rest.
protocol QuickComparison: AnyObject {
  /// Starts a batch of so many bookings.
  func begin(_ count: Int)
  /// Whether a booking of the blocks that were compared is the same; false says nothing.
  func isSame(_ row: Int) -> Bool
  func isOfNumbers(_ row: Int) -> Bool
  /// How many bookings of the batch are the same, and how many values of them were compared.
  var sameCount: Int { get }
  var comparedFields: Int { get }
  /// Totals on which both sides agree, since it was last asked.
  func takeRevenue() -> Ratio
}

extension QuickComparison {
  /// Whether a booking differs in nothing but numbers, and may be counted without being told.
  func isOfNumbers(_ row: Int) -> Bool { false }
}

/// One that also tells which of the others differ in nothing but numbers, and by how much.
protocol CountableComparison: QuickComparison {
  /// Nil where they are not told apart.
  var numbers: NumberDifferences? { get }
  /// The comparer's place of each column, by its bit in `numbers`.
  var places: [Int] { get }
}

extension TableComparison: CountableComparison {}

/// Holds the quotes of two sets of rules against each other, a column at a time and as the cells
/// that they are: nothing is printed or parsed of a booking of which all is the same.
///
/// It calls nothing the same that ``ReplyComparer`` does not call equal. Values that the two sides
/// do not hold in cells of one form (another step, records) are for that slow way.
final class ColumnComparison: CountableComparison {
  private struct Column {
    /// Where the value stands among the columns of each side.
    var ours: Int
    var theirs: Int
    /// The comparer's place.
    var place: Int
  }

  private let columns: [Column]
  private let comparer: ReplyComparer
  /// The column of our total, and how its cells are written.
  private let total: (column: Int, form: CellForm)
  private let printed = ByteBuffer()
  /// Bookings that differ in numbers alone; nil where they are not told apart.
  let numbers: NumberDifferences?
  var places: [Int] { columns.map(\.place) }
  /// What the whole numbers of each column are multiplied by to be multiples of what `numbers`
  /// counts in; 0 where they are none.
  private let factors: [Int64]
  /// One number for each booking of the batch: 1 where nothing is known to differ.
  private let same = ColumnBuffer<UInt8>()
  private var revenue = DecimalSum()
  private(set) var sameCount = 0
  var comparedFields: Int { sameCount * columns.count }

  /// Nil where some value is not held by both sides in the same way.
  init?(_ comparer: ReplyComparer, ours our: PricePlan, theirs their: PricePlan) {
    guard let plan = comparer.plan(forColumns: their.comparedNames) else { return nil }
    let (ours, theirs) = (our.quoteSchema, their.quoteSchema)
    let own = our.comparedValues.map { $0.column(in: ours) }
    let others = their.comparedValues.map { $0.column(in: theirs) }
    var columns: [Column] = []
    for (column, value, place) in plan {
      guard let a = own[value], let b = others[column] else { return nil }
      let (one, other) = (ours.columns[a], theirs.columns[b])
      // Equal cells are then equal values, printed alike.
      guard CellForm(one, of: ours) == CellForm(other, of: theirs),
        one.storage == other.storage, one.choices == other.choices
      else { return nil }
      columns.append(Column(ours: a, theirs: b, place: place))
    }
    guard columns.contains(where: { $0.ours == ours.total }) else { return nil }
    self.columns = columns
    self.comparer = comparer
    let form = CellForm(ours.columns[ours.total], of: ours)
    total = (ours.total, form)
    let says = comparer.totals.compactMap { value in plan.firstIndex { $0.value == value } }
    let hasTolerance = plan.contains { !comparer.fields.tolerance($0.place).isNone }
    guard case .decimal(_, let places, _) = form, !hasTolerance,
      says.first.map({ columns[$0].ours }) == ours.total
    else {
      (numbers, factors) = (nil, columns.map { _ in 0 })
      return
    }
    numbers = NumberDifferences(
      places: places, minorUnit: comparer.minorUnit, columnCount: columns.count, totals: says,
      lines: ComparedLines(of: our, comparer, values: plan.map(\.value), places: places))
    factors = columns.map { column in
      let schema = ours.columns[column.ours]
      guard schema.storage == .integer,
        case .decimal(let factor, places, _) = CellForm(schema, of: ours)
      else { return 0 }
      return Int64(exactly: factor) ?? 0
    }
  }

  func begin(_ count: Int) {
    same.resize(to: count)
    sameCount = 0
    numbers?.begin(count)
  }

  func isSame(_ row: Int) -> Bool { same[row] == 1 }

  func isOfNumbers(_ row: Int) -> Bool { same[row] == Self.ofNumbers }

  /// What stands for a booking that differs in numbers alone.
  private static let ofNumbers: UInt8 = 2

  func takeRevenue() -> Ratio { revenue.take() }

  /// Holds a block of quotes against theirs of the same bookings. What is the same is counted.
  func compare(_ ours: QuoteBatch, _ theirs: QuoteBatch) {
    let first = ours.firstRow
    let quoted = QuoteBatch.Status.quoted.rawValue
    for row in 0..<ours.count {
      same[first + row] = ours.statuses[row] == quoted && theirs.statuses[row] == quoted ? 1 : 0
    }
    for (index, column) in columns.enumerated() {
      compare(
        column: index, ours: ours.columns[column.ours], theirs: theirs.columns[column.theirs],
        first: first, count: ours.count)
    }
    if let numbers, numbers.isLookedFor { sort(numbers, ours, theirs) }
    add(ours)
    let count = (first..<first + ours.count).count { same[$0] == 1 }
    sameCount += count
    for column in columns { comparer.fields.countEqual(column.place, times: count) }
  }

  /// Tells bookings that differ in numbers alone from those that are the same.
  private func sort(_ numbers: NumberDifferences, _ ours: QuoteBatch, _ theirs: QuoteBatch) {
    let quoted = QuoteBatch.Status.quoted.rawValue
    let totals = ours.columns[total.column]
    let factor = factors[numbers.totals[0]]
    for row in 0..<ours.count
    where ours.statuses[row] == quoted && theirs.statuses[row] == quoted {
      let at = ours.firstRow + row
      guard same[at] == 0 || numbers.columns(of: at) != 0 else { continue }
      let (whole, isOver) = totals.integers[row].multipliedReportingOverflow(by: factor)
      let isOfNumbers = same[at] != 0 && !isOver && totals.isGiven(row)
      if isOfNumbers, numbers.keep(at, at: row, of: ours, total: Int(whole)) {
        same[at] = Self.ofNumbers
      } else {
        same[at] = 0
        numbers.drop(at)
        numbers.hasOthers = true
      }
    }
  }

  /// Notes a number that is not theirs; false for one that has to be told in full.
  private func note(column: Int, row: Int, ours: Int64, theirs: Int64) -> Bool {
    guard let numbers, numbers.isLookedFor, factors[column] != 0 else { return false }
    let (mine, isOver) = ours.multipliedReportingOverflow(by: factors[column])
    let (other, isToo) = theirs.multipliedReportingOverflow(by: factors[column])
    guard !isOver, !isToo, mine.magnitude < 1 << 62, other.magnitude < 1 << 62 else {
      return false
    }
    return numbers.note(row, column, ours: Int(mine), theirs: Int(other))
  }

  /// Adds up the totals of what is the same; bookings whose total is not easily added are for the
  /// slow way.
  private func add(_ quotes: QuoteBatch) {
    let totals = quotes.columns[total.column]
    let rows = (0..<quotes.count).filter { same[quotes.firstRow + $0] == 1 }
    if case .decimal(let factor, let places, _) = total.form, places <= DecimalSum.places {
      let sum = rows.reduce(Int128(0)) { $0 + Int128(totals.integers[$1]) }
      return revenue.add(sum * Int128(factor), decimals: places)
    }
    let values = PrintedColumn(totals, form: total.form, words: nil)
    for row in rows {
      printed.removeAll()
      printed.append(values, row: row, as: .csv)
      if !revenue.add(printed.slice(0, printed.count)) { same[quotes.firstRow + row] = 0 }
    }
  }

  private func compare(
    column: Int, ours: ResultColumn, theirs: ResultColumn, first: Int, count: Int
  ) {
    func each(_ isSame: (Int) -> Bool) {
      for row in 0..<count where same[first + row] != 0 {
        let isGiven = ours.isGiven(row)
        let holds = isGiven == theirs.isGiven(row) && (!isGiven || isSame(row))
        if !holds { same[first + row] = 0 }
      }
    }
    switch ours.schema.storage {
    case .integer:
      each {
        ours.integers[$0] == theirs.integers[$0]
          || note(
            column: column, row: first + $0, ours: ours.integers[$0], theirs: theirs.integers[$0])
      }
    case .wide: each { ours.wides[$0] == theirs.wides[$0] }
    case .double:
      // What JSON has no number for, and zeros of two signs, are for the slow way.
      each {
        ours.doubles[$0].isFinite && ours.doubles[$0].bitPattern == theirs.doubles[$0].bitPattern
      }
    case .flag: each { ours.flags[$0] == theirs.flags[$0] }
    case .choice: each { ours.choices[$0] == theirs.choices[$0] }
    case .text: each { ours.texts[$0].isSameCell(as: theirs.texts[$0]) }
    case .texts:
      each { row in
        let (a, b) = (ours.list(row), theirs.list(row))
        return a.count == b.count
          && zip(a, b).allSatisfy { ours.listTexts[$0].isSameCell(as: theirs.listTexts[$1]) }
      }
    case .point:
      each { row in
        (2 * row..<2 * row + 2).allSatisfy {
          ours.points[$0].bitPattern == theirs.points[$0].bitPattern
        }
      }
    }
  }
}

extension ResultColumn {
  /// Where the texts of a cell are.
  fileprivate func list(_ row: Int) -> Range<Int> {
    Int(listOffsets[row])..<Int(listOffsets[row + 1])
  }
}
