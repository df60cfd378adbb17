package import QuoteSyntax

extension ModelTable {
  /// Reads a declaration's cells by the types of their columns. `keys` are the
  /// header formulas in order (for a free key the first look-up's argument), `domains` stand
  /// for all that the columns are looked up by. Nil, with complaints in `checker.rules.log`,
  /// where something is wrong.
  ///
  /// A column of a table without rows takes its type from its header, else from
  /// `checker.rules.hints`; else it is `invalid`, without a complaint.
  package init?(
    reading declaration: TableDeclaration, name: Spanned<String>, keys: [PriceExpression],
    domains: [PriceExpression], checker: FormulaChecker
  ) {
    let rules = checker.rules
    let units = Set(rules.tree.header.units.map(\.value))
    let headers = declaration.keys.map { rules.sources.text(at: $0.span) }
    guard ModelTable.isMeasured(declaration, domains, headers: headers, rules: rules) else {
      return nil
    }
    for (column, header) in headers.enumerated().dropFirst() {
      if let first = headers[..<column].firstIndex(of: header),
        declaration.rows.allSatisfy({ $0.keys[first].isSingle && $0.keys[column].isSingle })
      {
        let (one, two) = (declaration.keys[first].span, declaration.keys[column].span)
        rules.log.report(.lookedUpTwice(header, at: two, first: one))
      }
    }
    let keyedRows = ModelTable.keyedRows(
      declaration, domains, headers: headers, checker: checker, units: units)
    var read: [(name: String, cells: ValueColumnReader.Cells)] = []
    var isFine = keyedRows != nil
    for column in declaration.values.indices {
      let reader = ValueColumnReader(
        column, of: declaration, table: name.value, keys: keys, checker: checker, units: units)
      let cells = reader.read(earlier: read)
      if cells == nil { isFine = false }
      read.append((reader.name.value, cells ?? reader.unread))
    }
    guard isFine, var rows = keyedRows, keys.allSatisfy({ $0.type != .invalid }) else { return nil }
    for index in rows.indices { rows[index].values = read.map { $0.cells.values[index] } }
    guard ModelTable.isPriced(declaration, read.map(\.cells), keys: keys, rules: rules) else {
      return nil
    }
    self.init(
      name: name.value, hit: declaration.hit.value,
      keys: keys.indices.map {
        TableKey(value: keys[$0], domain: domains[$0], header: headers[$0])
      }, columns: [], rows: rows, span: declaration.span)
    hitSpan = declaration.hit.span
    belowZero = declaration.belowZero?.value
    mayFall = declaration.mayFall
    plainTexts = ModelTable.plainTexts(of: declaration, rules.sources)
    let names = SameValues(rules.lets, rules.tables, isBinary: rules.arithmetic.isBinary)
    let conditions = KeyConditions(
      names: names, keys: keys, domains: domains, isBinary: rules.arithmetic.isBinary)
    findings = findings(in: rules, conditions)
    ModelTable.report(findings, of: self, at: declaration, in: rules, names)
    if hit == .graduated { priceInOneColumn(named: name.value, &read) }
    columns = read.enumerated().map {
      TableColumn(of: self, $0.offset, $0.element, checker: checker)
    }
    if declaration.values.count == 1 {
      for warning in FlatBrackets(table: self, declaration: declaration).warnings {
        rules.log.report(warning)
      }
    }
    if !findings.overlaps.isEmpty || findings.bracketGap != nil { return nil }
    if !findings.isProved && (hit == .unique || hit == .graduated) { return nil }
  }

  /// Rows that meet where one key is not what another one makes of it do not meet.
  private func findings(in rules: ModelChecker, _ conditions: KeyConditions) -> TableFindings {
    let impossible = conditions.impossible
    func proved(outside region: KeyRegion) -> TableFindings {
      TableFindings(proving: self, areas: rules.areas, impossible: region)
    }
    let found = proved(outside: impossible)
    guard hit == .unique, !found.overlaps.isEmpty else { return found }
    // A column that stands for the keys of several look-ups has the formula of the first alone.
    let isOfOwnKeys = keys.allSatisfy { $0.domain === $0.value }
    let more = isOfOwnKeys
      ? conditions.misreckoned.union(conditions.unmade) : conditions.misreckoned
    if more.boxes.isEmpty { return found }
    let fewer = proved(outside: impossible.union(more))
    return fewer.isProved ? fewer : found
  }

  /// The first bracket of a graduated table that ends below zero, and has a price.
  private var rowBelowZero: Int? {
    guard hit == .graduated else { return nil }
    return rows.firstIndex { row in
      guard case .ranges(let ranges)? = row.keys.last?.body, !ranges.isEmpty else { return false }
      let prices = row.values.compactMap { $0?.range }
      return ranges.allSatisfy(\.isBelowZero) && prices.contains { $0 != Interval(point: 0) }
    }
  }

  private static let mostPlainRows = 2_000

  private static func plainTexts(
    of declaration: TableDeclaration, _ sources: Sources
  ) -> [SourceSpan: String] {
    guard declaration.isRewritten, declaration.rows.count <= mostPlainRows else { return [:] }
    var found: [SourceSpan: String] = [:]
    for row in declaration.rows {
      let keys = row.keys.map { ($0.span, $0.written) }
      for (span, text) in keys + row.values.map({ ($0.raw.span, $0.raw.value) })
      where sources.text(at: span).trimmedOfSpaces != text {
        found[span] = text
      }
    }
    return found
  }

  /// Whether a graduated table has a measure as its last key.
  private static func isMeasured(
    _ declaration: TableDeclaration, _ keys: [PriceExpression], headers: [String],
    rules: ModelChecker
  ) -> Bool {
    guard declaration.hit.value == .graduated else { return true }
    guard let measure = keys.last else { return false }
    switch measure.type {
    case .invalid: return false
    case .quantity(let quantity) where quantity.denominator == nil: break
    case .quantity, .flag, .text, .choice, .date, .time, .instant, .weekday, .point, .texts:
      rules.log.report(
        .noMeasure(headers.last ?? "", measure.type, at: declaration.keys.last?.span ?? .nowhere))
      return false
    }
    guard declaration.values.count <= 2 else {
      rules.log.report(.graduatedColumns(declaration.values[2].span, "a third one"))
      return false
    }
    return true
  }

  /// The rows with their keys, and no values yet; nil (reported) if a cell cannot be read.
  private static func keyedRows(
    _ declaration: TableDeclaration, _ keys: [PriceExpression], headers: [String],
    checker: FormulaChecker, units: Set<String>
  ) -> [ModelTableRow]? {
    var readers = keys.indices.map { index in
      KeyCellReader(
        key: keys[index], header: headers[index], headerSpan: declaration.keys[index].span,
        checker: checker, units: units, isFirst: declaration.hit.value == .first,
        isOnlyKey: keys.count == 1, stated: declaration.stated)
    }
    for index in keys.indices { readers[index].noteColumn(in: declaration.rows, index) }
    let measure = declaration.hit.value == .graduated ? keys.count - 1 : -1
    var rows: [ModelTableRow] = []
    rows.reserveCapacity(declaration.rows.count)
    var faults = 0
    for row in declaration.rows {
      var sets: [KeySet] = []
      sets.reserveCapacity(keys.count)
      for index in keys.indices {
        guard var set = readers[index].read(row.keys[index]) else {
          faults += 1
          continue
        }
        if index == measure {
          guard let bracket = bracket(set) else {
            checker.rules.log.report(.bracketForm(row.keys[index].span, of: headers[index]))
            faults += 1
            continue
          }
          set = bracket
        }
        sets.append(set)
      }
      rows.append(
        ModelTableRow(keys: sets, keySpans: row.keys.map(\.span), values: [], span: row.span))
      if faults >= faultLimit { return nil }
    }
    return faults == 0 ? rows : nil
  }

  /// A column with more unreadable cells is not read to its end.
  private static let faultLimit = 50

  /// A cell of the measure as one range; `-` is everything from zero on.
  private static func bracket(_ set: KeySet) -> KeySet? {
    switch set.body {
    case .everything:
      return KeySet(.ranges([KeyRange(Interval(0, .infinity))]), matchesNotGiven: false)
    case .ranges(let ranges): return ranges.count == 1 ? set : nil
    case .words, .textRanges, .indices, .areas: return nil
    }
  }

  /// The headers of two keys that are computed from one input; nil if no two are.
  private func keysTogether(_ names: SameValues) -> (String, String)? {
    for (index, key) in keys.enumerated() {
      for other in keys[..<index] where names.haveOneInput(key.value, other.value) {
        return (other.header, key.header)
      }
    }
    return nil
  }

  private static func report(
    _ findings: TableFindings, of table: ModelTable, at declaration: TableDeclaration,
    in rules: ModelChecker, _ names: SameValues
  ) {
    // Two rows of a matrix are many of the table; that they overlap is said once.
    var said: Set<[SourceSpan?]> = []
    for overlap in findings.overlaps {
      let written = [overlap.upper, overlap.lower].map { table.rows[$0].keySpans.first }
      guard said.insert(written).inserted else { continue }
      rules.log.report(
        .rowsOverlap(
          overlap, in: table, doubt: table.keysTogether(names),
          meeting: MeetingRows(overlap, in: table, declaration)))
    }
    if let row = table.rowBelowZero,
      !findings.deadRows.contains(where: { $0.row == row })
    {
      rules.log.report(.rowBelowZero(table, table.rows[row]))
    }
    if let gap = findings.bracketGap, let measure = table.keys.last {
      let zero = rules.zero(like: measure.value)
      // The bounds of a file's two columns stand in cells of their own.
      let bounds = [gap.above, gap.below].compactMap(\.self).map { table.rows[$0].keySpans.last }
      let areInColumns = bounds.contains { span in
        guard let span, span.file != table.span.file else { return false }
        return !rules.sources.text(at: span).contains(kept(/\.\.|[<>≤≥]/))
      }
      rules.log.report(
        .bracketGap(
          gap, in: table, declaration, zero: zero, isCount: measure.value.type.isCount,
          least: measure.domain.range.lower, areInColumns: areInColumns))
    }
    if !findings.isProved, table.hit == .unique || table.hit == .graduated {
      rules.log.report(.notProved(table, at: declaration.hit.span))
    }
    for dead in findings.deadRows.prefix(TableProof.explainedRows) {
      rules.log.report(.deadRow(dead, in: table))
    }
    let more = findings.deadRows.count - TableProof.explainedRows
    if more > 0 {
      rules.log.report(.moreDeadRows(more, in: table, at: declaration.hit.span))
    }
  }
}
