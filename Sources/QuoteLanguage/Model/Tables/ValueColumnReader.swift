package import QuoteSyntax

/// Reads one value column of a table: finds its type, reads its cells by it.
package struct ValueColumnReader {
  let declaration: TableDeclaration
  let table: String
  let column: Int
  package let name: Spanned<String>
  /// What the header says the cells are.
  let stated: Spanned<InputType>?
  let keys: [PriceExpression]
  let checker: FormulaChecker
  let units: Set<String>

  /// The cells of a column, read.
  package struct Cells {
    var type: ValueType
    var units = UnitPair()
    /// Nil is `-`.
    var values: [PriceExpression?]
  }

  init(
    _ column: Int, of declaration: TableDeclaration, table: String, keys: [PriceExpression],
    checker: FormulaChecker, units: Set<String>
  ) {
    self.declaration = declaration
    self.table = table
    self.column = column
    name = declaration.values[column]
    stated = column < declaration.valueTypes.count ? declaration.valueTypes[column] : nil
    self.keys = keys
    self.checker = checker
    self.units = units
  }

  package func report(_ diagnostic: Diagnostic) { checker.rules.log.report(diagnostic) }

  var isCollecting: Bool {
    switch declaration.hit.value {
    case .sum, .product: true
    case .unique, .first, .max, .min, .graduated: false
    }
  }

  /// Reads the column; `earlier` are the cells of the columns before it, by
  /// name. Nil if something is wrong.
  package func read(earlier: [(name: String, cells: Cells)]) -> Cells? {
    let wanted = stated.map { ValueColumnReader.type(of: $0.value) }
    guard !declaration.rows.isEmpty else { return emptyColumn(wanted) }
    guard let reading = reading(wanted?.type) else { return nil }
    var values: [PriceExpression?] = []
    values.reserveCapacity(declaration.rows.count)
    var isFine = true
    for (index, row) in declaration.rows.enumerated() {
      let cell = row.values[column]
      guard let value = value(cell, reading, row: index, earlier) else {
        values.append(nil)
        if case .notGiven = cell.content { continue }
        isFine = false
        continue
      }
      if value.type == .invalid { isFine = false }
      values.append(value)
    }
    guard isFine else { return nil }
    return unified(values, wanted)
  }

  /// What stands for a column in which something is wrong, so that later columns may name it:
  /// they have nothing more to report.
  var unread: Cells {
    Cells(
      type: .invalid,
      values: declaration.rows.map { checker.invalid(at: $0.values[column].raw.span) })
  }

  /// Nil if a cell could not be read, or is `-`.
  private func value(
    _ cell: ValueCell, _ reading: Reading, row: Int, _ earlier: [(name: String, cells: Cells)]
  ) -> PriceExpression? {
    switch cell.content {
    case .notGiven: return nil
    case .formula(let formula):
      let checker = scope(row, earlier)
      return checker.closed(checker.expression(of: formula))
    case .written(let template):
      if case .literals(let literals) = reading {
        guard let literal = literals[row] else { return nil }
        return checker.expression(of: literal, at: cell.raw.span)
      }
      if case .text(let text)? = quotedText(cell) { return constant(text, cell.raw.span) }
      if let plain = template.plainText { return constant(plain, cell.raw.span) }
      return scope(row, earlier).text(of: template)
    }
  }

  private func quotedText(_ cell: ValueCell) -> Literal? {
    guard cell.raw.value.utf8.first == UInt8(ascii: "\"") else { return nil }
    return Literal.read(cell.raw, units: units)
  }

  private func constant(_ text: String, _ span: SourceSpan) -> PriceExpression {
    PriceExpression(
      .constant(.text(text)), type: .text, grain: .booking, isOptional: false, span: span)
  }

  /// The row's earlier cells, by the names of their columns.
  private func scope(_ row: Int, _ earlier: [(name: String, cells: Cells)]) -> FormulaChecker {
    guard !earlier.isEmpty else { return checker }
    var columns: [String: PriceExpression] = [:]
    for (name, cells) in earlier {
      columns[name] =
        cells.values[row]
        ?? PriceExpression(
          .constant(.notGiven), type: cells.type, units: cells.units, grain: .booking,
          isOptional: true, span: declaration.rows[row].values[0].raw.span)
    }
    return checker.naming(columns: columns)
  }

  // MARK: Types

  /// What a header's type means; measures are held in the unit that inputs
  /// have without one.
  package static func type(of input: InputType) -> (type: ValueType, units: UnitPair) {
    func measure(_ dimension: Dimension, _ unit: MeasureUnit?) -> (ValueType, UnitPair) {
      (.quantity(QuantityType(dimension)), UnitPair(unit))
    }
    switch input {
    case .text: return (.text, UnitPair())
    case .flag: return (.flag, UnitPair())
    case .count: return (.quantity(.count), UnitPair())
    case .number: return (.quantity(.number), UnitPair())
    case .money: return (.quantity(.money), UnitPair())
    case .date: return (.date, UnitPair())
    case .time: return (.time, UnitPair())
    case .instant: return (.instant, UnitPair())
    case .duration: return measure(.duration, .named("min"))
    case .distance: return measure(.distance, .named("km"))
    case .weight: return measure(.weight, .named("kg"))
    case .point: return (.point, UnitPair())
    case .oneOf(let words): return (.choice(words.map(\.value)), UnitPair())
    case .declared(let unit):
      return measure(.declared(unit), MeasureUnit(unit, .declared(unit), size: 1))
    }
  }

  private func emptyColumn(_ wanted: (type: ValueType, units: UnitPair)?) -> Cells {
    let hint = checker.rules.hints.columns[ColumnPlace(table: table, column: column)]
    var cells = Cells(
      type: wanted?.type ?? hint?.type ?? .invalid,
      units: wanted?.units ?? hint?.units ?? UnitPair(),
      values: [])
    if isCollecting, cells.type == .text { cells.type = .texts }
    return cells
  }

  /// What the written cells of a column are.
  private enum Reading {
    case texts
    /// By row; nil if a cell is not written.
    case literals([Literal?])
  }

  /// How the written cells read; nil (reported) where some are texts and some literals of
  /// another type.
  private func reading(_ stated: ValueType?) -> Reading? {
    if stated == .text { return .texts }
    var found: (literals: [ValueCell], texts: [ValueCell]) = ([], [])
    var literals: [Literal?] = []
    literals.reserveCapacity(declaration.rows.count)
    for row in declaration.rows {
      let cell = row.values[column]
      guard case .written = cell.content else {
        literals.append(nil)
        continue
      }
      let read = inMoney(Literal.read(cell.raw, units: units), stated)
      literals.append(read)
      // A few of each tell which are the odd ones.
      switch read {
      case .text, nil: if found.texts.count < 3 { found.texts.append(cell) }
      case .number, .flag, .date, .time, .instant:
        if found.literals.count < 3 { found.literals.append(cell) }
      }
    }
    guard let text = found.texts.first, stated != nil || !found.literals.isEmpty else {
      return found.texts.isEmpty ? .literals(literals) : .texts
    }
    if isTooLong(text.raw.value) {
      report(.numberTooLong(at: text.raw.span))
    } else if let stated {
      let help = helpForFile(text.raw) + help(for: text.raw.value)
      report(
        .cellNotOfType(
          text.raw, column: name.value, type: stated, help: help, in: checker.rules))
    } else {
      report(mixed(found.literals, found.texts))
    }
    return nil
  }

  /// In a column that is said to hold money, plain numbers are amounts.
  private func inMoney(_ literal: Literal?, _ stated: ValueType?) -> Literal? {
    guard case .number(var number)? = literal, stated == .quantity(.money),
      number.currency == nil, number.unit == nil, !number.isPercent
    else { return literal }
    number.currency = checker.rules.currency
    return .number(number)
  }

  /// Whether a text would be a number if it had fewer digits.
  private func isTooLong(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let start = bytes.first == UInt8(ascii: "-") ? 1 : 0
    guard NumberScan.begins(bytes, at: start, end: bytes.count) else { return false }
    var scan = NumberScan(bytes, from: start, to: bytes.count, units: units)
    return scan.read() != nil && scan.mistake == .tooLong && scan.at == bytes.count
  }
}
