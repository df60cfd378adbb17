import QuoteSyntax

extension FormulaChecker {
  func binary(
    _ op: BinaryOperator, _ a: Formula, _ b: Formula, at place: SourceSpan, span: SourceSpan
  ) -> PriceExpression {
    switch op {
    case .and, .or:
      if isHalfCompared(op, a, b, at: span) { return invalid(at: span) }
      let (x, y) = (flag(a), flag(b))
      return made(op == .and ? .and(x, y) : .or(x, y), .flag, parts: [x, y], at: span)
    case .equal: return compare(.equal, a, b, at: place, span: span)
    case .notEqual: return compare(.notEqual, a, b, at: place, span: span)
    case .less: return compare(.less, a, b, at: place, span: span)
    case .lessOrEqual: return compare(.lessOrEqual, a, b, at: place, span: span)
    case .greater: return compare(.greater, a, b, at: place, span: span)
    case .greaterOrEqual: return compare(.greaterOrEqual, a, b, at: place, span: span)
    case .default: return defaulting(a, b, span)
    case .add, .subtract, .multiply, .divide:
      let (x, y) = (expression(of: a), expression(of: b))
      guard x.type != .invalid, y.type != .invalid else {
        if op == .add || op == .subtract { learn(x, y) }
        return hanging([x, y], span)
      }
      return arithmetic(op, x, y, at: place, span: span)
    }
  }

  // MARK: - Arithmetic

  func arithmetic(
    _ op: BinaryOperator, _ a: PriceExpression, _ b: PriceExpression, at place: SourceSpan,
    span: SourceSpan
  ) -> PriceExpression {
    if !rules.arithmetic.isBinary, a.isOpenQuotient || b.isOpenQuotient {
      return fraction(op, a, b, at: place, span: span)
    }
    if let moved = calendar(op, a, b, at: span) { return moved }
    guard case .quantity(let x) = a.type, case .quantity(let y) = b.type else {
      rules.log.report(.noArithmetic(op, a, b, at: place, in: rules))
      return invalid(at: span)
    }
    switch op {
    case .add, .subtract: return checked(sum(op, (a, x), (b, y), at: place, span: span))
    case .multiply: return checked(product((a, x), (b, y), at: place, span: span))
    case .divide: return checked(quotient((a, x), (b, y), at: place, span: span))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .and, .or, .default:
      return invalid(at: span)
    }
  }

  private func sum(
    _ op: BinaryOperator, _ a: (value: PriceExpression, type: QuantityType),
    _ b: (value: PriceExpression, type: QuantityType), at place: SourceSpan, span: SourceSpan
  ) -> PriceExpression {
    guard a.type.numerator == b.type.numerator, a.type.denominator == b.type.denominator else {
      rules.log.report(.noArithmetic(op, a.value, b.value, at: place, in: rules))
      return invalid(at: span)
    }
    let type = QuantityType(
      a.type.numerator, per: a.type.denominator, isWhole: a.type.isWhole && b.type.isWhole)
    var range = op == .add ? a.value.range + b.value.range : a.value.range - b.value.range
    if op == .subtract, let remainder = remainder(a.value, b.value) { range = remainder }
    return applied(
      .arithmetic(op == .add ? .add : .subtract), [a.value, b.value], type: .quantity(type),
      at: span,
      units: a.value.units, range: range,
      quantum: Ratio.commonQuantum(a.value.quantum, b.value.quantum))
  }

  private func product(
    _ a: (value: PriceExpression, type: QuantityType),
    _ b: (value: PriceExpression, type: QuantityType),
    at place: SourceSpan, span: SourceSpan
  ) -> PriceExpression {
    func plain(_ type: QuantityType) -> Bool { type.numerator == nil && type.denominator == nil }
    let result: (type: QuantityType, units: UnitPair)
    if plain(a.type) && plain(b.type) {
      result = (QuantityType(isWhole: a.type.isWhole && b.type.isWhole), UnitPair())
    } else if plain(b.type) {
      result = (each(a.type, b.type), each(a.value.units, b.type))
    } else if plain(a.type) {
      result = (each(b.type, a.type), each(b.value.units, a.type))
    } else if let per = a.type.denominator, per == b.type.numerator, b.type.denominator == nil {
      result = (QuantityType(a.type.numerator), UnitPair(a.value.units.numerator))
    } else if let per = b.type.denominator, per == a.type.numerator, a.type.denominator == nil {
      result = (QuantityType(b.type.numerator), UnitPair(b.value.units.numerator))
    } else {
      rules.log.report(.noArithmetic(.multiply, a.value, b.value, at: place, in: rules))
      return invalid(at: span)
    }
    var (x, y) = (a.value, b.value)
    if result.type == .money, !isWhole(x.quantum * y.quantum) {
      (x, y) = inWholes(x, y) { $0.quantum * $1.quantum }
    }
    return applied(
      .arithmetic(.multiply), [x, y], type: .quantity(result.type), at: span, units: result.units,
      range: x.range * y.range, quantum: x.quantum * y.quantum)
  }

  /// Whether a quantum is of whole minor units.
  private func isWhole(_ quantum: Ratio) -> Bool { (quantum / rules.minorUnit).isWhole }

  /// Two values, figures among them as whole multiples of themselves, `$3.50`
  /// as one step of $3.50, if what is made of them is whole minor units so.
  private func inWholes(
    _ a: PriceExpression, _ b: PriceExpression,
    _ quantum: (PriceExpression, PriceExpression) -> Ratio
  ) -> (PriceExpression, PriceExpression) {
    let figures = rules.figures
    func whole(_ value: PriceExpression) -> PriceExpression {
      guard let figure = rules.figure(value),
        case .constant(.quantity(let size)) = figure.operation, !size.isZero
      else { return value }
      return PriceExpression(
        figure.operation, type: value.type, units: value.units, grain: value.grain,
        isOptional: false, range: value.range, quantum: size.magnitude, span: value.span)
    }
    let (x, y) = (whole(a), whole(b))
    if !rules.arithmetic.isBinary, isWhole(quantum(x, y)) { return (x, y) }
    rules.figures = figures
    return (a, b)
  }

  /// `$10 each` times a count is money.
  private func each(_ type: QuantityType, _ other: QuantityType) -> QuantityType {
    type.denominator == .declared("each") && other.isWhole
      ? QuantityType(type.numerator) : QuantityType(type.numerator, per: type.denominator)
  }

  private func each(_ units: UnitPair, _ other: QuantityType) -> UnitPair {
    units.denominator?.dimension == .declared("each") && other.isWhole
      ? UnitPair(units.numerator) : units
  }

  private func quotient(
    _ a: (value: PriceExpression, type: QuantityType),
    _ b: (value: PriceExpression, type: QuantityType),
    at place: SourceSpan, span: SourceSpan
  ) -> PriceExpression {
    let result: (type: QuantityType, units: UnitPair)
    if b.type.numerator == nil && b.type.denominator == nil {
      result = (QuantityType(a.type.numerator, per: a.type.denominator), a.value.units)
    } else if a.type.numerator == b.type.numerator && a.type.denominator == b.type.denominator {
      result = (.number, UnitPair())
    } else if a.type == .money && b.type.denominator == nil {
      result = (
        QuantityType(a.type.numerator, per: b.type.numerator),
        UnitPair(a.value.units.numerator, per: b.value.units.numerator)
      )
    } else {
      rules.log.report(.noArithmetic(.divide, a.value, b.value, at: place, in: rules))
      return invalid(at: span)
    }
    let divisor = rules.figure(b.value) ?? b.value
    var (dividend, quantum) = (a.value, Ratio(0))
    if case .constant(.quantity(let figure)) = divisor.operation, !figure.isZero {
      quantum = dividend.quantum / figure.magnitude
      if result.type == .money, !isWhole(quantum) {
        dividend = inWholes(dividend, divisor) { above, _ in above.quantum / figure.magnitude }.0
        quantum = dividend.quantum / figure.magnitude
      }
    }
    let mayBeZero = divisor.range.contains(0)
    return applied(
      .arithmetic(.divide), [dividend, divisor], type: .quantity(result.type), at: span,
      units: result.units,
      range: quotients(dividend.range, by: divisor), quantum: quantum,
      optional: mayBeZero || dividend.isOptional || divisor.isOptional)
  }

  /// The quotients by every divisor but zero; the least divisor is one quantum.
  private func quotients(_ range: Interval, by divisor: PriceExpression) -> Interval {
    guard divisor.range.contains(0), !divisor.quantum.isZero else { return range / divisor.range }
    var found: [Interval] = []
    if divisor.range.upper > 0 {
      found.append(range / Interval(min(divisor.quantum, divisor.range.upper), divisor.range.upper))
    }
    if divisor.range.lower < 0 {
      found.append(
        range / Interval(divisor.range.lower, max(-divisor.quantum, divisor.range.lower)))
    }
    return found.dropFirst().reduce(found.first ?? Interval(point: 0)) { $0.joined(to: $1) }
  }

  /// Dates and instants plus or minus durations, and their differences.
  private func calendar(
    _ op: BinaryOperator, _ a: PriceExpression, _ b: PriceExpression, at span: SourceSpan
  ) -> PriceExpression? {
    let duration = ValueType.quantity(.duration)
    func scaled(_ range: Interval, _ factor: Ratio) -> Interval {
      Interval(range.lower * factor, range.upper * factor)
    }
    switch (a.type, b.type, op) {
    case (.date, .date, .subtract), (.instant, .instant, .subtract):
      let step = CalendarReach.step(of: a.type)
      let unit = a.type == .date ? MeasureUnit.named("day") : MeasureUnit.named("h")
      return applied(
        .arithmetic(.subtract), [a, b], type: duration, at: span, units: UnitPair(unit),
        range: scaled(a.range - b.range, step), quantum: step)
    case (.date, duration, .add), (.date, duration, .subtract), (.instant, duration, .add),
      (.instant, duration, .subtract):
      guard fitsRounding(b, step: CalendarReach.step(of: a.type)) else { return invalid(at: span) }
      let operation: PriceExpression.ArithmeticOperator = op == .add ? .add : .subtract
      let reach = CalendarReach(operation, a, b, isBinary: rules.arithmetic.isBinary)
      return applied(
        .arithmetic(operation), [a, b], type: a.type, at: span, range: reach.given,
        optional: reach.mayLeave || a.isOptional || b.isOptional)
    default: return nil
    }
  }

  func negated(_ a: PriceExpression, at span: SourceSpan) -> PriceExpression {
    guard a.type.isQuantity else {
      if a.type != .invalid {
        rules.log.report(.wrongType(a, wants: "a number", in: rules.sources))
      }
      return invalid(at: span)
    }
    if !rules.arithmetic.isBinary, a.isOpenQuotient,
      case .apply(let divide, let sides) = a.operation
    {
      return made(
        .apply(divide, [negated(sides[0], at: span), sides[1]]), a.type, parts: [a], at: span,
        units: a.units,
        range: -a.range)
    }
    if case .constant(.quantity(let value)) = a.operation {
      return PriceExpression(
        .constant(.quantity(-value)), type: a.type, units: a.units, grain: a.grain,
        isOptional: false,
        range: -a.range, quantum: a.quantum, span: span)
    }
    return applied(
      .negate, [a], type: a.type, at: span, units: a.units, range: -a.range, quantum: a.quantum)
  }

  // MARK: - Comparison

  private func compare(
    _ comparison: PriceExpression.Comparison, _ a: Formula, _ b: Formula, at place: SourceSpan,
    span: SourceSpan
  ) -> PriceExpression {
    if isComparedWithAbsence(comparison, a, b, at: span) { return invalid(at: span) }
    var x = expression(of: a)
    if x.type == .text, isUnquotedWord(b) { return invalid(at: span) }
    var y = expression(of: b, expecting: x.type)
    if case .constant(.text) = x.operation { x = expression(of: a, expecting: y.type) }
    if y.type == .text, x.type.isWordSet { y = expression(of: b, expecting: x.type) }
    guard x.type != .invalid, y.type != .invalid else {
      learn(x, y)
      return hanging([x, y], span)
    }
    guard areComparable(x.type, y.type, ordered: comparison != .equal && comparison != .notEqual)
    else {
      rules.log.report(.noComparison(x, y, at: place, in: rules))
      return invalid(at: span)
    }
    guard fitsComparison(x, y) else { return invalid(at: span) }
    return compared(comparison, x, y, at: span)
  }

  func areComparable(_ a: ValueType, _ b: ValueType, ordered: Bool) -> Bool {
    switch (a, b) {
    case (.quantity(let x), .quantity(let y)):
      x.numerator == y.numerator && x.denominator == y.denominator
    case (.flag, .flag), (.point, .point): !ordered
    case (.date, .date), (.time, .time), (.instant, .instant), (.weekday, .weekday): true
    case (.text, .text), (.text, .choice), (.choice, .text), (.choice, .choice): true
    default: false
    }
  }

  /// One side tells the type of the other, where that hangs on an empty table.
  func learn(_ a: PriceExpression, _ b: PriceExpression) {
    rules.learn(a, from: b)
    rules.learn(b, from: a)
  }

  /// An expression of no type, for the same reason as its parts.
  func hanging(_ parts: [PriceExpression], _ span: SourceSpan) -> PriceExpression {
    let unknown = invalid(at: span)
    rules.hang(unknown, on: parts)
    return unknown
  }

  // MARK: - Choice

  private func defaulting(_ a: Formula, _ b: Formula, _ span: SourceSpan) -> PriceExpression {
    let x = closed(expression(of: a))
    let y = closed(expression(of: b, expecting: x.type.isWordSet ? nil : x.type))
    learn(x, y)
    return unified(
      .defaulting(x, y), x, y, parts: [x, y], at: span, optional: x.isOptional && y.isOptional)
  }

  func conditional(
    _ condition: Formula, _ then: Formula, otherwise: Formula?, at span: SourceSpan,
    expecting: ValueType?
  ) -> PriceExpression {
    let holds = flag(condition)
    let x = closed(expression(of: then, expecting: expecting))
    guard let otherwise else {
      return made(
        .conditional(holds, x, nil), x.type, parts: [holds, x], at: span, units: x.units,
        range: x.range,
        quantum: x.quantum, optional: true)
    }
    let y = closed(expression(of: otherwise, expecting: expecting))
    return unified(
      .conditional(holds, x, y), x, y, parts: [holds, x, y], at: span,
      optional: x.isOptional || y.isOptional)
  }

  /// One of two values of one type.
  private func unified(
    _ operation: PriceExpression.Operation, _ a: PriceExpression, _ b: PriceExpression,
    parts: [PriceExpression], at span: SourceSpan, optional: Bool
  ) -> PriceExpression {
    guard a.type != .invalid, b.type != .invalid else {
      learn(a, b)
      return hanging(parts, span)
    }
    guard let type = ValueColumnReader.common(a.type, b.type), type != .texts || a.type == b.type
    else {
      rules.log.report(.typesApart(a, b, in: rules))
      return invalid(at: span)
    }
    return made(
      operation, type, parts: parts, at: span, units: a.units, range: a.range.joined(to: b.range),
      quantum: Ratio.commonQuantum(a.quantum, b.quantum), optional: optional)
  }
}

extension ValueType {
  /// A closed set of words.
  var isWordSet: Bool {
    switch self {
    case .choice, .weekday: true
    case .flag, .text, .quantity, .date, .time, .instant, .point, .texts, .invalid: false
    }
  }
}
