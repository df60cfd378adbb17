import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The schema that editors use says the same as the parser, as far as forms go.
@Suite struct RulesSchemaTests {
  private static func validator() throws -> SchemaValidator {
    try SchemaValidator(inDocs: "rules.schema.json")
  }

  private static func accepts(_ text: String) throws -> Bool {
    try validator().accepts(SchemaValue(yaml: text))
  }

  @Test(arguments: RuleFilesTests.files)
  func acceptsTheProjectsRules(name: String) throws {
    let url = Repository.root.appending(path: name)
    #expect(try Self.accepts(try Repository.text(of: url)))
  }

  @Test func acceptsTheRulesOfTheTutorial() throws {
    let text = try Repository.text(of: Repository.root.appending(path: "docs/rules-language.md"))
    var count = 0
    for part in text.split(separator: "```rules.yaml\n").dropFirst() {
      guard let end = part.firstRange(of: "\n```") else { continue }
      #expect(try Self.accepts(String(part[..<end.lowerBound]) + "\n"), "\(part.prefix(200))")
      count += 1
    }
    #expect(count > 5)
  }

  static let head = "schema: quote/1\nname: t\ncurrency: USD\n"
  static let quote = "quote:\n  - line: a\n    amount: $1\n"

  @Test(arguments: HitPolicy.allCases)
  func acceptsEveryHitPolicy(_ policy: HitPolicy) throws {
    let table = "let:\n  a:\n    \(policy.rawValue): prices.csv\n"
    #expect(try Self.accepts(Self.head + table + Self.quote))
  }

  /// Forms that the parser takes.
  @Test(arguments: [
    "inputs:\n  a: optional distance in mi [0 mi..5 mi] step 0.1 mi, default 3, from b or c.d\n",
    "timezone: UTC\ninputs:\n  a: instant in America/Port-au-Prince, from b\n",
    "inputs:\n  a: optional instant in Etc/GMT+5\n",
    "inputs:\n  a: count >= 3, key\n", "inputs:\n  a: one of x | y z, default x\n",
    "inputs:\n  a: optional text, falsy is missing, other is missing\n",
    "inputs:\n  l:\n    each:\n      a: text\n    from:\n      - b\n"
      + "      - { when: \"x\", a: = y }\n",
    "let:\n  a: [2026-12-25, 2026-12-26]\n", "let:\n  a:\n    first: prices.csv\n",
    "let:\n  a:\n    circle: { center: \"25.7, -80.1\", radius: 5 km }\n",
    "let:\n  a:\n    each: night in [b..c)\n    at_most: 30\n",
    "inputs:\n  l:\n    each:\n      b: money\nlet:\n  a:\n    for: l in order\n    start: $0\n"
      + "    each: min(a + b, $9)\n",
    "let:\n  f(x, y): x * y\n  b: f(2, 3)\n",
    "outputs:\n  a:\n  b: 1\n  c: { for: l, d: , e: 2 }\n",
  ])
  func acceptsWhatTheParserTakes(text: String) throws {
    #expect(try Self.accepts(Self.head + text + Self.quote))
    let rules = try RulesText(Self.head + text + Self.quote, files: ["prices.csv": "a,,b\n-,,1\n"])
    #expect(rules.said == [])
  }

  /// Forms that the parser refuses, and the schema too.
  @Test(arguments: [
    "name: t\ncurrency: USD\n" + quote, "schema: quote/1\ncurrency: USD\n" + quote,
    "schema: quote/1\nname: t\n" + quote, head, "schema: quote/2\nname: t\ncurrency: USD\n" + quote,
    "schema: quote/1\nname: t\ncurrency: dollars\n" + quote, head + "input:\n  a: text\n" + quote,
    head + "arithmetic: binary\n" + quote, head + "rounding: half-up\n" + quote,
    head + "inputs:\n  1a: text\n" + quote, head + "inputs:\n  a: text, default\n" + quote,
    head + "inputs:\n  a: text, optional\n" + quote, head + "inputs:\n  a: text in\n" + quote,
    head + "inputs:\n  a:\n    each:\n      b: text\n    keeps: yes\n" + quote,
    head + "inputs:\n  a:\n    keep: b\n" + quote, head + "inputs:\n  a: [text]\n" + quote,
    head + "let:\n  a:\n    frist: |\n      | b || c |\n" + quote,
    head + "let:\n  a:\n    circle: { center: \"1, 2\" }\n" + quote,
    head + "let:\n  a:\n    each: nights of b\n" + quote,
    head + "quote:\n  - amount: $1\n", head + "quote:\n  line: a\n",
    head + "quote:\n  - line: a\n    amount: $1\n    becomes: $2\n",
    head + "quote:\n  - line: a\n    when: b\n",
    head + "quote:\n  - line: a\n    for: b\n    becomes: $1\n",
    head + "quote:\n  - line: a\n    amount: $1\n    take: lowest\n",
    head + "quote:\n  - line: a\n    take: best\n    lines: []\n",
    head + "quote:\n  - subtotal: a\n    amount: $1\n",
    head + "quote:\n  - line: a\n    subtotal: b\n",
    head + "decline:\n  - when: a\n" + quote, head + "decline:\n  - reason: a\n" + quote,
    head + "decline:\n  when: a\n" + quote, head + "outputs:\n  a: { b: c }\n" + quote,
  ])
  func refusesWhatTheParserRefuses(text: String) throws {
    #expect(try !Self.accepts(text), "the schema takes it")
    #expect(try !RulesText(text).said.isEmpty, "the parser takes it")
  }
}
