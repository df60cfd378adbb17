import QuoteLanguage
package import QuoteSyntax
import Synchronization

/// What of a plan is made ready once and shared by all evaluators: look-up
/// structures, literal cells, divisions by constants, the time zone.
///
/// Immutable once made, so threads may share it.
package final class PreparedPlan: @unchecked Sendable {
  package let plan: PricePlan
  let tables: ByPlanTable<TableIndex>
  /// Literal cells by position in the parameters' columns.
  let columns: [CellColumn]
  let areas: [AreaGeometry]
  package let zone: TimeZoneRules
  /// The plan's, in their order.
  let instructions: [PreparedInstruction]
  /// Which of them loops take, and what these are made from; a recording plan has none.
  let loopTakes: [Bool]
  let loopContext: LoopContext?
  let prologue: [PreparedInstruction]
  /// Which instructions run once for each turn.
  let turns: [(turn: Int, range: ClosedRange<Int>)]
  private let made = Mutex<[LoopInstructions: [CompiledLoop]]>([:])
  /// What was made of it for a table that is priced: many programs price small ones with the same
  /// columns.
  private let idleInTable = Idle<PreparedPlan>()
  /// The results that somebody reads, and which columns they are.
  let results: [(column: Int, value: PlanValue)]

  /// With `isForLoops`, instructions are put in the order in which machine code takes most of them.
  package init(_ plan: PricePlan, isForLoops: Bool = true) {
    let areas = plan.model.areas.map(AreaGeometry.init)
    self.areas = areas
    let collecting = Set(
      (plan.instructions + plan.prologue).compactMap { instruction -> PlanTableID? in
        if case .tables(.match(let table, _)) = instruction.operation { table } else { nil }
      })
    tables = ArrayByID(
      plan.tables.withIDs.map { id, table in
        let rows = plan.model.tables[table.model].rows
        return TableIndex(
          keys: table.keys, rows: table.order.map { rows[$0].keys }, areas: areas,
          collects: collecting.contains(id))
      })
    Self.teach(tables, plan)
    let columns = plan.parameters.columns.map { CellColumn($0.cells, storage: $0.storage) }
    self.columns = columns
    zone = plan.model.zone ?? .utc
    let codesAlone = Self.readByCodeAlone(plan, tables)
    func prepared(_ instruction: PlanInstruction) -> PreparedInstruction {
      let step =
        codesAlone[instruction.target].map { .codesAlone(ObjectIdentifier($0)) }
        ?? PreparedStep(instruction, of: plan, columns: columns, areas: areas)
      return PreparedInstruction(instruction, step)
    }
    results = Self.results(of: plan)
    prologue = plan.prologue.map(prepared)
    (self.plan, instructions, loopTakes, loopContext) = Self.arranged(
      plan, plan.instructions.map(prepared), tables: tables, columns: columns,
      isForLoops: isForLoops)
    turns = Self.turns(of: self.plan)
  }

  private static func turns(of plan: PricePlan) -> [(turn: Int, range: ClosedRange<Int>)] {
    plan.rangesOfTurns.compactMap { range in
      guard case .lists(.first(let turn, _)) = plan.instructions[range.lowerBound].operation else {
        return nil
      }
      return (turn, range)
    }
  }

  /// The order in which loops can take most, and the registers' memory for it.
  private static func arranged(
    _ plan: PricePlan, _ instructions: [PreparedInstruction], tables: ByPlanTable<TableIndex>,
    columns: [CellColumn], codesOfElements: Bool = false, isForLoops: Bool = true
  ) -> (PricePlan, [PreparedInstruction], loopTakes: [Bool], LoopContext?) {
    var plan = plan
    if plan.isRecording || !isForLoops {
      plan.assignSlots()
      return (plan, instructions, [], nil)
    }
    let context = LoopContext(plan, tables, columns, codesOfElements: codesOfElements)
    let takes = context.candidates(among: instructions)
    let order = plan.orderForLoops(takes)
    plan.instructions = order.map { plan.instructions[$0] }
    plan.assignSlots()
    return (plan, order.map { instructions[$0] }, order.map { takes[$0] }, context)
  }

  /// The vocabularies whose codes readers may tell of fields' texts: those of the bookings' own,
  /// or of the elements of lists, which only readers of columns tell.
  static func vocabularies(
    of plan: PricePlan, ofElements: Bool = false
  ) -> [Register: Vocabulary] {
    var vocabularies: [Register: Vocabulary] = [:]
    for instruction in plan.instructions {
      guard case .values(.field(let list, let field)) = instruction.operation,
        (list != .booking) == ofElements
      else { continue }
      vocabularies[instruction.target] = plan.model.schema.lists[list].fields[field].vocabulary
    }
    return vocabularies
  }

  /// Tells look-ups by a field's texts the vocabulary that readers of the field tell codes of; a
  /// table that is asked for both learns that of the bookings' own.
  private static func teach(_ tables: ByPlanTable<TableIndex>, _ plan: PricePlan) {
    teach(tables, plan, vocabularies(of: plan))
    teach(tables, plan, vocabularies(of: plan, ofElements: true))
  }

  private static func teach(
    _ tables: ByPlanTable<TableIndex>, _ plan: PricePlan, _ vocabularies: [Register: Vocabulary]
  ) {
    for instruction in plan.instructions {
      switch instruction.operation {
      case .tables(.find(let table, let keys)), .tables(.match(let table, let keys)):
        for (key, encoder) in zip(keys, tables[table].encoders) {
          guard case .words(let index, .none) = encoder.body else { continue }
          if let vocabulary = vocabularies[key.cells] { index.learn(vocabulary) }
        }
      default: continue
      }
    }
  }

  /// Fields' texts that nothing asks for but look-ups that know the vocabulary of their codes.
  private static func readByCodeAlone(
    _ plan: PricePlan, _ tables: ByPlanTable<TableIndex>
  ) -> [Register: Vocabulary] {
    if plan.isRecording { return [:] }
    var vocabularies = vocabularies(of: plan)
    vocabularies.merge(Self.vocabularies(of: plan, ofElements: true)) { own, _ in own }
    for instruction in plan.instructions {
      switch instruction.operation {
      case .tables(.find(let table, let keys)), .tables(.match(let table, let keys)):
        for (key, encoder) in zip(keys, tables[table].encoders) {
          if let given = key.given { vocabularies[given] = nil }
          guard let vocabulary = vocabularies[key.cells] else { continue }
          if !encoder.knows(vocabulary) { vocabularies[key.cells] = nil }
        }
      default: instruction.operation.forEachSource { vocabularies[$0] = nil }
      }
    }
    for register in plan.readAfterwards { vocabularies[register] = nil }
    return vocabularies
  }

  private static func results(of plan: PricePlan) -> [(column: Int, value: PlanValue)] {
    plan.results.indices.filter(plan.isWanted).map { ($0, plan.results[$0]) }
  }

  /// Machine code for instructions that stand together, made when somebody asks for it first;
  /// in their order.
  func loops(by kind: LoopInstructions) -> [CompiledLoop] {
    made.withLock { made in
      if let made = made[kind] { return made }
      let loops = compiledLoops(by: kind)
      made[kind] = loops
      return loops
    }
  }

  /// In their order, without reference counting for each: the plan holds them.
  @inline(__always)
  func forEachInstruction(in range: Range<Int>, _ body: (PreparedInstruction) -> Void) {
    unsafe instructions.withUnsafeBufferPointer { instructions in
      for unsafe instruction in unsafe instructions[range] {
        unsafe Unmanaged.passUnretained(instruction)._withUnsafeGuaranteedRef(body)
      }
    }
  }

  /// The same for a table that shows only these results, maybe with the machine code that was made
  /// for the last one.
  func inTable(_ results: Set<Int>) -> PreparedPlan {
    if let last = idleInTable.take(), last.plan.wantedResults == results { return last }
    return PreparedPlan(self, results: results, codesOfElements: true)
  }

  func keep(inTable plan: PreparedPlan) { idleInTable.put(plan) }

  /// The same, made to compute only some result columns, by position. With `codesOfElements` loops
  /// look elements' texts up by their codes, too: they run for readers that tell these.
  package init(_ whole: PreparedPlan, results: Set<Int>, codesOfElements: Bool = false) {
    var plan = whole.plan
    let kept = plan.narrow(to: results)
    self.results = Self.results(of: plan)
    (tables, columns, areas, zone) = (whole.tables, whole.columns, whole.areas, whole.zone)
    prologue = kept.prologue.map { whole.prologue[$0] }
    (self.plan, instructions, loopTakes, loopContext) = Self.arranged(
      plan, kept.instructions.map { whole.instructions[$0] }, tables: tables, columns: columns,
      codesOfElements: codesOfElements)
    turns = Self.turns(of: self.plan)
  }
}

/// An instruction as it is run: without what only people read of it. An object, so that
/// running it costs the reference counting of one, and none of what it holds.
final class PreparedInstruction: Sendable {
  let operation: PlanOperation
  let target: Register
  let given: Register?
  let grain: PlanGrain
  let step: PreparedStep

  init(_ instruction: PlanInstruction, _ step: PreparedStep) {
    operation = instruction.operation
    target = instruction.target
    given = instruction.given
    grain = instruction.grain
    self.step = step
  }
}

/// What one instruction needs beside its registers.
enum PreparedStep: Sendable {
  case nothing
  case division(WholeDivision)
  case membership(KeyMembership)
  case combination(CellCombination)
  case pattern(DatePattern)
  /// Nothing is asked of a field's texts but their codes in a vocabulary.
  case codesAlone(ObjectIdentifier)

  init(
    _ instruction: PlanInstruction, of plan: PricePlan, columns: [CellColumn],
    areas: [AreaGeometry]
  ) {
    switch instruction.operation {
    case .numbers(.round(_, let multiplier, let divisor, let mode)):
      self = .division(WholeDivision(multiplier: multiplier, divisor: divisor, mode: mode))
    case .flags(.within(_, let set, let key)):
      self = .membership(KeyMembership(set, key, areas: areas))
    case .tables(.combine(let column, let rows, let operation)):
      let words: Int = if case .rowSet(let words) = plan[rows].storage { words } else { 1 }
      self = .combination(CellCombination(columns[column], operation, words: words))
    case .texts(.textFunction(.parseDate(let pattern), _)): self = .pattern(DatePattern(pattern))
    case .texts(.textOf(_, let style, _)):
      self = style.pattern.map { .pattern(DatePattern($0)) } ?? .nothing
    case .values, .lists, .moves, .numbers, .flags, .aggregates, .tables, .texts, .dates, .places:
      self = .nothing
    }
  }

  // What an operation was prepared with; that it was is a promise of the initializer above.

  @inline(__always)
  var division: WholeDivision {
    guard case .division(let division) = self else {
      preconditionFailure("a rounding without its division")
    }
    return division
  }

  @inline(__always)
  var membership: KeyMembership {
    guard case .membership(let set) = self else { preconditionFailure("no set to look in") }
    return set
  }

  @inline(__always)
  var combination: CellCombination {
    guard case .combination(let combination) = self else {
      preconditionFailure("rows without what combines them")
    }
    return combination
  }

  @inline(__always)
  var pattern: DatePattern {
    guard case .pattern(let pattern) = self else { preconditionFailure("no pattern to read by") }
    return pattern
  }
}
