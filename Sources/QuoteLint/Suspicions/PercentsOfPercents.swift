import QuoteLanguage
import QuoteSyntax

/// A value-added tax of less than one percent: `vat: 0.19%`, where the share or the percentage was
/// meant.
struct PercentsOfPercents {
  private let model: PriceModel
  private var found: [Diagnostic] = []

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var percents = PercentsOfPercents(model: model)
    if percents.hasSmallTax { return [] }
    for named in model.lets { percents.check(named.value, called: named.name) }
    for table in model.tables {
      for (index, column) in table.columns.enumerated() {
        // One cell tells of its whole column.
        let before = percents.found.count
        for row in table.rows where percents.found.count == before {
          guard let cell = row.values[index] else { continue }
          percents.check(cell, called: "\(table.name) \(column.name)")
        }
      }
    }
    for line in model.allLines {
      guard case .apply(.arithmetic(.multiply), let sides)? = line.formula?.unrounded.operation
      else { continue }
      for side in sides { percents.check(side, called: line.name) }
    }
    return percents.found
  }

  private init(model: PriceModel) { self.model = model }

  private static let wanted: Set<Substring> = [
    "vat", "gst", "hst", "pst", "qst", "mwst", "ust", "tva", "iva", "btw", "moms",
  ]

  /// Whether a tax is of so many tenths of a percent that its share would be half of the price:
  /// where one is so small, the others are meant as they are.
  private var hasSmallTax: Bool {
    let named =
      model.lets.map { ($0.name, $0.value) }
      + model.tables.flatMap { table in
        table.columns.indices.flatMap { column in
          table.rows.compactMap { row in
            row.values[column].map { ("\(table.name) \(table.columns[column].name)", $0) }
          }
        }
      }
    return named.contains { name, value in
      guard case .constant(.quantity(let size)) = value.operation, size < Ratio(1, 100),
        size * 100 > Self.most, model.sources.isPercent(at: value.span)
      else { return false }
      return !Self.alike.isDisjoint(with: name.lowercased().split { !$0.isLetter })
    }
  }

  /// No tax on a price is a greater share of it.
  private static let most = Ratio(30, 100)

  private static let alike = wanted.union(["tax", "levy", "duty", "steuer", "taxe"])

  private mutating func check(_ value: PriceExpression, called name: String) {
    let words = name.lowercased().split { !$0.isLetter }
    guard !Self.wanted.isDisjoint(with: words),
      case .constant(.quantity(let size)) = value.operation,
      model.sources.isPercent(at: value.span), size < Ratio(1, 100), size * 100 >= Ratio(4, 100),
      size * 100 <= Self.most
    else { return }
    found.append(
      .percentOfPercent(
        model.sources.text(at: value.span).trimmedOfSpaces, write: "\(size * 10_000)%",
        share: "\(size * 100)", plain: "\(size)", at: value.span))
  }
}
