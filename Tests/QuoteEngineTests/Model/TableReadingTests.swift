import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Tables as they are written: types of columns, ranges, what is wrong.
@Suite struct TableReadingTests {
  private struct Read {
    var table: ModelTable?
    var log: DiagnosticLog
    var sources: Sources
    var ids: [String] { log.all.map(\.id) }
  }

  /// Reads a table whose headers have these types.
  private func read(
    _ hit: String, _ body: String, keys: [ValueType], arithmetic: String = "exact"
  ) throws -> Read {
    var text = "schema: quote/1\nname: t\ncurrency: USD\narithmetic: \(arithmetic)\nunits: [GB]\n"
    text += "let:\n  t:\n    \(hit): |\n"
    for line in body.split(separator: "\n") { text += "      \(line)\n" }
    text += "quote:\n  - line: one\n    amount: $1\n"
    var sources = Sources()
    var log = DiagnosticLog()
    let tree = try RuleTree(
      readingFile: "rules.yaml", from: .memory(["rules.yaml": text]), sources: &sources, log: &log)
    #expect(log.all.isEmpty)
    let rules = ModelChecker(tree: tree, sources: sources, hints: CheckHints())
    guard case .table(let declaration) = tree.lets[0].body else { throw NoTable() }
    let typed = zip(keys, declaration.keys).map { type, formula in
      var quantum: Ratio = 0
      var range = Interval.unbounded
      if case .quantity(let quantity) = type, quantity.isWhole || quantity.numerator != nil {
        quantum = quantity.isWhole ? 1 : Ratio(1, 100)
        range = Interval(0, 1000)
      }
      return PriceExpression(
        .constant(.notGiven), type: type, grain: .booking, isOptional: false, range: range,
        quantum: quantum, span: formula.span)
    }
    let table = ModelTable(
      reading: declaration, name: tree.lets[0].name, keys: typed, domains: typed,
      checker: FormulaChecker(rules: rules))
    return Read(table: table, log: rules.log, sources: sources)
  }

  private struct NoTable: Error {}

  private let pieces = ValueType.quantity(.count)

  @Test func columnsTakeTheTypeOfTheirCells() throws {
    let found = try read(
      "first",
      """
      | kind   || price  | share | days | label       | from       | done |
      | a      || $45.50 | 8%    | 2    | Large Truck | 2026-03-01 | yes  |
      | b, c   || $5     | 0%    | 3    | "2024"      | 2026-03-02 | no   |
      | -      || -      | 0.5   | 1.5  | x           | 2026-03-02 | no   |
      """, keys: [.text])
    let table = try #require(found.table)
    #expect(
      table.columns.map(\.type) == [
        .quantity(.money), .quantity(.number), .quantity(.number), .text, .date, .flag,
      ])
    #expect(table.columns.map(\.isOptional) == [true, false, false, false, false, false])
    #expect(table.columns[0].range == Interval(5, Ratio(91, 2)))
    #expect(table.columns[0].quantum == Ratio(1, 100))
    #expect(table.rows[1].keys[0].body == .words(["b", "c"], negated: false))
    #expect(table.rows[2].values[0] == nil)
    #expect(table.keys[0].header == "kind")
    #expect(found.ids.isEmpty)
  }

  @Test func aColumnHasOneType() throws {
    let mixed = try read("first", "| k || v |\n| a || $45 |\n| b || free |", keys: [.text])
    #expect(mixed.ids == ["mixed-column"])
    #expect(mixed.log.all[0].primary.text.contains("`free`"))
    #expect(mixed.log.all[0].labels[0].text.contains("`$45`"))
    let measures = try read("first", "| k || v |\n| a || $45 |\n| b || 8% |", keys: [.text])
    #expect(measures.ids == ["mixed-column"])
    #expect(measures.log.all[0].primary.text == "in `v`, `8%` is a number")
    let stated = try read("first", "| k || v: money |\n| a || 8% |", keys: [.text])
    #expect(stated.ids == ["cell-not-of-type"])
    // A rate card says once, in its header, that its figures are money.
    let card = try read("first", "| k || v: money |\n| a || 45 |", keys: [.text])
    #expect(card.table?.columns[0].type == .quantity(.money) && card.ids.isEmpty)
    let text = try read("first", "| k || v: text |\n| a || 45 |\n| b || x |", keys: [.text])
    #expect(text.table?.columns[0].type == .text)
  }

  @Test func textsMayUseEarlierColumns() throws {
    let found = try read(
      "sum",
      """
      | k || rate | reason               |
      | a || 25%  | Same-day (+{rate})   |
      | b || 10%  | "Next, {rate} more"  |
      """, keys: [.text])
    let table = try #require(found.table)
    #expect(table.columns.map(\.type) == [.quantity(.number), .texts])
    #expect(table.columns.map(\.isOptional) == [false, false])
    // One of them holds at a time.
    #expect(table.columns[0].range == Interval(0, Ratio(25, 100)))
    guard case .apply(.template, _)? = table.rows[0].values[1]?.operation else {
      Issue.record("the reason is no template")
      return
    }
  }

  @Test func overlapsAreErrorsWithABooking() throws {
    let found = try read(
      "unique", "| pieces || rate |\n| [0..4] || 0% |\n| [4..7] || 10% |\n| >= 8 || 20% |",
      keys: [pieces])
    #expect(found.ids == ["rows-overlap"])
    #expect(found.log.all[0].headline == "two rows of `t` match pieces = 4")
    #expect(found.sources.text(at: found.log.all[0].primary.span).contains("[4..7]"))
    #expect(found.table == nil)
  }

  @Test func deadRowsAreWarnings() throws {
    let found = try read(
      "first",
      "| pieces || rate |\n| < 5 || 0% |\n| >= 4 || 10% |\n| [2..7] || 20% |\n| > 1000 || 30% |",
      keys: [pieces])
    #expect(found.ids == ["dead-row", "dead-row"])
    #expect(found.log.all[0].labels.count == 2)
    #expect(found.log.all[1].help == ["`pieces` goes from 0 to 1000"])
    #expect(found.table?.columns[0].isOptional == false)
  }

  @Test func keysAreOfTheirMeasure() throws {
    let money = ValueType.quantity(.money)
    let found = try read(
      "first", "| price || rate |\n| [0..45) || 0% |\n| >= 10 mi || 10% |\n| $$5 || 1% |",
      keys: [money])
    #expect(found.ids == ["key-of-other-measure", "key-of-other-measure", "unreadable-key"])
    #expect(found.log.all[0].help == ["add its currency: `$0`"])
  }

  @Test func graduatedCellsFitTheMeasure() throws {
    let distance = ValueType.quantity(QuantityType(.distance))
    let found = try read(
      "graduated", "| miles || price |\n| [0 m..100 m) || $50 |\n| >= 100 m || $2/m |",
      keys: [distance])
    let table = try #require(found.table)
    #expect(table.columns[0].type == .quantity(.money))
    #expect(table.columns[0].range == Interval(0, 50 + 1800))
    #expect(table.columns[0].isOptional == false)
    let each = try read(
      "graduated", "| pieces || price |\n| [1..9] || $8 each |\n| >= 10 || $6 each |",
      keys: [pieces])
    #expect(each.table?.columns[0].range == Interval(0, 9 * 8 + 991 * 6))
    let wrong = try read("graduated", "| pieces || price |\n| >= 0 || $2/mi |", keys: [pieces])
    #expect(wrong.ids == ["bracket-price"])
    let gap = try read(
      "graduated", "| pieces || price |\n| [1..9] || $8 each |\n| [11..20] || $6 each |",
      keys: [pieces])
    #expect(gap.ids == ["bracket-gap"])
    let text = try read("graduated", "| kind || price |\n| - || $2 |", keys: [.text])
    #expect(text.ids == ["no-measure"])
  }

  @Test func policiesNeedNumbers() throws {
    let ranked = try read("max", "| k || name | rate |\n| a || x | 1 |", keys: [.text])
    #expect(ranked.ids == ["hit-needs-numbers"])
    let product = try read("product", "| k || price |\n| a || $1 |", keys: [.text])
    #expect(product.ids == ["product-of-measures"])
    let factors = try read("product", "| k || f |\n| a || 1.5 |\n| b || 50% |", keys: [.text])
    #expect(factors.table?.columns[0].range == Interval(Ratio(1, 2), Ratio(3, 2)))
    #expect(factors.table?.columns[0].quantum == Ratio(1, 1000))
  }

  @Test func aTableWithoutRowsKnowsWhatItsHeaderSays() throws {
    let stated = try read("first", "| key || price: money | note: text |", keys: [.text])
    #expect(stated.table?.columns.map(\.type) == [.quantity(.money), .text])
    #expect(stated.table?.columns.map(\.isOptional) == [true, true])
    let silent = try read("max", "| key || factor |", keys: [.text])
    #expect(silent.table?.columns.map(\.type) == [.invalid])
    #expect(silent.ids.isEmpty)
  }

  @Test func aMatrixIsRows() throws {
    let found = try read(
      "unique", "| kind || zone: 1 | [2..3] |\n| a || $1 | $2 |\n| b || - | $3 |",
      keys: [.text, pieces])
    let table = try #require(found.table)
    #expect(table.rows.count == 3 && table.keys.map(\.header) == ["kind", "zone"])
    #expect(table.columns[0].name == "t")
  }
}
