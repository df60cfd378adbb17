import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// A pricer that computes only what some columns show writes the same text as
/// one that computes everything.
@Suite struct NarrowedPricingTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func writesTheSame(_ name: String) throws {
    let pricer = try ProjectRules.pricer(name)
    let bookings = try pricer.model.sampled(LongRun.isAsked ? 40 : 16, seed: 5)
    var generator = SeededGenerator(seed: 18)
    let whole = QuoteColumns(quotes: pricer.plan.quoteSchema, bookings: pricer.schema)
    var choices = [whole]
    for _ in 0..<(LongRun.isAsked ? 6 : 3) {
      let names = whole.selectable.shuffled(using: &generator)
        .prefix(Int.random(in: 1...4, using: &generator))
      choices.append(
        try QuoteColumns(
          selecting: Array(names), quotes: whole.quotes, bookings: whole.bookings))
    }
    for columns in choices {
      for format in OutputFormat.allCases {
        let narrow = pricer.pricing(only: columns, as: format)
        #expect(narrow.plan.instructions.count <= pricer.plan.instructions.count)
        let (some, all) = (
          try Self.text(narrow, columns, format, bookings),
          try Self.text(pricer, columns, format, bookings)
        )
        #expect(some == all, "\(name), \(format), \(columns.names)")
      }
    }
  }

  private static func text(
    _ pricer: Pricer, _ columns: QuoteColumns, _ format: OutputFormat, _ bookings: String
  ) throws -> String {
    let parser = try pricer.schema.reader(of: bookings).makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    let evaluator = pricer.makeEvaluator()
    let writer = columns.writer(format)
    let buffer = ByteBuffer()
    while try parser.read(into: batch) {
      let quotes = evaluator.price(batch, rows: 0..<batch.count)
      writer.append(quotes, of: batch, to: buffer)
    }
    return buffer.string
  }
}
