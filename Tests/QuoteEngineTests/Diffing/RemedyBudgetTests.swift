@testable import QuoteCauses
import Testing

@testable import QuoteAnalysis
@testable import QuoteLanguage
@testable import QuoteSyntax

/// How often a search for edits may compile rules: counted, so that the same input gives the same
/// answer on every machine.
@Suite struct RemedyBudgetTests {
  private static func budget(bytes: Int, searches: Int = 1) -> RemedyBudget {
    var sources = Sources()
    _ = sources.add(SourceFile(name: "rules.yaml", text: Array(repeating: 0x20, count: bytes)))
    return RemedyBudget(sources, searches: searches)
  }

  @Test func longerRulesAreCompiledLessOften() {
    let sizes = [500, 2_500, 4_500, 20_000, 500_000]
    let tries = sizes.map { Self.budget(bytes: $0).tries }
    #expect(tries == tries.sorted(by: >))
    #expect(tries.first == 1_300)
    #expect(tries.last == 340)
  }

  @Test func searchesOfOneComparisonShareIt() {
    let (one, three) = (Self.budget(bytes: 2_500), Self.budget(bytes: 2_500, searches: 3))
    #expect(three.tries < one.tries)
    #expect(three.triesOfQuestion < one.triesOfQuestion)
  }

  @Test func editsOfPartsHaveSomeOfTheirOwn() {
    let budget = Self.budget(bytes: 4_500)
    #expect(budget.tries(isPart: true) > budget.tries(isPart: false))
    #expect(budget.triesOfQuestion * 2 < budget.tries)
  }
}
