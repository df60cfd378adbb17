import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What rules may not say, each said once and at its place.
@Suite struct ModelMistakeTests {
  static let inputs = """
    inputs:
      id:      text, key
      service: one of visit | workshop
      day:     optional date
      at:      instant
      miles:   distance in mi
      hours:   duration in h
      load:    weight
      spot:    optional point
      express: flag, default no
      pieces:  count [0..1000]
      share:   number [0..1]
      fee:     money [$0..$1000]
      items:
        each:
          kind:     text
          quantity: count [1..9]
        at_most: 10
      rooms:
        each:
          size: count [1..9]
    """

  /// A formula of a let, and what is said of it.
  static let formulas: [(formula: String, said: [String])] = [
    // Types and units.
    ("fee * fee", ["money-times-money «*»"]),
    ("fee * (fee * fee)", ["money-times-money «*»"]),
    ("fee + 5", ["cannot-add «+»"]),
    ("fee + miles", ["cannot-add «+»"]),
    ("miles * miles", ["cannot-multiply «*»"]),
    ("kind + 1", ["cannot-add «+»"]),
    ("hours / load", ["cannot-divide «/»"]),
    ("pieces / fee", ["cannot-divide «/»"]),
    ("$1.50/mi * load", ["cannot-multiply «*»"]),
    ("miles > 3", ["cannot-compare «>»"]),
    ("day = \"monday\"", ["cannot-compare «=»"]),
    ("not pieces", ["wrong-type «pieces»"]),
    ("-kind", ["wrong-type «kind»"]),
    ("if pieces then 1 else 2", ["wrong-type «pieces»"]),
    ("if express then fee else pieces", ["types-apart «pieces»"]),
    ("day default 3", ["types-apart «3»"]),
    ("max(fee, pieces)", ["types-apart «pieces»"]),
    ("EUR 5", ["other-currency «EUR 5»"]),
    // Words.
    ("service = \"vist\"", ["not-a-choice «\"vist\"»"]),
    ("service in [\"visit\", \"shop\"]", ["not-a-choice «\"shop\"»"]),
    ("weekday(day) = \"mnday\"", ["not-a-choice «\"mnday\"»"]),
    // Names.
    ("peices", ["unknown-name «peices»"]),
    ("rund(fee)", ["unknown-function «rund»"]),
    ("items", ["list-alone «items»"]),
    ("subtotal", ["no-subtotal «subtotal»"]),
    ("total", ["no-total «total»"]),
    ("x", ["circular «x»"]),
    ("1 + other", ["circular «x»"]),
    // Calls.
    ("round()", ["wrong-arguments «round()»"]),
    ("round(kind)", ["wrong-type «kind»"]),
    ("round(fee, miles)", ["bad-step «miles»"]),
    ("round(fee, 0.05)", ["bad-step «0.05»"]),
    ("round(fee, $0.05, up)", []),
    ("round(fee, $0.05, upp)", ["not-a-choice «upp»"]),
    ("left(kind, 2.5)", ["wrong-arguments «2.5»"]),
    ("lower(pieces)", ["wrong-type «pieces»"]),
    ("date(kind)", ["wrong-arguments «date(kind)»"]),
    ("years(day, at)", ["wrong-type «at»"]),
    ("geodesic(spot, day)", ["wrong-type «day»"]),
    ("date(at)", ["needs-timezone «date(at)»"]),
    ("weekday(at)", ["needs-timezone «weekday(at)»"]),
    ("time(at, 60)", []),
    ("abs(fee, 2)", ["wrong-arguments «abs(fee, 2)»"]),
    ("floor(fee, $5)", ["wrong-arguments «floor(fee, $5)»"]),
    ("round(fee, $1, up, 2)", ["wrong-arguments «round(fee, $1, up, 2)»"]),
    ("weekday(day, 60)", ["wrong-arguments «weekday(day, 60)»"]),
    // Patterns.
    ("text(at, \"HH:mm\")", ["needs-timezone «text(at, \"HH:mm\")»"]),
    ("text(at, \"d.M.yy HH:mm\", 60)", []),
    ("text(at, \"HH:mm\", express)", ["wrong-type «express»"]),
    ("text(at, \"HH:mm\", 0.5)", ["wrong-type «0.5»"]),
    ("text(day, \"yyyy-MM-dd\", 60)", ["wrong-arguments «text(day, \"yyyy-MM-dd\", 60)»"]),
    ("text(day, \"YYYY\")", ["bad-pattern «\"YYYY\"»"]),
    ("text(day, \"'Y'yyyy\")", []),
    ("text(day, \"MMM\")", ["bad-pattern «\"MMM\"»"]),
    ("text(day, \"HH\")", ["bad-pattern «\"HH\"»"]),
    ("date(kind, \"d.M.yyyy HH:mm\")", []),
    ("date(kind, \"d.M.yy\")", ["bad-pattern «\"d.M.yy\"»"]),
    ("text(fee, \"0.00\")", []),
    ("text(fee, \"0,00\")", ["bad-pattern «\"0,00\"»"]),
    ("text(express, \"0\")", ["wrong-type «express»"]),
    // Grain.
    ("sum(pieces)", ["nothing-to-aggregate «pieces»"]),
    ("quantity * size", ["lists-apart «size»"]),
    ("sum(quantity) + sum(size)", []),
    ("sum(kind)", ["wrong-type «kind»"]),
    ("any(quantity)", ["wrong-type «quantity»"]),
    ("split(fee, by quantity)", []),
    ("split(pieces, by quantity)", ["wrong-type «pieces»"]),
    ("sum_before(quantity, by spot)", ["wrong-type «spot»"]),
    ("sum_before(1, by pieces)", ["nothing-to-aggregate «1»"]),
    // Numbers.
    ("fee / pieces", []),
    ("fee / pieces default $0", ["open-quotient «fee / pieces»"]),
    ("round(fee / pieces)", []),
    ("round(fee / pieces * 100%)", []),
    ("round(-(fee / pieces))", []),
    ("fee / pieces > $3", []),
    ("round(fee / pieces + $1)", []),
    ("max(fee / pieces, $1)", ["open-quotient «fee / pieces»"]),
    ("fee / 3", []),
    ("share * share * share * share * share * share * share", ["may-overflow «»"]),
  ]

  @Test(arguments: formulas)
  func formulasAreHeldToTheirTypes(formula: String, said: [String]) throws {
    let rules = try ModelRules(Self.inputs + "\nlet:\n  x: \(formula)\n  other: x\n")
    if said.contains("may-overflow «»") {
      #expect(rules.log.all.contains { $0.id == "may-overflow" })
      #expect(rules.errors.count == 1)
    } else if said.contains("circular «x»") {
      #expect(rules.errors.count == 1 && rules.log.all[0].id == "circular", "\(rules.errors)")
    } else {
      #expect(rules.errors == said)
    }
  }

  /// Sections besides the inputs, and what is said of them.
  static let sections: [(text: String, said: [String])] = [
    (
      "quote:\n  - line: a\n    amount: quantity * $1",
      ["too-fine «quantity * $1»"]
    ),
    ("quote:\n  - line: a\n    amount: pieces", ["wrong-type «pieces»"]),
    ("quote:\n  - line: a\n    amount: b\n  - line: b\n    amount: $1", ["line-below «b»"]),
    ("quote:\n  - line: a\n    amount: $1\n  - line: a\n    amount: $1", ["name-twice «a»"]),
    ("quote:\n  - line: a\n    for: item\n    amount: $1", ["unknown-list «item»"]),
    ("quote:\n  - line: a\n    for: items\n    becomes: $1", ["becomes-under-for «$1»"]),
    ("quote:\n  - line: a\n    when: pieces\n    amount: $1", ["wrong-type «pieces»"]),
    ("quote:\n  - line: fee\n    amount: $1", ["name-twice «fee»"]),
    ("quote:\n  - line: a\n    amount: fee * share", ["needs-rounding «fee * share»"]),
    (
      "quote:\n  - line: a\n    amount: fee * share\n  - subtotal: b\n    becomes: round(subtotal)",
      []
    ),
    ("let:\n  visits: $1\n  id: $2", ["name-twice «id»"]),
    ("let:\n  total: $1", ["reserved-name «total»"]),
    ("outputs:\n  a: quantity", ["too-fine «quantity»"]),
    ("outputs:\n  a:\n    for: rooms\n    b: quantity", ["too-fine «quantity»"]),
    ("outputs:\n  a:\n    for: rooms\n    b: size", []),
    ("outputs:\n  a: fee / 3", ["endless-number «fee / 3»"]),
    ("decline:\n  - when: pieces\n    reason: no", ["wrong-type «pieces»"]),
    (
      "decline:\n  - for: items\n    when: quantity > 3\n    reason: \"{kind}: {size}\"",
      ["lists-apart «size»"]
    ),
    (
      "let:\n  p:\n    first: |\n      | kindd || price |\n      | a || $1 |\nquote:\n"
        + "  - line: a\n    for: items\n    amount: p",
      ["unknown-name «kindd»"]
    ),
    (
      "let:\n  p:\n    first: |\n      | pieces || price | note |\n      | - || $1 | a |\nquote:\n"
        + "  - line: a\n    amount: p",
      ["which-column «p»"]
    ),
    (
      "let:\n  p:\n    first: |\n      | pieces || price | note |\n      | - || $1 | a |\nquote:\n"
        + "  - line: a\n    amount: p.prise",
      ["unknown-column «prise»"]
    ),
  ]

  @Test(arguments: sections)
  func sectionsAreHeldToTheirPlace(text: String, said: [String]) throws {
    #expect(try ModelRules(Self.inputs + "\n" + text + "\n").errors == said)
  }

  /// Phrases of one input, and what is said of them.
  static let phrases: [(phrase: String, said: [String])] = [
    ("count [5..1]", ["empty-range"]), ("money [0 mi..5 mi]", ["bad-bound", "bad-bound"]),
    ("date [3..4]", ["bad-bound", "bad-bound"]), ("distance in kg", ["unit-mismatch"]),
    ("count, default many", ["bad-default"]), ("count [1..5], default 9", ["default-outside"]),
    ("number step 0.5, default 0.3", ["default-outside"]),
    ("one of a | b, default c", ["not-a-choice"]), ("flag, key", ["key-type"]),
    ("count [1..5], default 3", []), ("one of a | b, default b", []),
    ("distance in mi [0 km..10 km] step 0.1 mi", []), ("text, default 5", []),
  ]

  @Test(arguments: phrases)
  func inputsAreHeldToTheirPhrase(phrase: String, said: [String]) throws {
    let rules = try ModelRules("inputs:\n  a: \(phrase)\n")
    #expect(rules.log.sorted.filter { $0.severity == .error }.map(\.id) == said)
  }

  @Test func oneMistakeIsOneMessage() throws {
    let rules = try ModelRules(
      Self.inputs + """

        let:
          wrong: fee * fee
          twice: wrong * 2
          table:
            first: |
              | twice || price |
              | $1    || $2    |
        quote:
          - line: a
            amount: round(twice + table)
          - line: b
            amount: a + wrong
        outputs:
          shown: b - twice
        """)
    #expect(rules.errors == ["money-times-money «*»"])
  }

  @Test func allMistakesComeAtOnce() throws {
    let rules = try ModelRules(
      Self.inputs + "\nlet:\n  a: fee * fee\n  b: peices\n  c: service = \"x\"\n")
    #expect(rules.log.all.count == 3)
  }

  @Test func aCircleNamesAllItsMembers() throws {
    let rules = try ModelRules("let:\n  a: b + 1\n  b: c * 2\n  c: a\n")
    let said = try #require(rules.log.all.first)
    #expect(rules.log.all.count == 1)
    #expect(said.primary.text == "`a` uses `b` uses `c` uses `a`")
  }

  @Test func aClashOfTypesQuotesBothDeclarations() throws {
    let rules = try ModelRules(
      Self.inputs + "\nlet:\n  base: fee\n  sum: base + miles\n")
    let said = try #require(rules.log.all.first)
    let quoted = said.labels.map { rules.sources.text(at: $0.span) }
    #expect(quoted.contains("base") && quoted.contains { $0.hasPrefix("miles: ") || $0 == "miles" })
    #expect(said.labels.contains { $0.text.contains("a distance") })
  }

  @Test func whatTheProfilesDoNotHave() throws {
    let rounding = try ModelRules("let:\n  a: round($1, $0.05)\n", header: "arithmetic: python")
    #expect(rounding.errors == ["step-not-power-of-ten «$0.05»"])
    let mode = try ModelRules("", header: "arithmetic: javascript\nrounding: half_even")
    #expect(mode.log.all.map(\.id) == ["rounding-of-profile"])
  }
}
