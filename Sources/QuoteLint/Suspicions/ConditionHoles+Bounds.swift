import QuoteLanguage
import QuoteSyntax

extension ConditionHoles {
  /// Comparisons with figures, those of one value together.
  var bounds: [[Bound]] {
    var all: [Int: [Bound]] = [:]
    var order: [Int] = []
    for (root, formulas) in roots.enumerated() {
      var named: Set<LetID> = []
      var seen: Set<ObjectIdentifier> = []
      for formula in formulas { gather(formula, root, nil, named: &named, seen: &seen) }
    }
    func gather(
      _ value: PriceExpression, _ root: Int, _ denial: Denial?, named: inout Set<LetID>,
      seen: inout Set<ObjectIdentifier>
    ) {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return }
      // A condition with a name is what the name stands for.
      if case .reference(.letValue(let id)) = value.operation, value.type == .flag,
        named.insert(id).inserted
      {
        return gather(names.lets[id].value, root, denial, named: &named, seen: &seen)
      }
      let inner = Denial(around: value, denial)
      for part in value.parts { gather(part, root, inner, named: &named, seen: &seen) }
      for bound in bounds(of: value, root, denial) {
        let likeness = names.likeness(of: bound.subject)
        if all[likeness] == nil { order.append(likeness) }
        all[likeness, default: []].append(bound)
      }
    }
    return order.compactMap { all[$0] }.flatMap { bounds in
      // What is alike is mostly the same.
      var kinds: [[Bound]] = []
      for bound in bounds {
        if let kind = kinds.firstIndex(where: { areOfOne($0[$0.count - 1], bound) }) {
          kinds[kind].append(bound)
        } else if kinds.count < Self.mostKinds {
          kinds.append([bound])
        }
      }
      return kinds.filter { $0.count > 1 }.map(Self.markingRanges)
    }
  }

  /// So many values that are alike and not the same are told apart.
  private static let mostKinds = 20

  /// Whether both are of one value. A line's amount is the same everywhere, and what stands above a
  /// line in all of its formula; also in the line below it, where the first does not apply.
  private func areOfOne(_ one: Bound, _ other: Bound) -> Bool {
    let (a, b) = (names.resolved(one.subject), names.resolved(other.subject))
    guard names.isOneReference(a, b), case .reference(let reference) = a.operation else {
      return names.areSame(a, b)
    }
    switch reference {
    case .lineAmount, .lineSum, .total, .subtotal: return a.grain == b.grain
    case .running:
      return a.grain == b.grain && (one.root == other.root || areNeighbours(one.root, other.root))
    case .field, .element, .letValue, .carried, .lineReasons: return names.areSame(a, b)
    }
  }

  private func areNeighbours(_ root: Int, _ other: Int) -> Bool {
    let places = [root, other].map { $0 - model.lets.count }
    guard places.allSatisfy(lines.indices.contains),
      let first = model.waterfall.firstIndex(where: { $0.id == lines[places[0]].id }),
      first + 1 < model.waterfall.count
    else { return false }
    let below = model.waterfall[first + 1]
    return model.waterfall[first].when != nil && below.when != nil
      && below.id == lines[places[1]].id
  }

  /// A range with both ends is two comparisons that are written as one.
  private static func markingRanges(_ bounds: [Bound]) -> [Bound] {
    func spans(_ comparisons: Set<PriceExpression.Comparison>) -> Set<SourceSpan> {
      Set(bounds.filter { comparisons.contains($0.comparison) }.map(\.span))
    }
    let both = spans([.greater, .greaterOrEqual]).intersection(spans([.less, .lessOrEqual]))
    return bounds.map { bound in
      var bound = bound
      bound.isOfRange = both.contains(bound.span)
      return bound
    }
  }

  /// Formulas that are read together: the condition of a line and its amount.
  private var roots: [[PriceExpression]] {
    model.lets.map { [$0.value] } + lines.map(\.formulas) + model.declines.map { [$0.when] }
  }

  /// What a `not` makes of the conditions in it.
  private struct Denial {
    let isTurned: Bool
    /// The `not` itself, where what is in it is one comparison.
    let span: SourceSpan?

    init?(around value: PriceExpression, _ outer: Denial?) {
      guard value.type == .flag else { return nil }
      if case .apply(.not, let parts) = value.operation {
        isTurned = !(outer?.isTurned ?? false)
        span = outer == nil && parts[0].isComparison ? value.span : nil
      } else {
        guard let outer else { return nil }
        (isTurned, span) = (outer.isTurned, nil)
      }
    }
  }

  private func bounds(of value: PriceExpression, _ root: Int, _ denial: Denial?) -> [Bound] {
    let isDenied = denial?.isTurned ?? false
    let isWitness = root >= model.lets.count + lines.count || denial != nil && denial?.span == nil
    func bound(
      _ subject: PriceExpression, _ comparison: PriceExpression.Comparison, _ figure: Ratio
    ) -> Bound {
      Bound(
        subject: subject, comparison: isDenied ? comparison.opposite : comparison, figure: figure,
        span: denial?.span ?? value.span, root: root, isWitness: isWitness)
    }
    switch value.operation {
    case .apply(.compare(let comparison), let sides) where dateOfDay(sides[0]) != nil:
      return dayOfYear(sides[1]).map { [bound(sides[0], comparison, $0)] } ?? []
    case .apply(.compare(let comparison), let sides) where Self.isCompared(sides[0].type):
      if let figure = figure(sides[1]) { return [bound(sides[0], comparison, figure)] }
      return figure(sides[0]).map { [bound(sides[1], comparison.turned, $0)] } ?? []
    case .apply(.within(let set), let parts) where Self.isCompared(parts[0].type) && !isDenied:
      guard case .ranges(let ranges) = set.body, ranges.count == 1 else { return [] }
      let (range, ends) = (ranges[0], ranges[0].interval)
      let lower: PriceExpression.Comparison = range.lowerIsIncluded ? .greaterOrEqual : .greater
      let upper: PriceExpression.Comparison = range.upperIsIncluded ? .lessOrEqual : .less
      return (ends.lower.isFinite ? [bound(parts[0], lower, ends.lower)] : [])
        + (ends.upper.isFinite ? [bound(parts[0], upper, ends.upper)] : [])
    case _: return []
    }
  }

  private static func isCompared(_ type: ValueType) -> Bool {
    type.isQuantity || type == .date || type == .time || type == .instant
  }

  private func figure(_ value: PriceExpression) -> Ratio? {
    guard case .constant(let constant) = value.operation, constant != .notGiven,
      value.range.isFinite, value.range.lower == value.range.upper
    else { return nil }
    return value.range.lower
  }
}
