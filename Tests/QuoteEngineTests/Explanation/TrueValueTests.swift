import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteTools

/// Explanations show no value that is false: one name has one value at one place, and what is
/// shown of an input is what the booking says.
@Suite struct TrueValueTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func namesHaveOneValue(_ file: String) throws {
    let pricer = try Pricer(
      rulesAt: Repository.root.appending(path: file).path, recording: true)
    let count = LongRun.isAsked ? 1_000 : 25
    let explained = try pricer.explanations(
      of: SampledExplanations.reader(pricer, seed: 31, bookings: count),
      ExplanationSearch(first: count), options: ExplanationOptions()
    ).explanations
    #expect(explained.count == count)
    for explanation in explained { Self.check(explanation, of: file) }
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
    let pricer = try Pricer(
      rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]), recording: true)
    let source = ByteSource.memory(name: "b.csv", bytes: Array("id,what\n1,Couch\n".utf8))
    let all = try pricer.explanations(
      of: BookingReader(schema: pricer.schema, sources: [source]), ExplanationSearch(first: 1),
      options: ExplanationOptions()
    ).explanations
      .flatMap(\.steps).flatMap(\.derivation).flatMap(Self.everything)
    #expect(all.filter { $0.text == "kind" }.map(\.value) == ["couch"])
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
