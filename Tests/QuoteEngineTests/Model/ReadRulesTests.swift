import Foundation
import TestKit
import Testing

@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// Variants of rules, of which what they leave alone is not read again.
@Suite struct ReadRulesTests {
  private static func compiled(
    _ text: String, variantOf read: ReadRules?, settings: [String] = []
  ) -> CompiledRules? {
    try? CompiledRules(
      variantOf: read, rulesAt: "r.yaml", overlays: [], settings: settings,
      loader: .memory(["r.yaml": text]))
  }

  /// One that takes over what it can is the same model as one that is read as a whole.
  @Test(arguments: ["parcel", "electricity", "tiers", "taxi"])
  func variantsAreTheSameModels(_ name: String) throws {
    let text = try String(
      contentsOf: Repository.root.appending(path: "rules/\(name).yaml"), encoding: .utf8)
    let read = try #require(ReadRules(at: "r.yaml", loader: .memory(["r.yaml": text])))
    let mutants = MutantRules(of: text)
    var random = SeededGenerator(seed: 4)
    var count = 0
    for _ in 0..<24 {
      guard let mutant = mutants.mutant(&random) else { continue }
      let whole = Self.compiled(mutant.text, variantOf: nil)?.model.dump()
      #expect(Self.compiled(mutant.text, variantOf: read)?.model.dump() == whole, "\(mutant.what)")
      count += whole == nil ? 0 : 1
    }
    #expect(count > 8)
  }

  private static let rules = """
    schema: quote/1
    name: crates
    currency: EUR
    units: [crate]
    inputs:
      id: text, key
      number: crate
    let:
      price: €4/crate
    quote:
      - line: freight
        amount: round(price * number)
      - line: dues
        amount: €3
    """

  /// What is written as before keeps its place; what is not is in the text that was read last.
  @Test func placesAreThoseOfTheFirstFile() throws {
    let read = try #require(ReadRules(at: "r.yaml", loader: .memory(["r.yaml": Self.rules])))
    let other = Self.rules.replacing("€4/crate", with: "€40/crate")
    let tree = try #require(Self.compiled(other, variantOf: read)).tree
    #expect(tree.quote.map(\.span.file) == [0, 0])
    #expect(tree.inputs.map(\.name.span.file) == [0, 0])
    #expect(tree.lets.map(\.span.file) == [1])
    let set = try #require(
      Self.compiled(Self.rules, variantOf: read, settings: ["quote.dues.amount=€5"]))
    #expect(set.tree.quote.map(\.span.file) == [0, 0])
    #expect(set.model.sources.settings == [2])
  }

  /// Formulas are read again where other units are declared: a word of theirs may be one.
  @Test func otherUnitsAreReadAgain() throws {
    let read = try #require(ReadRules(at: "r.yaml", loader: .memory(["r.yaml": Self.rules])))
    let other = Self.rules.replacing("[crate]", with: "[crate, pallet]")
    let tree = try #require(Self.compiled(other, variantOf: read)).tree
    #expect(tree.lets.map(\.span.file) == [1])
  }
}
