import QuoteLanguage
import CScan
package import QuoteSyntax

/// One thread's way of turning chunks of a reader into batches.
///
///     let parser = reader.makeParser()
///     let batch = BookingBatch(schema: reader.schema)
///     while try parser.read(into: batch) { … batch.ordinal … }
package final class BookingParser {
  package let reader: BookingReader
  private let filler: BatchFiller
  private lazy var csv = CSVFiller(filler, reader.options)
  private lazy var records = RecordFiller(filler, reader.options)
  /// Where chunks that are read again are copied to, and what their header
  /// means here.
  private var layout: (of: CSVLayout, here: CSVLayout)?

  /// What texts that few mean are held against, and what was found out about them.
  private var wordsOfColumns: [OddValues.Place: TextWords] = [:]

  /// How JSON records were read.
  package var counts: ReadingCounts { records.counts }

  /// Has it found out why records are read one by one.
  package func askWhy() { records.why = RefusalNote() }

  package init(reader: BookingReader) {
    self.reader = reader
    filler = BatchFiller(reader.decoders, lastDuplicateWins: reader.options.lastDuplicateWins)
  }

  /// Fills the batch with the next chunk's bookings (none, at times) and gives
  /// true; false at the end of the input. The batch owns the bytes its texts
  /// point into until it is filled again.
  ///
  /// Throws where a source fails: unreadable, a truncated gzip, a full disk
  /// while spilling; the batch's ordinal is then that of the chunk that is not there. Bookings that
  /// cannot be read are faults in the batch.
  package func read(into batch: BookingBatch) throws(Trouble) -> Bool {
    batch.removeAll()
    let chunk = batch.chunk as? InputChunk ?? InputChunk()
    batch.chunk = chunk
    do throws(Trouble) {
      guard try reader.next(chunk) else { return false }
    } catch {
      batch.ordinal = reader.chunkCount
      throw error
    }
    batch.ordinal = chunk.ordinal
    batch.source = chunk.source
    batch.storage.append(reader)
    batch.storage.append(filler.arena)
    let lines = fill(batch, chunk)
    for list in batch.lists { for column in list.columns { column.settleCodes() } }
    var odd = OddValues()
    odd.note(batch, reader.schema, &wordsOfColumns)
    let absent = absentMembers(chunk, records: batch.count)
    return try reader.order.inTurn(chunk.ordinal) { () throws(Trouble) in
      try settle(batch, chunk, lines: lines)
      reader.order.oddValues.add(odd, firstRecord: batch.firstRecord)
      reader.order.tell(absent)
    }
  }

  /// Reads again, for this reader's rules, what another reader's parser read
  /// into a batch: the same bookings in the same rows.
  ///
  /// Throws where the columns of a CSV do not do for these rules, or where rows
  /// make other bookings for them.
  package func reread(_ other: BookingBatch, into batch: BookingBatch) throws(Trouble) {
    guard let source = other.chunk as? InputChunk else { return batch.removeAll() }
    try reread(source, into: batch)
    guard batch.count == other.count else { throw .otherBookings() }
    batch.ordinal = other.ordinal
    batch.source = other.source
    batch.firstRecord = other.firstRecord
    let lines = batch.count > 0 ? other.lines[0] - batch.lines[0] : 0
    batch.faults.shift(records: batch.firstRecord, lines: lines, source: batch.source)
    batch.lines.copy(other.lines)
  }

  /// Reads a chunk that another reader filled, for this reader's rules.
  package func reread(_ source: InputChunk, into batch: BookingBatch) throws(Trouble) {
    batch.removeAll()
    let chunk = batch.chunk as? InputChunk ?? InputChunk()
    batch.chunk = chunk
    chunk.copy(source)
    if case .csv(let theirs) = source.content { chunk.content = .csv(try layout(like: theirs)) }
    batch.storage.append(filler.arena)
    _ = fill(batch, chunk)
  }

  private func layout(like other: CSVLayout) throws(Trouble) -> CSVLayout {
    if let layout, layout.of === other { return layout.here }
    let here = try CSVLayout(
      names: other.names, delimiter: other.delimiter, schema: reader.schema,
      options: reader.options, source: other.source)
    here.sheet = other.sheet
    here.surplus = other.surplus
    layout = (other, here)
    return here
  }

  private func fill(_ batch: BookingBatch, _ chunk: InputChunk) -> Int64 {
    filler.row = 0
    filler.line = 1
    if chunk.isTooLong {
      filler.begin(batch)
      addFaulty(
        .tooLong, chunk.text, line: chunk.rowLines.first ?? 1,
        moreLines: max(0, chunk.skippedLines - 1))
      batch.count = 1
      return 0
    }
    switch chunk.content {
    case .csv(let layout): return csv.fill(batch, from: chunk, layout)
    case .jsonLines: return fillLines(batch, chunk)
    case .json: return fillRecords(batch, chunk)
    }
  }

  private func fillLines(_ batch: BookingBatch, _ chunk: InputChunk) -> Int64 {
    filler.begin(batch)
    let (bytes, records, marks) = (records.begin(chunk), records, chunk.marks)
    var found = cscan_found()
    marks.reserve(chunk.end - chunk.start + InputChunk.padding)
    let count = unsafe cscan_csv(
      bytes.base, chunk.start, chunk.end, UInt8(ascii: "\n"), marks.pointer, &found)
    marks.resize(to: count)
    var (start, lines) = (chunk.start, 0)
    while start < chunk.end {
      let end = lines < count ? Int(marks[lines]) : chunk.end
      lines += 1
      let content = bytes.slice(start, end - start)
      if content.count > reader.options.recordBoundBytes {
        records.finish(bytes)
        addFaulty(.tooLong, content, line: Int64(lines))
      } else if !content.isBlank {
        records.add(RecordFiller.Place(start: start, end: end, line: Int64(lines)), of: bytes)
      }
      start = end + 1
    }
    records.finish(bytes)
    batch.count = filler.row
    return Int64(lines)
  }

  private func fillRecords(_ batch: BookingBatch, _ chunk: InputChunk) -> Int64 {
    filler.begin(batch)
    let bytes = records.begin(chunk)
    for index in 0..<chunk.records.count {
      let record = chunk.records[index]
      switch record.problem {
      case .none:
        let place = RecordFiller.Place(start: record.start, end: record.end, line: record.line)
        records.add(place, of: bytes)
      case .tooLong: addFaulty(.tooLong, record, of: bytes)
      case .tooDeep: addFaulty(.tooDeep, record, of: bytes)
      case .malformed, .commaMissing, .commaTooMany, .commaOutsideList, .commaAtEnd, .afterList:
        addFaulty(.unreadableJSON, record, of: bytes)
      }
    }
    records.finish(bytes)
    batch.count = filler.row
    return chunk.text.lineCount
  }

  /// A record that is no record, after those that wait.
  private func addFaulty(
    _ fault: CellFault, _ record: InputChunk.Record, of bytes: InputBytes
  ) {
    records.finish(bytes)
    addFaulty(
      fault, bytes.slice(record.start, record.end - record.start), line: record.line,
      moreLines: record.moreLines, misplaced: record.problem.misplaced)
  }

  private func addFaulty(
    _ fault: CellFault, _ text: TextSlice, line: Int64, moreLines: Int64 = 0,
    misplaced: String? = nil
  ) {
    filler.line = line
    filler.batch.lines.append(line)
    filler.fault(fault, record: text, moreLines: moreLines, misplaced: misplaced)
    filler.addEmptyBooking()
    filler.row += 1
  }

  // MARK: In the order of chunks

  /// Moves records and lines to the whole input's counting, and compares keys
  /// with those that came before.
  private func settle(_ batch: BookingBatch, _ chunk: InputChunk, lines: Int64) throws(Trouble) {
    let order = reader.order
    if chunk.startLine > 0 { order.lines = chunk.startLine - 1 }
    chunk.linesBefore = order.lines
    batch.firstRecord = order.records + 1
    try compareKeys(batch)
    batch.faults.shift(
      records: batch.firstRecord, lines: chunk.rowLines.isEmpty ? order.lines : 0,
      source: chunk.source)
    if chunk.rowLines.isEmpty { batch.lines.before = order.lines }
    if case .csv(let layout) = chunk.content, let sheet = layout.sheet {
      batch.faults.place { sheet.cell(column: $0, line: $1) }
    }
    if case .csv = chunk.content, !chunk.isTooLong {
      let empty = csv.table.emptyRows
      let before = chunk.rowLines.isEmpty ? order.lines : 0
      order.noteEmptyRows(empty.count, line: empty.line + before, in: chunk.source)
    }
    filler.settleNotations()
    order.notations.add(filler.notations)
    filler.notations.removeAll()
    for remark in filler.unread.remarks {
      let record = batch.firstRecord + Int64(remark.row)
      let line = remark.line + (chunk.rowLines.isEmpty ? order.lines : 0)
      order.tell(remark, "record \(record), line \(line) of `\(chunk.source)`")
    }
    order.records += Int64(batch.count)
    order.lines += lines + chunk.skippedLines
  }

  private func compareKeys(_ batch: BookingBatch) throws(Trouble) {
    guard let field = reader.decoders.key, batch.count > 0 else { return }
    let order = reader.order
    let keys = KeyColumn(batch, field)
    let first = keys[0]
    if !first.isEmpty, first == order.lastKey { repeated(0, first, batch) }
    // CSV has compared the neighbours inside a chunk already.
    if csvLayout(of: batch) == nil {
      keys.forEachRepeat(batch.count) { repeated($0, keys[$0], batch) }
    }
    if let known = order.keys {
      for row in 0..<batch.count {
        let key = keys[row]
        if !key.isEmpty, try !known.insert(key) { repeated(row, key, batch) }
      }
    }
    if order.keys == nil {
      var before = order.lastKey
      let isOfRows = csvLayout(of: batch)?.isGrouped == true
      for row in 0..<batch.count where order.wantsKeys {
        let key = keys[row]
        // Where neighbours have one key, the second is at fault.
        if key != before {
          order.noteKey(key, record: batch.firstRecord + Int64(row), ofRows: isOfRows)
        }
        before = key
      }
    }
    order.lastKey = keys[batch.count - 1]
  }

  /// The columns of the table that a batch is from; nil if it is from none.
  private func csvLayout(of batch: BookingBatch) -> CSVLayout? {
    guard let chunk = batch.chunk as? InputChunk, case .csv(let layout) = chunk.content else {
      return nil
    }
    return layout
  }

  private func repeated(_ row: Int, _ key: [UInt8], _ batch: BookingBatch) {
    filler.row = row
    filler.line = batch.lines[row]
    filler.fault(
      .repeatedKey, reader.decoders.lists[0], reader.decoders.key ?? 0,
      value: unsafe key.withUnsafeBufferPointer { bytes in
        unsafe filler.arena.copy(TextSlice(base: bytes.baseAddress!, count: bytes.count))
      })
  }
}

/// Keys of bookings as bytes, whichever type they have.
package struct KeyColumn {
  private let column: FieldColumn
  private let unread: [Int: String]
  private let areAllRead: Bool

  package init(_ batch: BookingBatch, _ field: Int) {
    column = batch.lists[.booking].columns[field]
    unread = batch.unreadKeys
    areAllRead = unread.isEmpty
  }

  private func isGiven(_ row: Int) -> Bool {
    (areAllRead || unread[row] == nil) && column.isGiven(row)
  }

  /// Empty where the key is not given or could not be read.
  package subscript(row: Int) -> [UInt8] {
    guard isGiven(row) else { return [] }
    switch column.storage {
    case .text: return unsafe Array(column.texts[row].bytes)
    case .integer: return Array(String(column.integers[row]).utf8)
    case .double: return Array(String(column.doubles[row]).utf8)
    case .flag: return [column.flags[row] + 48]
    case .choice: return Array(String(column.choices[row]).utf8)
    case .point: return []
    }
  }

  /// Calls with each row, from the second on, whose key is given and that of the row before it.
  func forEachRepeat(_ count: Int, _ body: (Int) -> Void) {
    var row = nextLike(from: 1, count)
    while row < count {
      if repeats(row) { body(row) }
      row = nextLike(from: row + 1, count)
    }
  }

  /// The first row from `row` on whose key may be that of the row before it; `count` where there
  /// is none. Keys beside each other end in another byte nearly always.
  private func nextLike(from row: Int, _ count: Int) -> Int {
    guard column.storage == .text else { return row }
    let texts = column.texts
    precondition(row > 0 && count <= texts.count, "there are fewer keys than rows")
    return (row..<max(row, count)).first { row in
      let (key, before) = unsafe (texts.pointer[row], texts.pointer[row - 1])
      return unsafe key.count > 0 && key.count == before.count
        && key.base[key.count - 1] == before.base[key.count - 1]
    } ?? count
  }

  /// Whether a row's key is given and the same as that of the row before it.
  func repeats(_ row: Int) -> Bool {
    guard isGiven(row), isGiven(row - 1) else { return false }
    switch column.storage {
    case .text:
      let key = column.texts[row]
      return key.count > 0 && key.isSameCell(as: column.texts[row - 1])
    case .integer: return column.integers[row] == column.integers[row - 1]
    case .double: return column.doubles[row].bitPattern == column.doubles[row - 1].bitPattern
    case .flag: return column.flags[row] == column.flags[row - 1]
    case .choice: return column.choices[row] == column.choices[row - 1]
    case .point: return false
    }
  }
}

extension TextSlice {
  package var isBlank: Bool {
    (0..<count).allSatisfy { at in
      let byte = self[at]
      return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
  }
}
