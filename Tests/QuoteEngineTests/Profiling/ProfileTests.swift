import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteReports
@testable import QuoteSyntax

/// What a profiling plan counts held against a slow count made from recordings,
/// on sampled bookings of every rules file.
@Suite struct ProfileTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func everyRulesFile(_ name: String) throws {
    let path = Repository.root.appending(path: name).path
    let count = LongRun.isAsked ? 600 : 20
    let bookings = try SampledBookings(rulesAt: path, seed: 7, count: count)
    let pricer = try Pricer(rulesAt: path, profiling: true)
    let counters = ProfileCounters(pricer.plan)
    let evaluator = pricer.makeEvaluator()
    try bookings.forEachBlock(of: 50) { batch, rows in
      evaluator.price(batch, rows: rows, counting: counters)
    }
    let profile = Profile(counters, of: pricer.plan)
    let found = try Self.differences(profile, path, bookings)
    #expect(found.isEmpty, "\(name):\n\(found.prefix(8).joined(separator: "\n"))")
    #expect(profile.bookings == count)
    let json = ProfileFormat.json.render(profile, sources: pricer.sources)
    let schema = try SchemaValidator(inDocs: "profile.schema.json")
    let value = try SchemaValue(json: Data(json.utf8))
    #expect(try schema.complaint(about: value) == "")
  }

  /// What the slow count says otherwise.
  static func differences(
    _ profile: Profile, _ path: String, _ bookings: SampledBookings
  ) throws -> [String] {
    let pricer = try Pricer(rulesAt: path, recording: true)
    let evaluator = pricer.makeEvaluator()
    var slow = SlowProfile()
    try bookings.forEachBlock(of: 1) { batch, rows in
      _ = evaluator.price(batch, rows: rows)
      try slow.add(evaluator.recording(row: 0))
    }
    var found: [String] = []
    func expect(_ what: String, _ fast: SlowProfile.Count, _ slow: SlowProfile.Count?) {
      let slow = slow ?? SlowProfile.Count()
      if fast != slow { found.append("\(what): \(fast), slowly \(slow)") }
    }
    for (line, model) in zip(profile.lines, pricer.model.allLines) {
      let fast = SlowProfile.Count(
        times: line.times, asked: line.asked, notZero: line.notZero, money: line.money)
      expect(line.name, fast, slow.lines[model.id])
    }
    for (index, table) in profile.tables.enumerated() {
      let isGraduated = table.hit == .graduated
      for (position, row) in table.rows.enumerated() {
        let key = SlowProfile.RowKey(table: TableID(index), row: position)
        var other = isGraduated ? slow.brackets[key] : slow.rows[key]
        var fast = SlowProfile.Count(times: row.times, money: row.money ?? 0)
        if isGraduated, row.money == nil || pricer.model.arithmetic.isBinary {
          fast.money = 0
          other?.money = 0
        }
        expect("\(table.name) row \(position)", fast, other)
      }
    }
    for choice in profile.choices where choice.kind == .condition || choice.kind == .fallback {
      let fast = SlowProfile.Count(times: choice.held, asked: choice.asked)
      expect(choice.text, fast, slow.choices[choice.span])
    }
    for (index, decline) in profile.declines.enumerated()
    where decline.times != slow.declines[index] ?? 0 {
      found.append("\(decline.reason): \(decline.times), slowly \(slow.declines[index] ?? 0)")
    }
    return found
  }

  @Test func partsOfTheBookingsAddUp() throws {
    let path = Repository.root.appending(path: "rules/umuve.yaml").path
    let bookings = try SampledBookings(rulesAt: path, seed: 3, count: 90)
    let pricer = try Pricer(rulesAt: path, profiling: true)
    let evaluator = pricer.makeEvaluator()
    func texts(_ blocks: [Int]) throws -> [String] {
      try blocks.map { size in
        let all = ProfileCounters(pricer.plan)
        try bookings.forEachBlock(of: size) { batch, rows in
          let part = ProfileCounters(pricer.plan)
          evaluator.price(batch, rows: rows, counting: part)
          all.add(part)
        }
        return ProfileText(sources: pricer.sources).render(Profile(all, of: pricer.plan))
      }
    }
    #expect(Set(try texts([90, 31, 7, 1])).count == 1)
  }
}

/// Sampled bookings, read as a batch.
struct SampledBookings {
  private let batches: [BookingBatch]

  init(rulesAt path: String, seed: UInt64, count: Int) throws {
    let compiled = try CompiledRules(rulesAt: path)
    let text = try compiled.model.sampled(count, seed: seed)
    let parser = try compiled.model.schema.reader(of: text).makeParser()
    var batches: [BookingBatch] = []
    while true {
      let batch = BookingBatch(schema: compiled.model.schema)
      guard try parser.read(into: batch) else { break }
      batches.append(batch)
    }
    self.batches = batches
  }

  func forEachBlock(of size: Int, _ body: (BookingBatch, Range<Int>) throws -> Void) throws {
    for batch in batches {
      var row = 0
      while row < batch.count {
        let block = row..<min(batch.count, row + size)
        try body(batch, block)
        row = block.upperBound
      }
    }
  }
}
