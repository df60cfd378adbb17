/// Tables: where their bodies are, their headers and rows.
extension RuleReader {
  /// The rows of a table's body: a literal block, or a CSV file beside the rules.
  mutating func tableRows(_ node: YAMLNode) -> TableRows? {
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
    guard let (file, body) = load(name, as: .table) else { return nil }
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
    guard var rows = tableRows(node) else { return nil }
    if let line = notation.header { rows.skip(lines: line - 1) }
    let said = log.all.count
    guard var header = rows.next(log: &log) else {
      if log.all.count == said { log.report(.tableEmpty(at: node.span)) }
      return nil
    }
    var card: RateCard?
    if rows.isCSV, notation.rewrites || RateCard.hasBounds(header) {
      var found: [TableRows.Row] = []
      while let row = rows.next(log: &log) { found.append(row) }
      let read = RateCard(header, found, notation)
      guard read.odd.isEmpty else {
        for cell in read.odd { log.report(.otherNotation(cell, notation)) }
        unread.insert(name.value)
        return nil
      }
      guard read.mistakes.isEmpty else {
        for mistake in read.mistakes { log.report(mistake) }
        unread.insert(name.value)
        return nil
      }
      card = read
    }
    let form = RowForm(rows, keys: header.parting)
    header = card?.header ?? header
    if let line = headerLine(below: header, rows, notation) {
      log.report(
        .headerEmpty(
          "a column of values", at: header.span,
          help: ["if this is a title, say beside the table on which line the header is: "
            + "`header: \(line)`"]))
      return nil
    }
    guard let parting = header.parting else {
      let shape = parting(of: header, rows)
      log.report(
        .partingMissing(
          at: header.span, isCSV: rows.isCSV, line: sources.text(at: header.span),
          keys: shape.keys, row: shape.row))
      return nil
    }
    if beginsWithRow(header, parting) {
      log.report(
        .headerMissing(
          name.value, at: header.span, keys: parting, isCSV: rows.isCSV,
          laidOver: laidOver.map { sources.text(at: $0.span) }, hit: hit.value))
      unread.insert(name.value)
      return nil
    }
    guard var table = readTableHeader(header, parting: parting, name, hit: hit) else { return nil }
    table.span = node.span
    table.includedEnds = card?.includedEnds ?? [:]
    if let card {
      table.isRewritten = true
      for row in card.rows { readRow(row, into: &table, header: header.span, form) }
    } else {
      readRows(&rows, into: &table, header: header.span, form)
    }
    return table
  }

  /// The line of a file's first row of several cells, where one of a single cell stands above it;
  /// nil where the first row may be the header.
  private func headerLine(
    below first: TableRows.Row, _ rows: TableRows, _ notation: TableNotation
  ) -> Int? {
    func width(_ row: TableRows.Row) -> Int { row.cells.count { $0.lower < $0.upper } }
    guard rows.isCSV, notation.header == nil, width(first) == 1 else { return nil }
    // A key with an empty cell where columns of values begin lacks their names.
    if let cell = first.cells.first, first.parting != nil, Lexicon.isName(cell.raw.value) {
      return nil
    }
    var (rows, unsaid) = (rows, DiagnosticLog())
    while let row = rows.next(log: &unsaid) {
      if width(row) > 1 { return sources[row.span.file]?.position(of: row.span.lower).line }
    }
    return nil
  }

  /// Whether what stands where values are named are figures, as in a row.
  private func beginsWithRow(_ row: TableRows.Row, _ parting: Int) -> Bool {
    let values = row.cells[parting...].filter { $0.lower < $0.upper }
    guard let first = values.first, headerColon(first) == nil else { return false }
    // Whole numbers beside each other are the header of a matrix that lacks its key.
    let areWhole = values.allSatisfy { $0.raw.value.allSatisfy(\.isNumber) }
    if values.count > 1, areWhole { return false }
    return values.allSatisfy { cell in
      let text = cell.raw.value
      return NumberLiteral.read(cell.raw, units: units) != nil
        || text.hasPrefix("=") || Lexicon.isName(text)
    } && NumberLiteral.read(first.raw, units: units) != nil
  }

  /// How many columns of a table are keys, where its header does not part them: as the row below
  /// has it, or else those before the first that holds a price or a share there. And that row, if
  /// it is not parted either.
  private func parting(
    of header: TableRows.Row, _ rows: TableRows
  ) -> (keys: Int?, row: String?) {
    var (rows, unsaid) = (rows, DiagnosticLog())
    guard let row = rows.next(log: &unsaid), row.cells.count == header.cells.count else {
      return (nil, nil)
    }
    if let parting = row.parting { return (parting, nil) }
    let first = row.cells.firstIndex { cell in
      let text = cell.raw.value
      return text.contains(where: \.isNumber) && !"[(<>".contains(text.first ?? " ")
        && (text.hasSuffix("%") || text.contains(".")
          || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol })
    }
    let keys = first.flatMap { $0 > 0 ? $0 : nil }
    return (keys, sources.text(at: row.span))
  }

  private mutating func readTableHeader(
    _ row: TableRows.Row, parting: Int, _ name: Spanned<String>, hit: Spanned<HitPolicy>
  ) -> TableDeclaration? {
    let values = row.cells[parting...]
    guard let first = values.first, first.lower < first.upper else {
      log.report(
        .headerEmpty(
          "a column of values", at: row.span,
          help: ["after the keys comes the name of what is found, such as `\(name.value)`"]))
      return nil
    }
    var table = TableDeclaration(
      hit: hit, keys: [], values: [], rows: [], isMatrix: false, span: row.span)
    for cell in row.cells[..<parting] { table.keys.append(headerFormula(cell)) }
    if let colon = headerColon(first), !isTypedColumn(first, colon) {
      readMatrixHeader(values, colon: colon, name, into: &table)
    } else if let right = matrixMeant(by: values) {
      let place = values.dropFirst().reduce(first.span) { $0.joined(to: $1.span) }
      log.report(.matrixKeyMissing(right, at: place))
      unread.insert(name.value)
      return nil
    } else {
      for cell in values { readColumn(cell, into: &table) }
      if table.valueTypes.allSatisfy({ $0 == nil }) { table.valueTypes = [] }
      if table.keys.isEmpty { log.report(.headerEmpty("a key", at: row.span)) }
    }
    return table
  }

  private mutating func headerFormula(_ cell: CellText) -> Formula {
    if cell.lower == cell.upper {
      log.report(.headerEmpty("a formula for each key", at: cell.span))
      return .invalid(at: cell.span)
    }
    let text = cell.text(cell.lower, cell.upper)
    return Formula.parse(text, units: units, log: &log) ?? .invalid(at: cell.span)
  }

  /// The colon of `zone: 1` or `price: money`; those of times have no blank behind.
  private func headerColon(_ cell: CellText) -> Int? {
    var isQuoted = false
    for at in cell.lower..<cell.upper {
      if cell.bytes[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, cell.bytes[at] == UInt8(ascii: ":"), at + 1 < cell.upper,
        cell.bytes[at + 1].isBlank
      {
        return at
      }
    }
    return nil
  }

  /// How the first cell of a matrix is written, where its key and colon are missing: columns that
  /// are no names. Nil where they may be columns.
  private func matrixMeant(by cells: ArraySlice<CellText>) -> String? {
    guard cells.count > 1, cells.dropFirst().allSatisfy({ !Lexicon.isName($0.raw.value) }),
      let first = cells.first?.raw.value, headerColon(cells[cells.startIndex]) == nil
    else { return nil }
    guard let match = first.wholeMatch(of: /(\w+)\s+(\S.*)/), Lexicon.isName(String(match.1)) else {
      return "key: \(first)"
    }
    return "\(match.1): \(match.2)"
  }

  private func isTypedColumn(_ cell: CellText, _ colon: Int) -> Bool {
    let (lower, upper) = Lexicon.trimmed(cell.bytes, colon + 1, cell.upper)
    return type(named: cell.spanned(lower, upper).value) != nil
  }

  private mutating func readMatrixHeader(
    _ cells: ArraySlice<CellText>, colon: Int, _ name: Spanned<String>,
    into table: inout TableDeclaration
  ) {
    var seen: [String: SourceSpan] = [:]
    for (index, cell) in cells.enumerated() {
      var keyCell = cell
      if index == 0 {
        var formula = cell
        (formula.lower, formula.upper) = Lexicon.trimmed(cell.bytes, cell.lower, colon)
        table.keys.append(headerFormula(formula))
        (keyCell.lower, keyCell.upper) = Lexicon.trimmed(cell.bytes, colon + 1, cell.upper)
      }
      let written = keyCell.raw.value
      if let first = seen[written], !written.isEmpty {
        log.report(.matrixColumnAgain(keyCell.raw, first: first))
        unread.insert(name.value)
      }
      seen[written] = keyCell.span
      table.matrixCells.append(readKeyCell(keyCell))
    }
    table.isMatrix = true
    table.values = [name]
  }

  private mutating func readColumn(_ cell: CellText, into table: inout TableDeclaration) {
    var column = cell.raw
    var type: Spanned<InputType>?
    if let colon = headerColon(cell) {
      let (lower, upper) = Lexicon.trimmed(cell.bytes, cell.lower, colon)
      column = cell.spanned(lower, upper)
      let (from, to) = Lexicon.trimmed(cell.bytes, colon + 1, cell.upper)
      let word = cell.spanned(from, to)
      if let known = self.type(named: word.value) {
        type = Spanned(known, at: word.span)
      } else {
        log.report(.unknownType(word, among: Self.typeWords.map(\.word)))
      }
    }
    if !Lexicon.isName(column.value) {
      log.report(.nameForm(column))
    } else if let first = table.values.first(where: { $0.value == column.value }) {
      log.report(.repeatedName(column, first: first.span))
    }
    table.values.append(column)
    table.valueTypes.append(type)
  }

  mutating func readKeyCell(_ cell: CellText) -> KeyCell {
    if let key = cell.keyCell() { return key }
    let units = self.units
    let meant = KeyCell.instead(of: cell.raw.value) { value in
      if CalendarDate(iso: value) != nil || TimeOfDay(iso: value) != nil { return value }
      if NumberLiteral.read(Spanned(value, at: .nowhere), units: units) != nil { return value }
      return CommaNumber(in: value)?.grouped ?? NumberSlip(value, units: units)?.right
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
    let sign = cell?.raw.value.prefixMatch(of: /[^\w\s"]/).map { String($0.0) } ?? ""
    let text = sources.text(at: row).trimmedOfSpaces
    let grouped = /(?:^|,)((?:[^\w\s,"]\s?|[A-Z]{3} )\d{1,3}(?:,\d{3})+(?:\.\d+)?)(?:,|$)/
    if let match = text.firstMatch(of: grouped) {
      let written = String(match.1)
      return (written, written.replacing(",", with: ""))
    }
    let bare = /(?:^|,)(\d{1,3}(?:,\d{3})+\.\d+)(?:,|$)/
    if let match = text.firstMatch(of: bare) {
      return (String(match.1), sign + match.1.replacing(",", with: ""))
    }
    // Two cells of bounds are no figure: it has a currency in front, or what parts the values.
    let decimals = /(?:^|,)([^\d,"]{0,4}\d+,\d{1,2}(?:\s?[^\d\s,"]{1,3})?)(?=,|$)/
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
