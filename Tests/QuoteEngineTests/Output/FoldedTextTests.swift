import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteLayout
@testable import QuoteSyntax

/// What a terminal shows of explanations: everything, and no line wider than it is.
@Suite struct FoldedTextTests {
  @Test func wordsStayWhole() {
    #expect("  one two".folded(to: 9) == ["  one two"])
    #expect("  one two three".folded(to: 9) == ["  one two", "    three"])
    #expect("  abcdefghijkl".folded(to: 8) == ["  abcdef", "    ghij", "    kl"])
    #expect("日本語 日本語".folded(to: 8) == ["日本語", "    日本", "    語"])
    #expect("".folded(to: 4) == [""])
  }

  @Test(arguments: [72, 80, 120])
  func nothingIsWiderOrLost(_ besidePath: Int) throws {
    // Places are not folded, and here they have the whole path.
    let width = besidePath + Repository.root.path.count
    let pricer = try ProjectRules.pricer("rules/umuve.yaml", recording: true)
    let path = Repository.root.appending(path: "samples/umuve/bookings.csv").path
    let reader = try BookingReader(schema: pricer.schema, sources: [.file(path: path)])
    var options = ExplanationOptions()
    options.saysWhyNot = true
    let found = try pricer.explanations(of: reader, ExplanationSearch(first: 20), options: options)
    for explanation in found.explanations where explanation.status == .quoted {
      let whole = ExplanationText(sources: pricer.sources).render(explanation)
      let folded = ExplanationText(sources: pricer.sources, width: width).render(explanation)
      for line in folded.split(separator: "\n") {
        #expect(String(line).displayWidth <= width, "\(line)")
      }
      func letters(_ text: String) -> [Character] { text.filter { !$0.isWhitespace }.sorted() }
      #expect(letters(whole) == letters(folded))
    }
  }
}
