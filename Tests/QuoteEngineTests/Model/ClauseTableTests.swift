import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Every function with every clause, and every type with everything that can be said of an
/// input: either it changes what comes out, or it is an error. Functions, types and conversions
/// come from where they are declared, so that a new one cannot leave a hole.
@Suite struct ClauseTableTests {
  // MARK: - Functions

  /// How each function is called, without a clause. What is in `x` may be not given.
  private static let calls: [String: String] = [
    "sum": "x", "any": "c", "all": "c", "first": "x", "last": "x", "count": "x", "join": "t, \"+\"",
    "min": "x", "max": "x", "previous": "x", "next": "x",
    "sum_before": "1 + p / 1 kg", "split": "$20, by p", "round": "x",
    "round_up": "x", "round_down": "x", "floor": "x", "ceil": "x", "trunc": "x", "abs": "x",
    "mod": "x, x",
    "geodesic": "here, there", "haversine": "here, there", "lower": "t", "upper": "t", "trim": "t",
    "left": "t, 1", "right": "t, 1", "part": #"t, "a", 1"#, "without_spaces": "t",
    "replace": #"t, "a", "b""#, "natural": "t", "starts_with": #"t, "b""#,
    "ends_with": #"t, "b""#, "contains": #"t, "b""#, "length": "t", "text": "x",
    "date": "moment", "time": "moment",
    "weekday": "day", "weekday_number": "day", "hour": "at", "instant": "day, at",
    "years": "day, day", "months": "day, day", "year": "day", "month": "day", "day": "day",
    "add_months": "day, 1", "days_in_month": "day", "integer": "t", "number": "t",
    "point": "1, 2",
  ]

  private static let inputs = """
    schema: quote/1
    name: clauses
    currency: USD
    timezone: Europe/Berlin
    inputs:
      id: text, key
      items:
        each:
          x:      optional number [0..9]
          p:      weight in kg [0 kg..50 kg]
          k:      number [0..9] step 0.5
          c:      flag
          t:      optional text
          only:   flag
          day:    optional date [2020-01-01..2030-01-01]
          at:     optional time
          moment: optional instant
          here:   optional point
          there:  optional point
    quote:
      - line: visit
        amount: $1
    outputs:
      items:
        for: items
        found: (FORMULA)
    """

  private static let bookings = """
    {"id":"A","items":[{"x":5,"p":3,"k":2,"c":true,"t":"b","only":false},\
    {"x":3,"p":1,"k":3,"c":false,"t":"a","only":true},\
    {"x":4,"p":2,"k":1,"c":false,"only":true},{"p":7,"k":0,"c":false,"t":"d","only":false},\
    {"x":2,"p":2,"k":0.5,"c":true,"only":false}]}
    {"id":"B","items":[{"x":1,"p":2,"k":2,"c":true,"only":true,"day":"2024-02-29","t":"5"}]}
    {"id":"C","items":[{"p":1,"k":2,"c":false,"only":false},\
    {"x":3,"p":1,"k":2,"c":true,"only":true},\
    {"p":1,"k":2,"c":false,"only":false}]}
    """

  /// Everything that comes out, or the errors.
  private func outcome(of formula: String) throws -> (values: [String]?, errors: [String]) {
    let text = Self.inputs.replacing("FORMULA", with: formula)
    switch compiled(text) {
    case .success(let pricer): return (try values(pricer, Self.bookings, .jsonl), [])
    case .failure(.rejected(let rejected)):
      return (nil, rejected.diagnostics.filter { $0.severity == .error }.map(\.id))
    case .failure(let failure): throw failure
    }
  }

  private func compiled(_ text: String) -> Result<Pricer, RulesFailure> {
    Result { () throws(RulesFailure) in
      try Pricer(rulesAt: "rules.yaml", loader: .memory(["rules.yaml": text]))
    }
  }

  private func values(_ pricer: Pricer, _ text: String, _ format: InputFormat) throws -> [String] {
    let parser = try pricer.schema.reader(of: text, as: format).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    var values: [String] = []
    while try parser.read(into: batch) {
      // Texts of the quotes are the evaluator's.
      let evaluator = pricer.makeEvaluator()
      values += (0..<batch.count).map { batch.faults[$0]?.reason ?? "read" }
      withExtendedLifetime(evaluator) {
        values += evaluator.price(batch, rows: 0..<batch.count).columns.map(shown)
      }
    }
    return values
  }

  private func shown(_ column: ResultColumn) -> String {
    func all<Value>(_ buffer: ColumnBuffer<Value>) -> [Value] {
      (0..<buffer.count).map { buffer[$0] }
    }
    let whole = all(column.integers).map { "\(Ratio($0) * column.schema.scale)" }
    return "\(whole) \(all(column.wides)) \(all(column.doubles)) \(all(column.flags)) "
      + "\(all(column.choices)) \(all(column.texts).map(\.string)) \(all(column.points)) "
      + "\(all(column.listTexts).map(\.string)) \(all(column.given))"
  }

  @Test(arguments: FormulaFunction.all.map(\.name).sorted())
  func noClauseOfAFunctionIsIgnored(function: String) throws {
    let arguments = try #require(Self.calls[function], "a new function is called here as well")
    let plain = try outcome(of: "\(function)(\(arguments))")
    let without = try #require(plain.values, "\(plain.errors)")
    for (clause, refusal) in [("where only", "where-not-taken"), ("by k", "by-not-taken")] {
      if clause.hasPrefix("by"), arguments.contains(" by ") { continue }
      let places = clause.hasPrefix("by") ? [", \(clause)"] : [" \(clause)"]
      for place in places + (function == "first" ? [", by k where only"] : []) {
        let with = try outcome(of: "\(function)(\(arguments)\(place))")
        if let values = with.values {
          let isSame = values == without
          #expect(!isSame, "`\(clause)` does nothing in `\(function)`")
        } else {
          #expect(with.errors == [refusal])
        }
      }
    }
  }

  @Test(arguments: FormulaFunction.all.map(\.name).sorted())
  func aDefaultInsideOrBehindIsNoClause(function: String) throws {
    let arguments = try #require(Self.calls[function])
    guard arguments.hasPrefix("x") else { return }
    let without = try outcome(of: "\(function)(\(arguments))").values
    let changed = try ["0", "9"].map { value in
      let inside = arguments.replacing("x", with: "x default \(value)")
      let values = try outcome(of: "\(function)(\(inside))").values
      return values != nil && values != without
    }
    #expect(changed.contains(true))
  }

  // MARK: - Inputs

  private static let types: [String] =
    RuleReader.typeWords.map(\.word) + ["one of 1 | 2.5 | ab", "GB"]

  private static let qualifiers =
    ["step 2", "[1..2]", "in min", "in kg", "in mi", "in GB", "in Europe/Berlin"]

  /// What is tried with a clause and without.
  private static let cells = [
    "1", "2", "2.5", "\"1\"", "\"2.5\"", "true", "false", "0", "\"\"", "[]", "{}", "null", "\"ab\"",
    "120", "\"2026-03-14\"", "\"2026-03-14 10:00\"", "\"2026-03-14T10:00:00Z\"", "\"10:00\"",
    "{\"lat\":1,\"lng\":2}", "3", "{\"lat\":0,\"lng\":0}",
  ]

  private func read(_ phrase: String, arithmetic: String) throws -> [String]? {
    let text = """
      schema: quote/1
      name: clauses
      currency: USD
      arithmetic: \(arithmetic)
      units: [GB]
      inputs:
        id: text, key
        value: \(phrase)
      quote:
        - line: visit
          amount: $1
      outputs:
        given: value is given
        same: value
      """
    let units = ["duration": " / 1 s", "distance": " / 1 m", "weight": " / 1 g"]
    let unit = units.first { phrase.contains($0.key) }?.value ?? ""
    let shown = text.replacing(
      "  same: value", with: phrase.contains("point") ? "" : "  same: value\(unit)")
    guard let pricer = try? compiled(shown).get() else { return nil }
    let lines = Self.cells.enumerated().map { index, cell in
      let spare = [
        "3", "\"2026-03-01\"", "\"11:00\"", "\"2026-03-01T10:00:00Z\"", "true", "\"ab\"",
        "{\"lat\":3,\"lng\":4}",
      ]
      return spare.enumerated().map {
        "{\"id\":\"\(index)-\($0)\",\"value\":\(cell),\"spare\":\($1)}"
      }.joined(separator: "\n")
    }
    return try values(pricer, lines.joined(separator: "\n"), .jsonl)
  }

  @Test(arguments: LongRun.crossed(types, ["exact", "python"]))
  func nothingSaidOfAnInputIsIgnored(type: String, arithmetic: String) throws {
    let isPoint = type == "point"
    func phrase(_ said: String) -> String { "optional \(type)\(said)" }
    let plain = try #require(
      try read(phrase(""), arithmetic: arithmetic) ?? (isPoint ? [] : nil))
    for qualifier in Self.qualifiers {
      // The unit that a measure has anyway may be said.
      let own = ["duration": "in min", "weight": "in kg", "GB": "in GB"][type]
      guard qualifier != own, let with = try read(phrase(" \(qualifier)"), arithmetic: arithmetic)
      else { continue }
      let isSame = with == plain
      #expect(!isSame, "`\(type) \(qualifier)` reads as `\(type)` does")
    }
    // `zero is a place` changes no reading: it settles a remark.
    let conversions = InputConversion.allCases.filter { $0 != .zeroIsAPlace }
    for conversion in conversions {
      guard let with = try read(phrase(", \(conversion.rawValue)"), arithmetic: arithmetic)
      else { continue }
      let isSame = with == plain
      #expect(!isSame, "`\(type), \(conversion.rawValue)` reads as `\(type)` does")
      for other in conversions where other != conversion {
        // With another place to look, what is missing is another matter than what is nothing.
        let further = ", from value or spare, \(other.rawValue)"
        let alone = try read(phrase(further), arithmetic: arithmetic)
        let both = further + ", \(conversion.rawValue)"
        guard let alone, let read = try read(phrase(both), arithmetic: arithmetic) else { continue }
        let isSame = read == alone
        #expect(!isSame, "`\(type)\(both)` reads as without the last")
      }
    }
  }

  @Test(arguments: [
    "text, from a and b", "count, from a and b", "number step 0", "number step -1",
    "count step 0.5", "number step 1 kg", "number step $1", "distance in mi step 1 kg",
    "distance in mi step $1/mi", "money step €1", "count, default 5 kg", "number, default $5",
    "money, default €5", "money, default 5 kg", "weight, default 5 min", "weight [1 kg..2 min]",
    "money [$1/mi..$2/mi]", "number [$1..$2]", "weight in kg in lb", "number [0..1] [0..2]",
    "number step 1 step 2", "number, read as number, read as number", "one of a; b; c",
    "one of a;b", "one of a; b | c", "one of small / large", "one of small large",
    "one of a | b step 2", "one of a | b [1..2]", "one of a | b in kg", "one of a\\b",
  ])
  func isRefused(phrase: String) throws {
    #expect(try read(phrase, arithmetic: "exact") == nil)
  }

  @Test(arguments: [
    "one of \"small large\"", "one of \"a; b\" | c", "one of cut/color | wash", "one of a-b",
    "one of Full Size | Compact", "money step $0.05", "weight in kg step 500 g",
    "count [0..9] step 3", "one of Inland (10 km) | Abroad",
  ])
  func isTaken(phrase: String) throws {
    #expect(try read(phrase, arithmetic: "exact") != nil)
  }
}
