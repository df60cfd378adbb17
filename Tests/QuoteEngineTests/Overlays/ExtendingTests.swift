import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Rules that begin from other rules.
@Suite struct ExtendingTests {
  static let base = """
    schema: quote/1
    name: base
    currency: USD
    inputs:
      id: text, key
      pieces: count [0..100]
    let:
      each_price:
        first: |
          | pieces || each |
          | < 10   || $5   |
          | -      || $4   |
      rate: 8%
    quote:
      - line: work
        amount: each_price * pieces
      - line: fee
        amount: round(subtotal * rate)
    decline:
      - when: pieces = 0
        reason: nothing to do
    outputs:
      total:

    """

  func rules(_ text: String, _ files: [String: String] = [:]) throws -> RulesText {
    try RulesText(text, files: files.merging(["base.yaml": Self.base]) { $1 })
  }

  func names(_ rules: RulesText) -> String {
    let tree = rules.tree
    return [
      tree.inputs.map(\.name.value), tree.lets.map(\.name.value), tree.quote.allNames,
      tree.declines.map { rules.sources.text(at: $0.reason.span) }, tree.outputs.map(\.name.value),
    ].map { $0.joined(separator: " ") }.joined(separator: " | ")
  }

  @Test func beginsFromTheOtherFile() throws {
    let rules = try rules(
      """
      schema: quote/1
      extends: base.yaml
      name: more
      inputs:
        tip: money [$0..$100], default 0
      let:
        rate: 9%
      quote:
        - line: tip
          after: fee
      """)
    #expect(rules.said == [])
    #expect(rules.tree.header.name?.value == "more")
    #expect(rules.tree.header.currency?.value == "USD")
    #expect(
      names(rules) == "id pieces tip | each_price rate | work fee tip | nothing to do | total")
  }

  @Test func wholeSectionsAreRemovedBeforeAnythingIsLaidOver() throws {
    let rules = try rules(
      """
      schema: quote/1
      extends: base.yaml
      quote:
        - line: work
          amount: $3 * pieces
        - line: visit
          amount: $20
      outputs:
        twice: 2 * total
      remove: [quote, decline, outputs, let.rate]
      """)
    #expect(rules.said == [])
    #expect(names(rules) == "id pieces | each_price | work visit |  | twice")
  }

  @Test func extendsThroughSeveralFiles() throws {
    let rules = try rules(
      "schema: quote/1\nextends: sub/middle.yaml\nlet:\n  b: 2\n",
      ["sub/middle.yaml": "schema: quote/1\nextends: ../base.yaml\nlet:\n  a: 1\n",
        "sub/../base.yaml": Self.base])
    #expect(rules.said == [])
    #expect(names(rules).contains("each_price rate a b"))
  }

  @Test func neverItself() throws {
    let rules = try rules(
      "schema: quote/1\nextends: other.yaml\n",
      ["other.yaml": "schema: quote/1\nextends: rules.yaml\n"])
    #expect(rules.said == ["extends-itself «rules.yaml»"])
  }

  @Test(arguments: [
    ("extends: base.yaml\n", "missing-key «»"),
    ("schema: quote/1\nextends: base.yaml\nremove: [lets]\n", "unknown-path «lets»"),
    ("schema: quote/1\nextends: [base.yaml]\n", "wrong-form «[base.yaml]»"),
    ("schema: quote/1\nextends: base.yaml\nquote:\n  - line: tax\n", "unknown-line «tax»"),
  ])
  func mistakes(_ text: String, _ said: String) throws {
    #expect(try rules(text).said == [said])
  }

  @Test func aFileThatIsNotThereIsToldWhereItIsNamed() throws {
    let trouble = #expect(throws: Trouble.self) {
      try rules("schema: quote/1\nextends: bass.yaml\n")
    }
    #expect(trouble?.message.hasPrefix("rules.yaml:2:10: `bass.yaml` does not exist") == true)
  }

  @Test func otherKeysOfATableAndAColumn() throws {
    let text = Self.base.replacing("rate: 8%", with: "rate: 8%\n  cheap: many(50).each * 2")
      .replacing("  rate", with: "  many:\n    first: |\n      | amount || each | note |\n"
        + "      | < 9 || $3 | a |\n      | - || $2 | b |\n  rate")
      .replacing("total:", with: "total:\n  cheap:")
    let pricer = try Pricer(rulesAt: "rules.yaml", loader: .memory(["rules.yaml": text]))
    #expect(pricer.plan.quoteSchema.outputs.map(\.name) == ["total", "cheap"])
  }
}
