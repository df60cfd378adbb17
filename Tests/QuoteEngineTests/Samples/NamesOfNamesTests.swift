import QuoteLanguage
import QuoteLint
import QuoteSamples
import QuoteSyntax
import Testing

/// Rules in which each name uses the two before it: written out, the last one has more parts than
/// any machine goes through, so whoever goes into a name twice for one question never ends.
@Suite struct NamesOfNamesTests {
  private static let chains: [(kind: String, starts: [String], next: String, use: String)] = [
    ("remainders", ["mod(a, 7)", "mod(b, 5)"], "mod(P + Q, 7)", "amount: $1 * X"),
    ("quotients", ["mod(a, 7)", "mod(b, 5)"], "min(floor(P * 3 / 7) + Q, 9)", "amount: $1 * X"),
    ("choices", ["mod(a, 7)", "mod(b, 5)"], "if P > 3 then Q + 1 else P", "amount: $1 * X"),
    ("defaults", ["mod(a, 7)", "mod(b, 5)"], "(if P > 3 then Q) default 3", "amount: $1 * X"),
    ("products", ["mod(a, 7)", "mod(b, 5)"], "min(P * Q, 9)", "amount: $1 * X"),
    (
      "money", ["m", "min(m, $5)"], "if P > $3 then min(P - Q, $20) else Q",
      "amount: min(max(X, $0), $50)"
    ),
    ("flags", ["a > 3", "b > 5"], "(P and not Q) or (not P and Q)", "when: X\n    amount: $1"),
    (
      "words", ["lower(s)", "upper(s)"], "if P = Q then Q else \"x\"",
      "when: X = \"q\"\n    amount: $1"
    ),
    (
      "dates", ["d", "add_months(d, 1)"], "if P < Q then Q else min(P + 1 days, 2026-12-31)",
      "when: X > 2026-05-05\n    amount: $1"
    ),
    (
      "constants", ["if a > 5 then \"a\" else \"b\"", "if b > 5 then \"c\" else \"d\""],
      "if a > 3 then P else Q",
      "when: lower(X) = \"q\"\n    amount: $1"
    ),
  ]

  @Test(arguments: chains.map(\.kind), [false, true])
  func areGoneIntoOnce(kind: String, areOptional: Bool) throws {
    let chain = try #require(Self.chains.first { $0.kind == kind })
    let (last, optional) = (60, areOptional ? "optional " : "")
    var lets = chain.starts.enumerated().map { "  x\($0): \($1)\n" }
    for index in 2...last {
      let next = chain.next.replacing("P", with: "x\(index - 1)")
      lets.append("  x\(index): \(next.replacing("Q", with: "x\(index - 2)"))\n")
    }
    let text = """
      schema: quote/1
      name: chain
      currency: USD
      inputs:
        id: text, key
        a: \(optional)count [0..100]
        b: \(optional)count [0..100]
        s: text
        d: date [2026-01-01..2026-06-30]
        m: money [$0..$100]
      let:
      \(lets.joined())  t:
          first: |
            | x\(last) | x\(last - 1) || p |
            | -        | -            || 1 |
      quote:
        - line: z
          \(chain.use.replacing("X", with: "x\(last)"))
        - line: y
          amount: $1 * t

      """
    let rules = try CompiledRules(
      rulesAt: "r.yaml", loader: .memory(["r.yaml": text]))
    #expect(rules.model.lets.count > last)
    _ = SampledFaults(of: rules)
  }

  /// The key of each table asks the one before it twice.
  @Test(arguments: [
    (
      "graduated", "min(round(P / $1) + round(P / $1), 99)", "graduated", "$0.10 each", "$1 * 0 + X"
    ),
    ("looked up", "min((P default 1) + (P default 2), 99)", "unique", "$3", "X default $0"),
    (
      "asked", "(if P is given then 1 else 2) + (if P is given then 3 else 4)", "unique", "$3",
      "X default $0"
    ),
  ])
  func keysOfTablesAreGoneIntoOnce(
    _ kind: (name: String, key: String, hit: String, price: String, use: String)
  ) throws {
    let last = 40
    let tables = (0...last).map { index in
      let key =
        index == 0
        ? "a"
        : kind.key.replacing(
          "P", with: kind.name == "looked up" ? "(t\(index - 1) / $1)" : "t\(index - 1)")
      return """
          t\(index):
            \(kind.hit): |
              | \(key) || price |
              | [0..10) || \(kind.price) |
              | [10..200] || \(kind.price) |

        """
    }
    let text = """
      schema: quote/1
      name: chain
      currency: USD
      inputs:
        id: text, key
        a: count [0..100]
      let:
      \(tables.joined())quote:
        - line: z
          amount: \(kind.use.replacing("X", with: "t\(last)"))

      """
    let rules = try CompiledRules(rulesAt: "r.yaml", loader: .memory(["r.yaml": text]))
    #expect(rules.model.tables.count == last + 1)
    _ = SampledFaults(of: rules)
  }
}
