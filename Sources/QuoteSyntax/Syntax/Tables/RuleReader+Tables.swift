/// Tables: where their bodies are, and their rows.
extension RuleReader {
  /// The rows of a table's body: a literal block, or a CSV file beside the rules.
  mutating func tableRows(
    _ node: YAMLNode, _ notation: TableNotation = TableNotation()
  ) -> TableRows? {
    guard let scalar = node.scalar else {
      log.report(.tableForm(at: node.span))
      return nil
    }
    if scalar.style == .literal {
      let span = scalar.contentSpan(in: bytes)
      return TableRows(
        bytes: bytes, file: file, from: Int(span.lower), to: Int(span.upper), isCSV: false)
    }
    let name = text(scalar)
    guard !scalar.isBlock, !name.value.isEmpty, !name.value.contains("|"),
      !name.value.contains("\n")
    else {
      log.report(.tableForm(at: node.span))
      return nil
    }
    guard let (file, body) = load(name, as: .table, notation.extent) else {
      return nil
    }
    guard String(validating: body, as: UTF8.self) != nil else {
      log.report(.listNotUTF8(name, line: lineNotUTF8(body)))
      return nil
    }
    return TableRows(
      bytes: body, file: file, from: 0, to: body.count, isCSV: true,
      isSheet: FileKind.isSpreadsheet(SheetBook.parts(of: name.value).file))
  }

  /// The line, from 1, of the first byte that is not UTF-8.
  private func lineNotUTF8(_ body: [UInt8]) -> Int {
    let lines = body.split(separator: 10, omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }

  mutating func readTable(
    _ name: Spanned<String>, hit: Spanned<HitPolicy>, _ node: YAMLNode, _ notation: TableNotation
  ) -> TableDeclaration? {
    guard !notation.isBroken else {
      unread.insert(name.value)
      return nil
    }
    guard var rows = tableRows(node, notation) else { return nil }
    if let line = notation.header { rows.skip(lines: line - 1) }
    let said = log.all.count
    guard let header = rows.next(log: &log) else {
      if log.all.count == said { log.report(.tableEmpty(at: node.span)) }
      return nil
    }
    let form = RowForm(rows, keys: header.parting)
    if rows.isCSV, notation.rewrites || RateCard.hasBounds(header) {
      guard let card = readRateCard(header, &rows, notation, of: name),
        var table = readTableHeader(card.header, of: rows, name, hit: hit, notation)
      else { return nil }
      table.span = node.span
      table.isRewritten = true
      table.stated = notation.stated
      table.includedEnds = card.includedEnds
      for row in card.rows { readRow(row, into: &table, header: card.header.span, form) }
      return table
    }
    guard var table = readTableHeader(header, of: rows, name, hit: hit, notation) else {
      return nil
    }
    table.span = node.span
    readRows(&rows, into: &table, header: header.span, form)
    return table
  }

  /// A file whose cells are written in another way, or whose ranges are two columns, as rows of
  /// rules; nil if some cell cannot be read so.
  private mutating func readRateCard(
    _ header: TableRows.Row, _ rows: inout TableRows, _ notation: TableNotation,
    of name: Spanned<String>
  ) -> RateCard? {
    var found: [TableRows.Row] = []
    while let row = rows.next(log: &log) { found.append(row) }
    let card = RateCard(header, found, notation)
    let mistakes =
      card.odd.isEmpty ? card.mistakes : card.odd.map { Diagnostic.otherNotation($0, notation) }
    guard mistakes.isEmpty else {
      for mistake in mistakes { log.report(mistake) }
      unread.insert(name.value)
      return nil
    }
    return card
  }

  mutating func readKeyCell(_ cell: CellText) -> KeyCell {
    if let key = cell.keyCell() { return key }
    let units = self.units
    let meant = KeyCell.instead(of: cell.raw.value) { value in
      if CalendarDate(iso: value) != nil || TimeOfDay(iso: value) != nil { return value }
      if NumberLiteral.read(Spanned(value, at: .nowhere), units: units) != nil { return value }
      let number = CommaNumber(in: value)
      return number?.grouped ?? number?.decimal ?? NumberSlip(value, units: units)?.right
    }
    log.report(.keyCellForm(cell.raw.value, at: cell.span, meant: meant))
    return KeyCell(.any, at: cell.span)
  }

  /// All rows below the header; a matrix is spread into one row a cell.
  mutating func readRows(
    _ rows: inout TableRows, into table: inout TableDeclaration, header: SourceSpan,
    _ form: RowForm
  ) {
    var row = TableRows.Row(span: header)
    while rows.next(into: &row, log: &log) {
      readRow(row, into: &table, header: header, form)
    }
  }

  /// How the rows of a table are written, for messages about them.
  struct RowForm {
    let isCSV: Bool
    let hasCommas: Bool
    /// How many columns of keys the file has, where starts and ends are two.
    let keys: Int?

    init(_ rows: TableRows, keys: Int?) {
      (isCSV, hasCommas, self.keys) = (rows.isCSV, rows.hasCommas, keys)
    }
  }

  /// A figure that a comma parts into two cells, `€1,200` or `49,50`, and how it is written here.
  /// It has the currency that a cell like it has before its figure.
  private func parted(
    in row: SourceSpan, like cell: ValueCell?
  ) -> (written: String, right: String)? {
    let sign = cell?.raw.value.prefixMatch(of: kept(/[^\w\s"]/)).map { String($0.0) } ?? ""
    let text = sources.text(at: row).trimmedOfSpaces
    let grouped = kept(/(?:^|,)((?:[^\w\s,"]\s?|[A-Z]{3} )\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?:,|$)/)
    if let match = text.firstMatch(of: grouped) {
      let written = String(match.1)
      return (written, written.replacing(",", with: ""))
    }
    let bare = kept(/(?:^|,)(\d{1,3}(?:,\d{3})+\.\d+)(?:,|$)/)
    if let match = text.firstMatch(of: bare) {
      return (String(match.1), sign + match.1.replacing(",", with: ""))
    }
    // Two cells of bounds are no figure: it has a currency in front, or what parts the values.
    let decimals = kept(/(?:^|,)([^\d,"]{0,4}\d+,\d{1,2}(?:\s?[^\d\s,"]{1,3})?)(?=,|$)/)
    let start = text.firstRange(of: ",,")?.upperBound ?? text.startIndex
    let found = text[start...].matches(of: decimals)
    guard let match = found.first else { return nil }
    let written = String(match.1)
    let point = written.replacing(",", with: ".")
    return (written, point.first?.isNumber ?? false ? sign + point : point)
  }

  private mutating func readRow(
    _ row: TableRows.Row, into table: inout TableDeclaration, header: SourceSpan, _ form: RowForm
  ) {
    let keyCount = table.keys.count - (table.isMatrix ? 1 : 0)
    let valueCount = table.isMatrix ? table.matrixCells.count : table.values.count
    guard let parting = row.parting else {
      // Quotation marks that are not closed take in what separates.
      let isOpen = log.all.contains {
        $0.id == "quote-never-ends" && $0.primary.span.file == row.span.file
      }
      if !isOpen {
        let line = sources.text(at: row.span)
        log.report(
          .partingMissing(
            at: row.span, isCSV: form.isCSV, line: line, keys: form.keys ?? keyCount))
      }
      return
    }
    let found = row.cells.count - parting
    guard parting == keyCount, found == valueCount else {
      let isKeys = parting != keyCount
      return log.report(
        .rowWidth(
          found: isKeys ? parting : found, wanted: isKeys ? keyCount : valueCount,
          what: isKeys ? "keys" : "values", at: row.span, header: header,
          parted: form.hasCommas ? parted(in: row.span, like: table.rows.last?.values.last) : nil,
          line: sources.text(at: row.span)))
    }
    var keys: [KeyCell] = []
    keys.reserveCapacity(table.keys.count)
    for cell in row.cells[..<parting] { keys.append(readKeyCell(cell)) }
    if table.isMatrix { return spread(row.cells[parting...], keys, into: &table) }
    var values: [ValueCell] = []
    values.reserveCapacity(found)
    for cell in row.cells[parting...] { values.append(readValueCell(cell)) }
    table.rows.append(TableRow(keys: keys, values: values, span: row.span))
  }

  private mutating func spread(
    _ cells: ArraySlice<CellText>, _ keys: [KeyCell], into table: inout TableDeclaration
  ) {
    for (column, cell) in zip(table.matrixCells, cells) where !cell.isDash {
      table.rows.append(
        TableRow(keys: keys + [column], values: [readValueCell(cell)], span: cell.span))
    }
  }
}
