import QuoteLanguage
import QuoteSyntax

/// The plain numbers that a rate is, as they are written and without a percent sign: one, or those
/// of a table's column but for its zeros.
struct PlainFigures {
  struct Figure {
    var value: Ratio
    var span: SourceSpan
  }

  let figures: [Figure]
  /// Whether it is a table's column, and has no other cells.
  let isWholeColumn: Bool
  let isColumn: Bool

  /// `rate` is what a name stands for, and not the name: a figure is shown as it is written.
  init(of rate: PriceExpression, in model: PriceModel) {
    guard rate.type.isPlainNumber else {
      (figures, isWholeColumn, isColumn) = ([], false, false)
      return
    }
    func figure(_ value: PriceExpression) -> Figure? {
      guard case .constant(.quantity(let size)) = value.operation,
        !model.sources.isPercent(at: value.span),
        Ratio(decimal: model.sources.text(at: value.span).trimmedOfSpaces) == size
      else { return nil }
      return Figure(value: size, span: value.span)
    }
    guard case .lookup(let table, let column, _) = rate.operation else {
      (figures, isWholeColumn, isColumn) = ([figure(rate)].compactMap(\.self), false, false)
      return
    }
    let cells = model.tables[table].rows.compactMap { $0.values[column] }
    figures = cells.compactMap(figure).filter { !$0.value.isZero }
    (isWholeColumn, isColumn) = (figures.count == cells.count, true)
  }
}
