package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Holds quotes against rows of a table, a column at a time, as numbers and texts and
/// without writing them out: finds quickly the bookings of which all is the same.
///
/// It calls nothing the same that ``ReplyComparer`` does not call equal, and says nothing
/// of the rest: other spellings, lists, and all that differs are for that slow way.
package final class TableComparison {
  private struct Column {
    /// Where the column stands among the quotes, and in the table.
    var ours: Int
    var theirs: Int
    /// The comparer's place.
    var place: Int
    var kind: Kind
  }

  private enum Kind {
    /// `Int64` × `factor` × 10^-`places`.
    case decimal(AmountCells, factor: Int64)
    /// The same as `decimal`, for an `Int128`.
    case wide(AmountCells, factor: Int64)
    /// Whether a zero is printed without its sign.
    case double(hidesSign: Bool)
    case flag
    case text
    case choice(WordList)
    /// What is not written in more than one way: days, times.
    case printed(CellForm)
  }

  private let columns: [Column]
  /// The one of them that is the total.
  private let total: Column?
  private let comparer: ReplyComparer
  /// The column of the status; rows without one were priced.
  private let status: Int?
  private let statuses: WordList
  private let arePriced: [Bool]
  /// The columns that say the currency, and ours.
  private let currencies: [Int]
  private let currency: String
  private let printed = ByteBuffer()
  package let sameness: Sameness
  package var places: [Int] { columns.map(\.place) }
  package var own: [Int] { columns.map(\.ours) }

  /// Nil where rows are no table, or more is to be done than to hold one cell
  /// against one value.
  package init?(
    _ comparer: ReplyComparer, of plan: PricePlan, map: ReferenceMap, columns names: [String]?
  ) {
    guard let names, map.places.reply.isEmpty, comparer.form.reply.isEmpty,
      let pairs = comparer.plan(forColumns: names)
    else { return nil }
    let schema = plan.quoteSchema
    let results = plan.comparedValues.map { $0.column(in: schema) }
    let places = NumberDifferences.places(
      of: results.compactMap { $0 }.map { CellForm(schema.columns[$0], of: schema) },
      minorUnit: comparer.minorUnit)
    var columns: [Column] = []
    for (column, value, place) in pairs {
      // Other spellings of a number are counted as tolerated there.
      let isTolerant = comparer.fields.tolerance(place).ulps > 0 && !comparer.isBinary
      guard !isTolerant, let ours = results[value],
        let kind = Self.kind(of: schema.columns[ours], in: schema, places: places)
      else { return nil }
      columns.append(Column(ours: ours, theirs: column, place: place, kind: kind))
    }
    self.columns = columns
    total = comparer.totals.lazy.compactMap { value in
      pairs.firstIndex { $0.value == value }.map { columns[$0] }
    }.first
    self.comparer = comparer
    if let path = map.places.status {
      guard path.count == 1 else { return nil }
      status = names.firstIndex(of: path[0])
    } else {
      status = nil
    }
    currency = comparer.currency
    currencies = names.indices.filter { column in
      CurrencyName.isOfAmounts(names[column])
        && !comparer.form.ignored.contains(names[column])
        && !pairs.contains { $0.column == column }
    }
    statuses = WordList(Array(map.statuses.keys))
    arePriced = map.statuses.values.map { $0 == .priced }
    let says = comparer.totals.compactMap { value in pairs.firstIndex { $0.value == value } }
    let hasTolerance = pairs.contains { !comparer.fields.tolerance($0.place).isNone }
    if comparer.isTextual, !hasTolerance, let first = says.first,
      case .decimal(let cells, _) = columns[first].kind
    {
      sameness = Sameness(
        numbers: NumberDifferences(
          places: cells.places, minorUnit: comparer.minorUnit, columnCount: columns.count,
          totals: says,
          lines: ComparedLines(
            of: plan, comparer, values: pairs.map(\.value), places: cells.places)))
    } else {
      sameness = Sameness(numbers: nil)
    }
  }

  /// Nil for what is never quickly the same. Decimals are read with so many `places`, or more
  /// where they have more.
  private static func kind(
    of column: ResultColumnSchema, in schema: QuoteSchema, places: Int
  ) -> Kind? {
    let form = CellForm(column, of: schema)
    switch form {
    case .decimal(_, let own, _), .wide(_, let own, _):
      guard let cells = AmountCells(places: max(own, places)),
        let factor = form.factor(places: cells.places)
      else { return nil }
      let isWide = column.storage == .wide
      return isWide ? .wide(cells, factor: factor) : .decimal(cells, factor: factor)
    case .double(let arithmetic): return .double(hidesSign: arithmetic == .javascript)
    case .flag: return .flag
    case .text: return .text
    case .choice: return .choice(WordList(column.choices))
    case .date, .time, .instant, .weekday, .fraction, .wideFraction: return .printed(form)
    case .texts, .point: return nil
    }
  }

  /// Holds a block of quotes against the rows of their bookings, rows without bytes where
  /// there is none. What is the same is counted.
  package func compare(_ quotes: QuoteBatch, _ rows: ColumnBuffer<TextSlice>) {
    let first = quotes.firstRow
    for row in 0..<quotes.count {
      let cells = rows[first + row]
      let isPriced = quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue
      let isKnown = isPriced && cells.count > 0 && arePriced(cells) && isOurCurrency(cells)
      sameness.marks[first + row] = isKnown ? 1 : 0
    }
    for index in columns.indices { compare(index, quotes, rows) }
    if let total {
      if case .decimal(_, let factor) = total.kind {
        sameness.sort(quotes, total: quotes.columns[total.ours], factor: factor) { row in
          let cells = rows[first + row]
          return cells.count > 0 && arePriced(cells)
        }
      }
      add(total, quotes, rows)
    }
    let count = sameness.count(first..<first + quotes.count)
    for column in columns { comparer.fields.countEqual(column.place, times: count) }
  }

  /// Whether the other side says that it priced.
  private func arePriced(_ row: TextSlice) -> Bool {
    guard let status else { return true }
    let cell = ReferenceCells.cell(status, of: row)
    if cell.count == 0 { return true }
    for index in arePriced.indices where statuses.slices[index].isEqual(to: cell) {
      return arePriced[index]
    }
    return false
  }

  /// Whether the other side says our currency where it says one; another spelling, and none, are
  /// for the slow way.
  private func isOurCurrency(_ row: TextSlice) -> Bool {
    currencies.allSatisfy { ReferenceCells.cell($0, of: row).isEqual(to: currency) }
  }

  // MARK: - Columns

  private func compare(
    _ index: Int, _ quotes: QuoteBatch, _ rows: ColumnBuffer<TextSlice>
  ) {
    let column = columns[index]
    let ours = quotes.columns[column.ours]
    switch column.kind {
    case .decimal(let amounts, let factor):
      let values = unsafe ours.integers.pointer
      let first = quotes.firstRow
      let numbers = sameness.numbers.flatMap {
        $0.isLookedFor && $0.places == amounts.places ? $0 : nil
      }
      each(column, of: quotes, rows: rows) { row, cell in
        if unsafe amounts.holds(cell, values[row], times: factor) { return true }
        guard let numbers, let theirs = amounts.read(cell) else { return false }
        let (value, isOver) = unsafe values[row].multipliedReportingOverflow(by: factor)
        return !isOver && numbers.note(first + row, index, ours: value, theirs: theirs)
      }
    case .wide(let amounts, let factor):
      each(column, of: quotes, rows: rows) { row, cell in
        guard let value = Int64(exactly: ours.wides[row]) else { return false }
        return amounts.holds(cell, value, times: factor)
      }
    case .double(let hidesSign):
      let values = unsafe ours.doubles.pointer
      // What is printed is compared: a zero less zero keeps its sign, with zero added none.
      let added = hidesSign ? 0.0 : -0.0
      each(column, of: quotes, rows: rows) { row, cell in
        guard let value = AmountCells.double(cell) else { return false }
        return unsafe value.bitPattern == (values[row] + added).bitPattern
      }
    case .flag:
      let values = unsafe ours.flags.pointer
      each(column, of: quotes, rows: rows) { row, cell in
        unsafe Self.isSame(values[row] != 0, cell)
      }
    case .text:
      let values = unsafe ours.texts.pointer
      each(column, of: quotes, rows: rows) { row, cell in unsafe Self.isSame(values[row], cell) }
    case .choice(let words):
      let values = unsafe ours.choices.pointer
      each(column, of: quotes, rows: rows) { row, cell in
        unsafe Self.isSame(words.slices[Int(values[row])], cell)
      }
    case .printed(let form):
      let values = PrintedColumn(ours, form: form, words: nil)
      let numbers = form.isFraction ? sameness.numbers.flatMap { $0.isLookedFor ? $0 : nil } : nil
      let amounts = numbers.flatMap { AmountCells(places: $0.places) }
      each(column, of: quotes, rows: rows) { row, cell in
        guard cell.count <= Self.mostPrinted else { return false }
        printed.removeAll()
        printed.append(values, row: row, as: .csv)
        let own = printed.slice(0, printed.count)
        if Self.isSame(own, cell) { return true }
        guard let numbers, let amounts, let value = amounts.read(own),
          let theirs = amounts.read(cell)
        else { return false }
        return numbers.note(quotes.firstRow + row, index, ours: value, theirs: theirs)
      }
    }
  }

  /// This many bytes are a day, a time, or a number that 128 bits hold.
  private static let mostPrinted = 32

  /// Holds our cells against theirs where nothing differs yet. What is not given is the
  /// same as an empty cell.
  @inline(__always)
  private func each(
    _ column: Column, of quotes: QuoteBatch, rows: ColumnBuffer<TextSlice>,
    isSame: (Int, TextSlice) -> Bool
  ) {
    let ours = quotes.columns[column.ours]
    let hasGaps = ours.given.count > 0
    let same = unsafe sameness.marks.pointer + quotes.firstRow
    let rows = unsafe rows.pointer + quotes.firstRow
    for row in 0..<quotes.count where unsafe same[row] != 0 {
      let cell = unsafe ReferenceCells.cell(column.theirs, of: rows[row])
      let holds = hasGaps && ours.given[row] == 0 ? cell.count == 0 : isSame(row, cell)
      unsafe same[row] = holds ? 1 : 0
    }
  }

  /// A list or an object in a cell is no text.
  @inline(__always)
  private static func isSame(_ text: TextSlice, _ cell: TextSlice) -> Bool {
    guard cell.count > 0, text.isSameCell(as: cell) else { return false }
    return cell[0] != UInt8(ascii: "[") && cell[0] != UInt8(ascii: "{")
  }

  /// Compares a flag with a cell as rules of any arithmetic write it.
  private static func isSame(_ flag: Bool, _ cell: TextSlice) -> Bool {
    flag
      ? cell.isEqual(to: "yes") || cell.isEqual(to: "true") || cell.isEqual(to: "True")
      : cell.isEqual(to: "no") || cell.isEqual(to: "false") || cell.isEqual(to: "False")
  }

  // MARK: - The total

  /// Adds up the totals of what is the same; bookings whose total is not easily
  /// added are for the slow way.
  private func add(_ total: Column, _ quotes: QuoteBatch, _ rows: ColumnBuffer<TextSlice>) {
    let ours = quotes.columns[total.ours]
    let first = quotes.firstRow
    guard case .decimal(let amounts, let factor) = total.kind, ours.given.count == 0,
      amounts.places <= DecimalSum.places
    else {
      for row in first..<first + quotes.count where sameness.isSame(row) {
        let cell = ReferenceCells.cell(total.theirs, of: rows[row])
        if !sameness.revenue.add(cell) { sameness.marks[row] = 0 }
      }
      return
    }
    var sum: Int128 = 0
    for row in 0..<quotes.count where sameness.isSame(first + row) {
      sum += Int128(ours.integers[row])
    }
    sameness.revenue.add(sum * Int128(factor), decimals: amounts.places)
  }
}
