import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Slips, `«…»` around what is to be replaced, and what their help says to write: one message,
/// and after that the rules are right.
struct FollowedHelpTests {
  struct Slip: CustomTestStringConvertible, Sendable {
    var rules: String
    var right: String
    /// What is underlined, where it is not all that is replaced.
    var underlined: String?
    var header: String

    init(_ rules: String, _ right: String, under: String? = nil, header: String = "") {
      (self.rules, self.right, underlined, self.header) = (rules, right, under, header)
    }

    /// A formula of money in a line.
    init(amount: String, _ right: String, under: String? = nil) {
      self.init(
        Slip.inputs + "let:\n  holidays: [2026-12-25]\nquote:\n  - line: price\n"
          + "  - line: more\n    amount: \(amount)\n", right, under: under)
    }

    /// A condition of a line.
    init(when: String, _ right: String, under: String? = nil) {
      self.init(
        Slip.inputs + "quote:\n  - line: fee\n    when: \(when)\n    amount: $1\n", right,
        under: under)
    }

    /// The cell of a key.
    init(key: String, _ cell: String, _ right: String, under: String? = nil) {
      let table = "      | \(key) || fee |\n      | \(cell) || $1 |\n"
      self.init(
        Slip.inputs + "let:\n  fee:\n    first: |\n\(table)quote:\n  - line: fees\n"
          + "    amount: fee default $0\n", right, under: under)
    }

    /// The first cell of a column, beside two others.
    init(cell: String, beside others: String..., right: String, under: String? = nil) {
      let rows = ([cell] + others).enumerated().map { "      | \($0 + 1) || \($1) |\n" }
      self.init(
        Slip.inputs + "units: [kWh]\nlet:\n  fee:\n    first: |\n      | n || fee |\n"
          + rows.joined() + "outputs:\n  fee:\n", right, under: under)
    }

    static let inputs = """
      inputs:
        id:     text, key
        price:  money [$0..$1000] step $0.01
        n:      count [0..1000]
        m:      count [0..1000]
        flag:   flag
        on:     date
        at:     time
        weight: weight in kg [0 kg..100 kg] step 0.1 kg
        zone:   optional one of home | night
        from:   one of home | night
        to:     one of home | night
        note:   optional text

      """

    var testDescription: String {
      (header + rules).split(separator: "\n").first { $0.contains("«") }.map { "\($0)" } ?? right
    }
  }

  static let formulas: [Slip] = [
    Slip(when: "n «=>» 100", ">="),
    Slip(when: "n «=<» 100", "<="),
    Slip(when: "«zone = none»", "zone is not given"),
    Slip(when: "«zone != null»", "zone is given"),
    Slip(when: "on in [2026-12-01 «to» 2026-12-24]", ".."),
    Slip(when: "on in [2026-12-01«...»2026-12-24]", ".."),
    Slip(when: "on «between 2026-12-01 and 2026-12-24»", "in [2026-12-01..2026-12-24]"),
    Slip(when: "on in [«2026-12-25 2026-12-26»]", "2026-12-25, 2026-12-26", under: "2026-12-26"),
    Slip(when: "on in [2026-12-25«;» 2026-12-26]", ","),
    Slip(when: "on in [2026-12-24, «25.12.2026»]", "2026-12-25"),
    Slip(amount: "«round_up(price; $0.10)»", "round_up(price, $0.10)", under: ";"),
    Slip(amount: "round(«20% price»)", "20% * price", under: "price"),
    Slip(amount: "round(10% «of» price)", "*"),
    Slip(amount: "«price max $100»", "max(price, $100)", under: "max"),
    Slip(amount: "$22 «x» n", "*"),
    Slip(amount: "$1 * «1 200»", "1200"),
    Slip(amount: "$1 * «1_200»", "1200"),
    Slip(amount: "$1 * «1e3»", "1000"),
    Slip(amount: "«$5.2e-2» * 100", "$0.052"),
    Slip(amount: "«$-10»", "-$10"),
    Slip(amount: "if weight <= «30kgs» then $1 else $2", "30 kg"),
    Slip(amount: "round_up(price, «1»)", "$1"),
    Slip(amount: "round(price, «2»)", "$0.01"),
    Slip(amount: "round(price, «5»)", "$5"),
    Slip(amount: "min(price, «$1.500»)", "$1500"),
    Slip(
      "inputs:\n  id: text, key\n  n: count [0..9]\nlet:\n  days: «2026-12-25, 2026-12-26»\n"
        + "  on: 2026-12-25\nquote:\n  - line: a\n    when: on in days\n    amount: $1\n",
      "[2026-12-25, 2026-12-26]", under: ","),
    Slip("inputs:\n  id: text, key\n  plan: «oneof home | night»\n", "one of home | night",
      under: "oneof"),
    Slip("", "Europe/Moscow", header: "timezone: «MSK»\n"),
  ]

  static let missing: [Slip] = [
    Slip(when: "«flag = \"yes\"»", "flag", under: "="),
    Slip(when: "«n = 6 or 7»", "n in [6, 7]"),
    Slip(when: "«from or to = \"night\"»", "from = \"night\" or to = \"night\""),
    Slip(when: "not «zone»", "zone is given"),
    Slip(amount: "«5 * n»", "$5 * n"),
    Slip(amount: "«-10%»", "round(-10% * subtotal)"),
    Slip(amount: "«maximum»(price, $10)", "max"),
    Slip("inputs:\n  id: text, key\n  a: money [$0..«$100_000»]\n", "$100000"),
    Slip("inputs:\n  id: text, key\n  a: money [$0..«€100»]\n", "$100"),
    Slip("inputs:\n  id: text, key\n  a: «one of x, y, z»\n", "one of x | y | z", under: "y, z"),
  ]

  /// What other notations have functions for.
  static let functions: [Slip] = [
    Slip(
      when: "«note starts with \"abc\"»", "starts_with(note, \"abc\")", under: "starts"),
    Slip(
      when: "flag and «note begins with \"a\"»", "starts_with(note, \"a\")", under: "begins"),
    Slip(when: "«startsWith(lower(note), \"ab\")»", "starts_with(lower(note), \"ab\")",
      under: "startsWith"),
    Slip(when: "«note contains \"x\"»", "contains(note, \"x\")", under: "contains"),
    visit("round(«avg(items.cost)»)", "sum(cost) / count(cost)", under: "avg"),
    visit(
      "round(2 * «average(cost where pieces > 1)»)",
      "sum(cost where pieces > 1) / count(cost where pieces > 1)", under: "average"),
    visit("sum(«items.cost»)", "cost"),
    visit("$1 * months(born, «seen»)", "date(seen)"),
    visit("$1 * years(«seen», born)", "date(seen)"),
    visit("$1 * days_in_month(«seen»)", "date(seen)"),
    visit("$1 * «days(born, seen)»", "((born - date(seen)) / 1 day)", under: "days"),
    visit("$1 * ((«seen» - born) / 1 day)", "date(seen)", under: "-"),
    visit("if «seen» > born then $1 else $2", "date(seen)", under: ">"),
  ]

  private static func visit(_ amount: String, _ right: String, under: String? = nil) -> Slip {
    let inputs = """
      inputs:
        id:   text, key
        born: date [2000-01-01..2030-01-01]
        seen: instant
        items:
          each:
            cost:   money [$0..$10] step $0.01
            pieces: count [0..9]

      """
    return Slip(
      inputs + "quote:\n  - line: visit\n    amount: \(amount)\n", right, under: under,
      header: "timezone: Europe/Moscow\n")
  }

  static let keys: [Slip] = [
    Slip(key: "n", "«=> 100»", ">= 100"),
    Slip(key: "n", "«else»", "-"),
    Slip(key: "on", "«*»", "-"),
    Slip(key: "zone", "«else»", "-"),
    Slip(key: "n", "«[1-9]»", "[1..9]"),
    Slip(key: "n", "«1 to 9»", "[1..9]"),
    Slip(key: "n", "«[100..]»", ">= 100"),
    Slip(key: "n", "«(100..]»", "> 100"),
    Slip(key: "n", "«[..100)»", "< 100"),
    Slip(key: "n", "«[100..1,000]»", "[100..1000]"),
    Slip(key: "n", "«[1...9]»", "[1..9]"),
    Slip(key: "weight", "«2 kg - 5 kg»", "[2 kg..5 kg]"),
    Slip(key: "weight", "«2-5 kg»", "[2 kg..5 kg]"),
    Slip(key: "weight", "«(2 kg–5 kg]»", "(2 kg..5 kg]"),
    Slip(key: "weight", "< «30kgs»", "30 kg"),
    Slip(key: "at", "[20:00..«6:00»)", "06:00"),
    Slip(key: "on", ">= «2026-04-31»", "2026-04-30"),
    Slip(key: "on", ">= «01.04.2026»", "2026-04-01"),
    Slip(key: "weekday(on)", "«sat»", "saturday"),
    Slip(key: "flag", "«true»", "yes"),
  ]

  static let cells: [Slip] = [
    Slip(cell: "«1 200 USD»", beside: "1200 USD", right: "1200 USD"),
    Slip(cell: "«$0.142/Kwh»", beside: "$0.1/kWh", right: "$0.142/kWh"),
    Slip(cell: "«$0.142 per kWh»", beside: "$0.1/kWh", right: "$0.142/kWh"),
    Slip(cell: "«14.2 ct/kWh»", beside: "$0.1/kWh", right: "$0.142/kWh"),
    Slip(cell: "«$11.9O»", beside: "$1", right: "$11.90"),
    Slip(cell: "«USD10»", beside: "$1", right: "USD 10"),
    Slip(cell: "«US$10»", beside: "$1", right: "$10"),
    Slip(cell: "«0.42»", beside: "$0.48", "$1.15", right: "$0.42"),
    Slip(cell: "«$5»", beside: "small", "large", right: "\"$5\""),
    Slip(cell: "«25»", beside: "30 min", "20 min", right: "25 min"),
  ]

  static let brackets: [Slip] = [
    Slip(graduated("[0..50)", "«[60..100)»", ">= 100"), "[50..100)"),
    Slip(graduated("[0..50)", "[50..100)", "«> 100»"), ">= 100"),
    Slip(graduated("«[10..50)»", "[50..100)", ">= 100"), "[0..50)"),
    Slip(graduated("[0..50)", "[50..100)", "«[100..500)»"), ">= 100"),
  ]

  private static func graduated(_ cells: String...) -> String {
    let rows = cells.map { "      | \($0) || $1 each |\n" }.joined()
    return "inputs:\n  id: text, key\n  n: number [0..1000] step 0.1\nlet:\n  fee:\n"
      + "    graduated: |\n      | n || price |\n\(rows)quote:\n  - line: fees\n"
      + "    amount: round(fee)\n"
  }

  @Test(arguments: formulas + missing + functions + keys + cells + brackets)
  func helpIsFollowed(_ slip: Slip) throws {
    func plain(_ text: String) -> String { text.filter { !"«»".contains($0) } }
    let whole = slip.header + slip.rules
    let open = try #require(whole.firstIndex(of: "«"))
    let close = try #require(whole.firstIndex(of: "»"))
    let wrong = String(whole[whole.index(after: open)..<close])
    let read = try ModelRules(plain(slip.rules), header: plain(slip.header))
    #expect(read.errors.count == 1, "\(read.errors)")
    let said = try #require(read.log.sorted.first { $0.severity == .error })
    #expect(read.sources.text(at: said.primary.span) == slip.underlined ?? wrong)
    let quoted = "`\(slip.right)`"
    // The headline says which word stands for another.
    let cures = said.help + said.guesses.map(\.help)
      + (said.id == "other-spelling" ? [said.headline] : [])
    #expect(cures.contains { $0.contains(quoted) }, "\(cures)")

    func mended(_ text: String) -> String {
      guard let open = text.firstIndex(of: "«"), let close = text.firstIndex(of: "»") else {
        return text
      }
      return text[..<open] + slip.right + text[text.index(after: close)...]
    }
    let followed = try ModelRules(mended(slip.rules), header: mended(slip.header))
    #expect(followed.errors.isEmpty, "\(followed.log.sorted.map(\.headline))")
  }
}
