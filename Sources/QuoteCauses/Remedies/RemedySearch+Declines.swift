import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits of conditions under which a booking is declined.
extension RemedySearch {
  /// Nil where no edit makes both sides decline, or price, what one of them declines.
  func declineFinding(_ cause: String, but explained: Set<String>) -> (RulesEdit, Finding)? {
    let own = bench.cases.indices.filter { index in
      let one = bench.cases[index]
      return one.cause == cause && one.departing == RemedyCase.refusal
        && (one.outcome == .priced || one.outcome == .declined)
    }
    guard own.count >= 2 else { return nil }
    let sentences = DeclineSentences(pricer.model)
    let said = Set(own.map { saidReason($0) })
    let declines = said.compactMap { sentences.sentence(said: $0)?.decline }
    guard let decline = declines.first,
      declines.allSatisfy({ $0.span == decline.span })
    else { return nil }
    let entry = PriceOrder.Entry(
      name: cause, top: cause, body: .formula(decline.when), span: decline.span)
    let question = Question(
      cause: cause, departing: RemedyCase.refusal, entry: entry, own: own, isBehind: false,
      condition: decline.when.span)
    let found = finding(question, behind: []) {
      verified([$0], cause, RemedyCase.refusal, behind: [], but: explained)
    }
    guard let (edit, one) = found else { return nil }
    var finding = one
    finding.departing = cause
    return (edit, finding)
  }

  /// Why one side declines a booking.
  private func saidReason(_ index: Int) -> String {
    let one = bench.cases[index]
    return one.outcome == .declined ? one.reason : bench.ourReason(index)
  }
}
