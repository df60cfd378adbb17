import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteReports
@testable import QuoteSyntax

/// The money of edits sums to the change, whatever the edits are.
@Suite struct AttributionTests {
  /// An impact of other rules, on sampled bookings.
  static func impact(
    _ old: String, _ new: String, _ way: AttributionWay, bookings: ByteSource
  ) throws -> (summary: ImpactSummary, money: EditMoney) {
    let loader = FileLoader.memory(["old.yaml": old, "new.yaml": new])
    let before = try Pricer(rulesAt: "old.yaml", loader: loader)
    let after = try Pricer(rulesAt: "new.yaml", loader: loader)
    let pair = try RulesPair(
      before: RulesPair.Origin(path: "old.yaml"), after: RulesPair.Origin(path: "new.yaml"),
      loader: loader)
    let attribution = Attribution(pair, way)
    let reader = try BookingReader(
      schema: after.schema, sources: [bookings], options: ReaderOptions())
    let worker = ImpactWorker(
      before: before, after: after, attribution, groups: nil, options: ReaderOptions())
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: after.schema))
    var summary = ImpactSummary()
    while try parser.read(into: batch) { summary.add(try worker.summary(of: batch)) }
    return (
      summary, EditMoney(attribution, summary, minorUnit: after.model.minorUnit)
    )
  }

  /// Some lines of real rules are others; every edit is found, and nothing is left over.
  @Test(arguments: ["parcel", "taxi", "repairs"])
  func theMoneyOfEditsSumsToTheChange(_ name: String) throws {
    let bench = try MutantBench(name, count: 80, seed: 5)
    var random = SeededGenerator(seed: 5)
    var sets = 0
    var tries = 0
    let wanted = LongRun.isAsked ? 3 : 1
    while sets < wanted, tries < 60 {
      tries += 1
      var text = bench.rules
      for _ in 0..<3 {
        guard let mutant = MutantRules(of: text).mutant(&random) else { continue }
        text = mutant.text
      }
      guard (try? Pricer(rulesAt: "o.yaml", loader: .memory(["o.yaml": text]))) != nil else {
        continue
      }
      var isAttributed = false
      defer { sets += isAttributed ? 1 : 0 }
      for way in [AttributionWay.alone, .ordered, .shapley] {
        let (summary, money) = try Self.impact(bench.rules, text, way, bookings: bench.bookings)
        guard money.refusal.isEmpty else {
          #expect(money.rows.allSatisfy { $0.amount.isZero })
          continue
        }
        let sum = money.rows.reduce(money.together) { $0 + $1.amount }
        #expect(sum == summary.change, "\(name): \(money.rows.map(\.edit.sentence))")
        if way != .alone { #expect(money.together.isZero) }
        #expect(!money.rows.isEmpty || summary.change.isZero)
        isAttributed = isAttributed || !summary.change.isZero
      }
    }
    #expect(sets == wanted)
  }

  @Test func figuresAreSaidAlone() {
    let told = EditWords.figures("round(8% * subtotal)", "round(8.5% * subtotal)")
    #expect(told == ("8%", "8.5%"))
    #expect(EditWords.figures("$4 * floors", "$5 * floors") == ("$4", "$5"))
    #expect(EditWords.figures("$4 * floors", "$5 * boxes") == ("$4 * floors", "$5 * boxes"))
    #expect(EditWords.figures("a", "b") == ("a", "b"))
  }
}
