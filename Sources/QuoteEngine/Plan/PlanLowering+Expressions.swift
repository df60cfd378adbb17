import QuoteLanguage
import QuoteSyntax

/// Turns a typed expression into the registers that hold it.
extension PlanLowering {
  func evaluate(_ expression: PriceExpression) -> PlanValue {
    switch expression.operation {
    case .constant(let constant): return self.constant(constant, expression)
    case .reference(let reference): return self.reference(reference, expression)
    case .apply(let operation, let operands): return apply(operation, operands, expression)
    case .and(let a, let b): return both(lower(a), lower(b))
    case .or(let a, let b): return either(lower(a), lower(b))
    case .isGiven(let a): return PlanValue(lower(a).given ?? flag(true))
    case .defaulting(let a, let b): return defaulting(a, b, expression)
    case .conditional(let condition, let a, let b):
      return conditional(condition, a, b, expression: expression)
    case .extreme(let least, let choices): return extreme(least, choices, expression)
    case .aggregate(let kind, let a, let list, let condition):
      return aggregate(kind, a, list: list, where: condition, expression: expression)
    case .sumBefore(let value, let key): return sumBefore(value, key, expression)
    case .split(let amount, let weight): return split(amount, weight, expression)
    case .neighbour(let value, let key, let condition, let isAfter):
      return neighbour(value, key, where: condition, isAfter: isAfter, expression: expression)
    case .steps(let start, let each, let number):
      return steps(start, each, number: number, expression: expression)
    case .lookup(let table, let column, let keys):
      return lookup(table, column, keys: keys, expression: expression)
    case .isFound(let table, let keys): return isFound(table, keys, expression)
    case .graduated(let table, let keys): return graduated(table, keys, expression)
    case .texts(let parts): return texts(parts.map(lower))
    }
  }

  /// What is strict: given where all operands are, and the operator has a value for them.
  private func apply(
    _ operation: PriceExpression.Operator, _ operands: [PriceExpression],
    _ expression: PriceExpression
  ) -> PlanValue {
    switch operation {
    case .arithmetic(let operation):
      return arithmetic(operation, operands[0], operands[1], expression: expression)
    case .negate:
      let value = lower(operands[0])
      return PlanValue(negated(value.cells), given: value.given)
    case .compare(let comparison): return compare(comparison, operands[0], operands[1])
    case .not:
      let value = lower(operands[0])
      return PlanValue(not(value.cells), given: value.given)
    case .round(let step, let mode):
      return round(operands[0], step, mode: mode, expression: expression)
    case .placed(let step): return placed(operands[0], among: step, expression)
    case .converted:
      let value = lower(operands[0])
      return PlanValue(held(value.cells, like: expression), given: value.given)
    case .within(let set): return within(operands[0], set)
    case .contains(let area):
      let value = lower(operands[0])
      let grain = finest([value.cells])
      return PlanValue(
        emit(.places(.inArea(area, value.cells)), .flag(at: grain)).cells, given: value.given)
    case .distance(let kind, let step):
      return distance(kind, operands, step: step, expression: expression)
    case .template: return template(operands)
    case .printed(let pattern): return printed(operands, pattern)
    case .number(let function): return numbers(function, operands, expression)
    case .text(.minutesEast): return minutesEast(operands[0], operands[1], expression)
    case .text(.instantIn): return instant(operands, expression)
    case .text(let function): return texts(function, operands[0], expression)
    case .date(let function): return dates(function, operands, expression)
    }
  }

  /// A number in the form and unit in which an expression of this type holds it.
  func held(_ register: Register, like expression: PriceExpression) -> Register {
    guard isBinary, !isPlain(register), !isWhole(expression.type) else { return register }
    guard case .quantity = expression.type else { return register }
    return inUnit(register, expression.units.size)
  }

  func held(_ value: PlanValue, like expression: PriceExpression) -> PlanValue {
    PlanValue(held(value.cells, like: expression), given: value.given)
  }

  /// Where both are given.
  func given(_ values: [PlanValue]) -> Register? {
    values.map(\.given).reduce(nil) { and($0, $1) }
  }

  // MARK: - Constants and names

  func constant(_ constant: Constant, _ expression: PriceExpression) -> PlanValue {
    var shape = self.shape(of: expression, grain: .constant)
    let figure = self.figure(constant, as: shape)
    let slot = self.figure(
      figure, storage: shape.storage, quantum: shape.quantum, path: path)
    if case .quantity(let value) = constant { shape.range = Interval(point: value) }
    let register = emit(.values(.parameter(slot)), shape).cells
    if case .flag(let value) = constant { knownFlags[Int(register.index)] = value }
    if case .notGiven = constant { return PlanValue(register, given: flag(false)) }
    return PlanValue(register)
  }

  /// A constant as cells of this shape hold it.
  func figure(_ constant: Constant, as shape: PlanRegister) -> Parameters.Figure {
    switch constant {
    case .quantity(let value):
      let held = value / shape.quantum
      if shape.storage == .double { return .double(held.nearestDouble) }
      return .integer(held.isWhole ? held.numerator : held.floor ?? 0)
    case .flag(let value): return .integer(value ? 1 : 0)
    case .text(let text): return .text(text)
    case .choice(let index): return .integer(Int128(index))
    case .date(let date): return .integer(Int128(date.daysSince1970))
    case .time(let time): return .integer(Int128(time.secondsSinceMidnight))
    case .instant(let instant): return .integer(Int128(instant.microsecondsSince1970))
    case .weekday(let weekday): return .integer(Int128(weekday.rawValue))
    case .point(let point): return .point(point)
    case .notGiven: return .notGiven
    }
  }

  /// How an expression's own value is held when nothing has decided its quantum.
  func shape(of expression: PriceExpression, grain: PlanGrain) -> PlanRegister {
    var quantum = expression.quantum
    if case .constant(.quantity(let value)) = expression.operation {
      quantum = decimalQuantum(value, unit: expression.units.size)
    }
    return shape(
      expression.type, unit: expression.units.size, quantum: quantum, range: expression.range,
      grain: grain)
  }

  func shape(
    _ type: ValueType, unit: Ratio, quantum: Ratio, range: Interval, grain: PlanGrain
  ) -> PlanRegister {
    switch type {
    case .flag: return .flag(at: grain)
    case .text: return .text(at: grain)
    case .choice: return PlanRegister(storage: .choice, grain: grain, range: range, type: type)
    case .point: return PlanRegister(storage: .point, grain: grain, type: type)
    case .texts: return PlanRegister(storage: .texts, grain: grain, type: type)
    case .date, .time, .instant, .weekday, .invalid:
      return PlanRegister(storage: .integer, grain: grain, range: range, type: type)
    case .quantity(let quantity):
      if isBinary {
        if quantity.isWhole { return shape(range, quantum: 1, type, grain) }
        return PlanRegister(
          storage: .double, grain: grain, quantum: unit, range: range, type: type)
      }
      return shape(range, quantum: quantum.isZero ? unit : quantum, type, grain)
    }
  }

  /// The unit's decimal step that writes a value exactly, so that a figure
  /// changed within its digits needs no new widths.
  func decimalQuantum(_ value: Ratio, unit: Ratio) -> Ratio {
    let shown = value / unit
    guard let digits = shown.decimalDigits else { return Ratio(1, shown.denominator) * unit }
    return Ratio(powerOfTen: -digits) * unit
  }

  private func reference(
    _ reference: PriceExpression.Reference, _ expression: PriceExpression
  ) -> PlanValue {
    switch reference {
    case .field(let list, let field): return self.field(list, field, expression)
    case .element(let list):
      var shape = self.shape(of: expression, grain: grain(Grain(list: list)))
      if case .quantity = expression.type { shape.quantum = 1 }
      return PlanValue(emit(.values(.element(list: list)), shape).cells)
    case .letValue(let index): return letValue(index)
    case .lineAmount(let id): return asked(line(id)!.amount, expression.grain)
    case .lineSum(let id): return PlanValue(lineSum(id, at: grain(expression.grain)))
    case .subtotal(let id): return asked(line(id)!.below ?? zero, expression.grain)
    case .running: return PlanValue(running ?? zero)
    case .carried: return turning?.carried ?? PlanValue(zero)
    case .total: return PlanValue(total ?? zero)
    case .lineReasons(let id): return lineReasons(id, at: grain(expression.grain))
    }
  }

  /// What a line has for a member of groups, where it is asked of the element that the member is.
  private func asked(_ amount: Register, _ grain: Grain) -> PlanValue {
    guard case .list(let list) = plan[amount].grain, model.lists[list].memberOf == grain.list else {
      return PlanValue(amount)
    }
    return PlanValue(at(.list(grain.list), amount))
  }

  var zero: Register { number(0, type: .quantity(.money)) }

  private func letValue(_ index: LetID) -> PlanValue {
    let named = model.lets[index]
    let outer = (path, name)
    name = named.name
    if case .constant = named.value.operation { path = "let.\(named.name)" } else { path = "" }
    defer { (path, name) = outer }
    return lowerLet(named.value)
  }

  /// A field of an element; one of an extra element may be a formula.
  private func field(_ list: ListID, _ field: Int, _ expression: PriceExpression) -> PlanValue {
    let schema = model.schema.lists[list].fields[field]
    let hasSent = self.hasSent(list)
    let sent: PlanGrain = hasSent ? .sent(list) : .list(list)
    let outer = name
    name = schema.name
    defer { name = outer }
    let shape = shape(
      expression.type, unit: isBinary ? expression.units.size : 1,
      quantum: schema.quantum, range: expression.range, grain: sent)
    var value = PlanValue(column(list, field, shape))
    if schema.isOptional {
      value.given = emit(.values(.fieldGiven(list: list, field: field)), .flag(at: sent)).cells
    }
    value = computed(value, list: list, field: field)
    if shape.storage == .flag { value = certain(value) }
    guard hasSent, sentList != list else { return value }
    return PlanValue(
      keptOnly(value.cells, list), given: value.given.map { keptOnly($0, list) })
  }

  /// A field's column holds 64 bits, and its reader takes no more in, whatever its range.
  private func column(_ list: ListID, _ field: Int, _ shape: PlanRegister) -> Register {
    guard shape.storage == .wide else {
      return emit(.values(.field(list: list, field: field)), shape).cells
    }
    let narrow = shape.with(storage: .integer)
    return held(emit(.values(.field(list: list, field: field)), narrow).cells, as: .wide)
  }

  func keptOnly(_ register: Register, _ list: ListID) -> Register {
    guard plan[register].grain != .constant else { return register }
    return emit(.moves(.kept(register, list: list)), plan[register].with(grain: .list(list))).cells
  }

  /// Elements as sent differ from those kept by this list's own rules.
  func hasSent(_ list: ListID) -> Bool {
    model.lists[list].keep != nil || model.lists[list].extras.contains { $0.condition != nil }
  }

  private func computed(_ read: PlanValue, list: ListID, field: Int) -> PlanValue {
    var value = read
    for extra in model.lists[list].extras {
      for formula in extra.computed where formula.field == field {
        let outer = sentList
        sentList = nil
        let made = lower(formula.value)
        sentList = outer
        let sent: PlanGrain = hasSent(list) ? .sent(list) : .list(list)
        let isExtra = emit(.values(.cameFrom(list: list, source: extra.source)), .flag(at: sent))
          .cells
        value = chosen(
          isExtra, at(sent, storedLike(made, value.cells)), value)
      }
    }
    return value
  }

  /// A number brought to the quantum in which a field's column holds it.
  private func storedLike(_ value: PlanValue, _ field: Register) -> PlanValue {
    guard !isPlain(field), !isBinary else { return value }
    let quantum = plan[field].quantum
    let factor = plan[value.cells].quantum / quantum
    if factor.isWhole { return PlanValue(scaled(value.cells, to: quantum), given: value.given) }
    return value
  }

  /// One value where a flag holds, else another.
  func chosen(_ flag: Register, _ a: PlanValue, _ b: PlanValue) -> PlanValue {
    let cells = select(flag, a.cells, b.cells)
    guard a.given != nil || b.given != nil else { return PlanValue(cells) }
    let given = select(flag, a.given ?? self.flag(true), b.given ?? self.flag(true))
    return PlanValue(cells, given: given)
  }
}
