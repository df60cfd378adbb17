/// The headers of tables: where they are, which of their columns are keys, and their columns.
extension RuleReader {
  /// A table without rows, by its header. `rows` are those below it.
  mutating func readTableHeader(
    _ header: TableRows.Row, of rows: TableRows, _ name: Spanned<String>,
    hit: Spanned<HitPolicy>, _ notation: TableNotation
  ) -> TableDeclaration? {
    if let line = headerLine(below: header, rows, notation) {
      log.report(
        .headerEmpty(
          "column of values", at: header.span,
          help: ["if this is a title, say beside the table on which line the header is: "
            + "`header: \(line)`"]))
      return nil
    }
    guard let parting = header.parting else {
      let shape = parting(of: header, rows)
      let line = sources.text(at: header.span)
      log.report(
        .partingMissing(
          at: header.span, isCSV: rows.isCSV, line: rows.isCSV ? ColumnOfEnds.named(line) : line,
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
    if rows.isCSV, let right = headerMeant(by: header, parting) {
      log.report(.headerForPeople(right, at: header.span))
      unread.insert(name.value)
      return nil
    }
    return readColumns(header, parting: parting, name, hit: hit)
  }

  /// How a header of a file for people, `Boat type,,per day`, is written here; nil where it can be
  /// read as it is.
  private func headerMeant(by header: TableRows.Row, _ parting: Int) -> String? {
    let line = sources.text(at: header.span)
    let right = ColumnOfEnds.named(line)
    guard right != line else { return nil }
    var unsaid = DiagnosticLog()
    let areKeys = header.cells[..<parting].allSatisfy { cell in
      Formula.parse(cell.text(cell.lower, cell.upper), units: units, log: &unsaid) != nil
    }
    let areNames = header.cells[parting...].allSatisfy { cell in
      headerColon(cell) != nil || Lexicon.isName(cell.raw.value)
    }
    return areKeys && !unsaid.hasErrors && areNames ? nil : right
  }

  /// The line of a file's first row of several cells, where one of a single cell stands above it;
  /// nil where the first row may be the header.
  private func headerLine(
    below first: TableRows.Row, _ rows: TableRows, _ notation: TableNotation
  ) -> Int? {
    func width(_ row: TableRows.Row) -> Int { row.cells.count { $0.lower < $0.upper } }
    // A title over several columns may have been written into each.
    let texts = first.cells.filter { $0.lower < $0.upper }.map(\.raw.value)
    let isTitle = texts.count == 1 || texts.count > 1 && texts.allSatisfy { $0 == texts[0] }
    guard rows.isCSV, notation.header == nil, isTitle else { return nil }
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

  private mutating func readColumns(
    _ row: TableRows.Row, parting: Int, _ name: Spanned<String>, hit: Spanned<HitPolicy>
  ) -> TableDeclaration? {
    let values = row.cells[parting...]
    guard let first = values.first, first.lower < first.upper else {
      log.report(
        .headerEmpty(
          "column of values", at: row.span,
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
      if table.keys.isEmpty { log.report(.headerEmpty("key", at: row.span)) }
    }
    return table
  }

  private mutating func headerFormula(_ cell: CellText) -> Formula {
    if cell.lower == cell.upper {
      log.report(.headerEmpty("formula for each key", at: cell.span))
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
    guard let match = first.wholeMatch(of: kept(/(\w+)\s+(\S.*)/)), Lexicon.isName(String(match.1))
    else {
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
}
