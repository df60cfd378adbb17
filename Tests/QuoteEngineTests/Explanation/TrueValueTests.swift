import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Explanations show no value that is false: one name has one value at one place, and what is
/// shown of an input is what the booking says.
@Suite struct TrueValueTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func namesHaveOneValue(_ file: String) throws {
    let pricer = try ProjectRules.pricer(file, recording: true)
    let count = LongRun.isAsked ? 1_000 : 15
    let explained = try pricer.explanations(
      of: SampledExplanations.reader(pricer, seed: 31, bookings: count),
      ExplanationSearch(first: count), options: ExplanationOptions()
    ).explanations
    #expect(explained.count == count)
    for explanation in explained { Self.check(explanation, of: file) }
  }

  /// Whatever stands in an explanation as the value of something is what the slow evaluator makes
  /// of it at that element.
  @Test(arguments: EvaluatorAgreementTests.files)
  func everyValueIsWhatTheSlowEvaluatorMakesOfIt(_ file: String) throws {
    let pricer = try ProjectRules.pricer(file, recording: true)
    let count = LongRun.isAsked ? 1_000 : 15
    let reader = try SampledExplanations.reader(pricer, seed: 77, bookings: count)
    let (found, held) = try Self.falseValues(of: pricer, reader, deep: true)
    #expect(found.isEmpty, "\(file): \(found.prefix(5).joined(separator: "\n"))")
    #expect(held > 0, "\(file): no value was held against anything")
  }

  @Test func neighboursByKeysOfTheirOwn() throws {
    let rules = """
      schema: quote/1
      name: t
      currency: USD
      inputs:
        id: text, key
        stops:
          each:
            seen: optional count [0..1000]
            kind: text
            mark: count [0..1000]
      let:
        rank: if kind = "a" then mark else 1000 - mark
        step: previous(mark, by rank) default 0
        late: next(mark, by if seen is given then rank) default 7
        last_of_kind: previous(mark where kind = "a", by 2 * rank) default 9
      quote:
        - line: steps
          for: stops
          amount: $1 * (step + late + last_of_kind)
      """
    let bookings = """
      {"id":"1","stops":[{"seen":1,"kind":"a","mark":4},{"kind":"b","mark":3},\
      {"kind":"a","mark":9}]}
      {"id":"2","stops":[{"kind":"b","mark":3}]}

      """
    let (pricer, reader) = try Self.world(rules, "b.jsonl", bookings)
    let (found, held) = try Self.falseValues(of: pricer, reader, deep: false)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    #expect(held > 20)
  }

  private static func world(
    _ rules: String, _ name: String, _ bookings: String
  ) throws -> (Pricer, BookingReader) {
    let pricer = try Pricer(
      rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]), recording: true)
    let source = ByteSource.memory(name: name, bytes: Array(bookings.utf8))
    return (pricer, try BookingReader(schema: pricer.schema, sources: [source]))
  }

  /// What is false in explanations, and how many values were held against the slow evaluator.
  private static func falseValues(
    of pricer: Pricer, _ reader: BookingReader, deep: Bool
  ) throws -> (found: [String], held: Int) {
    var options = ExplanationOptions()
    if deep { options.depth = 6 }
    let slow = ScalarEvaluator(model: pricer.model)
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let evaluator = pricer.makeEvaluator()
    var (found, held) = ([String](), 0)
    while try parser.read(into: batch) {
      for row in 0..<batch.count {
        guard let values = ScalarValues(row, of: batch, by: slow) else { continue }
        if case .fault = values.quote.status { continue }
        let explanation = pricer.explanation(of: batch, row: row, by: evaluator, options)
        let all =
          explanation.steps.flatMap { $0.derivation + $0.instances.flatMap(\.derivation) }
          + explanation.outputs.flatMap(\.derivation) + explanation.reasonDerivation
        for one in all.flatMap(everything) {
          guard let said = falsehood(in: one, values, pricer.model, &held) else { continue }
          found.append("\(explanation.key): \(said)")
        }
      }
    }
    return (found, held)
  }

  /// What a derivation says and is not so.
  private static func falsehood(
    in one: Derivation, _ values: ScalarValues, _ model: PriceModel, _ held: inout Int
  ) -> String? {
    guard let origin = one.origin,
      let value = values.value(
        of: origin.expression, list: origin.place.list, element: origin.place.index)
    else { return nil }
    held += 1
    let shown = value.recorded.shown(as: origin.expression, in: model)
    // Nothing is made up where an amount is not given; the slow evaluator goes on from zero.
    if one.value == nil, values.lacksAmounts { return nil }
    if one.value != shown, !areOneShare(one.value, shown) {
      let (said, right) = (one.value ?? "not given", shown ?? "not given")
      return "`\(one.text)` is shown as \(said), and is \(right)"
    }
    // One that is beside it may have no value of its own.
    if case .neighbour = origin.expression.operation, value.isGiven, !one.note.hasPrefix("of ") {
      return "`\(one.text)` is \(shown ?? "not given") and \(one.note)"
    }
    return nil
  }

  @Test func keysOfATableWithoutRowsAreWhatTheyAre() throws {
    let rules = """
      schema: quote/1
      name: t
      currency: USD
      inputs:
        id: text, key
        what: optional text
      let:
        special:
          first: |
            | key || price: money |
        kind: lower(what default "other")
      quote:
        - line: a
          amount: special(kind) default $5
      """
    let (pricer, reader) = try Self.world(rules, "b.csv", "id,what\n1,Couch\n")
    let all = try pricer.explanations(
      of: reader, ExplanationSearch(first: 1), options: ExplanationOptions()
    ).explanations
      .flatMap(\.steps).flatMap(\.derivation).flatMap(Self.everything)
    #expect(all.filter { $0.text == "kind" }.map(\.value) == ["couch"])
  }

  /// `12.50%`, as the rules write it, and `12.5%`.
  private static func areOneShare(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other, one.hasSuffix("%"), other.hasSuffix("%") else { return false }
    let (a, b) = (Ratio(decimal: String(one.dropLast())), Ratio(decimal: String(other.dropLast())))
    return a != nil && a == b
  }

  private static func check(_ explanation: Explanation, of file: String) {
    let derivations =
      (explanation.steps.flatMap(\.derivation) + explanation.reasonDerivation)
      .flatMap(everything)
    var known: [String: String] = [:]
    for one in derivations where one.kind == .named {
      guard let home = one.home else { continue }
      let name = "\(one.text) at \(home.list).\(home.index)"
      let value = one.value ?? "not given"
      #expect(known[name, default: value] == value, "\(file) \(explanation.key): \(name)")
      known[name] = value
    }
    let inputs = Dictionary(
      explanation.inputs.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first })
    for one in derivations where one.kind == .input {
      guard let said = inputs[one.text] else { continue }
      #expect(one.value == said, "\(file) \(explanation.key): \(one.text)")
    }
  }

  private static func everything(_ derivation: Derivation) -> [Derivation] {
    [derivation] + derivation.parts.flatMap(everything)
  }
}
