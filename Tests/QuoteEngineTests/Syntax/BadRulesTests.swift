import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Wrong rules, `«…»` around what each complaint underlines, in order.
struct BadRulesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var ids: [String]
    var source: String
    init(_ ids: String..., source: String) { (self.ids, self.source) = (ids, source) }
    var testDescription: String { "\(ids.joined(separator: " ")): \(source)" }
  }

  static let yaml: [Case] = [
    Case("yaml-feature", source: "let:\n  a: «&x 5»\n"),
    Case("yaml-feature", "yaml-feature", source: "let:\n  a: «&x 5»\n  b: «*x»\n"),
    Case("yaml-feature", source: "let:\n  a: «!!str 5»\n"),
    Case("yaml-feature", source: "let:\n  a:\n    «<<»: 5\n    first: |\n      | a || b |\n"),
    Case("duplicate-key", source: "let:\n  a: 1\n  «a»: 2\n"),
    Case("tab-indentation", source: "let:\n«\t»a: 1\n"),
    Case("yaml-mistake", source: "let:\n  a: b«:» c\n"),
    Case("yaml-mistake", source: "let:\n  a: «@b»\n"),
    Case("several-documents", source: "quote:\n  - line: a\n«---»\nlet:\n"),
    Case("key-not-text", source: "let:\n  ? «[a, b]»\n  : 1\n"),
    Case("hash-glued", source: "let:\n  a: 1 «#{n}»\n"),
    Case(
      "text-needs-quotes", source: "quote:\n  - line: a\n    label: «{quantity}»\n    amount: 1\n"),
    Case(
      "text-needs-quotes",
      source: "quote:\n  - line: a\n    label: «{quantity} × {category}»\n    amount: 1\n"),
    Case("text-needs-quotes", source: "let:\n  a: «{b}»\n"),
    Case("formula-missing", source: "let:\n  a: «»\n"),
  ]

  static let sections: [Case] = [
    Case("unknown-key", source: "«inptus»:\n  a: text\n"),
    Case("reserved-key", "reserved-key", source: "«must»: []\n«examples»: []\n"),
    Case("unknown-word", source: "arithmetic: «exakt»\n"),
    Case("unknown-word", source: "rounding: «half-up»\n"),
    Case("built-in-unit", "repeated-name", source: "units: [«mi», GB, «GB»]\n"),
    Case("name-form", source: "let:\n  «a-b»: 1\n"),
    Case("reserved-name", "reserved-name", source: "let:\n  «total»: 1\n  «if»: 2\n"),
    Case("wrong-form", source: "let: «text»\n"),
    Case("unknown-type", source: "inputs:\n  a: «txet»\n"),
    Case("unknown-phrase", source: "inputs:\n  a: text, «defualt x»\n"),
    Case("unknown-phrase", source: "inputs:\n  a: text «always»\n"),
    Case("unknown-unit", source: "inputs:\n  a: distance in «foot»\n"),
    Case("range-form", source: "inputs:\n  a: count «[1, 5]»\n"),
    Case("step-form", source: "inputs:\n  a: number step «x»\n"),
    Case("phrase-repeated", source: "inputs:\n  a: text, default x, «default y»\n"),
    Case("path-form", source: "inputs:\n  a: text, from «a..b»\n"),
    Case("choice-empty", "repeated-name", source: "inputs:\n  a: one of a | «»| «a»\n"),
    Case("missing-key", source: "inputs:\n  «a»:\n    keep: x\n"),
    Case("unknown-key", source: "inputs:\n  a:\n    each:\n      b: text\n    «atmost»: 5\n"),
    Case(
      "whole-number-wanted", source: "inputs:\n  a:\n    each:\n      b: text\n    at_most: «0»\n"),
    Case("missing-key", source: "quote:\n  - «amount: 5»\n"),
    Case("exclusive-keys", source: "quote:\n  - line: a\n    amount: 5\n    «becomes»: 6\n"),
    Case("exclusive-keys", source: "quote:\n  - line: a\n    «subtotal»: b\n    amount: 6\n"),
    Case("unknown-key", source: "quote:\n  - line: a\n    «ammount»: 5\n"),
    Case("line-without-amount", source: "quote:\n  - line: «a»\n    when: b\n"),
    Case("becomes-under-for", source: "quote:\n  - line: a\n    for: b\n    becomes: «5»\n"),
    Case("take-without-lines", source: "quote:\n  - line: a\n    amount: 5\n    «take»: lowest\n"),
    Case("not-of-subtotals", source: "quote:\n  - subtotal: a\n    «amount»: 5\n"),
    Case("missing-key", source: "decline:\n  - «when: a»\n"),
    Case("missing-key", source: "outputs:\n  «a»:\n    b: c\n"),
    Case("unknown-key", source: "let:\n  a:\n    «foo»: 1\n"),
    Case("unknown-key", source: "let:\n  a:\n    «uniqe»: |\n      | a || b |\n"),
    Case("made-list-form", source: "let:\n  a:\n    each: «n from 1»\n"),
    Case("bracket-open", source: "let:\n  a:\n    each: n in «[1..2»\n"),
    // Many at once.
    Case(
      "unknown-type", "digits-grouped", "other-spelling", "bracket-open",
      source:
        "inputs:\n  a: «txt»\nlet:\n  b: «1_000»\nquote:\n  - line: c\n"
        + "    amount: a «==» b\n    label: \"«{»a\"\n"
    ),
  ]

  static let tables: [Case] = [
    Case("parting-missing", source: "let:\n  a:\n    first: |\n      «| k | v |»\n"),
    Case(
      "parting-missing", source: "let:\n  a:\n    first: |\n      | k || v |\n      «| 1 | 2 |»\n"),
    Case(
      "parting-repeated",
      source: "let:\n  a:\n    first: |\n      | k || v |\n      | 1 || 2 «||» 3 |\n"),
    Case("row-form", source: "let:\n  a:\n    first: |\n      | k || v |\n      «| 1 || 2»\n"),
    Case("row-form", source: "let:\n  a:\n    first: |\n      | k || v |\n      «|»\n"),
    Case(
      "row-width", source: "let:\n  a:\n    first: |\n      | k || v |\n      «| 1 || 2 | 3 |»\n"),
    Case(
      "row-width", source: "let:\n  a:\n    first: |\n      | k || v |\n      «| 1 | 1 || 2 |»\n"),
    Case("table-empty", source: "let:\n  a:\n    first: «|\n      # nothing\n»"),
    Case("table-form", source: "let:\n  a:\n    first: «>\n      | k || v |\n»"),
    Case("header-empty", source: "let:\n  a:\n    first: |\n      «|| v |»\n"),
    Case("header-empty", source: "let:\n  a:\n    first: |\n      «| k ||»\n"),
    Case("name-form", source: "let:\n  a:\n    first: |\n      | k || «v w» |\n"),
    Case("repeated-name", source: "let:\n  a:\n    first: |\n      | k || v | «v» |\n"),
    Case(
      "key-cell-form",
      source: "let:\n  a:\n    first: |\n      | k || v |\n      | «[1..2» || 2 |\n"),
    Case(
      "key-cell-form", source: "let:\n  a:\n    first: |\n      | k || v |\n      | «a,,b» || 2 |\n"
    ),
    Case(
      "key-cell-form", source: "let:\n  a:\n    first: |\n      | k || v |\n      | «< » || 2 |\n"),
    Case(
      "value-wanted",
      source: "let:\n  a:\n    first: |\n      | k || v |\n      | 1 || = 2 * «'» |\n"),
    Case(
      "brace-unmatched",
      source: "let:\n  a:\n    first: |\n      | k || v |\n      | 1 || a «}» b |\n"),
    Case(
      "text-never-ends",
      source: "let:\n  a:\n    first: |\n      | k || v |\n      | 1 || «\"»abc |\n"),
    Case(
      "degrees-wanted",
      source: "let:\n  a:\n    polygon: |\n      | lat | lng |\n      | «91 N» | 0 |\n"),
    Case(
      "not-on-earth",
      source: "let:\n  a:\n    polygon: |\n      | lat | lng |\n      «| 91 | 0 |»\n"),
    Case(
      "not-on-earth",
      source: "let:\n  a:\n    circle: {center: \"«5, 180.5»\", radius: 5 km}\n"),
    Case(
      "ring-too-short",
      source: "let:\n  a:\n    polygon: «|\n      | lat | lng |\n"
        + "      | 1 | 2 |\n      | 3 | 4 |\n      | 1 | 2 |\n»"),
    Case(
      "point-form",
      source: "let:\n  a:\n    circle: {center: «\"5\"», radius: 5 km}\n".replacing(
        "«\"5\"»", with: "\"«5»\"")),
    Case("radius-form", source: "let:\n  a:\n    circle: {center: \"5, 6\", radius: «5 kg»}\n"),
  ]

  @Test(arguments: yaml + sections + tables)
  func isRefused(example: Case) throws {
    let marked = MarkedRules(example.source)
    let rules = try RulesText(body: marked.text)
    let wanted = zip(example.ids, marked.marked).map { "\($0) «\($1)»" }
    #expect(example.ids.count == marked.marked.count)
    let said = rules.log.sorted.map {
      "\($0.id) «\(rules.sources.text(at: $0.primary.span))»"
    }
    let trimmed = { (text: String) in text.replacing(/\s+»/, with: "»") }
    #expect(said.map(trimmed) == wanted.map(trimmed))
    for diagnostic in rules.log.all {
      #expect(diagnostic.headline.first?.isUppercase == false, "\(diagnostic.headline)")
      #expect(!diagnostic.headline.hasSuffix("."))
      #expect(diagnostic.id.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    let text = DiagnosticRenderer().render(rules.log.sorted, sources: rules.sources, style: .plain)
    #expect(text.contains(" --> rules.yaml:"))
  }

  @Test func wholeFiles() throws {
    #expect(try RulesText("").said == ["missing-key «»"])
    #expect(try RulesText("- a\n").log.all.map(\.id) == ["wrong-form"])
    #expect(
      try RulesText("title: x\n").log.all.map(\.id) == Array(repeating: "missing-key", count: 4))
    #expect(
      try RulesText("schema: quote/2\nname: a\ncurrency: usd\nquote: []\n").said
        == ["unknown-word «quote/2»", "currency-form «usd»"])
    let deep = try RulesText(String(repeating: "[", count: 5000))
    #expect(deep.log.all.map(\.id) == ["nested-too-deep"])
    #expect(try RulesText("a: \u{1}").log.all.map(\.id) == ["yaml-mistake"])
  }

  @Test func invalidBytes() throws {
    var sources = Sources()
    var log = DiagnosticLog()
    let loader = FileLoader { _ in Array("a: x".utf8) + [0xC3, 0x28] }
    _ = try RuleTree(readingFile: "r", from: loader, sources: &sources, log: &log)
    #expect(log.all.map(\.id) == ["not-utf8"])
    #expect(log.all[0].primary.span.lower == 4)
  }

  @Test func brokenAreas() throws {
    func polygon(_ rings: String) -> String {
      "{\"type\":\"Polygon\",\"coordinates\":\(rings)}"
    }
    for (text, id) in [
      ("", "not-geojson"), ("{", "not-geojson"), ("{\"type\":\"Point\"}", "not-geojson"),
      (String(repeating: "[", count: 100_000), "not-geojson"),
      (polygon("[[[0,0],[1,1]]]"), "ring-too-short"),
      (polygon("[[[0,0],[1,1],[0,0]]]"), "ring-too-short"),
      (polygon("[[[0,0],[1,100],[2,2]]]"), "not-on-earth"),
      (polygon("[]"), "empty-area"),
      ("{\"type\":\"FeatureCollection\",\"features\":[]}", "empty-area"),
    ] {
      let rules = try RulesText(body: "let:\n  a:\n    area: a.json\n", files: ["a.json": text])
      #expect(rules.log.all.map(\.id) == [id], "\(text.prefix(50))")
    }
  }

  @Test func swappedDegreesAreSeen() throws {
    let ring = "[[[25.7,-80.2],[25.8,-80.2],[25.8,-140.1]]]"
    let rules = try RulesText(
      body: "let:\n  a:\n    area: a.json\n",
      files: ["a.json": "{\"type\":\"Polygon\",\"coordinates\":\(ring)}"])
    #expect(rules.said == ["not-on-earth «[»"])
    #expect(rules.log.all[0].help.count == 1)
  }

  @Test func largeFilesAreRefusedByAnyLoader() {
    let loader = FileLoader { _ in [UInt8](repeating: 35, count: FileLoader.sizeLimit + 1) }
    #expect(refusal { try loader.read("large.yaml") } == "file-too-large")
  }

  @Test func helpSuggests() throws {
    let rules = try RulesText(body: "inputs:\n  a: txet\n  b: count, defualt 5\n")
    #expect(rules.log.all.map(\.help) == [["did you mean `text`?"], ["did you mean `default`?"]])
  }
}
