import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The values of our quotes that replies are held against, as the cells that they are: outputs,
/// lines and the total, and behind them the fields of outputs that are records.
final class HeldValues {
  /// Records of a list, and their fields among all values.
  struct Records: BitwiseCopyable {
    var list: ListID
    /// The list of what holds them.
    var above: ListID
    var first: Int
    var end: Int

    var fields: Range<Int> { first..<end }
  }

  private struct Value: BitwiseCopyable {
    /// The result column; -1 for records.
    var column = -1
    var records: Records?
    var kind = Kind.slow
    var isIgnored = false
  }

  private enum Kind: BitwiseCopyable {
    /// `Int64` × `factor` × 10^-`places`.
    case decimal(AmountCells, factor: Int64)
    /// The same as `decimal`, for an `Int128`.
    case wide(AmountCells, factor: Int64)
    /// Whether a zero is printed without its sign.
    case double(hidesSign: Bool)
    case flag, text, texts, choice
    /// What is written in one way, or is for the slow way where it is written in another.
    case printed
    case slow
  }

  private let values = ColumnBuffer<Value>()
  private let cells = ColumnBuffer<PrintedColumn>()
  private var names: [String] = []
  private var forms: [CellForm] = []
  private var words: [WordList?] = []
  private let parents: ByList<ListID?>
  private let isBinary: Bool
  private let printed = ByteBuffer()
  private var quotes: QuoteBatch?

  var count: Int { values.count }

  init(_ comparer: ReplyComparer, of plan: PricePlan) {
    let schema = plan.quoteSchema
    parents = schema.listParents
    isBinary = comparer.isBinary
    let columns = plan.comparedValues.map { $0.column(in: schema) }
    for (index, name) in comparer.names.enumerated() {
      add(name, column: columns[index], of: schema)
    }
    for (index, output) in schema.outputs.enumerated() {
      add(recordsOf: output, at: index, above: .booking, schema, comparer)
    }
    let none = ColumnBuffer<Int64>()
    for form in forms { cells.append(PrintedColumn(none, form: form)) }
  }

  private func add(_ name: String, column: Int?, of schema: QuoteSchema) {
    var value = Value()
    if let column {
      value.column = column
      value.kind = Self.kind(of: schema.columns[column], in: schema)
    }
    values.append(value)
    names.append(name)
    forms.append(column.map { CellForm(schema.columns[$0], of: schema) } ?? .text)
    words.append(
      column.flatMap {
        schema.columns[$0].storage == .choice ? WordList(schema.columns[$0].choices) : nil
      })
  }

  private func add(
    recordsOf output: QuoteOutput, at index: Int, above: ListID, _ schema: QuoteSchema,
    _ comparer: ReplyComparer
  ) {
    guard case .records(let list, let fields) = output.body else { return }
    let first = values.count
    for field in fields {
      var column: Int?
      if case .value(let found) = field.body { column = found }
      add(field.name, column: column, of: schema)
      values[values.count - 1].isIgnored = comparer.form.ignored.contains(field.name)
    }
    values[index].records = Records(
      list: list, above: above, first: first, end: first + fields.count)
    for (offset, field) in fields.enumerated() {
      add(recordsOf: field, at: first + offset, above: list, schema, comparer)
    }
  }

  private static func kind(of column: ResultColumnSchema, in schema: QuoteSchema) -> Kind {
    switch CellForm(column, of: schema) {
    case .decimal(let factor, let places, _), .wide(let factor, let places, _):
      guard let factor = Int64(exactly: factor), let cells = AmountCells(places: places) else {
        return .slow
      }
      return column.storage == .wide
        ? .wide(cells, factor: factor) : .decimal(cells, factor: factor)
    case .double(let arithmetic): return .double(hidesSign: arithmetic == .javascript)
    case .flag: return .flag
    case .text: return .text
    case .texts: return .texts
    case .choice: return .choice
    case .date, .time, .instant, .weekday, .fraction, .wideFraction: return .printed
    case .point: return .slow
    }
  }

  /// Takes the cells of a block, until the next one.
  func prepare(_ quotes: QuoteBatch) {
    self.quotes = quotes
    for index in 0..<values.count where values[index].column >= 0 {
      cells[index] = PrintedColumn(
        quotes.columns[values[index].column], form: forms[index], words: words[index])
    }
  }

  /// Whether nothing is found equal here.
  func isSlow(_ value: Int) -> Bool {
    if case .slow = values[value].kind { return values[value].records == nil }
    return false
  }

  /// Whether the map ignores fields of this name.
  func isIgnored(_ value: Int) -> Bool { values[value].isIgnored }

  func isCalled(_ value: Int, _ name: TextSlice) -> Bool { name.isEqual(to: names[value]) }

  @inline(__always) func records(_ value: Int) -> Records? { values[value].records }

  /// Records are always given: there may be none of them.
  @inline(__always) func isGiven(_ value: Int, _ element: Int) -> Bool {
    guard values[value].column >= 0, cells[value].isGiven(element) else {
      return values[value].column < 0
    }
    guard case .double = values[value].kind else { return true }
    // JSON has no number for it.
    return cells[value].cell(element, as: Double.self).isFinite
  }

  func elements(of records: Records, below element: Int) -> Range<Int> {
    elements(of: records.list, below: element, of: records.above)
  }

  private func elements(of list: ListID, below element: Int, of above: ListID) -> Range<Int> {
    guard list != above, let quotes else { return element..<element + 1 }
    let holders = elements(of: parents[list] ?? .booking, below: element, of: above)
    let ends = quotes.offsets[list]
    return Int(ends[holders.lowerBound])..<Int(ends[holders.upperBound])
  }

  /// Where the words of a list of texts are; nil for anything else.
  @inline(__always) func texts(_ value: Int, _ element: Int) -> Range<Int>? {
    guard case .texts = values[value].kind else { return nil }
    return cells[value].range(element)
  }

  @inline(__always) func word(_ value: Int, _ index: Int) -> TextSlice { cells[value].word(index) }

  /// Whether a value that is given says what theirs says, which is neither null nor a list.
  @inline(__always) func holds(_ value: Int, _ element: Int, _ theirs: JSONNode) -> Bool {
    let ours = cells[value]
    switch values[value].kind {
    case .decimal(let amounts, let factor):
      return theirs.isNumber
        && amounts.holds(theirs.text, ours.cell(element, as: Int64.self), times: factor)
    case .wide(let amounts, let factor):
      guard let number = Int64(exactly: ours.cell(element, as: Int128.self)) else { return false }
      return theirs.isNumber && amounts.holds(theirs.text, number, times: factor)
    case .double(let hidesSign):
      // What is printed is compared: a zero less zero keeps its sign, with zero added none.
      let number = ours.cell(element, as: Double.self) + (hidesSign ? 0.0 : -0.0)
      guard theirs.isNumber, let other = double(theirs.text) else { return false }
      return number.bitPattern == other.bitPattern
    case .flag:
      return theirs.isFlag && theirs.isTrue == (ours.cell(element, as: UInt8.self) != 0)
    case .text:
      return theirs.isString && ours.cell(element, as: TextSlice.self).isSameText(as: theirs.text)
    case .choice:
      let word = ours.word(Int(ours.cell(element, as: Int32.self)))
      return theirs.isString && word.isSameText(as: theirs.text)
    case .printed: return isPrinted(ours, element, theirs)
    case .texts, .slow: return false
    }
  }

  /// The double that a text says. Where numbers are decimals, one with more digits than a double
  /// has is for the slow way.
  @inline(__always) private func double(_ text: TextSlice) -> Double? {
    AmountCells.double(text) ?? (isBinary ? ReplyComparer.double(text) : nil)
  }

  /// Whether equal numbers of this value are equal as decimals, too.
  func isSurelyWritten(_ value: Int, like text: TextSlice) -> Bool {
    if case .double = values[value].kind { return AmountCells.double(text) != nil }
    return true
  }

  private func isPrinted(_ ours: PrintedColumn, _ element: Int, _ theirs: JSONNode) -> Bool {
    guard theirs.isNumber || theirs.isString else { return false }
    printed.removeAll()
    printed.append(ours, row: element, as: .json)
    let text = printed.slice(0, printed.count)
    guard text.count > 1, text[0] == UInt8(ascii: "\"") else {
      return theirs.isNumber && text.isSameText(as: theirs.text)
    }
    return theirs.isString && text.part(1, text.count - 1).isSameText(as: theirs.text)
  }
}
