import QuoteLanguage
import QuoteSyntax

/// Exact arithmetic on whole multiples of quanta, and binary arithmetic in units.
///
/// Widths. Adding, subtracting, multiplying and rescaling are ring operations:
/// computed modulo 2⁶⁴ they are right whenever the *result* fits 64 bits, whatever
/// happened between. So the target's range alone decides their width; what
/// compares, divides or chooses needs operands that are held truthfully.
extension PlanLowering {
  /// How an exact number of this range is held.
  func storage(_ range: Interval, quantum: Ratio) -> PlanStorage {
    let limit = Ratio(Int128(1) << 62) * quantum.magnitude
    let largest = max(range.lower.magnitude, range.upper.magnitude)
    return largest <= limit ? .integer : .wide
  }

  func shape(_ range: Interval, quantum: Ratio, _ type: ValueType, _ grain: PlanGrain)
    -> PlanRegister
  {
    PlanRegister(
      storage: storage(range, quantum: quantum), grain: grain, quantum: quantum, range: range,
      type: type)
  }

  /// A number held in another width; truncates where the caller says that is sound.
  func held(_ register: Register, as storage: PlanStorage) -> Register {
    let shape = plan[register]
    switch (shape.storage, storage) {
    case (.integer, .wide):
      return emit(.numbers(.widen(register)), shape.with(storage: .wide)).cells
    case (.wide, .integer):
      return emit(.numbers(.narrow(register)), shape.with(storage: .integer)).cells
    case (.integer, .double):
      return emit(.numbers(.toDouble(register)), shape.with(storage: .double)).cells
    case (.wide, .double):
      return emit(.numbers(.toDouble(register)), shape.with(storage: .double)).cells
    default: return register
    }
  }

  /// The same number as multiples of a finer quantum, in a given width. What was
  /// scaled before, or is made with constants, is made as fine at once.
  func scaled(
    _ register: Register, to quantum: Ratio, as storage: PlanStorage
  ) -> Register {
    let from = plan[register].quantum
    let factor = from / quantum
    if factor == 1 { return held(register, as: storage) }
    precondition(factor.isWhole, "a quantum that does not divide")
    var shape = plan[register]
    shape.quantum = quantum
    shape.storage = storage
    if case .numbers(.scale(let source, _))? = operations[Int(register.index)] {
      return scaled(source, to: quantum, as: storage)
    }
    if let operation = made(register, times: factor, as: storage) {
      return emit(operation, shape).cells
    }
    if plan[register].storage == .wide && storage == .integer {
      return emit(.numbers(.scale(held(register, as: .integer), by: factor.numerator)), shape).cells
    }
    return emit(.numbers(.scale(register, by: factor.numerator)), shape).cells
  }

  /// What makes a number that much larger, where this takes no more than larger constants,
  /// which are scaled once for all. It wraps to the same cells as scaling afterwards.
  private func made(_ register: Register, times factor: Ratio, as storage: PlanStorage)
    -> PlanOperation?
  {
    guard plan[register].grain != .constant, let operation = operations[Int(register.index)]
    else { return nil }
    func isConstant(_ a: Register) -> Bool {
      plan[a].grain == .constant && (plan[a].quantum / factor).isFinite
    }
    func scaled(_ constant: Register) -> Register {
      self.scaled(constant, to: plan[constant].quantum / factor, as: storage)
    }
    if case .flags(.zeroUnless(let flag, let a)) = operation, isConstant(a) {
      return .flags(.zeroUnless(flag, scaled(a)))
    }
    if case .flags(.select(let flag, let a, let b)) = operation, isConstant(a), isConstant(b) {
      return .flags(.select(flag, scaled(a), scaled(b)))
    }
    guard case .numbers(.arithmetic(.multiply, let a, let b)) = operation,
      plan[register].storage == storage
    else { return nil }
    if isConstant(a) { return .numbers(.arithmetic(.multiply, scaled(a), b)) }
    return isConstant(b) ? .numbers(.arithmetic(.multiply, a, scaled(b))) : nil
  }

  /// The same number as multiples of a finer quantum, held truthfully.
  func scaled(_ register: Register, to quantum: Ratio) -> Register {
    scaled(
      register, to: quantum,
      as: plan[register].storage == .wide
        ? .wide : storage(plan[register].range, quantum: quantum))
  }

  /// A double in another unit.
  func inUnit(_ register: Register, _ size: Ratio) -> Register {
    let double = held(register, as: .double)
    let factor = plan[double].quantum / size
    if factor == 1 { return double }
    var shape = plan[double]
    shape.quantum = size
    return emit(.numbers(.scaleDouble(double, by: factor.nearestDouble)), shape).cells
  }

  /// Several numbers brought to one quantum and width (or unit), truthfully.
  func unified(_ registers: [Register]) -> [Register] {
    if registers.allSatisfy({ isPlain($0) }) { return registers }
    if isBinary {
      if registers.allSatisfy({ plan[$0].storage != .double }) {
        let wide = registers.contains { plan[$0].storage == .wide }
        return registers.map { held($0, as: wide ? .wide : .integer) }
      }
      let unit = registers.map { plan[$0] }.first { $0.storage == .double }!.quantum
      return registers.map { inUnit($0, unit) }
    }
    let quantum = registers.map { plan[$0].quantum }.reduce(0, Ratio.commonQuantum)
    let scaledAll = registers.map { scaled($0, to: quantum) }
    let wide = scaledAll.contains { plan[$0].storage == .wide }
    return scaledAll.map { held($0, as: wide ? .wide : .integer) }
  }

  /// Not a number with a quantum or unit.
  func isPlain(_ register: Register) -> Bool {
    if case .quantity = plan[register].type { return false }
    return true
  }

  /// `a + b` or `a - b`, exact or binary, at the finest grain of both.
  func sum(
    _ operation: Arithmetics, _ a: Register, _ b: Register, range: Interval? = nil,
    unit: Ratio? = nil,
    type: ValueType? = nil
  ) -> Register {
    let grain = finest([a, b])
    let range =
      range
      ?? (operation == .subtract
        ? plan[a].range - plan[b].range : plan[a].range + plan[b].range)
    let type = type ?? plan[a].type
    if isBinary && (plan[a].storage == .double || plan[b].storage == .double) {
      let size = unit ?? (plan[a].storage == .double ? plan[a] : plan[b]).quantum
      let shape = PlanRegister(
        storage: .double, grain: grain, quantum: size, range: range, type: type)
      let (x, y) = (at(grain, inUnit(a, size)), at(grain, inUnit(b, size)))
      return emit(.numbers(.arithmetic(operation, x, y)), shape).cells
    }
    if let only = sumWithNothing(operation, a, b, at: grain, range: range, type: type) {
      return only
    }
    let quantum = Ratio.commonQuantum(plan[a].quantum, plan[b].quantum)
    let target = shape(range, quantum: quantum, type, grain)
    let x = at(grain, scaled(a, to: quantum, as: target.storage))
    let y = at(grain, scaled(b, to: quantum, as: target.storage))
    return emit(.numbers(.arithmetic(operation, x, y)), target).cells
  }

  /// An exact sum with the zero that sums begin with is the other side. Zeros of the rules'
  /// own stay: they are figures, which may be changed.
  private func sumWithNothing(
    _ operation: Arithmetics, _ a: Register, _ b: Register, at grain: PlanGrain, range: Interval,
    type: ValueType
  ) -> Register? {
    guard !isBinary else { return nil }
    if b == zero { return renamed(at(grain, a), range: range, type: type) }
    if operation == .add, a == zero {
      return renamed(at(grain, b), range: range, type: type)
    }
    return nil
  }

  private func renamed(_ a: Register, range: Interval, type: ValueType) -> Register {
    renamed(a, quantum: plan[a].quantum, range: range, type: type)
  }

  /// `a * b`; in binary in the unit asked for, the right side converted.
  func product(_ a: Register, _ b: Register, _ expression: PriceExpression) -> Register {
    let grain = finest([a, b])
    if isBinary && !isWhole(expression.type) {
      let unit = expression.units.size
      let (x, right) = (held(a, as: .double), held(b, as: .double))
      let y = inUnit(right, unit / plan[x].quantum)
      let shape = PlanRegister(
        storage: .double, grain: grain, quantum: unit, range: expression.range,
        type: expression.type)
      return emit(.numbers(.arithmetic(.multiply, at(grain, x), at(grain, y))), shape).cells
    }
    let quantum = plan[a].quantum * plan[b].quantum
    let target = shape(expression.range, quantum: quantum, expression.type, grain)
    let x = at(grain, held(a, as: target.storage))
    let y = at(grain, held(b, as: target.storage))
    return emit(.numbers(.arithmetic(.multiply, x, y)), target).cells
  }

  func isWhole(_ type: ValueType) -> Bool {
    if case .quantity(let quantity) = type { return quantity.isWhole }
    return false
  }

  func negated(_ a: Register) -> Register {
    var shape = plan[a]
    shape.range = -shape.range
    return emit(.numbers(.negate(a)), shape).cells
  }

  /// A function of numbers that are held alike, as what it gives is.
  func numbers(
    _ function: NumberFunction, _ operands: [PriceExpression], _ expression: PriceExpression
  ) -> PlanValue {
    let values = operands.map(lower)
    let alike = unified(values.map(\.cells))
    let grain = finest(alike)
    let cells = alike.map { at(grain, $0) }
    let shape = plan[cells[0]].with(grain: grain, range: expression.range)
    let value = emit(
      .numbers(.function(function, cells[0], cells.count > 1 ? cells[1] : nil)), shape,
      fallible: function.mayFail(of: operands.map(\.range)))
    return PlanValue(value.cells, given: and(given(values), value.given))
  }

  /// A number under another quantum or type, its cells unchanged.
  func renamed(_ a: Register, quantum: Ratio, range: Interval, type: ValueType) -> Register {
    var shape = plan[a]
    shape.quantum = quantum
    shape.range = range
    shape.type = type
    if shape.quantum == plan[a].quantum && shape.type == plan[a].type { return a }
    return emit(.moves(.renamed(a)), shape).cells
  }

  /// Cells where the flag is 1, else of the other.
  func select(_ flag: Register, _ a: Register, _ b: Register) -> Register {
    if let known = knownFlags[Int(flag.index)] { return known ? a : b }
    if a == b { return a }
    let both = unified([a, b])
    let grain = finest([flag] + both)
    var shape = plan[both[0]].with(grain: grain)
    shape.range = plan[both[0]].range.joined(to: plan[both[1]].range)
    return emit(
      .flags(.select(at(grain, flag), at(grain, both[0]), at(grain, both[1]))), shape
    ).cells
  }

  func zeroUnless(_ flag: Register?, _ a: Register) -> Register {
    guard let flag, knownFlags[Int(flag.index)] != true else { return a }
    let grain = finest([flag, a])
    var shape = plan[a].with(grain: grain)
    shape.range = shape.range.joined(to: Interval(point: 0))
    return emit(.flags(.zeroUnless(at(grain, flag), at(grain, a))), shape).cells
  }

  /// A constant number of the plan's own making (zero, one, a rank).
  func number(
    _ value: Ratio, type: ValueType = .quantity(.number), whole: Bool = false
  ) -> Register {
    if isBinary && !whole {
      let slot = figure(.double(value.nearestDouble), storage: .double, quantum: 1, path: "")
      return emit(
        .values(.parameter(slot)),
        PlanRegister(
          storage: .double, grain: .constant, range: Interval(point: value), type: type)
      ).cells
    }
    let quantum = value.isWhole ? 1 : Ratio(1, value.denominator)
    let slot = figure(
      .integer((value / quantum).numerator), storage: .integer, quantum: quantum, path: "")
    return emit(
      .values(.parameter(slot)),
      PlanRegister(
        storage: .integer, grain: .constant, quantum: quantum, range: Interval(point: value),
        type: type)
    ).cells
  }
}
