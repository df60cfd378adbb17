import QuoteLanguage
import QuoteSyntax

/// What a number counts, by the names that it is made of: `minutes`, `max(minutes, 30)`,
/// `sum(minutes)`, and in blocks of so many, `ceil(minutes / 15)`.
struct CountedUnits {
  var unit: NamedUnit?
  /// How many of the unit make one of what is counted; nil where that is not known.
  var block: Ratio? = 1
  /// Whether nothing but a figure is in it, which goes with any unit.
  var isFigure = false

  /// Whether a price for one of another unit is hardly meant for it: not where it may be divided
  /// so that it comes to that, be it an hour of 45 minutes.
  func isWrong(for price: NamedUnit) -> Bool {
    guard let unit, let block else { return false }
    if block == 1 { return true }
    guard let whole = price.count(of: unit) else { return false }
    return block.isWhole && block * 2 <= Ratio(Int128(whole))
  }
}

/// Reads what numbers count.
struct CountReader {
  let names: SameValues
  let text: (SourceSpan) -> String

  init(_ names: SameValues, _ text: @escaping (SourceSpan) -> String) {
    (self.names, self.text) = (names, text)
  }

  func counted(by value: PriceExpression) -> CountedUnits { counted(by: value, Self.mostParts) }

  /// Names may be made of names many times over.
  private static let mostParts = 12

  private func counted(by value: PriceExpression, _ depth: Int) -> CountedUnits {
    if depth == 0 { return CountedUnits() }
    func of(_ part: PriceExpression) -> CountedUnits { counted(by: part, depth - 1) }
    switch value.operation {
    case .constant: return CountedUnits(isFigure: true)
    case .reference(.field), .lookup:
      return CountedUnits(unit: NamedUnit(numberCalled: text(value.span)))
    case .reference(.letValue):
      // A name of its own says more than what it is made of.
      let name = text(value.span)
      if let unit = NamedUnit(numberCalled: name) { return CountedUnits(unit: unit) }
      return NamedUnit.isNamed(in: name) ? CountedUnits() : of(names.resolved(value))
    case .apply(.round, let parts), .apply(.converted, let parts): return of(parts[0])
    case .apply(.arithmetic(let act), let sides):
      switch act {
      case .add, .subtract: return Self.common(sides.map(of))
      case .divide:
        // By a measure, it is a number of that measure, whatever the name says.
        guard sides[1].type.isPlainNumber else { return CountedUnits() }
        return of(sides[0]).inBlocks(of: names.resolved(sides[1]).figure)
      case .multiply:
        let (a, b) = (of(sides[0]), of(sides[1]))
        let (unit, figure) = a.isFigure ? (b, sides[0]) : (a, sides[1])
        return unit.inBlocks(of: names.resolved(figure).figure.map { $0.isZero ? 0 : 1 / $0 })
      }
    case .extreme(_, let parts): return Self.common(parts.map(of))
    case .aggregate(let kind, let part, _, _):
      return kind == .sum || kind == .max || kind == .min ? of(part) : CountedUnits()
    case .defaulting(let one, let other): return Self.common([of(one), of(other)])
    case .conditional(_, let then, let otherwise):
      return Self.common([of(then)] + (otherwise.map { [of($0)] } ?? []))
    case .reference, .apply, .and, .or, .isGiven, .sumBefore, .split, .neighbour, .steps, .isFound,
      .graduated, .texts:
      return CountedUnits()
    }
  }

  /// What all of several count, figures left out.
  private static func common(_ all: [CountedUnits]) -> CountedUnits {
    let counted = all.filter { !$0.isFigure }
    guard let first = counted.first else { return CountedUnits(isFigure: true) }
    return counted.allSatisfy { $0.unit == first.unit && $0.block == first.block }
      ? first : CountedUnits()
  }
}

extension CountedUnits {
  fileprivate func inBlocks(of size: Ratio?) -> CountedUnits {
    var blocks = self
    blocks.block = size.flatMap { $0 > 0 ? $0 : nil }.flatMap { size in block.map { $0 * size } }
    return blocks
  }
}
