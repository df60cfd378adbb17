import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

struct RuleTreeDumpTests {
  @Test func showsEveryPartWithItsPlace() throws {
    let rules = try RulesText(
      """
      schema: quote/1
      name: small
      currency: USD
      inputs:
        id: text, key
      let:
        rate: 8.0%
        price:
          first: |
            | id || price |
            | a  || $5    |
      quote:
        - line: haul
          amount: -(price + 1) * 2 - (3 - 1)
      outputs:
        total:
      """)
    #expect(rules.said == [])
    #expect(
      rules.tree.dump(sources: rules.sources) == """
        tree small                             rules.yaml:2:7
          schema quote/1                       rules.yaml:1:9
          currency USD                         rules.yaml:3:11
        inputs
          id: text, key                        rules.yaml:5:3
        let
          rate: 8.0%                           rules.yaml:7:3
          price: first, 1 row                  rules.yaml:8:3
            | id || price |                    rules.yaml:10:9
            | a || $5 |                        rules.yaml:11:7
        quote
          line haul                            rules.yaml:13:11
            amount -(price + 1) * 2 - (3 - 1)  rules.yaml:14:13
        outputs
          total: itself                        rules.yaml:16:3

        """)
  }

  @Test func manyRowsAreRead() throws {
    var body = "let:\n  t:\n    unique: |\n      | a | b || v | w |\n"
    for row in 0..<20_000 {
      body += "      | key\(row) | [\(row)..\(row + 1)) || $\(row).50 | text |\n"
    }
    let rules = try RulesText(body: body)
    #expect(rules.said == [])
    #expect(rules.table("t")?.rows.count == 20_000)
    #expect(rules.table("t")?.rows.last?.values[0].raw.value == "$19999.50")
  }
}
