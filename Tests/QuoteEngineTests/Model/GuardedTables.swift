import TestKit

/// Rules made from a seed, in which one table with few rows is looked up inside conditions and
/// behind declines that may keep away the bookings it has no row for. There are so few bookings
/// that all can be priced.
struct GuardedTables {
  private var random: SeededGenerator
  /// Whether elements of a list are what is looked up.
  private let hasItems: Bool
  private let isBinary: Bool

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasItems = seed % 3 == 2
    isBinary = seed % 5 == 4
  }

  mutating func text() -> String {
    let keys = keys()
    let rows = (0..<below(1, 4)).map { _ in
      "      | " + keys.map { cell(of: $0) }.joined(separator: " | ") + " || $\(below(1, 5)) |"
    }
    return """
      schema: quote/1
      name: guarded
      currency: USD
      \(isBinary ? "arithmetic: python\n" : "")
      inputs:
        id: text, key
        n: count [0..8]
        w: one of a | b | c
        f: flag
        o: optional count [0..3]
        q: count [0..5], default 2
      \(hasItems ? "  items:\n    each:\n      m: count [0..6]\n    at_most: 2\n" : "")
      let:
        half: floor(n / 2)
        packs: ceil((n + 1) / 3)
        double: 3 - 2 * n
        few: \(condition(depth: 1))
        t:
          first: |
            | \(keys.map(\.header).joined(separator: " | ")) || p |
      \(rows.joined(separator: "\n"))
        found: \(below(0, 1) == 0 ? "t" : "if \(condition(depth: 1)) then t else $1")
      quote:
      \((0..<below(1, 2)).map { line("l\($0)", indent: "  ") }.joined(separator: "\n"))
      decline:
      \((0..<below(1, 3)).map { _ in decline() }.joined(separator: "\n"))

      """
  }

  // MARK: Tables

  private typealias Key = (header: String, kind: Character)

  private mutating func keys() -> [Key] {
    var all: [Key] = [
      ("n", "n"), ("n", "n"), ("half", "n"), ("packs", "n"), ("double", "n"), ("w", "w"),
      ("f", "f"), ("n + 2", "n"), ("round(n / 4)", "n"), ("n - q", "n"), ("1 - 2 * (n - q)", "n"),
    ]
    if hasItems { all = [("m", "m"), ("m", "m"), ("ceil(m / 2)", "m"), ("n", "n"), ("m - n", "n")] }
    return (0..<below(1, 2)).map { _ in all[below(0, all.count - 1)] }
  }

  private mutating func cell(of key: Key) -> String {
    if below(0, 4) == 0 { return "-" }
    switch key.kind {
    case "w": return ["a", "b", "a, c", "not(b)"][below(0, 3)]
    case "f": return below(0, 1) == 0 ? "yes" : "no"
    case _:
      let low = below(0, 5)
      return ["[\(low)..\(low + below(0, 4))]", ">= \(low)", "< \(low + 1)", "\(low)"][below(0, 3)]
    }
  }

  // MARK: Conditions

  private mutating func condition(depth: Int, item: Bool = false) -> String {
    if depth > 0, below(0, 2) > 0 {
      let a = condition(depth: depth - 1, item: item)
      switch below(0, 4) {
      case 0: return "not (\(a))"
      case 1, 2: return "(\(a)) and (\(condition(depth: depth - 1, item: item)))"
      default: return "(\(a)) or (\(condition(depth: depth - 1, item: item)))"
      }
    }
    let bound = below(0, 6)
    let number = item && below(0, 2) > 0 ? "m" : ["n", "n", "n", "half", "o", "packs"][below(0, 5)]
    switch below(0, 11) {
    case 7, 8:
      let comparison = ["<", "<=", ">", ">=", "="][below(0, 4)]
      return item ? "n \(comparison) m" : "q \(comparison) n"
    case 0: return "f"
    case 1: return "w = \"\(["a", "b", "c"][below(0, 2)])\""
    case 2: return "w in [\"a\", \"c\"]"
    case 3: return "o is given"
    case 4: return "\(number) in [\(bound)..\(bound + below(1, 4))]"
    case 5: return "\(number) = \(bound)"
    case 6: return "n + o > \(bound)"
    default:
      let comparison = ["<", "<=", ">", ">=", "!="][below(0, 4)]
      return below(0, 3) == 0
        ? "\(bound) \(comparison) \(number)" : "\(number) \(comparison) \(bound)"
    }
  }

  // MARK: Lines

  private mutating func amount(item: Bool) -> String {
    let isPerItem = hasItems && !item
    let found = below(0, 2) == 0 ? "found" : "t"
    let inner = isPerItem ? condition(depth: 1, item: true) : condition(depth: 1, item: item)
    if isPerItem {
      return below(0, 1) == 0 ? "sum(\(found) where \(inner))" : "sum(\(found))"
    }
    switch below(0, 3) {
    case 0: return "if \(inner) then \(found) else $0"
    case 1: return "if \(inner) then $0 else \(found)"
    case 2: return "if (\(inner)) and \(found) > $2 then $1 else $0"
    default: return found
    }
  }

  private mutating func line(_ name: String, indent: String) -> String {
    let item = hasItems && below(0, 2) > 0
    var text = "\(indent)- line: \(name)\n"
    if item { text += "\(indent)  for: items\n" }
    if below(0, 3) > 0 { text += "\(indent)  when: \(condition(depth: 2, item: item))\n" }
    if !item, below(0, 3) == 0 {
      return text + "\(indent)  lines:\n" + line(name + "x", indent: indent + "    ")
    }
    return text + "\(indent)  amount: \(amount(item: item))"
  }

  private mutating func decline() -> String {
    let item = hasItems && below(0, 1) == 0
    let asks = below(0, 7) == 0 ? "total > $3" : condition(depth: 1, item: item)
    return (item ? "  - for: items\n    when: " : "  - when: ") + asks + "\n    reason: no"
  }

  private mutating func below(_ low: Int, _ high: Int) -> Int {
    Int.random(in: low...high, using: &random)
  }

  // MARK: All bookings

  var bookings: String {
    var text = ""
    let items = !hasItems ? [""] : Self.lists.map { ",\"items\":[\($0)]" }
    for n in hasItems ? [0, 1, 3, 4, 6, 8] : Array(0...8) {
      for w in hasItems ? ["a", "b"] : ["a", "b", "c"] {
        for f in [false, true] {
          for o in hasItems ? ["", ",\"o\":2"] : Self.others {
            for list in items {
              text += "{\"id\":\"\(text.utf8.count)\",\"n\":\(n),\"w\":\"\(w)\","
              text += "\"f\":\(f)\(o)\(list)}\n"
            }
          }
        }
      }
    }
    return text
  }

  private static let others = ["", ",\"o\":0", ",\"o\":1", ",\"o\":3"].flatMap { o in
    [",\"q\":0", "", ",\"q\":5"].map { o + $0 }
  }

  private static let lists: [String] = {
    let elements = (0...6).map { "{\"m\":\($0)}" }
    return [""] + elements + elements.flatMap { a in elements.map { a + "," + $0 } }
  }()
}
