import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The rows that an explanation says hold are those that the evaluator found.
@Suite struct KeyHoldingTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func everyRulesFile(name: String) throws {
    _ = try Self.hold(ProjectRules.pricer(name, recording: true), seed: 31, name)
  }

  @Test(arguments: UInt64(0)..<2)
  func randomRules(lane: UInt64) throws {
    var lookups = 0
    for seed in stride(from: 7000 + lane, to: 7096, by: 2) {
      let text = RandomRules(seed: seed).text
      guard let pricer = RandomProgramTests.compiled(text, recording: true, ids: { _ in }) else {
        continue
      }
      lookups += try Self.hold(pricer, seed: seed, "program \(seed)")
    }
    #expect(lookups > 20)
  }

  /// How many look-ups it compared.
  private static func hold(_ pricer: Pricer, seed: UInt64, _ what: String) throws -> Int {
    var lookups = 0
    let count = 12
    let reader = try SampledExplanations.reader(pricer, seed: seed, bookings: count)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    let evaluator = pricer.makeEvaluator()
    while try parser.read(into: batch) {
      for start in stride(from: 0, to: batch.count, by: 25) {
        let block = start..<min(batch.count, start + 25)
        _ = evaluator.price(batch, rows: block)
        for row in 0..<block.count {
          let recording = evaluator.recording(row: row)
          pricer.model.visitExpressions { expression in
            guard case .lookup(let table, _, let keys) = expression.operation else { return }
            lookups += 1
            let found = differences(expression, table, keys, recording)
            #expect(found.isEmpty, "\(what), row \(start + row): \(found.prefix(3))")
          }
        }
      }
    }
    return lookups
  }

  private static func differences(
    _ expression: PriceExpression, _ table: TableID, _ keys: [PriceExpression],
    _ recording: Recording
  ) -> [String] {
    let trace = recording.plan.trace
    guard trace.rows[ObjectIdentifier(expression)] != nil else { return [] }
    let model = recording.model.tables[table]
    return recording.elements(of: expression.grain.list, below: recording.booking).compactMap {
      place in
      let values = keys.map { recording.value(of: $0, at: place) }
      let holding = model.rows.indices.filter { index in
        zip(zip(model.rows[index].keys, values), keys).allSatisfy {
          $0.0.holds($0.1, $1, recording.areas)
        }
      }
      let taken = recording.rows(of: expression, at: place)
      let agrees =
        switch model.hit {
        case .unique, .first: taken == Array(holding.prefix(1))
        case .sum, .product: taken == holding
        case .max, .min:
          taken.allSatisfy(holding.contains)
            && taken.isEmpty == holding.allSatisfy { model.rows[$0].values[0] == nil }
        case .graduated: true
        }
      return agrees ? nil : "\(model.name)\(values): took \(taken), \(holding) hold"
    }
  }
}
