import Foundation
import TestKit
import Testing

@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The columnar evaluator held against the slow one, booking by booking, on
/// sampled bookings of every rules file. A failure names file, seed and booking.
@Suite struct EvaluatorAgreementTests {
  static let files = Repository.files(under: "rules", endings: ["yaml"])
    .filter { isRules($0) }.map(Repository.name)

  private static func isRules(_ url: URL) -> Bool {
    let text = (try? Repository.text(of: url)) ?? ""
    return text.split(separator: "\n").contains("schema: quote/1")
  }

  /// Rules with the overlays under which a reference map compares one form.
  struct Form: Sendable, CustomTestStringConvertible {
    var rules: String
    var overlays: [String]
    var testDescription: String { ([rules] + overlays).joined(separator: " + ") }
  }

  static let forms: [Form] = files.flatMap { name -> [Form] in
    let rules = Repository.root.appending(path: name).path
    let map = rules.replacing(".yaml", with: ".map.yaml")
    let forms = (try? ReferenceMap(readingFile: map))?.forms ?? []
    return forms.filter { !$0.overlays.isEmpty }.map { Form(rules: rules, overlays: $0.overlays) }
  }

  @Test(arguments: forms)
  func everyForm(_ form: Form) throws {
    let pricer = try Pricer(rulesAt: form.rules, overlays: form.overlays)
    let found = try Agreement(pricer: pricer, seed: 3, bookings: 60).differences()
    #expect(found.isEmpty, "\(form):\n\(found.prefix(3).joined(separator: "\n"))")
    #expect(Self.forms.count >= 6)
  }

  @Test(arguments: files)
  func everyRulesFile(_ name: String) throws {
    for (seed, recording) in [(UInt64(1), false), (2, true)] {
      let pricer = try ProjectRules.pricer(name, recording: recording)
      let found = try Agreement(pricer: pricer, seed: seed, bookings: 60).differences()
      #expect(found.isEmpty, "\(name), seed \(seed):\n\(found.prefix(3).joined(separator: "\n"))")
    }
  }
}
