import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// How far lines and totals go by the compiler, against pricing every booking there is.
@Suite struct RunningReachTests {
  /// Rules whose lines are made from the running subtotal in every way.
  struct Rules {
    var random: SeededGenerator
    var isBinary: Bool

    mutating func text() -> String {
      let lines = (0..<below(1, 3)).map { line("l\($0)", indent: "  ") }
      return """
        schema: quote/1
        name: running
        currency: USD
        \(isBinary ? "arithmetic: python" : "")
        inputs:
          id: text, key
          n: count [0..30]
          c: flag
          day: date [2026-01-01..2026-01-31]
        quote:
          - line: start
            amount: $1 * n - $10
        \(lines.joined(separator: "\n"))

        """
    }

    private mutating func line(_ name: String, indent: String) -> String {
      var text = "\(indent)- line: \(name)\n"
      if below(0, 2) == 0 { text += "\(indent)  when: \(below(0, 1) == 0 ? "c" : "n > 12")\n" }
      if below(0, 5) == 0 {
        if below(0, 1) == 0 {
          text += "\(indent)  take: \(["sum", "lowest", "highest"][below(0, 2)])\n"
        }
        let members = (0..<2).map { line(name + "m\($0)", indent: indent + "    ") }
        return text + "\(indent)  lines:\n" + members.joined(separator: "\n")
      }
      let key = below(0, 1) == 0 ? "amount" : "becomes"
      return text + "\(indent)  \(key): round(\(money(depth: 3)))"
    }

    private mutating func money(depth: Int) -> String {
      if depth == 0 || below(0, 5) == 0 {
        let days = "(day - 2026-01-\(below(10, 31)))"
        return [
          "subtotal", "subtotal", "$\(below(0, 30))", "$1 * n", "$\(below(1, 9))/day * \(days)",
          isBinary ? "$3" : "$2 * (\(days) / 1 day)",
        ][below(0, 5)]
      }
      let x = money(depth: depth - 1)
      switch below(0, 11) {
      case 0: return "-(\(x))"
      case 1, 2: return "max(\(x), \(money(depth: depth - 1)))"
      case 3, 4: return "min(\(x), \(money(depth: depth - 1)))"
      case 5: return "(\(x)) + \(money(depth: depth - 1))"
      case 6: return "(\(x)) - (\(money(depth: depth - 1)))"
      case 7: return "(if n > \(below(0, 30)) then \(x) else \(money(depth: depth - 1)))"
      case 8:
        return isBinary ? "round(\(x))" : "round\(["_up", "_down", ""][below(0, 2)])(\(x), $5)"
      case 9: return "(\(x)) * \(["15%", "-2", "1.1", "n"][below(0, isBinary ? 0 : 3)])"
      case 10: return isBinary ? x : "(\(x)) / \(["2", "-4"][below(0, 1)])"
      default: return "subtotal * \(below(5, 95))%"
      }
    }

    private mutating func below(_ low: Int, _ high: Int) -> Int {
      Int.random(in: low...high, using: &random)
    }
  }

  static let bookings = (0...30).map { n in
    let (day, n) = ("2026-01-\(n % 3 == 0 ? 31 - n : n)".replacing(/-(\d)$/) { "-0\($0.1)" }, n)
    return "{\"id\":\"\(n)y\",\"n\":\(n),\"c\":true,\"day\":\"\(day)\"}\n"
      + "{\"id\":\"\(n)n\",\"n\":\(n),\"c\":false,\"day\":\"\(day)\"}\n"
  }.joined()

  @Test(arguments: LongRun.parts(seed: 1, short: 100, long: 20_000, each: 1000))
  func everyAmountIsWithin(_ part: LongRun.Part) throws {
    for seed in part.seed..<part.seed + UInt64(part.count) {
      var rules = Rules(random: SeededGenerator(seed: seed), isBinary: seed % 6 == 5)
      let text = rules.text()
      let pricer = try #require(
        RandomProgramTests.compiled(text) { print($0) }, "seed \(seed):\n\(text)")
      let reach = WaterfallReach(of: pricer.model)
      let parser = try pricer.schema.reader(of: Self.bookings).makeParser()
      let batch = BookingBatch(schema: pricer.schema)
      let evaluator = ScalarEvaluator(model: pricer.model)
      while try parser.read(into: batch) {
        for row in 0..<batch.count {
          let quote = evaluator.price(row, of: batch)
          #expect(Self.isWithin(quote.total, reach.total), "seed \(seed): total\n\(text)")
          for (line, instances) in quote.lines {
            let range = reach.amounts[line] ?? .unbounded
            for instance in instances where instance.applies {
              #expect(Self.isWithin(instance.amount, range), "seed \(seed): \(line)\n\(text)")
            }
          }
        }
      }
    }
  }

  /// In binary, the ends are those of exact numbers.
  private static func isWithin(_ value: ScalarValue, _ range: Interval) -> Bool {
    switch value {
    case .exact(let exact): return range.contains(exact)
    case .double(let double):
      let slack = 1e-9
      return double >= range.lower.nearestDouble - slack
        && double <= range.upper.nearestDouble + slack
    case _: return false
    }
  }
}
