import QuoteLanguage
import QuoteSyntax

extension PlanOperation {
  /// Look-ups, and what the rows have that they find.
  package enum Tables: Hashable, Sendable {
    /// The row (from 1 in the table's order; 0 for none) that holds first.
    case find(table: PlanTableID, [PlanValue])
    /// All rows that hold.
    case match(table: PlanTableID, [PlanValue])
    /// A literal cell of a found row, from a column of the parameters.
    case cell(column: Int, row: Register)
    case cellGiven(column: Int, row: Register)
    /// Cells of all rows that hold, added up (multiplied) from 0 (1) in row order.
    case combine(column: Int, rows: Register, Arithmetics)
    /// Flag: this row (from 1) is the one found.
    case rowIs(Register, row: Int)
    /// Flag: this row (from 0) is among those that hold.
    case rowAmong(Register, row: Int)
    /// Literal texts of all rows that hold, in row order.
    case textsOfRows(column: Int, rows: Register)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .find(_, let keys), .match(_, let keys): for key in keys { key.forEachRegister(body) }
      case .cell(_, let rows), .cellGiven(_, let rows), .combine(_, let rows, _),
        .rowIs(let rows, _), .rowAmong(let rows, _), .textsOfRows(_, let rows):
        body(rows)
      }
    }
  }
}
