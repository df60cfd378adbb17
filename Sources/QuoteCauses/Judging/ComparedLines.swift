import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Our lines that stand in no group, by whether the other side says them.
struct ComparedLines {
  /// A line that it does not say: its column among our quotes, and what its whole numbers are
  /// multiplied by.
  private struct Unsaid {
    var column: Int
    var factor: Int64
  }

  /// The columns of a comparison that say a line, one a line.
  private(set) var said: [Int] = []
  private var unsaid: [Unsaid] = []

  /// `values` are those of ours that are compared, column by column. Nil where a line that is not
  /// said is no amount of so many decimals.
  init?(of plan: PricePlan, _ comparer: ReplyComparer, values: [Int], places: Int) {
    let schema = plan.quoteSchema
    let all = plan.comparedValues
    for line in schema.lines
    where line.depth == 0 && line.kind != .subtotal && line.name != "total" {
      guard let value = comparer.number(of: line.name) else { continue }
      // An output of that name is another value than the line.
      guard case .line = all[value].kind else { return nil }
      if let column = values.firstIndex(of: value) {
        said.append(column)
        continue
      }
      guard let column = all[value].column(in: schema),
        schema.columns[column].storage == .integer,
        let factor = CellForm(schema.columns[column], of: schema).factor(places: places)
      else { return nil }
      unsaid.append(Unsaid(column: column, factor: factor))
    }
  }

  var areAllSaid: Bool { unsaid.isEmpty }

  /// What the lines that are not said come to in a quote, and whether one of them is more than
  /// nothing; nil where one is not given.
  func unsaid(in quotes: QuoteBatch, _ row: Int) -> (sum: Int128, isAny: Bool)? {
    var (sum, isAny) = (Int128(0), false)
    for line in unsaid {
      let column = quotes.columns[line.column]
      guard column.isGiven(row) else { return nil }
      let amount = column.integers[row]
      sum += Int128(amount) * Int128(line.factor)
      isAny = isAny || amount != 0
    }
    return (sum, isAny)
  }
}
