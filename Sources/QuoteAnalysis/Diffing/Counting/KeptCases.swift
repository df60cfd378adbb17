import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Cases of one form, as a block carries them.
struct KeptCases: Sendable {
  var form: Int
  var cases: [RemedyCase]
}

extension DifferenceBlock {
  mutating func keep(_ cases: [RemedyCase], ofForm form: Int) {
    if !cases.isEmpty { kept.append(KeptCases(form: form, cases: cases)) }
  }

  mutating func keep(_ meetings: MeetingCases?) {
    if let meetings { kept.append(meetings) }
  }
}
