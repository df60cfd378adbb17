import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// What the sampler writes is read without a fault, a column that nobody reads or an element
/// less, whatever the rules and however it is written.
@Suite struct SampledReadingTests {
  /// The ways to write, those that CSV has by name.
  static let ways: [(format: InputFormat, shape: SampleWriter.Shape?)] = [
    (.jsonl, nil), (.json, nil), (.csv, nil), (.csv, .rows), (.csv, .compact), (.csv, .json),
  ]

  /// Rules on the pages of the documentation and of the cases that are whole by themselves.
  static var shownRules: [String] {
    ["docs", "Tests/Cases"].flatMap { Repository.files(under: $0, endings: ["md"]) }
      .flatMap { url -> [String] in
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        return text.split(separator: ".yaml\n").dropFirst().compactMap { part in
          guard part.hasPrefix("schema: quote/1"), let end = part.firstRange(of: "\n```") else {
            return nil
          }
          return part[..<end.lowerBound] + "\n"
        }
      }
  }

  static func pricer(_ text: String) -> Pricer? { RandomProgramTests.compiled(text) { _ in } }

  /// What is wrong with a sample as it is read again; how many elements each list has; nil
  /// where it is not written so.
  static func read(
    _ pricer: Pricer, seed: UInt64, count: Int,
    _ way: (format: InputFormat, shape: SampleWriter.Shape?)
  ) throws -> (wrong: [String], elements: [Int])? {
    var sampler = BookingSampler(model: pricer.model, seed: seed)
    let writer: SampleWriter
    do throws(Trouble) {
      writer = try SampleWriter(schema: pricer.schema, format: way.format, shape: way.shape)
    } catch {
      #expect(error.id == "other-shape")
      return nil
    }
    var text = writer.opening
    for index in 0..<count { text += writer.text(of: sampler.next(), isFirst: index == 0) }
    text += writer.closing
    var options = ReaderOptions()
    options.format = way.format
    options.carriesAll = true
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "sampled", bytes: Array(text.utf8))],
      options: options)
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: pricer.schema)
    var wrong: [String] = []
    var elements = pricer.schema.lists.mapped { _ in 0 }
    while try parser.read(into: batch) {
      // Readers say of a number of more than 18 digits that it is too large.
      wrong += batch.faults.all.filter { $0.value.count < 19 || $0.reason != "out-of-range" }.map {
        "\($0.reason) \($0.field) \($0.value): \($0.message)"
      }
      wrong += batch.carried.map { "unread \($0.name)" }
      for (index, list) in batch.lists.withIDs { elements[index] += list.count }
    }
    // Some samples are words of the rules in capitals or with spaces, or words for nothing, which
    // is told of.
    let ofSpelling = [
      "but for case or spaces", "but for spaces or line ends", "with single spaces",
      "but for capitals and spaces",
      "from a word of the rules only in ", "did you mean its key",
      "in the rules it is not given", "but for spaces, such as", "but for case, such as",
    ]
    let remarks = reader.remarks.filter { !ofSpelling.contains(where: $0.contains) }
    return (wrong + remarks, elements.elements)
  }

  /// Holds each way of a sample against what was sampled; gives how many there are.
  static func check(_ pricer: Pricer, seed: UInt64, each: Int = 30, _ name: String) throws -> Int {
    var count = 0
    var elements: [Int]?
    for way in ways {
      guard let found = try read(pricer, seed: seed, count: each, way) else { continue }
      let what = "\(name), \(way.format) \(way.shape?.rawValue ?? "")"
      #expect(found.wrong.prefix(3) == [], "\(what)")
      // A row that says nothing of an element may be none.
      if way.shape != .rows {
        #expect(elements ?? found.elements == found.elements, "\(what)")
        elements = found.elements
      }
      count += 1
    }
    return count
  }

  @Test(arguments: EvaluatorAgreementTests.files)
  func ofTheProjectsRules(_ name: String) throws {
    let pricer = try ProjectRules.pricer(name)
    #expect(try Self.check(pricer, seed: 7, name) >= 3)
  }

  @Test func ofRulesThatAreShown() throws {
    var (rules, count) = (0, 0)
    for text in Self.shownRules {
      guard let pricer = Self.pricer(text) else { continue }
      count += try Self.check(pricer, seed: 3, each: LongRun.isAsked ? 30 : 12, text)
      rules += 1
    }
    #expect(rules > 100)
    #expect(count > 3 * rules)
  }

  @Test(arguments: LongRun.parts(seed: 1, short: 15, long: 5000, each: 500))
  func ofRulesThatNobodyWrote(_ part: LongRun.Part) throws {
    var checked = 0
    for seed in part.seed..<part.seed + UInt64(part.count) {
      guard let pricer = Self.pricer(RandomRules(seed: seed).text) else { continue }
      #expect(try Self.check(pricer, seed: seed, "program \(seed)") >= 3)
      checked += 1
    }
    #expect(checked * 2 >= part.count)
  }

  // MARK: What is refused

  static func refusal(_ inputs: String, _ format: InputFormat, _ shape: SampleWriter.Shape?)
    throws -> String?
  {
    let text = """
      schema: quote/1
      name: made
      currency: EUR
      inputs:
      \(inputs)
      quote:
        - line: visit
          amount: €1
      """
    let pricer = try #require(Self.pricer(text + "\n"), "\(text)")
    do throws(Trouble) {
      _ = try SampleWriter(schema: pricer.schema, format: format, shape: shape)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func shapesThatCouldNotSayAllAreRefused() throws {
    let plain = """
        id: text, key
        floors:
          each:
            floor: count [0..30], from itself
      """
    #expect(
      try Self.refusal(plain, .csv, .rows)
        == "bookings cannot be written in the shape `rows`: `floor` of `floors` is the element "
        + "itself, which no column is called")
    #expect(
      try Self.refusal(plain, .csv, .compact)
        == "bookings cannot be written in the shape `compact`: no list of these rules has a "
        + "`cell` that holds all of it")
    #expect(try Self.refusal(plain, .csv, nil) == nil)
    #expect(try Self.refusal(plain, .jsonl, .rows) == nil)
    let two = """
        id: text, key
        a:
          each:
            x: count [0..3]
        b:
          each:
            y: count [0..3]
      """
    #expect(
      try Self.refusal(two, .csv, .rows)
        == "bookings cannot be written in the shape `rows`: rows are elements of one list, and "
        + "these rules have `a` and `b`")
  }
}
