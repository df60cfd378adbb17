import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What is said of rules whose sampled bookings have no price.
extension Diagnostic {
  static func notAlwaysGiven(
    _ fault: RowFault, line: ModelLine?, _ count: Int, of all: Int, in model: PriceModel
  ) -> Diagnostic {
    let parts = fault.message.split(separator: ": ", maxSplits: 1).map(String.init)
    let what = line.map { "the amount of `\($0.name)` is not given" } ?? parts[0]
    let cell = parts.last.flatMap { emptyCell(toldOf: $0, model) }
    return Diagnostic(
      "not-always-given", severity: .warning, "\(what) for some bookings",
      at: Label(
        fault.rule, "\(parts.last ?? what); this happens in \(count) of \(all) sampled bookings"),
      labels: cell.map { [Label($0, "nothing is given here")] } ?? [],
      help: emptyTable(toldOf: parts.last ?? "", model).map { ofTable($0, each: parts[0]) }
        ?? ["\(instead(line, model)), or decline those bookings"])
  }

  /// The table of which `why` says that a row or a cell of it is missing.
  private static func emptyTable(toldOf why: String, _ model: PriceModel) -> String? {
    guard let match = why.firstMatch(of: kept(/`(\w+)(?:\.\w+)?` (?:is `-`|has no row)/)),
      model.tables.contains(where: { $0.name == match.1 })
    else { return nil }
    return String(match.1)
  }

  /// What a price is that a table lacks, nobody knows but who made the table.
  /// `each` says of which element of a list a booking has no price.
  private static func ofTable(_ table: String, each: String) -> [String] {
    let list = each.firstMatch(of: kept(/for (\w+)\[/)).map { "`for: \($0.1)` and " } ?? ""
    return [
      "if a figure is missing there, write it into `\(table)`",
      "if those bookings have no price, decline them: \(list)`when: \(table) is not given`",
    ]
  }

  /// The one row without a value in the column of which `why` says that it has none: `price.each`
  /// is `-`. Nil where there are several, or it is no column.
  private static func emptyCell(toldOf why: String, _ model: PriceModel) -> SourceSpan? {
    guard let match = why.firstMatch(of: kept(/`(\w+)(?:\.(\w+))?` is `-`/)),
      let table = model.tables.first(where: { $0.name == match.1 }),
      let column = match.2.map({ name in table.columns.firstIndex { $0.name == name } }) ?? 0
    else { return nil }
    let empty = table.rows.filter { $0.values[column] == nil }
    return empty.count == 1 ? empty[0].span : nil
  }

  private static func instead(_ line: ModelLine?, _ model: PriceModel) -> String {
    switch line?.effect {
    case nil: "say what its bounds are then, `(… default …)`"
    case .becomes: "say what it is then, `(…) default subtotal`"
    case .amount, .members, .nothing:
      "if it adds nothing then, say so, `(…) default "
        + "\(CurrencySign.amount("0", model.currency))`; if it adds something, say how much"
    }
  }
}
