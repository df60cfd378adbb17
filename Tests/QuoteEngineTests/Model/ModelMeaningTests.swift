import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What names come to mean: types, ranges, steps and grain, as the dump shows them.
@Suite struct ModelMeaningTests {
  /// Every rules file of the project compiles without an error.
  @Test(arguments: RuleFilesTests.files.filter { !$0.hasSuffix("/the-rest.yaml") })
  func theProjectsRulesCompile(name: String) throws {
    var sources = Sources()
    var log = DiagnosticLog()
    let loader = FileLoader.disk(relativeTo: Repository.root.path)
    let tree = try RuleTree(readingFile: name, from: loader, sources: &sources, log: &log)
    let model = PriceModel(checking: tree, sources: sources, log: &log)
    let said = log.sorted.filter { $0.severity == .error }.map {
      "\(sources.address(of: $0.primary.span)) \($0.id)"
    }
    #expect(said == [])
    #expect(model.map { $0.violations() } == [])
  }

  /// A formula over the inputs of `ModelMistakeTests`, and what the dump says of it.
  static let formulas: [(formula: String, meaning: String)] = [
    ("8%", "a number 0.08 by 0.01"),
    ("30", "a count 30 by 1"),
    ("pieces + 1", "a count 1..1001 by 1"),
    ("pieces * share", "a number 0..1000 by 0.000001"),
    ("fee * pieces", "money 0..1000000 by 0.01"),
    ("fee / 3", "money 0..1000/3 by 1/300"),
    ("fee / 0", "money 0, not always"),
    ("miles + 1 km", "a distance 15625/25146..781257809687/12573000 mi by 1/12573000"),
    ("$1.50/mi * miles", "money 0"),
    ("fee / 2 mi", "money per distance 0..500/mi by 0.005"),
    ("miles / 1 mi", "a number 0.."),
    ("2 mi * 3", "a distance 6 mi by 1"),
    ("round(fee * 8%)", "money 0..80 by 0.01"),
    ("round(-fee * 8%, $0.05)", "money -80..0 by 0.05"),
    ("round(fee / pieces)", "money 0..1000 by 0.01, not always"),
    ("floor(share)", "a count 0..1 by 1"),
    ("ceil(pieces / 5)", "a count 0..200 by 1"),
    ("max(fee, $89)", "money 89..1000 by 0.01"),
    ("min(fee, $89)", "money 0..89 by 0.01"),
    ("abs(fee - $600)", "money 0..600 by 0.01"),
    ("if express then fee else $5", "money 0..1000 by 0.01"),
    ("if express then fee", "money 0..1000 by 0.01, not always"),
    ("if express then fee else -$5", "money -5..1000 by 0.01"),
    ("day default 2026-01-01", "a date"),
    ("day - 2026-01-01", "a duration"),
    ("service default \"none\"", "a text"),
    ("quantity * 2", "a count 2..18 by 1, for each of items"),
    ("sum(quantity)", "a count 0..90 by 1"),
    ("sum(quantity where kind = \"a\")", "a count 0..90 by 1"),
    ("count(items)", "a count 0..10 by 1"),
    ("max(quantity)", "a count 1..9 by 1, not always"),
    ("max(1, quantity)", "a count 1..9 by 1, for each of items"),
    ("any(quantity > 3)", "a flag"),
    ("join(kind, \"; \")", "a text"),
    ("sum_before(quantity, by -quantity)", "a count 0..90 by 1, for each of items"),
    ("day is given", "a flag"),
    ("\"{pieces} of {kind}\"", "a text, for each of items"),
    ("lower(kind)", "a text, for each of items"),
    ("geodesic(spot, spot, 0.1 mi)", "a distance 0"),
    (
      "integer(kind)",
      "a count -1000000000000000..1000000000000000 by 1, for each of items, not always"
    ),
  ]

  @Test(arguments: formulas)
  func formulasHaveTypesRangesAndGrain(formula: String, meaning: String) throws {
    let wrapped = formula.hasPrefix("\"") ? "(\(formula))" : formula
    let rules = try ModelRules(ModelMistakeTests.inputs + "\nlet:\n  x: \(wrapped)\n")
    #expect(rules.errors == [])
    let row = try #require(rules.row("x"))
    #expect(row.hasPrefix("x \(meaning)"), "\(row)")
    if row.contains("not always") != meaning.contains("not always") {
      #expect(["day", "spot", "geodesic"].contains { formula.contains($0) }, "\(row)")
    }
  }

  @Test func inTheBinaryProfilesNumbersHaveNoStep() throws {
    let rules = try ModelRules(
      "inputs:\n  a: number\n  b: money\nlet:\n  x: a * b\n  y: 30 + 8\n  z: b / a\n",
      header: "arithmetic: python")
    #expect(rules.errors == [])
    #expect(rules.letNamed("x")?.quantum == 0)
    #expect(rules.letNamed("z")?.isOptional == true)
    #expect(rules.letNamed("y")?.type == .quantity(.count))
  }

  @Test func linesReadAsTheirSumFromAbove() throws {
    let rules = try ModelRules(
      """
      inputs:
        devices:
          each:
            jobs:
              each:
                price: money [$0..$10]
              at_most: 3
          at_most: 2
      let:
        all_work: work * 2
      quote:
        - line: repair
          for: devices
          lines:
            - line: work
              for: jobs
              amount: price
            - line: fee
              amount: round(10% * work)
        - line: express
          amount: round(25% * repair)
      outputs:
        work:
        devices:
          for: devices
          work:
          jobs:
            for: jobs
            work:
        twice: all_work
      """)
    #expect(rules.errors == [])
    #expect(rules.row("all_work") == "all_work money 0..120 by 0.01")
    #expect(rules.row("express") == "express adds money 0..16.5 by 0.01")
    #expect(rules.row("fee") == "fee adds money 0..3 by 0.01, for each of devices")
    let rows = rules.model?.dump().split(separator: "\n").filter { $0.contains("work  ") } ?? []
    #expect(rows.last { $0.contains("jobs") }?.contains("money 0..10") == true)
  }

  @Test func aLineThatMayBeLeftOutReachesDownToZero() throws {
    let rules = try ModelRules(
      """
      inputs:
        fast: flag
        fee:  money [$5..$9]
      quote:
        - line: group
          when: fast
          lines:
            - line: inner
              amount: fee
        - line: best
          take: lowest
          lines:
            - line: one
              amount: fee
            - line: other
              amount: $7
      outputs:
        a: inner
        b: one
        c: other
        d: total
      """)
    #expect(rules.errors == [])
    #expect(rules.row("a") == "a money 0..9 by 0.01")
    #expect(rules.row("b") == "b money 0..9 by 0.01")
    #expect(rules.row("c") == "c money 0..7 by 1")
    #expect(rules.row("d") == "d money 0..18 by 0.01")
  }

  @Test func anEmptyTableTakesItsTypeFromItsUse() throws {
    let rules = try ModelRules(
      """
      inputs:
        kind: text
      let:
        special:
          first: |
            | key || price |
        chosen: if kind != "" then special(kind)
        price:  chosen default special("all") default $30
      quote:
        - line: haul
          amount: price
      """)
    #expect(rules.errors == [])
    #expect(rules.model?.tables.first?.columns.first?.type == .quantity(.money))
  }

  @Test func keepCannotAskWhatListsComeTo() throws {
    let inputs = "inputs:\n  items:\n    each:\n      quantity: count\n    keep: "
    #expect(try ModelRules(inputs + "quantity > 0\n").errors == [])
    #expect(try ModelRules(inputs + "enough\nlet:\n  enough: quantity > 2\n").errors == [])
    #expect(
      try ModelRules(inputs + "sum(quantity) > 0\n").errors
        == ["before-keep «sum(quantity) > 0»"])
    #expect(
      try ModelRules(inputs + "quantity > most\nlet:\n  most: count(items)\n").errors
        == ["before-keep «quantity > most»"])
  }

  @Test func letsComeInAnOrderInWhichEachUsesEarlierOnes() throws {
    let rules = try ModelRules("let:\n  a: b + c\n  b: c + 1\n  c: 2\n")
    #expect(rules.model?.lets.map(\.name) == ["c", "b", "a"])
  }
}
