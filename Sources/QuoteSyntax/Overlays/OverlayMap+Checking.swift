extension OverlayMap {
  /// Holds the entries against the rules that they are for: names, tables and
  /// their columns.
  package func check(against rules: RuleTree, log: inout DiagnosticLog) {
    for entry in entries {
      guard let found = rules.lets.first(where: { $0.name.value == entry.name.value }) else {
        log.report(.unknownPath(entry.name, among: rules.lets.map(\.name.value)))
        continue
      }
      switch (entry.content, found.body) {
      case (.figure, .formula): break
      case (.figure, .table), (.figure, .area), (.figure, .made), (.figure, .steps),
        (.figure, .function), (.figure, .groups), (.figure, .placed):
        log.report(.overlayFigure(entry.name, declared: found.name.span))
      case (.rows(let rows), .table(let table)):
        check(rows, of: entry.name, against: table, log: &log)
      case (.rows, .formula), (.rows, .area), (.rows, .made), (.rows, .steps), (.rows, .function),
        (.rows, .groups), (.rows, .placed):
        log.report(.notATable(entry.name, tables: rules.tableNames))
      }
    }
  }

  private func check(
    _ rows: Rows, of name: Spanned<String>, against table: TableDeclaration,
    log: inout DiagnosticLog
  ) {
    if table.isMatrix {
      log.report(.overlayMatrix(name, table: table.span))
      return
    }
    let keys = table.keys.map(\.written)
    let values = table.values.map(\.value)
    for cell in rows.cells {
      let header = cell.header.value
      if values.contains(header) {
        if case .value = cell.content { continue }
        log.report(.overlayCell(cell.header))
      } else if !keys.contains(header) {
        log.report(.overlayColumn(cell.header, of: name.value, among: keys + values))
      }
    }
    for value in values where !rows.cells.contains(where: { $0.header.value == value }) {
      log.report(.overlayColumnMissing(value, of: name))
    }
  }
}

extension RuleTree {
  /// Names of the tables.
  var tableNames: [String] {
    lets.compactMap { if case .table = $0.body { $0.name.value } else { nil } }
  }
}
