import QuoteLanguage
package import QuoteSyntax

/// The door for bookings that somebody else holds as columns: a table's rows into batches.
///
/// Columns are found by their names as those of a CSV file are, and a cell means what it would
/// mean there; only what is no text need not be written and read to be understood. Texts are
/// copied to where they may be read, codes and offsets were checked by who lends them, and every
/// number is held against the field's range: behind this door nobody asks again.
///
/// One a thread.
package final class ColumnFiller {
  let decoders: BookingDecoders
  let filler: BatchFiller
  let layout: CSVLayout
  let columns: [any ForeignColumn]
  let room = ForeignRoom()
  /// How each list right below the booking is filled, by the list.
  private var lists: [Int: ListWay] = [:]
  private var elements: [Int: ElementFiller] = [:]
  private let texts = TextCache()

  private enum ListWay {
    /// A column of lists, a field at a time.
    case columns
    /// Booking by booking, as a CSV file has it.
    case cells
  }

  /// Reads columns that have these names, of which the first `ownColumns` are the table's own and
  /// the others members of its objects.
  ///
  /// Throws where a name is there twice, a column is missing that every booking must give, or
  /// the rows are not bookings but elements of a list.
  package init(
    schema: BookingSchema, names: [String], ownColumns: Int, columns: [any ForeignColumn],
    asOf: Instant?
  ) throws(Trouble) {
    precondition(names.count == columns.count)
    let options = ReaderOptions()
    layout = try CSVLayout(
      names: names, ownColumns: ownColumns, delimiter: UInt8(ascii: ","), schema: schema,
      options: options, source: "the table")
    self.columns = columns
    decoders = BookingDecoders(schema, asOf: asOf, tellsCodesOfElements: true)
    filler = BatchFiller(decoders, lastDuplicateWins: false)
    for child in decoders.lists[0].children { try place(decoders.lists[child]) }
  }

  private func place(_ list: ListDecoder) throws(Trouble) {
    for case .rows(_, false) in layout.parts[list.index] {
      throw .rowsAreElements(of: list.schema.name)
    }
    lists[list.index] = .cells
    guard list.schema.sources.count == 1, layout.parts[list.index].count == 1,
      case .cell(let column, 0) = layout.parts[list.index][0],
      let elements = columns[column].elements,
      let filler = ElementFiller(decoders, list: list, elements: elements, room: room)
    else { return }
    lists[list.index] = .columns
    self.elements[list.index] = filler
  }

  /// Which columns the rules read; of others nothing is asked.
  package var used: Set<Int> { layout.used }

  /// Which of the table's own columns have nothing that is read.
  package var unread: [Int] {
    let used = used
    return (0..<layout.ownColumns).filter { !layout.isRead($0, used) }
  }

  /// Names of columns that look like one that the rules read and no column has.
  package var remarks: [String] { layout.remarks(for: decoders.schema) }

  /// Puts rows of the table into a batch. `before` is the key of the row before them, where
  /// bookings are held against their neighbour.
  package func fill(
    _ batch: BookingBatch, rows: Range<Int>, firstRecord: Int64, before: String? = nil
  ) throws(Trouble) {
    batch.removeAll()
    batch.count = rows.count
    batch.firstRecord = firstRecord
    filler.row = 0
    filler.line = 0
    filler.begin(batch)
    filler.layout = layout
    texts.removeAll()
    let own = batch.lists[.booking]
    own.count = rows.count
    try tellWrongBytes(rows)
    for (index, column) in own.columns.enumerated() {
      column.resize(to: rows.count)
      try fill(index, column, rows)
    }
    compareKeys(batch, before)
    for child in decoders.lists[0].children { try fillList(decoders.lists[child], batch, rows) }
    batch.faults.shift(records: firstRecord, lines: 0, source: "")
  }

  // MARK: The booking's own fields

  /// Bytes that are no text are told before anything else of a row, as of a row of a file.
  private func tellWrongBytes(_ rows: Range<Int>) throws(Trouble) {
    for (field, cells) in layout.cells[0].enumerated() {
      for cell in cells {
        switch cell {
        case .column(let column): try tellWrongBytes(columns[column], field, rows)
        case .pair(let first, let second):
          try tellWrongBytes(columns[first], field, rows)
          try tellWrongBytes(columns[second], field, rows)
        }
      }
    }
  }

  private func tellWrongBytes(
    _ column: any ForeignColumn, _ field: Int, _ rows: Range<Int>
  ) throws(Trouble) {
    guard try column.hasWrongBytes(rows) else { return }
    func tell(_ row: Int, _ text: TextSlice) {
      if let wrong = CellFault(ofBytes: text) { fault(wrong, field: field, row: row, value: text) }
    }
    switch try column.cells(rows) {
    case .texts(let run):
      for row in 0..<rows.count { tell(row, run.cells[row]) }
    case .words(let words):
      let texts = words.words.cells
      for row in 0..<rows.count { tell(row, words.text(row, texts)) }
    case .integers, .doubles, .flags, .beyond: break
    }
  }

  private func fill(_ index: Int, _ target: FieldColumn, _ rows: Range<Int>) throws(Trouble) {
    let decoder = decoders.lists[0].fields[index]
    let cells = layout.cells[0][index]
    if cells.isEmpty {
      decoder.readNothing(rows.count, into: target) {
        fault($1, field: index, row: $0, value: .empty)
      }
    } else if cells.count == 1, case .column(let column) = cells[0] {
      try decoder.read(columns[column], rows, into: target, room) {
        fault($1, field: index, row: $0, value: $2)
      }
    } else {
      try fillChoices(index, of: cells, decoder: decoder, into: target, rows: rows)
    }
  }

  /// A field that is in the first of several columns that gives it, or in two of them.
  private func fillChoices(
    _ index: Int, of cells: [CSVLayout.Cell], decoder: FieldDecoder, into target: FieldColumn,
    rows: Range<Int>
  ) throws(Trouble) {
    let runs = try cells.map { cell throws(Trouble) in try self.runs(of: cell, rows) }
    for row in 0..<rows.count {
      var (value, outcome, shown) = (CellValue(), CellOutcome.missing, TextSlice.empty)
      for (first, second) in runs {
        shown = first[row]
        outcome =
          second.map { decoder.decodePoint(shown, $0[row], &value) }
          ?? decoder.decode(shown, &value)
        if case .missing = outcome { continue }
        break
      }
      decoder.settle(outcome, value, into: target, at: row) {
        fault($1, field: index, row: $0, value: shown)
      }
    }
  }

  private func runs(
    of cell: CSVLayout.Cell, _ rows: Range<Int>
  ) throws(Trouble) -> (CellRun, CellRun?) {
    switch cell {
    case .column(let column): (try texts.cells(of: columns[column], column, rows), nil)
    case .pair(let first, let second):
      (
        try texts.cells(of: columns[first], first, rows),
        try texts.cells(of: columns[second], second, rows)
      )
    }
  }

  private func fault(_ reason: CellFault, field: Int, row: Int, value: TextSlice) {
    filler.row = row
    filler.fault(reason, decoders.lists[0], field, value: value)
  }

  /// Neighbours that have the same key, as in a file.
  private func compareKeys(_ batch: BookingBatch, _ before: String?) {
    guard let field = decoders.key, batch.count > 0, let before else { return }
    let keys = KeyColumn(batch, field)
    func tell(_ row: Int) {
      let key = keys[row]
      let text = unsafe key.withUnsafeBufferPointer { bytes in
        // A key that is repeated is not empty.
        unsafe filler.arena.copy(TextSlice(base: bytes.baseAddress!, count: bytes.count))
      }
      fault(.repeatedKey, field: field, row: row, value: text)
    }
    if !before.isEmpty, Array(before.utf8) == keys[0] { tell(0) }
    keys.forEachRepeat(batch.count, tell)
  }

  /// The key of the last row that was put into a batch, for the row after it.
  package func lastKey(of batch: BookingBatch) -> String {
    guard let field = decoders.key, batch.count > 0 else { return "" }
    return String(decoding: KeyColumn(batch, field)[batch.count - 1], as: UTF8.self)
  }

  // MARK: Lists

  private func fillList(
    _ list: ListDecoder, _ batch: BookingBatch, _ rows: Range<Int>
  ) throws(Trouble) {
    switch lists[list.index] {
    case .columns?:
      if try elements[list.index]?.fill(batch, rows, filler) == true { return }
      // Some booking has too many of them, or they do not lie together.
      elements[list.index]?.clear(batch)
    case .cells?, nil: break
    }
    for row in 0..<rows.count {
      filler.row = row
      try addList(list, row, rows)
    }
  }

  /// Gathers a list of one booking.
  private func addList(_ list: ListDecoder, _ row: Int, _ rows: Range<Int>) throws(Trouble) {
    for part in layout.parts[list.index] {
      switch part {
      case .cell(let column, let source):
        let cells = try texts.cells(of: columns[column], column, rows)
        filler.addCell(cells[row], list, source: source)
      case .extra(let source): filler.addExtra(list, source: source)
      case .rows(let source, _):
        if filler.hasRoom(in: list) { try addRow(to: list, row: row, among: rows, source: source) }
      }
    }
    filler.close(list.index)
  }

  /// An element that is the booking itself.
  private func addRow(
    to list: ListDecoder, row: Int, among rows: Range<Int>, source: Int
  ) throws(Trouble) {
    filler.enter(list, source: source)
    for (field, cells) in layout.cells[list.index].enumerated() {
      var (value, outcome, shown) = (CellValue(), CellOutcome.missing, TextSlice.empty)
      let decoder = list.fields[field]
      for cell in cells {
        let (first, second) = try runs(of: cell, rows)
        shown = first[row]
        outcome =
          second.map { decoder.decodePoint(shown, $0[row], &value) }
          ?? decoder.decode(shown, &value)
        if case .missing = outcome { continue }
        break
      }
      filler.add(outcome, value, to: list, field: field, shown: shown)
    }
    filler.finishElement(list, source: source)
    for child in list.children { try addList(decoders.lists[child], row, rows) }
    filler.leave()
  }
}

/// Columns of a run of rows as texts, each written once.
final class TextCache {
  private var kept: [Int: (run: TextRun, cells: CellRun)] = [:]

  func removeAll() { kept.removeAll(keepingCapacity: true) }

  func cells(
    of column: any ForeignColumn, _ index: Int, _ rows: Range<Int>
  ) throws(Trouble) -> CellRun {
    if let known = kept[index] { return known.cells }
    let run = try column.texts(rows)
    kept[index] = (run, run.cells)
    return run.cells
  }
}

extension Trouble {
  static func rowsAreElements(of list: String) -> Trouble {
    Trouble(
      "rows-are-elements",
      "each row of the table is an element of `\(list)`: a table of bookings has one row a "
        + "booking, and `\(list)` in it as a column of lists")
  }
}

extension ColumnFiller {
  /// The column that names bookings, if it is one.
  package var keyColumn: Int? { layout.keyColumn }

  /// Whether that column alone is the key, as it stands there.
  package var isKeyOneColumn: Bool {
    decoders.key.map { layout.cells[0][$0].count == 1 } ?? false
  }
}
