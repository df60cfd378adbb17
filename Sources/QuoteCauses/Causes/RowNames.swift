import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The names by which rows of tables are reported; each is made when it is first needed.
final class RowNames {
  private let model: PriceModel
  private var known: ByTable<[String?]>

  init(_ model: PriceModel) {
    self.model = model
    known = model.tables.mapped { _ in [] }
  }

  /// `factors [4..7]`.
  func name(of row: Int, in index: TableID) -> String {
    let table = model.tables[index]
    if known[index].isEmpty { known[index] = Array(repeating: nil, count: table.rows.count) }
    if let name = known[index][row] { return name }
    let keys = table.rows[row].keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
    let name = "\(table.name) \(keys.joined(separator: ", "))"
    known[index][row] = name
    return name
  }
}
