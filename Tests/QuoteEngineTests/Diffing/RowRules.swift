import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What the quick ways of comparing are held against the slow ones with: rules with a value of
/// every type and a waterfall over it, and values that are spelled otherwise or are something else.
enum RowRules {
  /// The other parts are whole lines, each behind what the rules have there already: `lines` behind
  /// the last of `extra`.
  static func rules(
    _ arithmetic: String, inputs: String = "", lets: String = "", lines: String,
    outputs: String = ""
  ) -> String {
    """
    schema: quote/1
    name: cells
    currency: USD
    arithmetic: \(arithmetic)
    inputs:
      id: text, key
      price: money [-$100000..$100000]
      share: optional number [-1000..1000] step 0.0001
      many: count [0..1000000]
      far: distance in mi [0 mi..100000 mi] step 0.001
      note: optional text
      kind: one of red | blue | [odd]
      day: optional date
      at: time
      when: instant
      sure: flag
    \(inputs)\(lets)quote:
      - line: base
        amount: round(price)
      - line: extra
        when: sure
        amount: round(subtotal * 7%)
    \(lines)outputs:
      price: round(price)
      share:
      many:
      less: -many
      far:
      note:
      kind:
      day:
      at:
      when:
      sure:
      part: share * 0.125
      wide: many * many * far * 0.00001 / 1 mi
    \(outputs)
    """
  }

  /// Shows the first lines that are not the same.
  static func expectSame(_ quick: String, _ slow: String) {
    let lines = zip(quick.split(separator: "\n"), slow.split(separator: "\n"))
    #expect(quick == slow, "\(lines.first { $0 != $1 }.map { "\($0)\n\($1)" } ?? "")")
  }
}

/// Values of bookings for these rules.
struct RowLuck {
  private var luck: Luck

  init(_ seed: UInt64) { luck = Luck(seed) }

  mutating func below(_ count: Int) -> Int { luck.below(count) }

  mutating func pick(_ choices: String...) -> String { choices[below(choices.count)] }

  mutating func money(below most: Int) -> String { "\(below(most)).\(10 + below(90))" }

  mutating func share() -> String { "\(below(1000)).\(below(9000))" }

  mutating func many() -> String { "\(below(3) == 0 ? below(9) : below(1_000_000))" }

  mutating func far() -> String { "\(below(100_000)).\(below(1000))" }

  mutating func day() -> String { "2026-03-0\(1 + below(9))" }

  mutating func time() -> String { "1\(below(10)):0\(below(10))" }
}
