import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// What the compiler says of missing rows, against pricing every booking there is.
@Suite struct LookupGapTests {
  struct Outcome: Equatable {
    /// Whether the rows alone leave a gap.
    var hasGap = false
    var isTold = false
    /// Some booking is at fault for want of a row.
    var isMissed = false
  }

  static func outcome(seed: UInt64) throws -> (Outcome, String)? {
    var rules = GuardedTables(seed: seed)
    let text = rules.text()
    guard let pricer = RandomProgramTests.compiled(text, ids: { ids in
      #expect(ids == ["nothing-to-aggregate"], "\(text)")
    }) else { return nil }
    var outcome = Outcome()
    outcome.hasGap = pricer.model.tables.contains { !$0.findings.gaps.isEmpty }
    let uses = ModelUses(of: pricer.model)
    outcome.isTold = !uses.gapWarnings.isEmpty
    let parser = try pricer.schema.reader(of: rules.bookings).makeParser()
    let evaluator = pricer.makeEvaluator()
    let batch = BookingBatch(schema: pricer.schema)
    while try parser.read(into: batch) {
      #expect(batch.faults.all.isEmpty)
      for lower in stride(from: 0, to: batch.count, by: Evaluator.blockSize) {
        let rows = lower..<min(lower + Evaluator.blockSize, batch.count)
        let quotes = evaluator.price(batch, rows: rows)
        for fault in quotes.faults.all where fault.message.contains("no row of `t`") {
          outcome.isMissed = true
        }
      }
    }
    return (outcome, text)
  }

  @Test(arguments: LongRun.parts(seed: 1, short: 50, long: 20_000, each: 500))
  func noBookingIsWithoutARowUnlessItIsSaid(_ part: LongRun.Part) throws {
    for seed in part.seed..<part.seed + UInt64(part.count) {
      guard let (outcome, text) = try Self.outcome(seed: seed) else { continue }
      #expect(!outcome.isMissed || outcome.isTold, "seed \(seed):\n\(text)")
    }
  }

  @Test func mostOfWhatIsSaidIsSo() throws {
    var counts = (kept: 0, told: 0, missed: 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      guard let (outcome, _) = try Self.outcome(seed: seed), outcome.hasGap else { continue }
      if !outcome.isTold { counts.kept += 1 }
      if outcome.isTold { counts.told += 1 }
      if outcome.isMissed { counts.missed += 1 }
    }
    #expect(counts.kept > 10)
    #expect(counts.missed * 2 > counts.told)
  }
}
