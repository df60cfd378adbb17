import QuoteLanguage
import QuoteSyntax

/// What loops of machine code take, and what they make of it: one line an instruction, which
/// says both. What has no line that holds is run by itself.
extension LoopContext {
  /// Puts an instruction into a program and gives its cells; nil for sets of rows, which are
  /// never held.
  typealias Taken = (inout LoopBuilder) -> LoopProgram.Operand?

  /// Nil for what loops do not take.
  func taken(_ instruction: PreparedInstruction) -> Taken? {
    let (target, step) = (instruction.target, instruction.step)
    if self[target].isConstant { return nil }
    switch instruction.operation {
    case .values(.fieldGiven(.booking, let field)):
      return { .value($0.given(list: .booking, field)) }
    case .moves(let operation): return moved(operation, instruction)
    case .numbers(let operation):
      let sources = Sources(instruction, self)
      guard sources.arePlain, sources.haveColumn, !sources.haveFlag else { return nil }
      return number(operation, target, step)
    case .flags(let operation):
      let sources = Sources(instruction, self)
      return sources.arePlain ? flag(operation, target, sources) : nil
    case .tables(let operation): return lookedUp(operation, target, step)
    case .dates(.weekdayOfDate, let date, nil):
      return hasWeekdays(date) ? { .value($0.weekday(date)) } : nil
    case .values, .lists, .aggregates, .texts, .dates, .places: return nil
    }
  }

  /// What the registers that an instruction reads and fills have in common.
  private struct Sources {
    /// Whether all, the target too, are held in a way that loops know.
    var arePlain: Bool
    var haveFlag = false
    var haveConstant = false
    var haveColumn = false

    init(_ instruction: PreparedInstruction, _ context: LoopContext) {
      arePlain = context.isPlain(instruction.target)
      instruction.operation.forEachSource { source in
        if !context.isPlain(source) { arePlain = false }
        if context.isFlag(source) { haveFlag = true }
        if context[source].isConstant { haveConstant = true } else { haveColumn = true }
      }
    }
  }

  private func moved(
    _ operation: PlanOperation.Moves, _ instruction: PreparedInstruction
  ) -> Taken? {
    guard Sources(instruction, self).arePlain else { return nil }
    switch operation {
    case .spread(let a): return isFlag(a) ? nil : { .value($0.broadcast(a)) }
    case .renamed(let a):
      let isSame = !self[a].isConstant && self[a].storage == self[instruction.target].storage
      return isSame ? { $0.operand(a) } : nil
    case .kept, .repeated, .taken, .takenAbove, .settled: return nil
    }
  }

  private func number(
    _ operation: PlanOperation.Numbers, _ target: Register, _ step: PreparedStep
  ) -> Taken? {
    switch operation {
    case .arithmetic(let operation, let a, let b):
      return { .value($0.arithmetic(operation, a, b, into: target)) }
    case .divide(let a, let b): return { .value($0.divided(a, b)) }
    case .negate(let a): return { .value($0.negated(a, target)) }
    case .scale(let a, let factor):
      return { .value($0.scaled(a, by: Int64(truncatingIfNeeded: factor), target)) }
    case .toDouble(let a): return { .value($0.double(a)) }
    case .scaleDouble(let a, let factor): return { .value($0.scaled(a, by: factor)) }
    case .round(let a, _, _, _):
      let division = step.division
      return rounds(a, by: division) ? { .value($0.rounded(a, by: division, target)) } : nil
    case .extreme(let least, let a, let b): return { .value($0.extreme(least, a, b, into: target)) }
    case .function(.absolute, let a, _): return { .value($0.absolute(a, target)) }
    case .function(.remainder, _, _), .widen, .narrow, .roundQuotient, .roundPlaces, .wholeOf:
      return nil
    }
  }

  private func flag(
    _ operation: PlanOperation.Flags, _ target: Register, _ sources: Sources
  ) -> Taken? {
    switch operation {
    case .compare(let comparison, let a, let b):
      return !isFlag(a) && sources.haveColumn ? { .value($0.compared(comparison, a, b)) } : nil
    case .and(let a, let b): return sources.haveConstant ? nil : { .value($0.both(a, b)) }
    case .or(let a, let b): return sources.haveConstant ? nil : { .value($0.either(a, b)) }
    case .not(let a): return sources.haveConstant ? nil : { .value($0.opposite(a)) }
    case .select(let flag, let a, let b):
      let hasConstant = self[a].isConstant || self[b].isConstant
      guard !self[flag].isConstant, !(isFlag(a) && hasConstant) else { return nil }
      return { .value($0.selected(flag, a, b, into: target)) }
    case .zeroUnless(let flag, let a):
      guard !self[flag].isConstant, !(isFlag(a) && self[a].isConstant) else { return nil }
      return { .value($0.gated(flag, a)) }
    case .within: return nil
    }
  }

  private func lookedUp(
    _ operation: PlanOperation.Tables, _ target: Register, _ step: PreparedStep
  ) -> Taken? {
    switch operation {
    case .find(let table, let keys):
      return finds(table, keys) ? { .value($0.found(table, keys)) } : nil
    case .match(let table, let keys):
      guard matches(table, keys) else { return nil }
      return {
        $0.matches[target] = $0.matched(table, keys)
        return nil
      }
    case .cell(let column, let row):
      guard !self[row].isConstant, columns[column].narrowCells != nil else { return nil }
      return { .value($0.cell(column, row)) }
    case .cellGiven(let column, let row):
      guard !self[row].isConstant, columns[column].count < LoopProgram.mostCells else { return nil }
      return { .value($0.cellGiven(column, row)) }
    case .combine(_, let rows, _):
      let combination = step.combination
      guard case .rowSet(words: 1) = self[rows].storage, combination.storage == .integer,
        self[target].fits32
      else { return nil }
      return { .value($0.combined(rows, by: combination)) }
    case .rowIs(let row, let number):
      return self[row].isConstant ? nil : { .value($0.isRow(row, number)) }
    case .rowAmong(let rows, let row):
      guard case .rowSet(words: 1) = self[rows].storage, row < 64 else { return nil }
      return { .value($0.isAmong(rows, row)) }
    case .textsOfRows: return nil
    }
  }
}
