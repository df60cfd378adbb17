/// An instruction as loops of machine code know it, with what was made ready for it.
///
/// Whether one is taken hangs on its registers too, as `LoopContext` says; what loops have no
/// operation for is run by itself.
enum LoopOperation {
  case broadcast(Register)
  case same(Register)
  case given(list: Int, field: Int)
  case arithmetic(Arithmetics, Register, Register)
  case divide(Register, Register)
  case negate(Register)
  case absolute(Register)
  case scale(Register, by: Int128)
  case toDouble(Register)
  case scaleDouble(Register, by: Double)
  case round(Register, WholeDivision)
  case extreme(least: Bool, Register, Register)
  case compare(PriceExpression.Comparison, Register, Register)
  case and(Register, Register)
  case or(Register, Register)
  case not(Register)
  case select(Register, Register, Register)
  case zeroUnless(Register, Register)
  case find(table: Int, [PlanValue])
  case match(table: Int, [PlanValue])
  case cell(column: Int, row: Register)
  case cellGiven(column: Int, row: Register)
  case combine(rows: Register, CellCombination)
  case rowIs(Register, row: Int)
  case rowAmong(Register, row: Int)
  case weekday(Register)

  init?(_ instruction: PreparedInstruction) {
    switch instruction.operation {
    case .values(.fieldGiven(let list, let field)): self = .given(list: list, field: field)
    case .moves(.spread(let a)): self = .broadcast(a)
    case .moves(.renamed(let a)): self = .same(a)
    case .numbers(let operation): self.init(operation, instruction.step)
    case .flags(let operation): self.init(operation)
    case .tables(let operation): self.init(operation, instruction.step)
    case .dates(.weekdayOfDate, let date, nil): self = .weekday(date)
    case .values, .lists, .moves, .aggregates, .texts, .dates, .places: return nil
    }
  }

  private init?(_ operation: PlanOperation.Numbers, _ step: PreparedStep) {
    switch operation {
    case .arithmetic(let operation, let a, let b): self = .arithmetic(operation, a, b)
    case .divide(let a, let b): self = .divide(a, b)
    case .negate(let a): self = .negate(a)
    case .scale(let a, let factor): self = .scale(a, by: factor)
    case .toDouble(let a): self = .toDouble(a)
    case .scaleDouble(let a, let factor): self = .scaleDouble(a, by: factor)
    case .round(let a, _, _, _): self = .round(a, step.division)
    case .extreme(let least, let a, let b): self = .extreme(least: least, a, b)
    case .function(.absolute, let a, _): self = .absolute(a)
    case .function(.remainder, _, _), .widen, .narrow, .roundQuotient, .roundPlaces, .wholeOf:
      return nil
    }
  }

  private init?(_ operation: PlanOperation.Flags) {
    switch operation {
    case .compare(let comparison, let a, let b): self = .compare(comparison, a, b)
    case .and(let a, let b): self = .and(a, b)
    case .or(let a, let b): self = .or(a, b)
    case .not(let a): self = .not(a)
    case .select(let flag, let a, let b): self = .select(flag, a, b)
    case .zeroUnless(let flag, let a): self = .zeroUnless(flag, a)
    case .within: return nil
    }
  }

  private init?(_ operation: PlanOperation.Tables, _ step: PreparedStep) {
    switch operation {
    case .find(let table, let keys): self = .find(table: table, keys)
    case .match(let table, let keys): self = .match(table: table, keys)
    case .cell(let column, let row): self = .cell(column: column, row: row)
    case .cellGiven(let column, let row): self = .cellGiven(column: column, row: row)
    case .combine(_, let rows, _): self = .combine(rows: rows, step.combination)
    case .rowIs(let rows, let row): self = .rowIs(rows, row: row)
    case .rowAmong(let rows, let row): self = .rowAmong(rows, row: row)
    case .textsOfRows: return nil
    }
  }
}
