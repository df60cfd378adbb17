/// Amounts of which the point was meant to group digits, `€1.500`, and two dates that were meant
/// to be the ends of a period.
struct FigureSlips {
  private let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = FigureSlips(model: model)
    var found = slips.inTables
    let cells = slips.cellsOfTables
    model.visitExpressions { value in
      if cells.contains(ObjectIdentifier(value)) { return }
      // A price for one unit may have three decimals; one whose last is a zero hardly.
      let figures = if case .apply(.compare, let sides) = value.operation { sides } else { [value] }
      let isBound = figures.count > 1
      let grouped = figures.lazy.compactMap { slips.grouped($0, isPrice: !isBound) }.first
      if let warning = grouped ?? slips.twoEnds(value) { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  private func text(_ span: SourceSpan) -> String { model.sources.text(at: span).trimmedOfSpaces }

  // MARK: - Grouped digits

  /// What a text writes with a point before three digits, and what it is if the point groups.
  private func figure(_ text: String) -> (value: Ratio, whole: String, half: String)? {
    let amount = /(\W*(?:[A-Z]{3} )?)([1-9]\d{0,2})\.(\d{3})(\W*(?: [A-Z]{3})?)/
    guard let match = text.wholeMatch(of: amount),
      let value = Ratio(decimal: "\(match.2).\(match.3)")
    else { return nil }
    let (before, digits, decimals, after) = (match.1, match.2, match.3, match.4)
    let short = decimals.hasSuffix("0") ? String(decimals.dropLast()) : "\(decimals)0"
    return (
      value, "\(before)\(digits)\(decimals)\(after)", "\(before)\(digits).\(short)\(after)"
    )
  }

  private func grouped(_ value: PriceExpression, isPrice: Bool = false) -> Diagnostic? {
    guard model.minorUnit > Ratio(1, 1000), value.type == .quantity(.money),
      case .constant(.quantity(let size)) = value.operation
    else { return nil }
    let written = text(value.span)
    guard let figure = figure(written), figure.value == size,
      !isPrice || (size * 100).isWhole
    else { return nil }
    return .groupedDigits(written, whole: figure.whole, short: figure.half, at: value.span)
  }

  private var cellsOfTables: Set<ObjectIdentifier> {
    var cells: Set<ObjectIdentifier> = []
    for table in model.tables {
      for row in table.rows {
        for case let cell? in row.values { cells.insert(ObjectIdentifier(cell)) }
      }
    }
    return cells
  }

  /// One for each column: prices for one piece have three decimals on purpose where some are
  /// below 1 or have four.
  private var inTables: [Diagnostic] {
    model.tables.flatMap { table in
      table.columns.indices.compactMap { column -> Diagnostic? in
        let cells = table.rows.compactMap { $0.values[column] }
        let isFine = cells.contains { cell in
          guard case .constant(.quantity(let size)) = cell.operation else { return false }
          return size > 0 && !(size * 100).isWhole && figure(text(cell.span)) == nil
        }
        return isFine ? nil : cells.lazy.compactMap { grouped($0) }.first
      } + table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].value.type == .quantity(.money),
          model.minorUnit > Ratio(1, 1000)
        else { return nil }
        return table.rows.lazy.compactMap { groupedKey($0.keySpans[column]) }.first
      }
    }
  }

  /// A bound such as `>= €1.000`.
  private func groupedKey(_ span: SourceSpan) -> Diagnostic? {
    let written = text(span)
    let bound = written.drop { "<>= ".contains($0) }
    guard let figure = figure(String(bound)) else { return nil }
    return .groupedDigits(written, whole: figure.whole, short: figure.half, at: span)
  }

  // MARK: - Two ends

  /// A list of the first day of a month and the last of one: only these two days are in it.
  private func twoEnds(_ value: PriceExpression) -> Diagnostic? {
    guard case .or(let a, let b) = value.operation, text(value.span).hasSuffix("]"),
      let (day, start) = equality(a), let (_, end) = equality(b),
      end.daysSince1970 - start.daysSince1970 > 26
    else { return nil }
    let next = CalendarDate(daysSince1970: end.daysSince1970 + 1)
    guard start.civil.day == 1, next.civil.day == 1 else { return nil }
    return .twoEnds(text(day.span), "\(start)", "\(end)", at: value.span)
  }

  /// A value that is compared with a day.
  private func equality(_ value: PriceExpression) -> (PriceExpression, CalendarDate)? {
    guard case .apply(.compare(.equal), let sides) = value.operation, sides[0].type == .date,
      case .constant(.date(let day)) = sides[1].operation
    else { return nil }
    return (sides[0], day)
  }
}
