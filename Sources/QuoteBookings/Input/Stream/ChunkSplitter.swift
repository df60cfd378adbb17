import QuoteLanguage
import CScan
import Glibc
package import QuoteSyntax

/// Cuts the sources' bytes into chunks of whole records, one after the other.
@safe package final class ChunkSplitter {
  let schema: BookingSchema
  let options: ReaderOptions
  private var sources: ArraySlice<ByteSource>
  private var stream: ByteStream?
  /// What the current source is.
  package var content = InputChunk.Content.jsonLines
  /// What is to be known of the headers read so far.
  package private(set) var remarks: [String] = []
  /// Rows without anything in them that were left out before rows were gathered.
  private(set) var emptyRows: (count: Int, line: Int64) = (0, 0)
  private(set) var isTotalTaken = false
  /// The texts that rows begin with which were told of as totals.
  private(set) var toldTotals: Set<String> = []
  /// Bytes read and not yet in a chunk.
  let carry = CarriedBytes()
  /// The first chunk of a source says at which line it starts.
  private var startLine: Int64 = 1
  private var isSourceDone = false
  /// How many chunks were cut.
  private(set) var ordinal = 0
  var json = JSONSplitState()
  /// The current source's rows, where they are brought together first.
  private var gathered: RowGatherer?
  /// The current source's sheet, if it is a spreadsheet.
  private(set) var sheet: SheetRows?

  package init(
    _ schema: BookingSchema, _ sources: [ByteSource], _ options: ReaderOptions
  ) throws(Trouble) {
    self.schema = schema
    self.options = options
    self.sources = sources[...]
    try openNext()
  }

  package var sourceName: String { stream?.name ?? "" }

  /// The currency that all numbers read of a column are formatted with in a spreadsheet; nil where
  /// they have none, or several.
  package func currency(ofColumn column: Int) -> String? { sheet?.currency(ofColumn: column) }

  /// About how much is cut at a time: less at first, so that a short input touches
  /// little memory.
  var chunkBytes: Int { ordinal < 8 ? min(options.chunkBytes, 96 << 10) : options.chunkBytes }

  /// Fills the chunk with the next records; false at the end of the last source. Behind what cannot
  /// be read there is nothing.
  package func next(_ chunk: InputChunk) throws(Trouble) -> Bool {
    do throws(Trouble) {
      return try cutNext(chunk)
    } catch {
      stream = nil
      throw error
    }
  }

  private func cutNext(_ chunk: InputChunk) throws(Trouble) -> Bool {
    chunk.reset()
    while stream != nil {
      chunk.content = content
      if try fill(chunk) {
        chunk.source = sourceName
        chunk.ordinal = ordinal
        chunk.startLine = startLine
        ordinal += 1
        startLine = 0
        return true
      }
      try openNext()
    }
    return false
  }

  // MARK: Sources

  private func openNext() throws(Trouble) {
    stream = nil
    gathered = nil
    guard let source = sources.popFirst() else { return }
    sheet = try SheetRows(source, schema, options)
    let opened = try ByteStream(sheet?.source ?? source, meter: options.meter)
    stream = opened
    if let remark = sheet?.remark { remarks.append(remark) }
    isSourceDone = false
    isTotalTaken = false
    toldTotals = []
    startLine = 1
    json = JSONSplitState()
    carry.removeAll()
    try more(chunkBytes)
    if sheet == nil {
      try FileBeginning.check((0..<min(16, carry.count)).map { carry[$0] }, sourceName)
    }
    skipByteOrderMark()
    let format = sheet == nil ? try format(of: source) : .csv
    try checkOptions(format)
    switch format {
    case .csv:
      if options.gathersRows, !schema.rows.totals.isEmpty { throw .totalOfGathered }
      // Not that of the source before, while the header is read.
      content = .jsonLines
      let layout = try readHeader()
      content = .csv(layout)
      if options.gathersRows { gathered = try RowGatherer(self, layout, firstLine: startLine) }
      if emptyRows.count > 0 {
        let (count, line) = emptyRows
        remarks.append(InputOrder.remarkOnEmptyRows(count, line: line, in: sourceName))
        emptyRows = (0, 0)
      }
    case .jsonl:
      content = .jsonLines
      if let remark = remarkOnLines { remarks.append(remark) }
    case .json:
      content = .json
      if isSourceDone && carry.isBlank { throw .emptyInput(sourceName) }
    }
  }

  /// Throws where an option is for another format and would do nothing.
  private func checkOptions(_ format: InputFormat) throws(Trouble) {
    if format == .csv, !options.bookingPath.isEmpty {
      throw .noUse(of: "--booking-at", "is for JSON records", sourceName, "CSV")
    }
    if sheet == nil, options.sheet != nil {
      throw .noUse(of: "--sheet", "is for spreadsheets", sourceName, "none")
    }
    if format != .csv, options.gathersRows {
      throw .noUse(of: "--gather", "brings rows of a CSV together", sourceName, "JSON")
    }
  }

  private func skipByteOrderMark() {
    if (0..<min(3, carry.count)).map({ carry[$0] }) == [0xEF, 0xBB, 0xBF] { carry.drop(3) }
  }

  private func format(of source: ByteSource) throws(Trouble) -> InputFormat {
    if let format = options.format { return format }
    var name = source.name
    for ending in [".gz", ".zst"] where name.hasSuffix(ending) {
      name.removeLast(ending.utf8.count)
    }
    let endings: [(String, InputFormat)] = [
      (".csv", .csv), (".tsv", .csv), (".jsonl", .jsonl), (".ndjson", .jsonl), (".json", .json),
    ]
    for (ending, format) in endings where name.hasSuffix(ending) { return format }
    guard let first = firstByte else { return .csv }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv
  }

  /// The first byte that is not blank.
  private var firstByte: UInt8? {
    (0..<carry.count).first { !DecimalParts.isSpace(carry[$0]) }.map { carry[$0] }
  }

  func remark(_ text: String) { remarks.append(text) }

  /// Said of lines that seem to be parts of one JSON text.
  private var remarkOnLines: String? {
    let line = (0..<carry.count).lazy.map { self.carry[$0] }.drop(while: DecimalParts.isSpace)
      .prefix { $0 != UInt8(ascii: "\n") }.filter { !DecimalParts.isSpace($0) }
    let start = Array(line.prefix(2000))
    if start.first.map({ !"[{".utf8.contains($0) }) ?? false,
      start.contains(where: { ",;\t".utf8.contains($0) }),
      !start.contains(where: { "{}[]".utf8.contains($0) })
    {
      return "`\(sourceName)` is read as JSON Lines, and its first line looks like a header: "
        + "`--from csv` reads it as a table"
    }
    let isList = start.first == UInt8(ascii: "[")
    guard isList || start == [UInt8(ascii: "{")] else { return nil }
    return "`\(sourceName)` is read as JSON Lines, a booking in each line, and it begins with "
      + (isList ? "a list" : "a line of only `{`") + ": `--from json` reads JSON of any layout"
  }

  /// Takes the header's line off and works out what is in which column.
  private func readHeader() throws(Trouble) -> CSVLayout {
    if carry.count == 0 { throw .emptyInput(sourceName) }
    var before: Int64 = 0
    let said = sheet == nil ? takeDelimiterLine(&before) : UInt8(ascii: ",")
    try takeLinesAboveHeader(&before)
    let delimiter = (sheet == nil ? options.delimiter : nil) ?? said ?? CSVHeader.guess(carry)
    guard let end = try endOfRow(at: 0, delimiter) else { throw .headerTooLong(sourceName) }
    let header = CSVHeader(carry.copy(of: 0..<end), delimiter: delimiter)
    guard let names = header.names else {
      if let byte = header.wrongByte { throw .headerNotUTF8(sourceName, byte) }
      if let first = firstByte, "{[".utf8.contains(first) { throw .jsonForCSV(sourceName) }
      throw header.isBlank ? .emptyInput(sourceName) : .unreadableHeader(sourceName)
    }
    let headerLines = unsafe cscan_lines(carry.pointer, 0, end)
    startLine = 1 + before + Int64(headerLines)
    let below = linesBelow(end)
    carry.drop(end)
    let layout: CSVLayout
    do throws(Trouble) {
      layout = try CSVLayout(
        names: names, delimiter: header.delimiter, schema: schema, options: options,
        source: sourceName)
    } catch {
      throw error.withHeaderFurtherDown(below, schema, first: startLine)
    }
    layout.sheet = sheet
    trimTotal(layout)
    remarks += layout.remarks(for: schema)
    if sheet == nil { try findSurplus(layout) }
    findGroupedDigits(layout)
    findSubtotals(layout)
    findOtherUnits(layout)
    return layout
  }

  func noteEmptyRow(_ line: Int64) {
    emptyRows = (emptyRows.count + 1, emptyRows.count == 0 ? line : emptyRows.line)
  }

  /// The last rows are no bookings, as the rules tell: whoever declares the word of one row need
  /// not be told of it, but of everything else that is left out.
  func noteTotal(_ row: RowBeginning, rows: Int, isDeclared: Bool) {
    isTotalTaken = true
    guard rows > 1 || !isDeclared else { return }
    let which = rows == 1 ? "the last row" : "the last \(rows) rows"
    remarks.append(
      "\(which) of `\(sourceName)`, from `\(row.text)` on, \(rows == 1 ? "is" : "are") left out")
  }

  /// A row at the end may be no booking, and nothing in the rules tells.
  func remarkOnTotal(_ row: RowBeginning) {
    isTotalTaken = true
    toldTotals.insert(row.text)
    let word = row.totalWord ?? row.text
    if schema.rows.totals.contains(word) {
      remarks.append(
        "a row of `\(sourceName)` begins with `\(row.text)`, a word of the rules for totals, "
          + "and is priced: a row below it may be a booking")
      return
    }
    remarks.append(
      "a row at the end of `\(sourceName)` begins with `\(row.text)`: if it is not a booking, "
        + "the rules say `bookings: { total: "
        + "\(Lexicon.isPlainName(word) ? word : Literal.quoted(word)) }`")
  }

  // MARK: Bytes

  var isAtEnd: Bool { isSourceDone }

  /// Reads up to so many bytes more; fewer only at the end of the source.
  func more(_ count: Int) throws(Trouble) {
    guard let stream else { return }
    // The end has to be in sight before a row of totals is taken for a booking.
    var wanted = schema.rows.totals.isEmpty ? count : count + Self.sightBytes
    while wanted > 0 && !isSourceDone {
      let start = carry.count
      carry.reserve(start + wanted)
      carry.resize(to: start + wanted)
      let got = try unsafe stream.read(into: carry.pointer + start, count: wanted)
      carry.resize(to: start + got)
      wanted -= got
      if got > 0 { continue }
      isSourceDone = true
      if let remark = sheet?.remarkOnMerged { remarks.append(remark) }
    }
    if isSourceDone, case .csv(let layout) = content { trimTotal(layout) }
  }

  func seal() { carry.seal() }

  /// Moves the first bytes into the chunk; with a newline at the end where the
  /// source has none.
  func move(_ count: Int, to chunk: InputChunk, endsLine: Bool) {
    carry.give(count, to: chunk)
    if endsLine, count > 0, chunk.bytes[chunk.end - 1] != UInt8(ascii: "\n") {
      unsafe chunk.bytes.pointer[chunk.end] = UInt8(ascii: "\n")
      chunk.end += 1
    }
    chunk.seal()
  }

  private func fill(_ chunk: InputChunk) throws(Trouble) -> Bool {
    if let gathered { return try gathered.fill(chunk, about: chunkBytes) }
    // Mostly less than a record is left over.
    if carry.count < chunkBytes / 8 { carry.moveInto(chunk) }
    switch content {
    case .csv(let layout): return try fillCSV(chunk, layout)
    case .jsonLines: return try fillLines(chunk)
    case .json: return try fillJSON(chunk)
    }
  }
}
