import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What customers are shown adds up, and is nothing that the rules keep to themselves.
@Suite struct CustomerQuoteTests {
  private static func quotes(
    _ file: String, _ count: Int
  ) throws -> (quotes: [CustomerQuote], pricer: Pricer, explanations: [Explanation]) {
    let sampled = try SampledExplanations(rules: file, seed: 41, bookings: count)
    let digits = sampled.pricer.plan.quoteSchema.minorDigits
    return (
      sampled.explanations.map { CustomerQuote($0, minorDigits: digits) }, sampled.pricer,
      sampled.explanations
    )
  }

  private static func number(_ amount: String) -> Ratio {
    Ratio(decimal: amount.filter { $0.isNumber || $0 == "." || $0 == "-" }) ?? 0
  }

  @Test(arguments: EvaluatorAgreementTests.files)
  func linesAddUpToTheTotal(_ file: String) throws {
    for quote in try Self.quotes(file, LongRun.isAsked ? 40 : 15).quotes {
      guard case .priced(let total) = quote.outcome, !quote.rows.isEmpty else { continue }
      var sums = [Ratio.zero]
      var groups: [Ratio] = []
      var last = Ratio.zero
      for row in quote.rows {
        while sums.count > row.depth + 1 {
          let inside = sums.removeLast()
          #expect(inside == groups.removeLast(), "\(file) \(quote.key): above \(row.label)")
        }
        let amount = Self.number(row.amount)
        if row.kind == .subtotal {
          #expect(sums[0] == amount, "\(file) \(quote.key): \(row.label)")
          continue
        }
        if row.depth + 1 > sums.count {
          sums.append(.zero)
          groups.append(last)
        }
        sums[row.depth] = sums[row.depth] + amount
        last = amount
      }
      while sums.count > 1 { #expect(sums.removeLast() == groups.removeLast()) }
      #expect(sums[0] == Self.number(total), "\(file) \(quote.key)")
    }
  }

  /// The bytes of all forms are searched for names, formulas, files and hidden texts.
  @Test(arguments: EvaluatorAgreementTests.files)
  func nothingOfTheRulesIsInThePage(_ file: String) throws {
    let (quotes, pricer, explanations) = try Self.quotes(file, LongRun.isAsked ? 40 : 15)
    let title = pricer.model.title
    let said =
      ([title ?? ""] + quotes.flatMap(\.saidTexts)).joined(separator: "\n").lowercased()
    let hidden = Self.kept(pricer.model, explanations).filter { !said.contains($0.lowercased()) }
    #expect(hidden.count > 1, "\(file): nothing is looked for")
    for format in CustomerFormat.allCases {
      let page = format.render(quotes, title: title)
      // Words of the page itself, which rules may use for something else.
      let own =
        format.render([], title: nil) + "We cannot give a price for this. "
        + "We could not work out a price for this yet. Total Other Rounding Quote article table"
      for word in hidden where !own.contains(word) {
        let isThere = page.contains(word)
        #expect(!isThere, "\(file): `\(word)` is in the \(format.rawValue)")
      }
    }
  }

  /// Names and formulas, the file and what inputs say, as far as nothing else is called so.
  private static func kept(_ model: PriceModel, _ explanations: [Explanation]) -> [String] {
    var words = model.lets.map(\.name) + model.allLines.map(\.name) + model.outputs.map(\.name)
    words += model.schema.lists.flatMap { $0.fields.map(\.name) }
    words += [model.name, "yaml", Repository.root.path]
    var formulas: [String] = []
    for line in model.allLines {
      if let when = line.when { formulas.append(model.sources.text(at: when.span)) }
      switch line.effect {
      case .amount(let formula), .becomes(let formula):
        formulas.append(model.sources.text(at: formula.span))
      case .members, .nothing: break
      }
    }
    words += formulas.filter { $0.contains("(") || $0.contains("*") }
    words += explanations.flatMap(\.steps).filter { !$0.isPublic }.compactMap(\.label)
    return Array(Set(words.filter { $0.utf8.count > 4 }))
  }

  @Test func hiddenAmountsAreOnlyInSums() throws {
    let (quotes, _, explanations) = try Self.quotes("rules/features/words-for-payers.yaml", 60)
    let isThere = explanations.contains { $0.steps.contains { !$0.isPublic && $0.applies } }
    #expect(isThere)
    let page = CustomerFormat.html.render(quotes, title: nil)
    for label in ["Premium we pay", "Our part", "Score of the crew", "owes us money"] {
      #expect(!page.contains(label))
    }
    for label in ["Moving", "Insurance", "Before insurance", "Flights of stairs", "Other"] {
      #expect(page.contains(label), "\(label)")
    }
  }
}

extension CustomerQuote {
  /// All that the rules and the booking let it say.
  fileprivate var saidTexts: [String] {
    var texts = [key] + rows.map(\.label) + facts.flatMap { [$0.label, $0.value] }
    if case .declined(let reason) = outcome { texts.append(reason ?? "") }
    return texts
  }
}
