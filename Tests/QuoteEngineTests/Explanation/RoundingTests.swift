import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Every cent that rounding wins or loses is shown, with where it came from.
@Suite struct ExplainedRoundingTests {
  static let rules = """
    schema: quote/1
    name: rounding
    currency: USD
    inputs:
      id: text, key
      dear: flag
      days: count [1..31], default 3
      parts:
        each:
          price: money [$0..$100]
        at_most: 9
    let:
      third:  round(price / 3)
      thirds: sum(third)
      deep:   thirds + round($1.005)
      deeper: deep + $1
      never:  if dear then round($2.005) else $2.01
      share:  split($10, by price)
      slice:  round($10 / days)
      celled:
        unique: |
          | days || fee                 |
          | < 9  || = round($20 / days) |
          | >= 9 || $1                  |
    quote:
      - line: top
        amount: -round($1.015)
      - line: nested
        amount: deeper
      - line: chosen
        amount: never
      - line: shared
        for: parts
        amount: share
      - line: divided
        amount: slice
      - line: in_a_cell
        amount: celled
      - line: earlier
        for: parts
        amount: sum_before(third)
      - line: whole
        amount: round($3)
    """

  private static func explanation(depth: Int) throws -> Explanation {
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": rules]), recording: true)
    let booking =
      "{\"id\":\"R\",\"dear\":false,\"parts\":[{\"price\":10},{\"price\":10},{\"price\":5.05}]}"
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "one.json", bytes: Array(booking.utf8))])
    var options = ExplanationOptions()
    options.depth = depth
    let found = try pricer.explanations(of: reader, ExplanationSearch(first: 1), options: options)
    return try #require(found.explanations.first)
  }

  private static func notes(_ derivations: [Derivation]) -> [String] {
    derivations.flatMap { derivation in
      (derivation.kind == .rounding ? [derivation.note] : []) + notes(derivation.parts)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 20])
  func isShownAtAnyDepth(depth: Int) throws {
    let explanation = try Self.explanation(depth: depth)
    func notes(_ line: String) -> [String] {
      explanation.steps.filter { $0.name == line }.flatMap { step in
        Self.notes(step.derivation) + step.instances.flatMap { Self.notes($0.derivation) }
      }
    }
    #expect(notes("top") == ["from $1.015, half up, +0.005"])
    #expect(
      notes("nested").sorted() == [
        "from $1.005, half up, +0.005", "from $1.683333…, half up, -0.003333…, parts[2]",
        "from $3.333333…, half up, -0.003333…, parts[0]",
        "from $3.333333…, half up, -0.003333…, parts[1]",
      ])
    #expect(notes("chosen") == [])
    #expect(notes("shared").count == 3)
    #expect(notes("divided") == ["from $3.333333…, half up, -0.003333…"])
    #expect(notes("in_a_cell") == ["from $6.666666…, half up, +0.003333…"])
    #expect(
      notes("earlier") == [
        "from $3.333333…, half up, -0.003333…, parts[0]",
        "from $3.333333…, half up, -0.003333…, parts[1]",
      ])
    #expect(notes("whole") == [])
  }
}
