import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

struct FormulaParsingTests {
  func parse(_ text: String) -> (formula: Formula?, log: DiagnosticLog) {
    var log = DiagnosticLog()
    let span = SourceSpan(file: 0, lower: 0, upper: Int32(text.utf8.count))
    let formula = Formula.parse(PlacedText(Spanned(text, at: span)), units: ["seat"], log: &log)
    return (formula, log)
  }

  /// Every operand and operation in parentheses.
  func shape(_ formula: Formula) -> String {
    switch formula.kind {
    case .literal(let literal): return literal.written
    case .text(let template): return "\"\(template.written(isQuoted: true))\""
    case .name(let name): return name
    case .member(let inner, let name): return "\(shape(inner)).\(name.value)"
    case .call(let name, let arguments, let condition, let order):
      return "\(name.value)(\(arguments.map(shape).joined(separator: ", "))"
        + (condition.map { " where \(shape($0))" } ?? "") + (order.map { " by \(shape($0))" } ?? "")
        + ")"
    case .negate(let inner): return "(-\(shape(inner)))"
    case .not(let inner): return "(not \(shape(inner)))"
    case .binary(let kind, let a, let b, _): return "(\(shape(a)) \(kind.rawValue) \(shape(b)))"
    case .isGiven(let inner, let negated):
      return "(\(shape(inner)) is\(negated ? " not" : "") given)"
    case .membership(let a, let b, let negated):
      return "(\(shape(a))\(negated ? " not" : "") in \(shape(b)))"
    case .conditional(let a, let b, let c):
      return "(if \(shape(a)) then \(shape(b))\(c.map { " else \(shape($0))" } ?? ""))"
    case .list(let elements): return "[\(elements.map(shape).joined(separator: ", "))]"
    case .range(let range): return range.written
    case .invalid: return "invalid"
    }
  }

  @Test(arguments: [
    ("1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"),
    ("-a * b", "((-a) * b)"),
    ("- -a", "(-(-a))"),
    ("x default 0 > 3", "((x default 0) > 3)"),
    ("a * b default 0", "((a * b) default 0)"),
    ("a default b default c", "((a default b) default c)"),
    ("a + b default c + d", "((a + b) default (c + d))"),
    ("a or b and not c = d", "(a or (b and (not (c = d))))"),
    ("not a in b", "(not (a in b))"),
    ("not not a", "(not (not a))"),
    ("a not in [1, 2]", "(a not in [1, 2])"),
    ("a in [1..b)", "(a in [1..b))"),
    ("a in (0.5..1]", "(a in (0.5..1])"),
    ("a in (b)", "(a in b)"),
    ("a in holidays and b", "((a in holidays) and b)"),
    ("x is not given or y is given", "((x is not given) or (y is given))"),
    ("if a then b else if c then d else e", "(if a then b else (if c then d else e))"),
    ("if a then b", "(if a then b)"),
    ("if a or b then c + 1", "(if (a or b) then (c + 1))"),
    ("sum(x where c > 1)", "sum(x where (c > 1))"),
    ("sum_before(1, by -charged)", "sum_before(1 by (-charged))"),
    ("split(d, by p)", "split(d by p)"),
    ("sum_before(x by k)", "sum_before(x by k)"),
    ("now()", "now()"),
    ("time_surge.rate * 2", "(time_surge.rate * 2)"),
    ("price_rule(\"{kind}:{size}\") default p", "(price_rule(\"{kind}:{size}\") default p)"),
    ("\"a {x default \"b\"} c\"", "\"a {x default \"b\"} c\""),
    ("\"\\\"q\\\" \\{x\\}\"", "\"\\\"q\\\" \\{x\\}\""),
    ("[2026-12-25, 2026-12-26]", "[2026-12-25, 2026-12-26]"),
    ("2026-01-01 - 1", "(2026-01-01 - 1)"),
    ("2026 - 01", "(2026 - 1)"),
    ("12:30", "12:30"),
    ("2026-03-14T12:30:00Z", "2026-03-14T12:30:00Z"),
    ("$1.50/mi * miles", "($1.50/mi * miles)"),
    ("$100/pieces", "($100 / pieces)"),
    ("EUR 5 + 5 EUR", "(5 EUR + 5 EUR)"),
    ("10 ₽ - £10 each", "(₽10 - £10 each)"),
    ("30 min / 1 min", "(30 min / 1 min)"),
    ("2 days", "2 days"), ("3 seat", "3 seat"), ("5kg", "5 kg"),
    ("8% * x", "(8% * x)"),
    ("0.1 mi", "0.1 mi"),
    ("5 and x", "(5 and x)"),
    ("yes and not no", "(yes and (not no))"),
    ("größe + 1", "(größe + 1)"),
    ("round(x, 10 ₽, half_up)", "round(x, ₽10, half_up)"),
  ])
  func reads(text: String, wanted: String) throws {
    let (formula, log) = parse(text)
    #expect(log.all.filter { $0.severity == .error }.map(\.headline) == [])
    let shown = try #require(formula.map(shape))
    #expect(shown == wanted)
    // What is written by a dump reads as the same formula.
    let again = try #require(parse(formula!.written).formula)
    #expect(shape(again) == wanted)
  }

  @Test(arguments: [
    ("1_000", "digits-grouped", "1_000"), ("0o17", "number-form", "0o17"),
    ("1e3", "number-form", "1e3"), ("1.2.3", "number-form", "1.2.3"),
    (".5", "value-wanted", ".5"), ("5 foo", "unknown-unit", "foo"),
    ("2026-02-30", "no-such-date", "2026-02-30"), ("25:00", "no-such-time", "25:00"),
    ("a = b = c", "comparison-chained", "="), ("a < b < c", "comparison-chained", "<"),
    ("a == b", "other-spelling", "=="), ("a && b", "other-spelling", "&&"),
    ("a × b", "other-spelling", "×"), ("a ≤ b", "other-spelling", "≤"),
    ("a otherwise b", "operator-wanted", "otherwise"),
    ("'x'", "value-wanted", "'"), ("(a", "bracket-open", "("), ("[a, b", "bracket-open", "["),
    ("f(a", "bracket-open", "("), ("a +", "formula-ends-early", "+"), ("", "formula-missing", ""),
    ("if a b", "then-missing", "b"), ("1 + if a then b", "if-in-parentheses", "if"),
    ("a is b", "given-missing", "b"), ("a not b", "in-missing", "b"),
    ("[1..2]", "range-outside-in", "[1..2]"), ("a.", "member-missing", ""),
    ("\"abc", "text-never-ends", "\""), ("\"a } b\"", "brace-unmatched", "}"),
    ("\"{}\"", "brace-empty", "{}"), ("\"{a\"", "bracket-open", "{"),
    ("\"\\q\"", "escape-unknown", "\\q"), ("and", "value-wanted", "and"),
    ("a b", "operator-wanted", "b"), ("1 2", "operator-wanted", "2"),
    ("a)", "operator-wanted", ")"),
    (
      "12345678901234567890123456789012345678901", "number-too-long",
      "12345678901234567890123456789012345678901"
    ),
  ])
  func refuses(text: String, id: String, underlined: String) {
    let (formula, log) = parse(text)
    #expect(formula == nil || log.hasErrors)
    #expect(log.all.map(\.id) == [id])
    let span = log.all.first?.primary.span ?? .nowhere
    let bytes = Array(text.utf8)[Int(span.lower)..<Int(span.upper)]
    #expect(String(decoding: bytes, as: UTF8.self) == underlined)
  }

  /// What is underlined as all that a `default` stands for.
  @Test(arguments: [
    ("1 + x default 0", "1 + x"), ("x * (1 + y default 0%)", "1 + y"),
    ("(a) + (b) default 0", "(a) + (b)"), ("a / b default c default d", "a / b"),
    ("\"{a - b default 0}\"", "a - b"), ("(1 + x) default 0", nil), ("1 + (x default 0)", nil),
    ("x default 1 + 2", nil), ("a default b default c", nil), ("-a default 0", nil),
  ])
  func wideDefaultsAreTold(text: String, underlined: String?) {
    let (formula, log) = parse(text)
    #expect(formula != nil)
    #expect(log.all.map(\.id) == (underlined == nil ? [] : ["wide-default"]))
    let told = log.all.first.map { said in
      let (lower, upper) = (Int(said.primary.span.lower), Int(said.primary.span.upper))
      return String(decoding: Array(text.utf8)[lower..<upper], as: UTF8.self)
    }
    #expect(told == underlined)
  }

  @Test func deepAndLongFormulasEnd() {
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "-", count: 100_000) + "a",
      String(repeating: "not ", count: 100_000) + "a",
      "a" + String(repeating: "+a", count: 100_000), String(repeating: "f(", count: 100_000),
      "a" + String(repeating: ".b", count: 100_000), String(repeating: "if ", count: 100_000),
      String(repeating: "\"{", count: 100_000), String(repeating: "[", count: 100_000),
    ] {
      let (formula, log) = parse(text)
      #expect(formula == nil)
      #expect(log.all.count == 1)
    }
  }

  @Test func literals() throws {
    func number(_ text: String) -> NumberLiteral? {
      NumberLiteral.read(Spanned(text, at: .nowhere), units: ["seat"])
    }
    #expect(number("8%")?.value == Ratio(8, 100))
    #expect(number("8%")?.fractionDigits == 2)
    #expect(number("13.75%")?.fractionDigits == 4)
    #expect(number("$1.50/mi")?.perUnit == "mi")
    #expect(number("$1.50/mi")?.currency == "$")
    #expect(number("-$5")?.value == -5)
    #expect(number("- 5")?.value == -5)
    #expect(number("5 EUR/h")?.perUnit == "h")
    #expect(number("10 ₽ each")?.perUnit == "each")
    #expect(number("0.10")?.fractionDigits == 2)
    #expect(number(" 45 ")?.value == 45)
    for text in [
      "", "-", "$", "5 Main St", "1,000", "1_000", "furniture", "3 bedroom", "5 5", "$5 mi", "1..2",
      "EUR",
    ] {
      #expect(number(text) == nil, "\(text)")
    }
    func read(_ text: String) -> Literal? { Literal.read(Spanned(text, at: .nowhere)) }
    #expect(read("yes")?.written == "yes")
    #expect(read("\"a, b\"")?.written == "\"a, b\"")
    #expect(read("\"a {b}\"") == nil)
    #expect(read("\"a\" b") == nil)
    #expect(read("2026-03-14")?.written == "2026-03-14")
    #expect(read("12:30:15")?.written == "12:30:15")
    #expect(read("2026-13-01") == nil)
    #expect(read("saturday") == nil)
  }

  @Test(arguments: ["plain", "a \"b\" {c} | \\ d", "= x", "-", "", "line\nbreak\ttab", "{", "漢字 🙂"])
  func quotedTextsComeBack(text: String) {
    let quoted = Spanned(Literal.quoted(text), at: .nowhere)
    #expect(Literal.quotedText(quoted) == text)
  }
}
