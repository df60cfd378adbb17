@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Rules made from a seed: inputs with small ranges, and prices that turn on
/// them in every way: brackets, rows, conditions, sums, dates, minima, groups.
struct SmallRules {
  private var random: SampleRandom
  private let isBinary: Bool

  init(seed: UInt64) {
    random = SampleRandom(seed: seed)
    isBinary = seed % 4 == 3
  }

  mutating func text() -> String {
    let bend = below(3, 9)
    return """
    schema: quote/1
    name: small
    currency: USD
    \(isBinary ? "arithmetic: python\n" : "")
    inputs:
      id: text, key
      a: count [0..24]
      b: number [0..6] step 0.5
      d: date [2026-03-01..2026-03-28]
      t: time
      w: one of x | y | z
      f: flag, default no
      items:
        each:
          n: count [0..8]
          kind: one of p | q
        at_most: 4

    let:
      total_n: sum(n)
      many: count(items where n > \(below(1, 8)))
      most: max(n) default 0
      packs: ceil(a / \(below(2, 6)))
      lead: d - 2026-03-\(10 + random.below(10))
      \(named(["rate", "unique"], of: number()))
      \(named(["step_rate", "unique"], of: number()))
      grid:
        first: |
          | w | \(number()) || v  |
          | x | <= \(below(1, 12)) || $\(below(1, 9)) |
          | y, z | >= \(below(1, 12)) || $\(below(1, 9)) |
          | - | [\(below(2, 4))..\(below(5, 12))] || $\(below(1, 9)) |
          | - | - || $2 |
      extra:
        sum: |
          | lead      | weekday(d)       || v  |
          | <= \(below(0, 3)) days | -    || $\(below(1, 9)) |
          | -         | saturday, sunday || $\(below(1, 9)) |
          | > \(below(2, 9)) days | \(random.chance(1, in: 2) ? "friday" : "-") || $\(below(1, 9)) |
      climb:
        graduated: |
          | a || price |
          | [1..\(bend)] || $\(below(1, 5)) each |
          | [\(bend + 1)..20] || $\(below(1, 5)) each |
          | > 20 || $1 each |
      hours:
        max: |
          | t || v |
          | [\(10 + random.below(4)):30..18:00) || $\(below(1, 9)) |
          | [16:00..20:15] || $\(below(1, 9)) |
      late: if hours is given then hours else $0

    quote:
    \(lines().joined(separator: "\n"))

    decline:
      - when: \(number()) + a > \(below(20, 34))
        reason: Too much.
    """
  }

  private mutating func below(_ low: Int, _ high: Int) -> Int { low + random.below(high - low + 1) }

  private mutating func number() -> String {
    ["a", "total_n", "packs", "most", "many", "a + total_n", "2 * a - packs"][random.below(7)]
  }

  private mutating func named(_ words: [String], of key: String) -> String {
    let first = below(0, 3)
    let second = first + below(1, 6)
    return """
      \(words[0]):
          \(words[1]): |
            | \(key) || v |
            | < \(first) || \(below(0, 5))% |
            | [\(first)..\(second)] || \(below(5, 9))% |
            | > \(second) || \(below(9, 20))% |
      """
  }

  private mutating func lines() -> [String] {
    var lines = [
      "  - line: base\n    amount: $10 + $\(below(1, 4)) * a",
      "  - line: each\n    for: items\n    amount: if n > \(below(0, 6)) then $3 * n else $2",
    ]
    let more = [
      "  - line: by_rate\n    amount: round(subtotal * rate)",
      """
        - line: stepped
          when: step_rate > \(below(4, 9))%
          amount: -round(subtotal * step_rate)
      """,
      "  - line: gridded\n    amount: grid",
      "  - line: extras\n    amount: extra",
      "  - line: climbing\n    when: \(number()) != \(below(0, 9))\n    amount: round(climb)",
      "  - line: evening\n    amount: late",
      """
        - line: measured
          when: b >= \(below(1, 5)) or f
          amount: round($1.5 * min(b, \(below(2, 5))))
        - line: capped
          becomes: \(random.chance(1, in: 2) ? "max" : "min")(subtotal, $\(below(20, 60)))
      """,
      "  - line: over\n    when: subtotal > $\(below(20, 80))\n    amount: $7",
      """
        - line: best
          take: \(random.chance(1, in: 2) ? "lowest" : "highest")
          lines:
            - line: by_count
              when: a > \(below(0, 9))
              amount: -round($1 * a)
            - line: by_word
              when: w = "y"
              amount: -$\(below(1, 12))
            - line: by_items
              amount: -round($0.5 * total_n)
      """,
    ]
    for line in more where random.chance(3, in: 5) { lines.append(line) }
    return lines
  }

  /// A booking inside the ranges; some of its items are equal.
  mutating func booking(_ index: Int) -> SmallBooking {
    let items = (0..<random.below(5)).map { _ in
      "{\"n\":\(random.below(3) * 3),\"kind\":\"\(random.chance(1, in: 2) ? "p" : "q")\"}"
    }
    let day = 1 + random.below(28)
    let head = """
      {"id":"B\(index)","a":\(random.below(25)),"b":\(Double(random.below(13)) / 2),\
      "d":"2026-03-\(day < 10 ? "0" : "")\(day)",\
      "t":"\(10 + random.below(10)):\(10 + random.below(50))",\
      "w":"\(["x", "y", "z"][random.below(3)])","f":\(random.chance(1, in: 4)),\
      "items":
      """
    return SmallBooking(head: head, items: items)
  }
}

/// A booking as a line of JSON, its items apart.
struct SmallBooking {
  var head: String
  var items: [String]

  var text: String { "\(head)[\(items.joined(separator: ","))]}\n" }
}
