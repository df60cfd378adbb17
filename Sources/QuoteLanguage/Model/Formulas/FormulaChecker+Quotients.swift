import QuoteSyntax

// MARK: - What quotients are made into

extension FormulaChecker {
  private typealias Fraction = (above: PriceExpression, below: PriceExpression)

  /// A quotient that is multiplied, divided or added to: `a / b * c` is `a * c / b`, and
  /// `a / b + c` is `(a + c * b) / b`, so that it stays one quotient until it is rounded.
  func fraction(
    _ op: BinaryOperator, _ a: PriceExpression, _ b: PriceExpression, at place: SourceSpan,
    span: SourceSpan
  ) -> PriceExpression {
    func arithmetic(
      _ op: BinaryOperator, _ a: PriceExpression, _ b: PriceExpression
    ) -> PriceExpression {
      guard a.type != .invalid, b.type != .invalid else { return invalid(at: span) }
      return self.arithmetic(op, a, b, at: place, span: span)
    }
    switch op {
    case .multiply:
      if let a = parts(a), a.above.type.isPlainNumber || b.type.isPlainNumber {
        return arithmetic(.divide, arithmetic(.multiply, a.above, b), a.below)
      }
      if let b = parts(b), a.type.isPlainNumber || b.above.type.isPlainNumber {
        return arithmetic(.divide, arithmetic(.multiply, a, b.above), b.below)
      }
      // The quotient of two of one measure is a plain number, which may multiply anything; and
      // what is divided by a measure may be multiplied by one of its kind.
      for (ratio, other) in [(b, a), (a, b)] where !other.isOpenQuotient {
        guard let (above, below) = parts(ratio) else { continue }
        if ratio.type.isPlainNumber {
          let (x, y) = (bare(above, of: below), bare(below, of: below))
          return arithmetic(.divide, arithmetic(.multiply, other, x), y)
        }
        if areComparable(below.type, other.type, ordered: true) {
          let (x, y) = (bare(other, of: below), bare(below, of: below))
          return arithmetic(.divide, arithmetic(.multiply, above, x), y)
        }
      }
    case .divide:
      if let a = parts(a), a.below.type.isPlainNumber || b.type.isPlainNumber {
        return arithmetic(.divide, a.above, arithmetic(.multiply, a.below, b))
      }
    case .add, .subtract:
      guard a.type.isQuantity, areComparable(a.type, b.type, ordered: true) else { break }
      // With few divisors quotients are numbers like others.
      let quotients = [a, b].filter(\.isOpenQuotient)
      if quotients.allSatisfy({ exactly($0) != nil }) { break }
      let range = op == .add ? a.range + b.range : a.range - b.range
      for (quotient, other) in [(a, b), (b, a)] {
        guard let (above, below) = parts(quotient).map({ withoutMeasure($0, of: quotient) }) else {
          continue
        }
        let moved = arithmetic(.multiply, other, below)
        guard moved.type != .invalid else { return moved }
        // `$1 each` times a count is an amount.
        guard areComparable(moved.type, above.type, ordered: true) else { break }
        let isLeft = quotient === a
        let sum = isLeft ? arithmetic(op, above, moved) : arithmetic(op, moved, above)
        return within(range, arithmetic(.divide, sum, below))
      }
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .default:
      break
    }
    return arithmetic(op, closed(a), closed(b))
  }

  private func parts(_ value: PriceExpression) -> Fraction? {
    guard value.isOpenQuotient, case .apply(_, let sides) = value.operation else { return nil }
    return (sides[0], sides[1])
  }

  /// The two sides of a quotient of one measure as plain numbers.
  private func withoutMeasure(_ parts: Fraction, of quotient: PriceExpression) -> Fraction {
    guard quotient.type.isPlainNumber, !parts.below.type.isPlainNumber else { return parts }
    return (bare(parts.above, of: parts.below), bare(parts.below, of: parts.below))
  }

  /// A sum of a quotient, whose range its parts say better than its two sides do.
  private func within(_ range: Interval, _ sum: PriceExpression) -> PriceExpression {
    guard sum.type != .invalid else { return sum }
    return PriceExpression(
      sum.operation, type: sum.type, units: sum.units, grain: sum.grain,
      isOptional: sum.isOptional, range: range, quantum: sum.quantum, span: sum.span)
  }

  /// A measure as a plain number, in a unit of what it is held against.
  private func bare(_ value: PriceExpression, of other: PriceExpression) -> PriceExpression {
    let size = other.units.size
    let one = PriceExpression(
      .constant(.quantity(size)), type: other.type, units: other.units, grain: .booking,
      isOptional: false, range: Interval(point: size), quantum: size, span: value.span)
    return arithmetic(.divide, value, one, at: value.span, span: value.span)
  }
}

// MARK: - Keys

extension FormulaChecker {
  /// A key of a table's column. A quotient is looked up by its place among the bounds that the
  /// column has, which is exact; but not where a `graduated` table prices parts of it.
  func key(
    _ value: PriceExpression, _ column: Int, of table: TableDeclaration
  ) -> PriceExpression {
    let isMeasure = table.hit.value == .graduated && column == table.keys.count - 1
    guard !rules.arithmetic.isBinary, value.isOpenQuotient, value.range.isFinite,
      table.keys.indices.contains(column), !isMeasure
    else { return closed(value, as: isMeasure ? .measure : .part) }
    if let exact = exactly(value) { return exact }
    let step = stepOfBounds(in: table, column, like: value)
    guard step.isFinite else { return closed(value) }
    guard fitsRounding(value, step: step) else { return invalid(at: value.span) }
    return applied(
      .placed(step: step), [value], type: value.type, at: value.span, units: value.units,
      range: value.range.placed(among: step), quantum: step / 2)
  }

  /// What all the figures in the cells of a column are multiples of, and its unit as well.
  private func stepOfBounds(
    in table: TableDeclaration, _ column: Int, like key: PriceExpression
  ) -> Ratio {
    // Cells that cannot be read are reported where the table is read.
    let log = rules.log
    defer { rules.log = log }
    let header = table.keys[column]
    let reader = KeyCellReader(
      key: key, header: rules.sources.text(at: header.span), headerSpan: header.span,
      checker: self, units: Set(rules.tree.header.units.map(\.value)))
    return table.rows.reduce(key.units.size) { step, row in
      guard row.keys.indices.contains(column),
        case .ranges(let ranges)? = reader.read(row.keys[column])?.body
      else { return step }
      return ranges.flatMap { [$0.interval.lower, $0.interval.upper] }.filter(\.isFinite)
        .reduce(step) { Ratio.commonQuantum($0, $1.magnitude) }
    }
  }
}

// MARK: - Few divisors

/// Quotients by a divisor of which there are few: all of them are multiples of one fraction, and
/// so are exact wherever they stand.
extension FormulaChecker {
  /// More divisors hardly have a common multiple that is small enough.
  private static let mostDivisors: Int128 = 64
  private static let mostParts: Int128 = 1_000_000_000

  /// The quotient as a number with a quantum; nil if the divisors are too many, or their
  /// least common multiple is too large.
  ///
  /// It is a rounding to a step of which the quotient is a multiple, and so changes nothing.
  func exactly(_ quotient: PriceExpression) -> PriceExpression? {
    guard !rules.arithmetic.isBinary,
      case .apply(.arithmetic(.divide), let sides) = quotient.operation,
      case (let above, let below) = (sides[0], sides[1]),
      !above.quantum.isZero, !below.quantum.isZero, below.range.isFinite,
      let parts = commonMultiple(of: below)
    else { return nil }
    let quantum = above.quantum / (below.quantum * Ratio(parts))
    guard fitsQuietly(quotient, step: quantum) else { return nil }
    return made(
      .apply(.round(step: quantum, .halfUp), [quotient]), quotient.type, parts: [quotient],
      at: quotient.span,
      units: quotient.units, range: quotient.range, quantum: quantum)
  }

  /// The least common multiple of how many steps each divisor is.
  private func commonMultiple(of divisor: PriceExpression) -> Int128? {
    let (low, high) = (
      divisor.range.lower / divisor.quantum, divisor.range.upper / divisor.quantum
    )
    guard let first = low.ceiling, let last = high.floor, first <= last,
      last - first < Self.mostDivisors
    else { return nil }
    var multiple: Int128 = 1
    for steps in first...last where steps != 0 {
      var (a, b) = (multiple, steps.magnitude == 0 ? 1 : Int128(steps.magnitude))
      let size = b
      while b != 0 { (a, b) = (b, a % b) }
      multiple = multiple / a * size
      if multiple > Self.mostParts { return nil }
    }
    return multiple
  }
}
