import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// A block of quotes made ready for printing: each column as a plain value, so
/// that writing a row does no reference counting and allocates nothing.
///
/// One writer owns it and makes it ready block after block.
final class QuoteBlock {
  let columns: QuoteColumns
  let shape: QuoteShape
  private let forms: [CellForm]
  private let words: [WordList?]
  private let keyForm: CellForm?
  private let keyWords: WordList?

  /// By position in the schema; those that the format does not show have no cells.
  let results = ColumnBuffer<PrintedColumn>()
  private let shown: [Int]
  // Not checked for overlapping access, row by row: a block is one writer's.
  @safe @exclusivity(unchecked) private(set) var key: PrintedColumn?
  @safe @exclusivity(unchecked) private var unreadKeys: [Int: String] = [:]
  private(set) var carried: [PrintedColumn] = []
  private(set) var count = 0
  /// Row of the booking batch at which the block starts.
  @safe @exclusivity(unchecked) private(set) var firstRow = 0
  @safe @exclusivity(unchecked) private(set) var firstRecord: Int64 = 1

  private static let nothing = ColumnBuffer<Int64>()

  init(columns: QuoteColumns, format: OutputFormat) {
    self.columns = columns
    let schema = columns.quotes
    shape = QuoteShape(schema)
    forms = schema.columns.map { CellForm($0, of: schema) }
    words = schema.columns.map { $0.storage == .choice ? WordList($0.choices) : nil }
    shown = columns.results(in: format)?.sorted() ?? Array(schema.columns.indices)
    let field = columns.bookings.key.map { columns.bookings.lists[.booking].fields[$0] }
    keyForm = field.map { CellForm($0, arithmetic: columns.bookings.arithmetic) }
    keyWords = field.flatMap { $0.storage == .choice ? WordList($0.choices) : nil }
    for form in forms { results.append(PrintedColumn(Self.nothing, form: form)) }
  }

  func prepare(_ quotes: QuoteBatch, of bookings: BookingBatch) {
    count = quotes.count
    firstRow = quotes.firstRow
    firstRecord = bookings.firstRecord
    unreadKeys = bookings.unreadKeys
    for index in shown {
      results[index] = PrintedColumn(
        quotes.columns[index], form: forms[index], words: words[index])
    }
    if let index = columns.bookings.key, let form = keyForm {
      key = PrintedColumn(bookings.lists[.booking].columns[index], form: form, words: keyWords)
    }
    carried.removeAll(keepingCapacity: true)
    for column in bookings.carried {
      carried.append(PrintedColumn(column.cells, form: .text))
    }
  }

  /// A column of the bookings for a printer, where it has all rows of the block.
  func lent(_ column: PrintedColumn?) -> PrintedCell {
    guard let column, firstRow + count <= column.count else { return .asked }
    return .column(column, first: firstRow)
  }

  /// What names a row.
  enum Key {
    /// The number of its record, where the bookings have no key.
    case record
    /// A key that could not be read, as it came in; empty where it is not given.
    case unread(String)
    case cell(PrintedColumn, row: Int)
  }

  func key(of row: Int) -> Key {
    guard let key else { return .record }
    if let text = unreadKeys[firstRow + row] { return .unread(text) }
    return firstRow + row < key.count ? .cell(key, row: firstRow + row) : .unread("")
  }

  /// The texts of the keys, where all rows of the block have theirs as it came in.
  var keyTexts: PrintedColumn? {
    guard let key, key.plain == .text, unreadKeys.isEmpty, firstRow + count <= key.count else {
      return nil
    }
    return key
  }

  /// The key of a row, or its record's number; one that is not given is empty in CSV and null in
  /// JSON.
  func appendKey(_ row: Int, to buffer: ByteBuffer, as notation: CellNotation) {
    if let key, unreadKeys.isEmpty, firstRow + row < key.count {
      return buffer.append(key, row: firstRow + row, as: notation)
    }
    switch key(of: row) {
    case .record: appendRecord(row, to: buffer)
    case .unread(let text) where !text.isEmpty: buffer.append(text: text, as: notation)
    case .unread: if notation.isJSON { buffer.append("null") }
    case .cell(let cells, let row): buffer.append(cells, row: row, as: notation)
    }
  }

  func appendRecord(_ row: Int, to buffer: ByteBuffer) {
    buffer.append(integer: firstRecord + Int64(firstRow + row))
  }

  func appendCarried(
    _ column: Int, _ row: Int, to buffer: ByteBuffer, as notation: CellNotation
  ) {
    guard column < carried.count, firstRow + row < carried[column].count else {
      if notation.isJSON { buffer.append("null") }
      return
    }
    buffer.append(carried[column], row: firstRow + row, as: notation)
  }
}

extension ByteBuffer {
  package func append(status: UInt8) {
    switch QuoteBatch.Status(rawValue: status) {
    case .quoted: append("quoted")
    case .declined: append("declined")
    case .fault, nil: append("fault")
    }
  }
}

extension QuoteSchema {
  /// The result that stands for a line in a row: its sum, or for a subtotal
  /// the running value it names (in each of the elements, their sum).
  package func rowColumn(of line: QuoteLine) -> Int {
    if line.kind == .subtotal, let running = line.running, columns[running].grain == .booking {
      return running
    }
    return line.named ?? line.sum
  }
}
