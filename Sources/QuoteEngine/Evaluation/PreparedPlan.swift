/// What of a plan is made ready once and shared by all evaluators: look-up
/// structures, literal cells, divisions by constants, the time zone.
///
/// Immutable once made, so threads may share it.
public final class PreparedPlan: @unchecked Sendable {
  public let plan: PricePlan
  let tables: [TableIndex]
  /// Literal cells by position in the parameters' columns.
  let columns: [CellColumn]
  let areas: [AreaGeometry]
  let zone: TimeZoneRules
  /// By position of the instruction in the plan.
  let steps: [PreparedStep]
  let prologue: [PreparedStep]

  public init(_ plan: PricePlan) {
    self.plan = plan
    let areas = plan.model.areas.map(AreaGeometry.init)
    self.areas = areas
    tables = plan.tables.map { table in
      let rows = plan.model.tables[table.model].rows
      return TableIndex(keys: table.keys, rows: table.order.map { rows[$0].keys }, areas: areas)
    }
    let columns = plan.parameters.columns.map { CellColumn($0.cells, storage: $0.storage) }
    self.columns = columns
    zone = plan.model.timezone.flatMap { try? TimeZoneDatabase().rules(named: $0) } ?? .utc
    steps = plan.instructions.map { PreparedStep($0, plan, columns, areas) }
    prologue = plan.prologue.map { PreparedStep($0, plan, columns, areas) }
  }
}

/// What one instruction needs beside its registers.
enum PreparedStep {
  case nothing
  case division(WholeDivision)
  case set(TableIndex)
  case combination(CellCombination)
  case pattern(DatePattern)

  init(
    _ instruction: PlanInstruction, _ plan: PricePlan, _ columns: [CellColumn],
    _ areas: [AreaGeometry]
  ) {
    switch instruction.operation {
    case .round(_, let multiplier, let divisor, let mode):
      self = .division(WholeDivision(multiplier: multiplier, divisor: divisor, mode: mode))
    case .within(_, let set, let key):
      self = .set(TableIndex(keys: [key], rows: [[set]], areas: areas))
    case .combine(let column, let rows, let operation):
      let words: Int = if case .rowSet(let words) = plan[rows].storage { words } else { 1 }
      self = .combination(CellCombination(columns[column], operation, words: words))
    case .parseDate(_, let pattern): self = .pattern(DatePattern(pattern))
    case .textOf(_, let style, _):
      self = style.pattern.map { .pattern(DatePattern($0)) } ?? .nothing
    default: self = .nothing
    }
  }
}
