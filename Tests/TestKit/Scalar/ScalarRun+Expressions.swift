import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  /// The value of an expression at a node of its grain or finer.
  func value(_ expression: PriceExpression, at node: ScalarNode) -> ScalarValue {
    switch expression.operation {
    case .constant(let constant): return value(of: constant, expression)
    case .reference(let reference): return self.value(of: reference, expression, at: node)
    case .apply(let operation, let operands):
      let values = operands.map { value($0, at: node) }
      guard values.allSatisfy(\.isGiven) else { return .notGiven }
      return apply(operation, operands, values, expression)
    case .and(let a, let b):
      let (x, y) = (value(a, at: node).flag, value(b, at: node).flag)
      if x == false || y == false { return .flag(false) }
      return x == true && y == true ? .flag(true) : .notGiven
    case .or(let a, let b):
      let (x, y) = (value(a, at: node).flag, value(b, at: node).flag)
      if x == true || y == true { return .flag(true) }
      return x == false && y == false ? .flag(false) : .notGiven
    case .isGiven(let a): return .flag(value(a, at: node).isGiven)
    case .defaulting(let a, let b):
      let first = value(a, at: node)
      return first.isGiven
        ? held(first, a, as: expression)
        : held(value(b, at: node), b, as: expression)
    case .conditional(let condition, let then, let otherwise):
      if value(condition, at: node).isTrue {
        return held(value(then, at: node), then, as: expression)
      }
      return otherwise.map { held(value($0, at: node), $0, as: expression) } ?? .notGiven
    case .extreme(let least, let choices):
      let values = choices.map { held(value($0, at: node), $0, as: expression) }
      return values.allSatisfy(\.isGiven) ? extreme(of: values, least: least) : .notGiven
    case .aggregate(let kind, let a, let list, let condition):
      return aggregate(kind, a, over: list, where: condition, at: node)
    case .sumBefore(let a, let key):
      return sumBefore(a, by: key, along: expression.along, at: node)
    case .split(let amount, let weight):
      return split(amount, by: weight, along: expression.along, at: node)
    case .neighbour(let a, let key, let condition, let isAfter):
      guard let here = node.enclosing(expression.along) else { return .notGiven }
      let beside = neighbour(of: here, by: key, where: condition, isAfter: isAfter)
      return beside.map { held(value(a, at: $0), a, as: expression) } ?? .notGiven
    case .steps(let start, let each, let number):
      return steps(from: start, each, number, expression, at: node)
    case .lookup(let table, let column, let keys):
      return look(up: keys, in: model.tables[table], column, at: node, as: expression)
    case .isFound(let table, let keys):
      let values = keys.map { value($0, at: node) }
      return .flag(isFound(model.tables[table], values, keys))
    case .graduated(let table, let keys):
      return graduated(model.tables[table], keys, keys.map { value($0, at: node) }, at: node)
    case .texts(let parts):
      return .texts(parts.flatMap { texts(in: value($0, at: node)) })
    }
  }

  /// What is strict, of operands that are all given.
  private func apply(
    _ operation: PriceExpression.Operator, _ operands: [PriceExpression], _ values: [ScalarValue],
    _ expression: PriceExpression
  ) -> ScalarValue {
    let sides = Array(zip(operands, values))
    switch operation {
    case .arithmetic(let operation):
      return arithmetic(operation, sides[0], sides[1], unit: expression.units.size)
    case .negate: return negate(values[0])
    case .compare(let comparison): return compare(comparison, sides[0], sides[1])
    case .not: return values[0].flag.map { .flag(!$0) } ?? .notGiven
    case .round(let step, let mode):
      return round(values[0], step: step, mode, expression, of: operands[0])
    case .placed: return values[0]
    case .converted: return held(values[0], operands[0], as: expression)
    case .within(let set): return .flag(matches(set, values[0], operands[0]))
    case .contains(let area):
      guard case .point(let point) = values[0] else { return .notGiven }
      return .flag(isInside(point, area))
    case .distance(let kind, let step):
      return distance(kind, values[0], values[1], step, expression)
    case .template: return .text(sides.map { print($0.1, $0.0) }.joined())
    case .printed(let pattern): return printed(operands[0], values, pattern)
    case .number(let function): return call(function, alike(sides))
    case .text(.minutesEast): return minutesEast(sides[0], values[1])
    case .text(.instantIn):
      return word(sides[0]).map { instant(values[1], values[2], in: $0) } ?? .notGiven
    case .text(let function): return call(function, values[0])
    case .date(let function): return call(function, values, as: expression.type)
    }
  }

  /// Binary numbers in the unit of the first, and none a count beside one that is not.
  private func alike(_ sides: [(PriceExpression, ScalarValue)]) -> [ScalarValue] {
    let areCounts = sides.allSatisfy { if case .double = $0.1 { false } else { true } }
    if areCounts { return sides.map(\.1) }
    return sides.map { side in
      guard let number = side.1.double else { return side.1 }
      let factor = isWhole(side.0.type) ? 1 : side.0.units.size / sides[0].0.units.size
      return .double(converted(number, factor))
    }
  }

  func texts(in value: ScalarValue) -> [String] {
    if case .texts(let texts) = value { return texts }
    if case .text(let text) = value { return [text] }
    return []
  }

  private func value(of constant: Constant, _ expression: PriceExpression) -> ScalarValue {
    switch constant {
    case .quantity(let value):
      guard model.arithmetic.isBinary else { return .exact(value) }
      if isWhole(expression.type) { return .integer(Int64(value.floor ?? 0)) }
      return .double((value / expression.units.size).nearestDouble)
    case .flag(let flag): return .flag(flag)
    case .text(let text): return .text(text)
    case .choice(let index): return .choice(index)
    case .date(let date): return .date(Int(date.daysSince1970))
    case .time(let time): return .time(Int(time.secondsSinceMidnight))
    case .instant(let instant): return .instant(instant.microsecondsSince1970)
    case .weekday(let weekday): return .weekday(weekday.rawValue)
    case .point(let point): return .point(point)
    case .notGiven: return .notGiven
    }
  }

  private func value(
    of reference: PriceExpression.Reference, _ expression: PriceExpression, at node: ScalarNode
  ) -> ScalarValue {
    switch reference {
    case .field(let list, let field): return node.enclosing(list)!.fields[field]
    case .element(let list): return node.enclosing(list)!.element
    case .letValue(let index):
      let named = model.lets[index].value
      return value(named, at: node.enclosing(named.grain.list)!)
    case .lineAmount(let id):
      let home = node.enclosing(evaluator.lines[id].grain.list)!
      return instances[Place(line: id, node: ObjectIdentifier(home))]?.amount ?? zero
    case .lineSum(let id): return sum(of: id, below: node.enclosing(expression.grain.list)!)
    case .subtotal(let id):
      let home = node.enclosing(evaluator.lines[id].place.list)!
      return subtotals[Place(line: id, node: ObjectIdentifier(home))] ?? zero
    case .running:
      let home = node.enclosing(expression.grain.list)!
      return running[ObjectIdentifier(home)] ?? .notGiven
    case .carried(let number): return carried[number] ?? .notGiven
    case .total: return total
    case .lineReasons(let id):
      let nodes = nodes(
        of: evaluator.lines[id].grain.list, below: node.enclosing(expression.grain.list)!)
      return .texts(
        nodes.flatMap {
          instances[Place(line: id, node: ObjectIdentifier($0))]?.reasons ?? []
        })
    }
  }

  func isWhole(_ type: ValueType) -> Bool {
    if case .quantity(let quantity) = type { return quantity.isWhole }
    return false
  }

  /// A value in the form and unit in which another expression holds it.
  func held(
    _ value: ScalarValue, _ from: PriceExpression, as target: PriceExpression
  ) -> ScalarValue {
    if case .choice(let index) = value, target.type == .text, case .choice(let words) = from.type {
      return .text(words[index])
    }
    guard model.arithmetic.isBinary, let number = value.double, !isWhole(target.type) else {
      return value
    }
    if case .quantity = target.type {
      let factor = from.units.size / target.units.size
      return .double(factor == 1 ? number : number * factor.nearestDouble)
    }
    return value
  }

  // MARK: - Numbers

  private func negate(_ value: ScalarValue) -> ScalarValue {
    switch value {
    case .exact(let number): .exact(-number)
    case .double(let number): .double(-number)
    case .integer(let number): .integer(-number)
    case .notGiven, .flag, .text, .choice, .date, .time, .instant, .weekday, .point, .texts:
      .notGiven
    }
  }

  private func arithmetic(
    _ op: PriceExpression.ArithmeticOperator, _ a: (PriceExpression, ScalarValue),
    _ b: (PriceExpression, ScalarValue), unit: Ratio
  ) -> ScalarValue {
    if let moved = calendar(op, a.1, b, unit: unit) { return moved }
    if case .exact(let x) = a.1, case .exact(let y) = b.1 {
      switch op {
      case .add: return .exact(x + y)
      case .subtract: return .exact(x - y)
      case .multiply: return .exact(x * y)
      case .divide: return y.isZero ? .notGiven : .exact(x / y)
      }
    }
    if case .integer(let x) = a.1, case .integer(let y) = b.1 {
      switch op {
      case .add: return .integer(x + y)
      case .subtract: return .integer(x - y)
      case .multiply: return .integer(x * y)
      case .divide: return y == 0 ? .notGiven : .double(Double(x) / Double(y))
      }
    }
    guard let x = a.1.double, var y = b.1.double else { return .notGiven }
    switch op {
    case .add, .subtract:
      let factor = b.0.units.size / a.0.units.size
      if factor != 1, !isWhole(b.0.type) { y *= factor.nearestDouble }
      return .double(op == .add ? x + y : x - y)
    case .multiply: return .double(x * converted(y, a.0.units.size * b.0.units.size / unit))
    case .divide:
      guard y != 0 else { return .notGiven }
      return .double(x / converted(y, b.0.units.size * unit / a.0.units.size))
    }
  }

  /// `$1.50/mi * km`: the right side is brought to the unit that the left side wants.
  private func converted(_ y: Double, _ factor: Ratio) -> Double {
    factor == 1 ? y : y * factor.nearestDouble
  }

  /// Dates and instants, whose differences are durations.
  private func calendar(
    _ op: PriceExpression.ArithmeticOperator, _ a: ScalarValue,
    _ b: (PriceExpression, ScalarValue), unit: Ratio
  ) -> ScalarValue? {
    let binary = model.arithmetic.isBinary
    switch (a, b.1) {
    case (.date(let x), .date(let y)):
      return binary ? .double(Double(x - y)) : .exact(Ratio(x - y) * 86400)
    case (.instant(let x), .instant(let y)):
      let size = Ratio(1, 1_000_000)
      return binary
        ? .double(converted(Double(x - y), size / unit)) : .exact(Ratio(x - y) * size)
    case (.date(let x), .exact(let y)):
      return date(op, x, (y / 86400).floor)
    case (.instant(let x), .exact(let y)):
      return instant(op, x, (y * 1_000_000).floor)
    case (.date(let x), .double(let y)):
      let days = (y * (b.0.units.size / 86400).nearestDouble).rounded(.down)
      return date(op, x, Int128(exactly: days))
    case (.instant(let x), .double(let y)):
      let moved = (y * (b.0.units.size * 1_000_000).nearestDouble).rounded(.down)
      return instant(op, x, Int128(exactly: moved))
    default: return nil
    }
  }

  /// Not given outside 0001-01-01 to 9999-12-31.
  private func date(
    _ op: PriceExpression.ArithmeticOperator, _ day: Int, _ days: Int128?
  ) -> ScalarValue {
    guard let moved = moved(op, Int128(day), days), moved >= -719_162, moved <= 2_932_896 else {
      return .notGiven
    }
    return .date(Int(moved))
  }

  private func instant(
    _ op: PriceExpression.ArithmeticOperator, _ moment: Int64, _ microseconds: Int128?
  ) -> ScalarValue {
    guard let moved = moved(op, Int128(moment), microseconds),
      moved >= -719_162 * 86_400_000_000, moved < 2_932_897 * 86_400_000_000
    else { return .notGiven }
    return .instant(Int64(moved))
  }

  private func moved(
    _ op: PriceExpression.ArithmeticOperator, _ at: Int128, _ by: Int128?
  ) -> Int128? {
    guard let by, by.magnitude < 1 << 100 else { return nil }
    return op == .add ? at + by : at - by
  }

  // MARK: - Order

  private func compare(
    _ comparison: PriceExpression.Comparison, _ a: (PriceExpression, ScalarValue),
    _ b: (PriceExpression, ScalarValue)
  ) -> ScalarValue {
    guard a.1.isGiven, b.1.isGiven else { return .notGiven }
    let order: Int
    if let x = word(a), let y = word(b) {
      order = compare(x, y)
    } else if case .double = a.1 {
      order = compare(a.1, held(b.1, b.0, as: a.0))
    } else if case .double = b.1 {
      order = -compare(b.1, held(a.1, a.0, as: b.0))
    } else {
      order = compare(a.1, b.1)
    }
    switch comparison {
    case .equal: return .flag(order == 0)
    case .notEqual: return .flag(order != 0)
    case .less: return .flag(order == -1)
    case .lessOrEqual: return .flag(order == -1 || order == 0)
    case .greater: return .flag(order == 1)
    case .greaterOrEqual: return .flag(order == 1 || order == 0)
    }
  }

  /// Compares by code points.
  private func compare(_ a: String, _ b: String) -> Int {
    let (x, y) = (
      inOneForm(a).unicodeScalars.map(\.value), inOneForm(b).unicodeScalars.map(\.value)
    )
    return x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
  }

  func word(_ side: (PriceExpression, ScalarValue)) -> String? {
    if case .text(let text) = side.1 { return text }
    if case .choice(let index) = side.1, case .choice(let choices) = side.0.type {
      return choices[index]
    }
    return nil
  }

  /// -1, 0, 1; 2 where binary numbers do not compare.
  func compare(_ a: ScalarValue, _ b: ScalarValue) -> Int {
    if case .flag(let x) = a, case .flag(let y) = b { return x == y ? 0 : (x ? 1 : -1) }
    if case .point(let x) = a, case .point(let y) = b { return x == y ? 0 : 2 }
    if case .choice(let x) = a, case .choice(let y) = b { return x == y ? 0 : x < y ? -1 : 1 }
    if case .text(let x) = a, case .text(let y) = b { return compare(x, y) }
    if let x = a.double, let y = b.double { return x < y ? -1 : x > y ? 1 : x == y ? 0 : 2 }
    guard let x = a.ratio, let y = b.ratio else { return 2 }
    return x < y ? -1 : x == y ? 0 : 1
  }

  func extreme(of values: [ScalarValue], least: Bool) -> ScalarValue {
    guard var best = values.first else { return .notGiven }
    for other in values.dropFirst() {
      let order = compare(other, best)
      if least ? order == -1 : order == 1 { best = other }
    }
    return best
  }
}
