import QuoteLanguage
import QuoteSyntax

/// Rows of a CSV chunk into a batch: the booking's own fields in runs, the
/// elements of its lists row by row.
final class CSVFiller {
  let decoders: BookingDecoders
  let filler: BatchFiller
  let table = CSVTable()
  /// First row of each booking, and one more entry for the end; empty where
  /// every row is a booking.
  let firstRows = ColumnBuffer<Int32>()
  /// Marks of cells that had to be picked together, two a cell.
  private let picked = ColumnBuffer<UInt32>()
  let scratch = CellScratch()
  var keyMarks = KeyMarks()
  private(set) lazy var listCells = ListCellReader(filler, options)
  private let options: ReaderOptions
  /// How the booking's own fields are read, of the layout and columns last seen.
  private var ownFields: (layout: CSVLayout?, of: ListColumns?, fields: [OwnField]) = (nil, nil, [])
  private(set) var bookings = 0

  /// Rows read before the next column is begun: their cells stay in the cache.
  static let blockRows = 2048

  init(_ filler: BatchFiller, _ options: ReaderOptions) {
    self.filler = filler
    decoders = filler.decoders
    self.options = options
  }

  /// Adds every booking of a chunk; gives how many lines it had.
  func fill(_ batch: BookingBatch, from chunk: InputChunk, _ layout: CSVLayout) -> Int64 {
    table.read(chunk, layout)
    filler.begin(batch)
    filler.layout = layout
    group(layout)
    batch.count = bookings
    writeLines(batch)
    reportLong(chunk.longBookings, layout)
    reportProblems(batch)
    let own = batch.lists[.booking]
    own.count = bookings
    for column in own.columns { column.resize(to: bookings) }
    readFields(own, layout)
    checkKeys(layout)
    if layout.isGrouped { checkAgreement(layout) }
    carry(batch, layout)
    if table.hasWide || table.hasNul { repairEchoes(batch) }
    fillLists(layout)
    return table.lineCount
  }

  // MARK: Bookings and their rows

  private func group(_ layout: CSVLayout) {
    bookings = table.rows
    firstRows.removeAll()
    guard layout.isGrouped, let key = layout.keyColumn else { return }
    let grid = table.grid
    var before = TextSlice.empty
    for row in 0..<table.rows {
      let text = grid.cell(row, key)
      let goesOn = text.count > 0 && text.isSameCell(as: before) && !table.followsEmpty(row)
      if !goesOn { firstRows.append(Int32(truncatingIfNeeded: row)) }
      before = text
    }
    bookings = firstRows.count
    firstRows.append(Int32(truncatingIfNeeded: table.rows))
  }

  func rows(of booking: Int) -> Range<Int> {
    if firstRows.count == 0 { return booking..<booking + 1 }
    return Int(firstRows[booking])..<Int(firstRows[booking + 1])
  }

  func firstRow(_ booking: Int) -> Int {
    firstRows.count == 0 ? booking : Int(firstRows[booking])
  }

  private func writeLines(_ batch: BookingBatch) {
    if firstRows.count == 0 && table.lines.count == 0 { return batch.lines.fill(count: bookings) }
    for booking in 0..<bookings { batch.lines.append(table.line(firstRow(booking))) }
  }

  func booking(ofRow row: Int) -> Int {
    firstRows.count == 0 ? row : firstRows.firstMore(than: row) - 1
  }

  private func reportLong(_ long: [InputChunk.LongBooking], _ layout: CSVLayout) {
    for found in long where found.row < table.rows {
      filler.row = booking(ofRow: found.row)
      filler.line = filler.batch.lines[filler.row]
      filler.faultOfLongRows(
        named: table.cell(found.row, layout.keyColumn ?? 0), moreLines: found.moreLines)
    }
  }

  /// A list that one cell of a row holds, where the text of the row has marks of its elements.
  private func list(inRow text: TextSlice) -> ListSchema? {
    guard let layout = filler.layout else { return nil }
    let text = text.string
    return filler.decoders.lists.first { list in
      guard list.index > 0, let cell = list.schema.cell else { return false }
      let isHeld = list.schema.sources.indices.contains {
        layout.column(of: list.index, source: $0) != nil
      }
      let marks = cell.parts.map(\.mark).filter { !$0.isEmpty }
      return isHeld && marks.contains(where: text.contains)
    }?.schema
  }

  private func reportProblems(_ batch: BookingBatch) {
    for problem in table.problems {
      let row = booking(ofRow: problem.row)
      var fault = RowFault(
        row: row, record: Int64(row), line: problem.line, field: "",
        value: BatchFiller.shortened(problem.value), reason: problem.fault.rawValue,
        message: problem.fault.message(
          FaultContext(
            value: problem.value.string, list: list(inRow: problem.value),
            isOfSheet: filler.layout?.sheet != nil, cells: problem.cells,
            moreLines: problem.lastLine - problem.line)))
      fault.lastLine = problem.lastLine
      batch.faults.add(fault)
    }
    if table.hasWide || table.hasNul { reportBytes() }
  }

  /// Rows with bytes that are not UTF-8, or with a NUL.
  private func reportBytes() {
    guard table.rows > 0 else { return }
    for row in 0..<table.rows {
      let text = table.text(row)
      filler.row = booking(ofRow: row)
      filler.line = table.line(row)
      if table.hasWide && !JSONRecordReader.isUTF8(text) { filler.fault(.invalidText, value: text) }
      if table.hasNul && text.firstIndex(of: 0) != nil {
        if let layout = filler.layout, layout.sheet != nil {
          reportSheetCell(row, layout)
        } else {
          filler.fault(.nul, value: text)
        }
      }
    }
  }

  // MARK: The booking's own fields

  /// A field and where its cells are; an object, so that a block of rows counts
  /// one reference for it.
  private final class OwnField {
    let index: Int
    let decoder: FieldDecoder
    let column: FieldColumn
    let cells: [CSVLayout.Cell]
    /// The one column of the table that it is read from.
    let only: Int?

    init(_ index: Int, decoder: FieldDecoder, column: FieldColumn, cells: [CSVLayout.Cell]) {
      self.index = index
      self.decoder = decoder
      self.column = column
      self.cells = cells
      only = if case .column(let only)? = cells.first, cells.count == 1 { only } else { nil }
    }
  }

  private func readFields(_ own: ListColumns, _ layout: CSVLayout) {
    if ownFields.layout !== layout || ownFields.of !== own {
      let fields = own.columns.indices.map {
        OwnField(
          $0, decoder: decoders.lists[0].fields[$0], column: own.columns[$0],
          cells: layout.cells[0][$0])
      }
      ownFields = (layout, own, fields)
    }
    let fields = ownFields.fields
    var start = 0
    while start < bookings {
      let count = min(Self.blockRows, bookings - start)
      if firstRows.count == 0 { table.tellGiven(start..<start + count, readingOf: fields.count) }
      markKeys(layout, start, count)
      for field in fields { read(field, start, count) }
      start += count
    }
  }

  private func read(_ field: OwnField, _ start: Int, _ count: Int) {
    guard let only = field.only else {
      for booking in start..<start + count { readChoices(field, booking) }
      return
    }
    let run = cells(only, start, count)
    let (index, complaints) = (field.index, scratch.complaints)
    complaints.removeAll()
    field.decoder.read(run, into: field.column, at: start, scratch) { row, reason in
      let kind = FaultTexts.Kind(field: index, list: 0, source: -1, reason: reason)
      complaints.append(CellComplaint(start + row, kind, cell: row, of: run))
    }
    if complaints.count > 0 { filler.tell(complaints, of: run.bytes) }
  }

  /// A column's cells of some bookings: as they stand, where every row is a booking and
  /// none ends in a return.
  func cells(_ column: Int, _ start: Int, _ count: Int) -> CellRun {
    firstRows.count == 0 && !(table.trimsReturn && column == table.columns - 1)
      ? table.cells(column, start..<start + count)
      : pick(start, count) { table.cell(firstRow($0), column) }
  }

  /// Several columns to try, a point's two, or none.
  private func readChoices(_ field: OwnField, _ booking: Int) {
    var value = CellValue()
    var shown = TextSlice.empty
    let outcome = decode(
      field.cells, by: field.decoder, row: firstRow(booking), into: &value, shown: &shown)
    var isGiven = false
    switch field.decoder.settle(outcome, &value) {
    case .success(let given): isGiven = given
    case .failure(let reason): fault(reason, field: field.index, booking: booking, value: shown)
    }
    field.column.set(value, isGiven: isGiven, at: booking)
  }

  /// The first cell that is given, of those to try.
  private func decode(
    _ cells: [CSVLayout.Cell], by decoder: FieldDecoder, row: Int, into value: inout CellValue,
    shown: inout TextSlice
  ) -> CellOutcome {
    for cell in cells {
      let outcome: CellOutcome
      switch cell {
      case .column(let column):
        shown = table.cell(row, column)
        outcome = decoder.decode(shown, &value)
      case .pair(let first, let second):
        shown = table.cell(row, first)
        outcome = decoder.decodePoint(shown, table.cell(row, second), &value)
      }
      if case .missing = outcome { continue }
      return outcome
    }
    return .missing
  }

  /// Marks of single cells, as a run.
  func pick(_ start: Int, _ count: Int, _ cell: (Int) -> TextSlice) -> CellRun {
    picked.resize(to: 2 * count)
    let base = unsafe table.bytes.base
    for index in 0..<count {
      let text = cell(start + index)
      let offset = unsafe text.base - base
      picked[2 * index] = UInt32(truncatingIfNeeded: offset - 1)
      picked[2 * index + 1] = UInt32(truncatingIfNeeded: offset + text.count)
    }
    return unsafe CellRun(table.bytes, UnsafePointer(picked.pointer), stride: 2, count: count)
  }

  func fault(_ reason: CellFault, field: Int, booking: Int, value: TextSlice) {
    filler.row = booking
    filler.line = filler.batch.lines[booking]
    filler.fault(reason, decoders.lists[0], field, value: value)
  }

  // MARK: Cells that are written again

  private func carry(_ batch: BookingBatch, _ layout: CSVLayout) {
    if batch.carried.map(\.name) != layout.carried.map(\.name) {
      batch.carried = layout.carried.map { ($0.name, ColumnBuffer()) }
    }
    for (index, carried) in layout.carried.enumerated() {
      let cells = batch.carried[index].cells
      for booking in 0..<bookings { cells.append(table.cell(firstRow(booking), carried.column)) }
    }
  }

  /// Keys and carried cells are written again, of rows at fault too, and what
  /// is written is UTF-8 without NUL: bytes that are not become U+FFFD.
  private func repairEchoes(_ batch: BookingBatch) {
    func mend(_ cells: ColumnBuffer<TextSlice>) {
      for booking in 0..<bookings where !isText(cells[booking]) {
        let text = Array(cells[booking].string.replacing("\0", with: "\u{FFFD}").utf8)
        cells[booking] = unsafe text.withUnsafeBufferPointer { bytes in
          unsafe filler.arena.copy(TextSlice(base: bytes.baseAddress!, count: bytes.count))
        }
      }
    }
    func isText(_ cell: TextSlice) -> Bool {
      JSONRecordReader.isUTF8(cell) && cell.firstIndex(of: 0) == nil
    }
    if let key = decoders.key, batch.lists[.booking].columns[key].storage == .text {
      mend(batch.lists[.booking].columns[key].texts)
    }
    for column in batch.carried { mend(column.cells) }
  }

  // MARK: Lists

  private func fillLists(_ layout: CSVLayout) {
    let own = decoders.lists[0]
    if own.children.isEmpty { return }
    if !options.readsOneByOne, addElementsAtOnce(layout) || addListCells(layout) { return }
    addEach(0..<bookings, layout)
  }

  /// Adds the lists of bookings one by one.
  func addEach(_ bookings: Range<Int>, _ layout: CSVLayout) {
    let own = decoders.lists[0]
    for booking in bookings {
      filler.row = booking
      filler.line = filler.batch.lines[booking]
      for child in own.children { addList(decoders.lists[child], layout, rows(of: booking)) }
    }
  }

  /// Gathers a list from the rows of its parent.
  private func addList(_ list: ListDecoder, _ layout: CSVLayout, _ rows: Range<Int>) {
    for part in layout.parts[list.index] {
      switch part {
      case .cell(let column, let source):
        filler.addCell(table.cell(rows.lowerBound, column), list, source: source)
      case .extra(let source): filler.addExtra(list, source: source)
      case .rows(let source, let isItself):
        func isOne(_ row: Int) -> Bool {
          isItself || isElement(row, of: list, layout, among: rows)
        }
        for row in rows where isOne(row) {
          filler.line = table.line(row)
          guard filler.hasRoom(in: list, rest: rows[row...].count(where: isOne)) else { break }
          addRow(row, to: list, layout: layout, source: source)
        }
      }
    }
    filler.close(list.index)
  }

  /// Whether a row says something of the list; a row of several that says
  /// nothing of any list stands for an element of defaults.
  private func isElement(
    _ row: Int, of list: ListDecoder, _ layout: CSVLayout, among rows: Range<Int>
  ) -> Bool {
    if hasCells(list, layout, row) { return true }
    guard rows.count > 1 else { return false }
    let siblings = decoders.lists[list.parent].children
    return !siblings.contains { hasCells(decoders.lists[$0], layout, row) }
  }

  private func hasCells(_ list: ListDecoder, _ layout: CSVLayout, _ row: Int) -> Bool {
    for cells in layout.cells[list.index] {
      for cell in cells {
        switch cell {
        case .column(let column): if table.cell(row, column).count > 0 { return true }
        case .pair(let first, let second):
          if table.cell(row, first).count + table.cell(row, second).count > 0 { return true }
        }
      }
    }
    return list.children.contains { child in
      layout.parts[child].contains { part in
        guard case .cell(let column, _) = part else { return false }
        return table.cell(row, column).count > 0
      }
    }
  }

  private func addRow(_ row: Int, to list: ListDecoder, layout: CSVLayout, source: Int) {
    filler.enter(list, source: source)
    for (field, cells) in layout.cells[list.index].enumerated() {
      var value = CellValue()
      var shown = TextSlice.empty
      let outcome = decode(cells, by: list.fields[field], row: row, into: &value, shown: &shown)
      filler.add(outcome, value, to: list, field: field, shown: shown)
    }
    filler.finishElement(list, source: source)
    for child in list.children { addList(decoders.lists[child], layout, row..<row + 1) }
    filler.leave()
  }
}

extension CSVTable {
  /// A whole row, delimiters included.
  package func text(_ row: Int) -> TextSlice {
    let run = cells(0)
    let start = run.start(row)
    return bytes.slice(start, max(0, grid.end(row) - start))
  }
}
