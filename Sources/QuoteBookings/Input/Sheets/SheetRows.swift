import QuoteLanguage
import Glibc
import QuoteSyntax

/// The rows of a sheet on their way in: they are read as CSV, which is made while it is read, and
/// what is said of them names their cells.
final class SheetRows: ByteMaker, @unchecked Sendable {
  private let book: SheetBook
  private let name: String
  private let sheet: Int
  private let meter: InputMeter?
  /// Rows are read by one thread while others ask where they are.
  private let monitor = Monitor()
  /// What is to be known of the choice of the sheet.
  private(set) var remark: String?
  /// The columns that are read.
  private var used: Set<Int> = []
  private var headerRow = 0
  /// The first rows below the header, in which a byte of 1 stands before each number of the columns
  /// whose texts have to be looked at.
  private(set) var firstRows: [UInt8] = []
  /// The line of the header, from 1, where titles stand above it of which the rules do not tell.
  private(set) var headerLine: Int?
  /// So many titles are passed over.
  private static let mostTitles = 8

  /// Nil where the source is no spreadsheet. Throws where it is one that cannot be read, or has
  /// no such sheet.
  init?(
    _ source: ByteSource, _ schema: BookingSchema, _ options: ReaderOptions
  ) throws(Trouble) {
    let named: String?
    switch source {
    case .file(let path):
      let (file, part) = SheetBook.parts(of: path)
      guard let book = try Self.open(file) else { return nil }
      (self.book, name, named) = (book, file, part ?? options.sheet)
    case .standardInput:
      guard let book = try Self.book(of: 0, source.name) else { return nil }
      (self.book, name, named) = (book, source.name, options.sheet)
    case .memory(let name, let bytes):
      guard let book = try SheetBook(bytes: bytes, name: name) else { return nil }
      (self.book, self.name, named) = (book, name, options.sheet)
    case .made: return nil
    }
    meter = options.meter
    sheet = try book.sheet(named: named)
    remark = nil
    if options.delimiter != nil {
      throw .noUse(of: "--delimiter", "is for CSV", name, "a spreadsheet")
    }
    if let format = options.format, format != .csv {
      throw .noUse(of: "--from", "says how a text is to be read", name, "a spreadsheet")
    }
    if !options.bookingPath.isEmpty {
      throw .noUse(of: "--booking-at", "is for JSON records", name, "a spreadsheet")
    }
    if named == nil { try look(at: schema, options) }
    try begin(schema, options)
  }

  /// Says which sheet is read where others could be, too. Throws where this one has not the
  /// columns that are wanted, and another has.
  private func look(at schema: BookingSchema, _ options: ReaderOptions) throws(Trouble) {
    let others = book.sheets.indices.filter { $0 != sheet && !book.sheets[$0].isHidden }
    if others.isEmpty { return }
    let fitting = others.prefix(20).filter { fits($0, schema, options) }
    // Who wants no columns yet, as a draft of rules does, can tell no sheet from another.
    let wantsColumns = schema.lists.contains { !$0.fields.isEmpty }
    if !wantsColumns || fits(sheet, schema, options) {
      remark = fitting.isEmpty ? nil : Self.remark(on: book, sheet)
      return
    }
    guard let other = fitting.first else { return }
    throw .otherSheet(sheetName, book.sheets[other].name, name)
  }

  /// Whether the header of a sheet has the columns that are wanted.
  private func fits(_ sheet: Int, _ schema: BookingSchema, _ options: ReaderOptions) -> Bool {
    do throws(Trouble) {
      guard let (names, _) = try header(of: sheet, schema) else { return false }
      _ = try CSVLayout(
        names: names, delimiter: UInt8(ascii: ","), schema: schema, options: options, source: name)
      return true
    } catch {
      // What else is wrong is told by whoever reads the sheet.
      return error.id != "missing-column" && error.id != "merged-header"
    }
  }

  /// What the rows are read from.
  var source: ByteSource { .made(name: name, by: self) }

  private static func open(_ path: String) throws(Trouble) -> SheetBook? {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    // Whoever reads it as something else says what is wrong.
    guard descriptor >= 0 else { return nil }
    do throws(Trouble) {
      if let book = try book(of: descriptor, path, closing: true) { return book }
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    return nil
  }

  /// The book in a regular file that begins as archives do.
  private static func book(
    of descriptor: Int32, _ name: String, closing: Bool = false
  ) throws(Trouble) -> SheetBook? {
    var status = stat()
    var first: UInt32 = 0
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      unsafe pread(descriptor, &first, 4, 0) == 4, UInt32(littleEndian: first) == 0x0403_4B50
    else { return nil }
    return try SheetBook(descriptor: descriptor, name: name) { if closing { close(descriptor) } }
  }

  private static func remark(on book: SheetBook, _ sheet: Int) -> String? {
    let seen = book.sheets.filter { !$0.isHidden }
    guard seen.count > 1 else { return nil }
    let others = seen.map(\.name).filter { $0 != book.sheets[sheet].name }
    let listed = others.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return "`\(book.name)` has \(seen.count) sheets, and the first, `\(book.sheets[sheet].name)`, "
      + "is read: `--sheet` reads another (\(listed))"
  }

  // MARK: The header

  /// Reads the header and tells the book how each column is to be read.
  private func begin(_ schema: BookingSchema, _ options: ReaderOptions) throws(Trouble) {
    // What is wrong with a header is found by who reads it as one.
    guard let (names, hasTitles) = try header(of: sheet, schema) else { return }
    if hasTitles { headerLine = book.lineCount }
    guard
      let layout = try? CSVLayout(
        names: names, delimiter: UInt8(ascii: ","), schema: schema, options: options, source: name)
    else {
      book.width = names.count
      return
    }
    headerRow = book.row(ofLine: book.lineCount)
    used = Set(layout.used)
    try lookAtTexts(layout.columnsOfMaybeGroupedDigits(schema))
    book.width = names.count
    if let currency = schema.currencyMarks.first {
      book.mark { mark in
        // Many currencies are written with a bare `$`.
        ModelChecker.isSign(mark, ofOtherThan: currency)
          && !(mark == "$" && CurrencySign.mayBeDollar(currency))
      }
    }
    for column in layout.used { book.read(column, as: .any, isMarked: false) }
    for (list, cells) in zip(schema.lists, layout.cells) {
      for (field, found) in zip(list.fields, cells) {
        for case .column(let column) in found {
          used.insert(column)
          book.read(column, as: Self.use(of: field.type), isMarked: field.notation != nil)
        }
      }
    }
  }

  /// Begins a sheet and reads its names, those below titles where the rules do not name a line: a
  /// title is one text, merged across columns. Nil where they cannot be read.
  private func header(
    of sheet: Int, _ schema: BookingSchema
  ) throws(Trouble) -> (names: [String], hasTitles: Bool)? {
    let first = schema.rows.headerLine ?? 1
    var row = first
    for _ in 0...Self.mostTitles {
      guard let names = try names(of: sheet, row) else { return nil }
      guard names.contains("") || names.count == 1 else { return (names, row > first) }
      let title = book.row(ofLine: book.lineCount)
      guard let merged = try book.mergedCells(sheet, inRow: title) else {
        _ = try self.names(of: sheet, row)
        return (names, row > first)
      }
      guard schema.rows.headerLine == nil, names.count(where: { !$0.isEmpty }) == 1,
        try self.names(of: sheet, title + 1) != nil, book.row(ofLine: book.lineCount) > title
      else {
        throw .mergedHeader(
          merged, sheet: book.sheets[sheet].name, of: name,
          names: try rowOfNames(below: title, in: sheet))
      }
      row = title + 1
    }
    return nil
  }

  /// The cells of the first row with values from one on.
  private func names(of sheet: Int, _ row: Int) throws(Trouble) -> [String]? {
    try book.begin(sheet, as: .any)
    return CSVHeader(try book.readHeader(row: row), delimiter: UInt8(ascii: ",")).names
  }

  /// The first row below one that can be a header.
  private func rowOfNames(below title: Int, in sheet: Int) throws(Trouble) -> Int? {
    var row = title
    for _ in 0...Self.mostTitles {
      guard let names = try names(of: sheet, row + 1), book.row(ofLine: book.lineCount) > row else {
        return nil
      }
      row = book.row(ofLine: book.lineCount)
      if names.count > 1, !names.contains("") { return row }
    }
    return nil
  }

  /// Reads the first rows, and then begins again at the header.
  private func lookAtTexts(_ columns: [Int]) throws(Trouble) {
    if columns.isEmpty { return }
    _ = try names(of: sheet, headerRow)
    for column in columns { book.read(column, as: .any, isMarked: true) }
    // The header comes first. What is damaged is told of by whoever reads it.
    if (try? book.read(atLeast: 0)) != nil {
      firstRows = (try? book.read(atLeast: 16 << 10)) ?? []
    }
    _ = try names(of: sheet, headerRow)
  }

  private static func use(of type: InputType) -> SheetBook.Use {
    switch type {
    case .date: .date
    case .time: .time
    case .instant: .instant
    case .money: .amount
    case .text, .flag, .count, .number, .duration, .distance, .weight, .declared, .point, .oneOf:
      .any
    }
  }

  /// The currency that all numbers read of a column are formatted with; nil where they have none,
  /// or several.
  func currency(ofColumn column: Int) -> String? {
    monitor.alone { book.currency(ofColumn: column) }
  }

  private var sheetName: String { book.sheets[sheet].name }

  // MARK: Rows

  func more() throws(Trouble) -> [UInt8] {
    try monitor.alone { () throws(Trouble) in
      let bytes = try book.read(atLeast: 64 << 10)
      meter?.add(book.consumed)
      return bytes
    }
  }

  /// Which merged cells there are: only the first of them has the value, whatever people see. It is
  /// asked when all rows were read.
  var remarkOnMerged: String? {
    let merged = monitor.alone { book.mergedBehindRows() }.filter { range in
      range.rows.upperBound > headerRow && range.columns.contains { used.contains($0) }
    }
    guard let first = merged.first else { return nil }
    let more = merged.count == 1 ? "" : " and \(merged.count - 1) more"
    return "sheet `\(sheetName)` of `\(name)` has merged cells, \(first.written)\(more): only the "
      + "first cell of each has the value, and the others are read as empty; unmerge them, and "
      + "write the value in each"
  }

  /// `Sheet1!C7`, or `Sheet1!7:7` of a row as a whole.
  func cell(column: Int, line: Int64) -> String {
    guard line > 0 else { return "" }
    let row = monitor.alone { book.row(ofLine: Int(line)) }
    let isPlain = sheetName.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    let sheet = isPlain ? sheetName : "'" + sheetName.replacing("'", with: "''") + "'"
    return column < 0 ? "\(sheet)!\(row):\(row)" : "\(sheet)!\(SheetBook.letters(of: column))\(row)"
  }
}

extension TextSlice {
  /// Without the byte that stands before numbers and dates of a spreadsheet in columns that rules
  /// say are written in some way.
  var withoutSheetMark: TextSlice { count > 0 && self[0] == 1 ? part(1, count) : self }
}

extension CSVFiller {
  /// Tells of a cell that holds an error, or a formula without its value.
  func reportSheetCell(_ row: Int, _ layout: CSVLayout) {
    for column in layout.names.indices {
      let text = table.cell(row, column)
      guard text.count > 1, text[0] == 0 else { continue }
      let isFormula = text[1] == UInt8(ascii: "=")
      let fields = zip(decoders.lists, layout.cells).flatMap { list, cells in
        zip(list.fields, cells).filter { _, cells in
          cells.contains { if case .column(column) = $0 { true } else { false } }
        }.map(\.0.schema.name)
      }
      let name = fields.first ?? layout.names[column]
      let value = isFormula ? "" : text.part(1, text.count).string
      let reason: CellFault = isFormula ? .unsavedFormula : .sheetError
      var fault = RowFault(
        row: filler.row, record: Int64(filler.row), line: filler.line, field: name, value: value,
        reason: reason.rawValue, message: reason.message(FaultContext(field: name, value: value)))
      fault.column = column
      let schema = filler.batch.schema
      if let key = schema.key, schema.lists[.booking].fields[key].name == name {
        filler.batch.unreadKeys[filler.row] = value
      }
      return filler.batch.faults.add(fault)
    }
  }
}

extension Trouble {
  static func otherSheet(_ sheet: String, _ other: String, _ name: String) -> Trouble {
    Trouble(
      "missing-column",
      "the first sheet of `\(name)`, `\(sheet)`, has no column for every input, and `\(other)` "
        + "has: `--sheet \(Literal.quoted(other))` reads it")
  }

  static func mergedHeader(
    _ range: String, sheet: String, of name: String, names below: Int?
  ) -> Trouble {
    let way = below.map {
      "; if row \($0) has the names, the rules say `bookings: { header: \($0) }`"
    }
    return Trouble(
      "merged-header",
      "the header of sheet `\(sheet)` of `\(name)` has merged cells, \(range): each column needs a "
        + "name of its own, in one cell" + (way ?? ""))
  }
}
