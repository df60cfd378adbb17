/// Numbers that an overlay or a setting puts in the place of percentages.
extension RuleReader {
  mutating func warnOfLostPercents(from old: LetDeclaration.Body, to new: LetDeclaration.Body) {
    switch (old, new) {
    case (.formula(let old), .formula(let new)):
      warnOfLostPercent(from: figure(old), to: figure(new))
    case (.table(let old), .table(let new)):
      for (index, name) in new.values.enumerated() {
        let before = old.values.firstIndex { $0.value == name.value }
        guard let before else { continue }
        warnOfLostPercents(from: figures(old, before), to: figures(new, index))
      }
    case (.formula, _), (.table, _), (.area, _), (.made, _), (.steps, _), (.function, _),
      (.groups, _), (.placed, _):
      break
    }
  }

  mutating func warnOfLostPercent(from old: ValueCell, to new: ValueCell) {
    warnOfLostPercent(from: figure(old), to: figure(new))
  }

  private mutating func warnOfLostPercent(from old: WrittenFigure?, to new: WrittenFigure?) {
    warnOfLostPercents(from: [old].compactMap(\.self), to: [new].compactMap(\.self))
  }

  /// One thing's numbers, before and after. Where some of the new ones are percentages, the
  /// others are odd among those already.
  private mutating func warnOfLostPercents(from old: [WrittenFigure], to new: [WrittenFigure]) {
    let old = old.filter { !($0.value ?? 0).isZero }
    let new = new.filter { !($0.value ?? 0).isZero }
    let percents = old.filter(\.isPercent)
    guard percents.count * 2 > old.count, !new.contains(where: \.isPercent),
      let odd = new.first(where: { number in
        !percents.contains { number.isLike([$0]) }
      })
    else { return }
    log.report(.lostPercent(odd, over: percents[0], in: sources))
  }

  /// A setting of a plain number in a column whose header says money, or whose other cells do.
  mutating func warnOfLostCurrency(
    in table: TableDeclaration, _ column: Int, to new: ValueCell
  ) {
    guard fileName.hasSuffix("set"), let number = figure(new), !number.isPercent,
      table.valueTypes.indices.contains(column), table.valueTypes[column]?.value == .money
    else { return }
    let text = sources.text(at: number.span).trimmedOfSpaces
    let money = CurrencySign.amount(text, currency ?? "")
    log.report(.settingWithoutCurrency(text, money, at: number.span))
  }

  private func figures(_ table: TableDeclaration, _ column: Int) -> [WrittenFigure] {
    table.rows.compactMap { figure($0.values[column]) }
  }

  private func figure(_ cell: ValueCell) -> WrittenFigure? {
    switch cell.content {
    case .notGiven: nil
    case .formula(let formula): figure(formula)
    case .written:
      NumberLiteral.read(cell.raw, units: units).flatMap { figure($0, cell.raw.span) }
    }
  }

  private func figure(_ formula: Formula) -> WrittenFigure? {
    switch formula.kind {
    case .literal(.number(let number)): return figure(number, formula.span)
    case .negate(let inner):
      guard let figure = figure(inner), let value = figure.value else { return nil }
      return WrittenFigure(value: -value, isPercent: figure.isPercent, span: formula.span)
    case .literal, .text, .name, .member, .call, .not, .binary, .isGiven, .membership,
      .conditional, .list, .range, .invalid:
      return nil
    }
  }

  private func figure(_ number: NumberLiteral, _ span: SourceSpan) -> WrittenFigure? {
    guard number.currency == nil, number.unit == nil, number.perUnit == nil else { return nil }
    return WrittenFigure(value: number.value, isPercent: number.isPercent, span: span)
  }
}
