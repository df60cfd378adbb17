import QuoteLanguage
import QuoteSyntax

/// Numbers that stand for one thing, of which some are written in percent and some are not:
/// most likely a percent sign was lost, and the number counts a hundredfold.
struct MixedPercents {
  private let model: PriceModel
  private let told: Set<SourceSpan>
  private var warnings: [Diagnostic] = []
  private static let mostWarnings = 20

  /// `told` is where figures stand of which it is said that they lack their sign.
  static func warnings(of model: PriceModel, told: Set<SourceSpan> = []) -> [Diagnostic] {
    var mixed = MixedPercents(model: model, told: told)
    for table in model.tables {
      for column in table.columns.indices {
        let cells = table.rows.compactMap { $0.values[column] }
        if table.hit == .product, mixed.checkShares(in: cells, of: table) { continue }
        mixed.check(cells)
        mixed.checkFactor(in: cells, areAdded: table.hit == .sum)
        mixed.checkHundredfold(in: cells)
      }
    }
    var choices: [PriceExpression] = []
    // A choice within a choice is not judged by itself.
    var inner: Set<ObjectIdentifier> = []
    model.visitExpressions { expression in
      guard case let parts = Self.alternatives(of: expression), !parts.isEmpty else { return }
      choices.append(expression)
      inner.formUnion(parts.map(ObjectIdentifier.init))
    }
    for choice in choices where !inner.contains(ObjectIdentifier(choice)) {
      mixed.check(mixed.leaves(of: choice))
    }
    return Array(mixed.warnings.prefix(mostWarnings))
  }

  // MARK: - Finding

  /// What one of which is the value.
  private static func alternatives(of expression: PriceExpression) -> [PriceExpression] {
    switch expression.operation {
    case .conditional(_, let a, let b): [a] + (b.map { [$0] } ?? [])
    case .defaulting(let a, let b): [a, b]
    case .extreme(_, let all): all
    case .constant, .reference, .apply, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps,
      .lookup, .isFound, .graduated, .texts:
      []
    }
  }

  private func leaves(of expression: PriceExpression) -> [PriceExpression] {
    let parts = Self.alternatives(of: expression)
    return parts.isEmpty ? [expression] : parts.flatMap(leaves)
  }

  private func figure(_ expression: PriceExpression) -> WrittenFigure? {
    guard case .quantity(let type) = expression.type, type.numerator == nil,
      type.denominator == nil
    else { return nil }
    switch expression.operation {
    case .constant(.quantity(let value)):
      let isPercent = model.sources.isPercent(at: expression.span)
      return WrittenFigure(value: value, isPercent: isPercent, span: expression.span)
    case .apply(.negate, let parts):
      guard case .constant = parts[0].operation, let figure = figure(parts[0]) else { break }
      return WrittenFigure(
        value: figure.value.map { -$0 }, isPercent: figure.isPercent, span: expression.span)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
    return model.isPercent(expression)
      ? WrittenFigure(value: nil, isPercent: true, span: expression.span) : nil
  }

  // MARK: - Judging

  private mutating func check(_ values: some Sequence<PriceExpression>) {
    let figures = values.compactMap { figure($0) }
    // Where the plain ones lack their sign, the percentages beside them are right.
    let plain = figures.filter { !$0.isPercent }
    if plain.contains(where: { told.contains($0.span) }), plain.count > figures.count - plain.count
    {
      return
    }
    guard let warning = Self.warning(of: figures, in: model.sources) else { return }
    warnings.append(warning)
  }

  /// `115%` among shares such as 10%: the whole with a part of 15%, as a factor has it. Shares that
  /// grow from row to row may well come to more than the whole.
  private mutating func checkFactor(in cells: [PriceExpression], areAdded: Bool) {
    let all = cells.compactMap { figure($0) }
    let figures = all.filter { $0.isPercent && $0.value.map { $0 > 0 } ?? false }
    let isOdd = { (figure: WrittenFigure) in (figure.value ?? 0) > 1 }
    let odd = figures.filter(isOdd)
    guard all.allSatisfy({ $0.isPercent || $0.value?.isZero ?? false }), odd.count == 1,
      let size = odd[0].value, let most = figures.filter({ !isOdd($0) }).compactMap(\.value).max(),
      most <= Ratio(1, 2), size - 1 <= most * 2,
      model.sources.text(at: odd[0].span).trimmedOfSpaces.contains(kept(/^[\d.]+\s*%$/)),
      let other = figures.first(where: { !isOdd($0) })
    else { return }
    let sizes = all.compactMap(\.value)
    let steps = zip(sizes, sizes.dropFirst())
    let isOrdered = steps.allSatisfy { $0 <= $1 } || steps.allSatisfy { $0 >= $1 }
    guard areAdded || !isOrdered || most <= Ratio(3, 10) else { return }
    warnings.append(.factorAmongShares(odd[0], size, among: other, in: model.sources))
  }

  /// `10%` and `20%` in a `product` table, alone or beside factors such as 1.1: what is multiplied
  /// by a tenth was to be a tenth more. A plain `0.1` says that it is not, and so does a half among
  /// them, as children pay.
  private mutating func checkShares(in cells: [PriceExpression], of table: ModelTable) -> Bool {
    let figures = cells.compactMap { figure($0) }.filter { !($0.value?.isZero ?? true) }
    func isShare(_ figure: WrittenFigure) -> Bool {
      figure.isPercent && figure.value.map { $0 > 0 && $0 <= Ratio(3, 10) } ?? false
    }
    guard figures.count > 1, figures.count == cells.filter({ $0.figure?.isZero != true }).count,
      figures.allSatisfy({ isShare($0) || ($0.value ?? 0) > 1 }),
      let first = figures.first(where: isShare), let share = first.value
    else { return false }
    warnings.append(
      .productOfShares(
        table.name, model.sources.text(at: first.span).trimmedOfSpaces,
        more: "\((1 + share) * 100)%", less: "\((1 - share) * 100)%", plain: "\(share)",
        at: first.span, of: table.span))
    return true
  }

  /// `800%` beside `0%` and `15%`.
  private mutating func checkHundredfold(in cells: [PriceExpression]) {
    let all = cells.compactMap { figure($0) }
    let figures = all.filter { $0.isPercent && $0.value.map { $0 > 0 } ?? false }
    let odd = figures.filter { ($0.value ?? 0) > 2 }
    guard odd.count == 1, figures.count > 2, let size = odd[0].value,
      let other = figures.first(where: { $0.value != size }),
      let most = figures.compactMap(\.value).filter({ $0 != size }).max(),
      most <= Ratio(1, 2), size >= most * 20, !model.sources.isFormula(at: odd[0].span)
    else { return }
    warnings.append(
      .hundredfold(
        model.sources.text(at: odd[0].span).trimmedOfSpaces, times: size,
        among: Spanned(model.sources.text(at: other.span), at: other.span), write: "\(size)%",
        at: odd[0].span))
  }

  /// Warns of numbers that stand for one thing; nil where nothing is odd.
  static func warning(of figures: [WrittenFigure], in sources: Sources) -> Diagnostic? {
    let percents = figures.filter { $0.isPercent && !($0.value?.isZero ?? false) }
    let plain = figures.filter { !$0.isPercent && !($0.value?.isZero ?? true) }
    guard !percents.isEmpty, !plain.isEmpty else { return nil }
    // Plain numbers of two sizes, 8 and 0.05 beside 10%, are shares: the large ones lost a sign.
    let large = plain.filter { ($0.value?.magnitude ?? 0) > 1 }
    let small = plain.filter { ($0.value?.magnitude ?? 1) < 1 }
    // One and a half beside a half is a factor as it stands.
    let isOfTwoSizes = !large.isEmpty && !small.isEmpty && large.count + small.count == plain.count
      && large.count <= percents.count && large.allSatisfy { ($0.value?.magnitude ?? 0) >= 3 }
      && percents.allSatisfy { ($0.value?.magnitude ?? 0) < 1 }
      && large.allSatisfy { ($0.value?.magnitude ?? 0) <= 100 }
    let (odd, others) =
      isOfTwoSizes
      ? (large, percents) : plain.count <= percents.count ? (plain, percents) : (percents, plain)
    let strange = odd.filter { $0.value != nil && !$0.isLike(others) }
    guard let first = strange.first else { return nil }
    return .mixedPercent(first, strange.dropFirst(), among: others[0], in: sources)
  }
}
