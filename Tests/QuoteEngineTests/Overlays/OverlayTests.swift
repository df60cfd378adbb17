import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

struct OverlayTests {
  static let base = """
    units: [GB]
    inputs:
      id: text, key
      items:
        each:
          category: text, default other
          quantity: count, default 1
        keep: quantity > 0
    let:
      fee_rate: 8%
      price:
        first: |
          | kind       || lower(size): small | large | - |
          | furniture  || $45                | $85   | - |
          | a, b       || $1                 | $2    | $3 |
      surge:
        sum: |
          | lead   | day              || rate | reason |
          | <= 0   | saturday, sunday || 25%  | both   |
          | [1..2] | -                || 10%  | lead   |
          | [1..2] | -                || 5%   | again  |
      flat:
        unique: |
          | id || cents |
          | x  || 5     |
    quote:
      - line: haul
        amount: price
      - line: group
        lines:
          - line: inner
            when: a
            amount: $5
      - subtotal: base
    decline:
      - when: a
        reason: b
    outputs:
      total:
      rows:
        for: items
        name: category
    """

  func rules() throws -> RulesText { try RulesText(body: Self.base) }

  func dump(_ rules: RulesText) -> [String] {
    let lines = rules.tree.dump(sources: rules.sources).split(separator: "\n")
    return lines.map { line in
      var text = String(line)
      for name in ["over.yaml:", "--set:", "rules.yaml:"] {
        if let place = text.firstRange(of: "  \(name)") { text = String(text[..<place.lowerBound]) }
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }

  @Test func replacesByName() throws {
    var rules = try rules()
    let before = dump(rules)
    try rules.overlay(
      """
      currency: EUR
      inputs:
        items:
          each:
            quantity: count [0..5]
            note: optional text
          at_most: 7
        extra: flag, default no
      let:
        fee_rate: 9%
        price:
          rows: |
            | sofa || $7 | - | $9 |
        new: fee_rate * 2
      quote:
        - line: inner
          amount: $6
        - line: heating
          after: haul
          amount: $1
        - line: deeper
          before: inner
          amount: $2
      decline:
        - when: c
          reason: d
      outputs:
        total: total * 2
        rows:
          name: lower(category)
          more: quantity
        minutes: 5
      """)
    // A list of other reasons to decline takes the place of the whole.
    #expect(rules.said == ["declines-gone «decline»"])
    let after = dump(rules)
    #expect(after.difference(from: before).isEmpty == false)
    for line in [
      "  currency EUR", "    category: text, default \"other\"", "    quantity: count [0..5]",
      "    note: optional text", "    keep quantity > 0", "    at_most 7",
      "  extra: flag, default no",
      "  fee_rate: 9%", "    | sofa | small || $7 |", "    | sofa | - || $9 |",
      "  new: fee_rate * 2",
      "  line heating", "    line deeper", "      when a", "      amount $6", "  when c",
      "  total: total * 2", "    name: lower(category)", "    more: quantity", "  minutes: 5",
    ] { #expect(after.contains(line), "\(line)") }
    #expect(!after.contains { $0.contains("furniture") })
    #expect(rules.tree.quote.allNames == ["haul", "heating", "group", "deeper", "inner", "base"])
    #expect(rules.sources.address(of: rules.letNamed("fee_rate")!.span) == "over.yaml:10:3")
  }

  @Test func removes() throws {
    var rules = try rules()
    try rules.overlay("remove: [let.surge, quote.inner, outputs.rows, inputs.id, decline]\n")
    #expect(rules.said == [])
    #expect(rules.tree.quote.allNames == ["haul", "group", "base"])
    #expect(rules.letNamed("surge") == nil && rules.tree.declines.isEmpty)
    #expect(rules.tree.outputs.count == 1 && rules.tree.inputs.count == 1)
  }

  @Test(arguments: [
    ("let:\n  fee_rate:\n    rows: |\n      | 1 || 2 |\n", "not-a-table «fee_rate»"),
    ("quote:\n  - line: hual\n    amount: 5\n", "unknown-line «hual»"),
    ("quote:\n  - line: x\n    after: hual\n    amount: 5\n", "unknown-line «hual»"),
    ("quote:\n  - line: haul\n    after: base\n    amount: 5\n", "line-exists «after»"),
    ("lets:\n  a: 5\n", "unknown-key «lets»"),
    ("remove: [let.fee]\n", "unknown-path «fee»"),
    ("let:\n  price:\n    rows: |\n      | 1 || 2 |\n", "row-width «| 1 || 2 |»"),
    ("quote:\n  - line: haul\n    amout: 5\n", "unknown-key «amout»"),
  ])
  func overlayMistakes(text: String, said: String) throws {
    var rules = try rules()
    try rules.overlay(text)
    #expect(rules.said == [said])
  }

  @Test(arguments: [
    ("fee_rate=9%", "  fee_rate: 9%"), ("let.fee_rate = 9.5%", "  fee_rate: 9.5%"),
    ("let.price[furniture, large].price=$95", "    | furniture | large || $95 |"),
    ("price[a,b, small]=$7", "    | a, b | small || $7 |"),
    ("let.surge[<= 0, saturday, sunday].rate=30%", "    | <= 0 | saturday, sunday || 30% | both |"),
    (
      "let.surge[<= 0, saturday, sunday].reason=\"x | y\"",
      "    | <= 0 | saturday, sunday || 25% | \"x \\| y\" |"
    ),
    ("flat[x]== fee_rate * 2", "    | x || = fee_rate * 2 |"),
    ("flat[x].cents=-", "    | x || - |"),
    ("quote.haul.amount=price * 2", "    amount price * 2"),
    ("quote.haul.becomes=max(subtotal, $5)", "    becomes max(subtotal, $5)"),
    ("quote.group.inner.when=a = b", "      when a = b"),
    ("quote.haul.label=x {a}", "    label x {a}"),
    ("inputs.items.quantity=count [0..10]", "    quantity: count [0..10]"),
    ("inputs.items.at_most=9", "    at_most 9"), ("inputs.id=optional text", "  id: optional text"),
    ("outputs.total=total + $1", "  total: total + $1"),
    ("outputs.rows.name=quantity", "    name: quantity"),
    ("currency=EUR", "  currency EUR"), ("arithmetic=python", "  arithmetic python"),
    ("title=A = b", "  title A = b"),
  ])
  func settings(setting: String, wanted: String) throws {
    var rules = try rules()
    rules.set(setting)
    #expect(rules.said == [])
    #expect(dump(rules).contains(wanted), "\(dump(rules))")
  }

  @Test(arguments: [
    ("fee_rat=9%", "unknown-path «fee_rat»"), ("let.x.y=5", "unknown-path «x»"),
    ("let.price=5", "cell-wanted «price»"),
    ("let.surge[<= 0, saturday, sunday]=5", "cell-wanted «surge»"),
    ("let.surge[<= 0, saturday, sunday].rte=5", "unknown-path «rte»"),
    ("let.surge[[1..2], -].rate=5", "rows-ambiguous «[1..2], -»"),
    ("let.price[furnitur, large]=5", "unknown-row «furnitur, large»"),
    ("fee_rate[x]=5", "not-a-table «fee_rate»"), ("fee_rate=1_0", "digits-grouped «1_0»"),
    ("quote.hual.amount=5", "unknown-line «hual»"), ("quote.haul.amout=5", "unknown-path «amout»"),
    ("inputs.item.x=text", "unknown-path «item»"), ("inputs.items.x=text", "unknown-path «x»"),
    ("inputs.id=txt", "unknown-type «txt»"), ("outputs.x=5", "unknown-path «x»"),
    ("fee_rate", "setting-form «fee_rate»"), ("=5", "setting-form «=5»"),
    ("fee_rate=", "setting-form «fee_rate=»"),
    ("decline.when=x", "decline-is-whole «decline.when»"),
    ("arithmetic=exakt", "unknown-word «exakt»"),
    ("a[=5", "setting-form «a[=5»"), ("[x]=5", "setting-form «[x]=5»"),
    ("inputs.items=text", "unknown-path «items»"),
  ])
  func settingMistakes(setting: String, said: String) throws {
    var rules = try rules()
    rules.set(setting)
    #expect(rules.said == [said])
  }

  @Test func ambiguousRowsAreListed() throws {
    var rules = try rules()
    rules.set("let.surge[[1..2], -].rate=5")
    #expect(
      rules.log.all[0].labels.map { rules.sources.address(of: $0.span) }
        == ["rules.yaml:23:7", "rules.yaml:24:7"])
    rules = try self.rules()
    rules.set("let.price[furnitur, large]=5")
    #expect(rules.log.all[0].help == ["did you mean `price[furniture, large]`?"])
  }
}
