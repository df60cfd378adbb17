import QuoteEngine
import QuoteLanguage

/// Edits of the rules are looked for when all bookings are compared.
extension Differ {
  /// Tries which edits of the rules make what differs the same, and what causes that meet in a
  /// booking make alone.
  func findRemedies(_ run: DifferenceRun) {
    let causes = summary.causes.ordered.map(\.name)
    var found: [(CauseRemedy, causes: [String], String)] = []
    for (form, kept) in cases.sorted(by: { $0.key < $1.key }) {
      guard let comparer = run.comparer else { continue }
      let bench = RemedyBench(kept) { comparer(form, $0) }
      let search = RemedySearch(edited[form], pricers[form], bench)
      let findings = search.findings(causes)
      priceAlone(findings, form)
      found += findings.map { ($0.remedy, $0.causes, $0.departing) }
    }
    summary.explain(minorUnit: pricers[0].model.minorUnit, found)
  }

  /// Prices bookings whose totals differ by each edit alone, and by all of them.
  private func priceAlone(_ findings: [RemedySearch.Finding], _ form: Int) {
    guard findings.count > 1, let money = MeetingMoney(meetings, of: summary.moving),
      let whole = edited[form].pricer(findings.map(\.edit))
    else { return }
    let mends = findings.compactMap { finding -> MeetingMoney.Mend? in
      edited[form].pricer([finding.edit]).map { (finding.causes, $0) }
    }
    guard mends.count == findings.count else { return }
    for change in money.alone(form: form, pricers[form], mends, whole: whole) {
      summary.add(change)
    }
  }
}
