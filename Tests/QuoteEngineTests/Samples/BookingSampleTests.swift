import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// Samples hold bookings with a price, and some without.
@Suite struct BookingSampleTests {
  static func statuses(_ pricer: Pricer, _ text: String) throws -> [QuoteBatch.Status] {
    let parser = try pricer.schema.reader(of: text).makeParser()
    let (evaluator, batch) = (pricer.makeEvaluator(), BookingBatch(schema: pricer.schema))
    var statuses: [QuoteBatch.Status] = []
    while try parser.read(into: batch) {
      for lower in stride(from: 0, to: batch.count, by: Evaluator.blockSize) {
        let rows = lower..<min(batch.count, lower + Evaluator.blockSize)
        let quotes = evaluator.price(batch, rows: rows)
        statuses += (0..<quotes.count).map { QuoteBatch.Status(rawValue: quotes.statuses[$0])! }
      }
    }
    return statuses
  }

  static func sampled(
    _ pricer: Pricer, seed: UInt64, _ counts: [Int], isQuotable: Bool
  ) throws -> String {
    var bookings = try BookingSample(
      of: pricer.model, seed: seed, format: .jsonl, shape: nil, isQuotable: isQuotable)
    return try counts.map { try bookings.next($0) }.joined()
  }

  @Test(arguments: EvaluatorAgreementTests.files)
  func mostHaveAPrice(_ name: String) throws {
    let pricer = try ProjectRules.pricer(name)
    let text = try Self.sampled(pricer, seed: 5, [300], isQuotable: false)
    let statuses = try Self.statuses(pricer, text)
    #expect(statuses.count == 300)
    #expect(statuses.count { $0 == .quoted } >= 265)
    let quotable = try Self.sampled(pricer, seed: 5, [300], isQuotable: true)
    #expect(try Self.statuses(pricer, quotable).allSatisfy { $0 == .quoted })
  }

  /// Whatever the rules: the beginning of a longer sample is the shorter one, and what is said
  /// to be quotable is.
  @Test(arguments: LongRun.parts(seed: 1, short: 4, long: 2000, each: 200))
  func ofRulesThatNobodyWrote(_ part: LongRun.Part) throws {
    for seed in part.seed..<part.seed + UInt64(part.count) {
      guard let pricer = SampledReadingTests.pricer(RandomRules(seed: seed).text) else { continue }
      let long = try Self.sampled(pricer, seed: seed, [64, 64], isQuotable: false)
      let short = try Self.sampled(pricer, seed: seed, [40], isQuotable: false)
      #expect(long.hasPrefix(short), "program \(seed)")
      do throws(any Error) {
        let text = try Self.sampled(pricer, seed: seed, [64], isQuotable: true)
        let statuses = try Self.statuses(pricer, text)
        #expect(statuses.count == 64 && statuses.allSatisfy { $0 == .quoted }, "program \(seed)")
      } catch {
        #expect((error as? Trouble)?.id == "none-quotable", "program \(seed)")
      }
    }
  }
}
