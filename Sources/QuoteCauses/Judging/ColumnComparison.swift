import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What finds quickly the bookings of a batch of which all is the same on both sides, and says
/// nothing of the rest.
package protocol QuickComparison: AnyObject {
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
  package func isOfNumbers(_ row: Int) -> Bool { false }
}

/// One that also tells which of the others differ in nothing but numbers, and by how much.
package protocol CountableComparison: QuickComparison {
  var sameness: Sameness { get }
  /// The comparer's place of each column, by its bit in the numbers of `sameness`.
  var places: [Int] { get }
  /// Where each column stands among our quotes.
  var own: [Int] { get }
}

extension CountableComparison {
  package var numbers: NumberDifferences? { sameness.numbers }
  package var sameCount: Int { sameness.count }
  package var comparedFields: Int { sameCount * places.count }

  package func begin(_ count: Int) { sameness.begin(count) }
  package func isSame(_ row: Int) -> Bool { sameness.isSame(row) }
  package func isOfNumbers(_ row: Int) -> Bool { sameness.isOfNumbers(row) }
  package func takeRevenue() -> Ratio { sameness.revenue.take() }
}

extension TableComparison: CountableComparison {}

/// Holds the quotes of two sets of rules against each other, a column at a time and as the cells
/// that they are: nothing is printed or parsed of a booking of which all is the same.
///
/// It calls nothing the same that ``ReplyComparer`` does not call equal. Values that the two sides
/// do not hold in cells of one form, but for decimals of other steps, are for that slow way.
package final class ColumnComparison: CountableComparison {
  private struct Column {
    /// Where the value stands among the columns of each side.
    var ours: Int
    var theirs: Int
    /// The comparer's place.
    var place: Int
    /// Whether equal cells are equal values, printed alike; else both are decimals of other steps.
    var isAlike: Bool
  }

  /// What whole numbers of each side are multiplied by to be multiples of what the numbers of
  /// `sameness` count in; 0 where they are none.
  private struct Factors {
    var ours: Int64 = 0
    var theirs: Int64 = 0
  }

  private let columns: [Column]
  private let comparer: ReplyComparer
  /// The column of our total, and how its cells are written.
  private let total: (column: Int, form: CellForm)
  private let printed = ByteBuffer()
  package let sameness: Sameness
  package var places: [Int] { columns.map(\.place) }
  package var own: [Int] { columns.map(\.ours) }
  private let factors: [Factors]
  private let forms: [CellForm]
  /// Reads what is printed of fractions.
  private let amounts: AmountCells?

  /// Nil where some value is not held by both sides in the same way.
  package init?(_ comparer: ReplyComparer, ours our: PricePlan, theirs their: PricePlan) {
    guard let plan = comparer.plan(forColumns: their.comparedNames) else { return nil }
    let (ours, theirs) = (our.quoteSchema, their.quoteSchema)
    let own = our.comparedValues.map { $0.column(in: ours) }
    let others = their.comparedValues.map { $0.column(in: theirs) }
    var columns: [Column] = []
    for (column, value, place) in plan {
      guard let a = own[value], let b = others[column] else { return nil }
      let (one, other) = (ours.columns[a], theirs.columns[b])
      let isAlike = CellForm(one, of: ours) == CellForm(other, of: theirs)
        && one.storage == other.storage && one.choices == other.choices
      columns.append(Column(ours: a, theirs: b, place: place, isAlike: isAlike))
    }
    guard columns.contains(where: { $0.ours == ours.total }) else { return nil }
    self.columns = columns
    self.comparer = comparer
    forms = columns.map { CellForm(ours.columns[$0.ours], of: ours) }
    let form = CellForm(ours.columns[ours.total], of: ours)
    total = (ours.total, form)
    let says = comparer.totals.compactMap { value in plan.firstIndex { $0.value == value } }
    let hasTolerance = plan.contains { !comparer.fields.tolerance($0.place).isNone }
    guard case .decimal = form, !hasTolerance,
      says.first.map({ columns[$0].ours }) == ours.total
    else {
      guard columns.allSatisfy(\.isAlike) else { return nil }
      (sameness, amounts) = (Sameness(numbers: nil), nil)
      factors = columns.map { _ in Factors() }
      return
    }
    let otherForms = columns.map { CellForm(theirs.columns[$0.theirs], of: theirs) }
    let places = NumberDifferences.places(of: forms + otherForms, minorUnit: comparer.minorUnit)
    sameness = Sameness(
      numbers: NumberDifferences(
        places: places, minorUnit: comparer.minorUnit, columnCount: columns.count, totals: says,
        lines: ComparedLines(of: our, comparer, values: plan.map(\.value), places: places)))
    amounts = AmountCells(places: places)
    factors = zip(forms, otherForms).map { own, other in
      guard let one = own.factor(places: places), let another = other.factor(places: places) else {
        return Factors()
      }
      return Factors(ours: one, theirs: another)
    }
    guard zip(columns, factors).allSatisfy({ $0.isAlike || $1.ours != 0 }) else { return nil }
  }

  /// Holds a block of quotes against theirs of the same bookings. What is the same is counted.
  package func compare(_ ours: QuoteBatch, _ theirs: QuoteBatch) {
    let first = ours.firstRow
    let quoted = QuoteBatch.Status.quoted.rawValue
    for row in 0..<ours.count {
      let isKnown = ours.statuses[row] == quoted && theirs.statuses[row] == quoted
      sameness.marks[first + row] = isKnown ? 1 : 0
    }
    for (index, column) in columns.enumerated() {
      let (own, other) = (ours.columns[column.ours], theirs.columns[column.theirs])
      compare(column: index, ours: own, theirs: other, first: first, count: ours.count)
    }
    if let numbers {
      sameness.sort(
        ours, total: ours.columns[total.column], factor: factors[numbers.totals[0]].ours
      ) { theirs.statuses[$0] == quoted }
    }
    add(ours)
    let count = sameness.count(first..<first + ours.count)
    for column in columns { comparer.fields.countEqual(column.place, times: count) }
  }

  /// Notes a number of a row of the block that is not theirs; false for one that has to be told in
  /// full.
  private func note(
    column: Int, row: Int, ours: ResultColumn, theirs: ResultColumn, first: Int
  ) -> Bool {
    guard let numbers, numbers.isLookedFor,
      let mine = number(ours, row, factors[column].ours, as: forms[column]),
      let other = number(theirs, row, factors[column].theirs, as: forms[column])
    else { return false }
    return numbers.note(first + row, column, ours: mine, theirs: other)
  }

  /// A cell as a multiple of what the numbers of `sameness` count in; nil if it is none.
  private func number(
    _ cells: ResultColumn, _ row: Int, _ factor: Int64, as form: CellForm
  ) -> Int64? {
    if form.isFraction, let amounts {
      printed.removeAll()
      printed.append(PrintedColumn(cells, form: form, words: nil), row: row, as: .csv)
      return amounts.read(printed.slice(0, printed.count))
    }
    guard factor != 0 else { return nil }
    let isWide = cells.schema.storage == .wide
    guard let whole = isWide ? Int64(exactly: cells.wides[row]) : cells.integers[row] else {
      return nil
    }
    let (number, isOver) = whole.multipliedReportingOverflow(by: factor)
    return isOver ? nil : number
  }

  /// Whether two decimals of other steps are one number.
  private func isSameNumber(
    column: Int, row: Int, ours: ResultColumn, theirs: ResultColumn
  ) -> Bool {
    let mine = number(ours, row, factors[column].ours, as: forms[column])
    return mine != nil && mine == number(theirs, row, factors[column].theirs, as: forms[column])
  }

  /// Adds up the totals of what is the same; bookings whose total is not easily added are for the
  /// slow way.
  private func add(_ quotes: QuoteBatch) {
    let totals = quotes.columns[total.column]
    let rows = (0..<quotes.count).filter { sameness.isSame(quotes.firstRow + $0) }
    if case .decimal(let factor, let places, _) = total.form, places <= DecimalSum.places {
      let sum = rows.reduce(Int128(0)) { $0 + Int128(totals.integers[$1]) }
      return sameness.revenue.add(sum * Int128(factor), decimals: places)
    }
    let values = PrintedColumn(totals, form: total.form, words: nil)
    for row in rows {
      printed.removeAll()
      printed.append(values, row: row, as: .csv)
      if !sameness.revenue.add(printed.slice(0, printed.count)) {
        sameness.marks[quotes.firstRow + row] = 0
      }
    }
  }

  private func compare(
    column: Int, ours: ResultColumn, theirs: ResultColumn, first: Int, count: Int
  ) {
    func each(_ isSame: (Int) -> Bool) {
      let same = sameness.marks
      for row in 0..<count where same[first + row] != 0 {
        let isGiven = ours.isGiven(row)
        let holds = isGiven == theirs.isGiven(row) && (!isGiven || isSame(row))
        if !holds { same[first + row] = 0 }
      }
    }
    guard columns[column].isAlike else {
      return each {
        isSameNumber(column: column, row: $0, ours: ours, theirs: theirs)
          || note(column: column, row: $0, ours: ours, theirs: theirs, first: first)
      }
    }
    switch ours.schema.storage {
    case .integer:
      each {
        ours.integers[$0] == theirs.integers[$0]
          || note(column: column, row: $0, ours: ours, theirs: theirs, first: first)
      }
    case .wide:
      each {
        ours.wides[$0] == theirs.wides[$0]
          || note(column: column, row: $0, ours: ours, theirs: theirs, first: first)
      }
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
