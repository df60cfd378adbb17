import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits of the rules are looked for when all bookings are compared.
extension Differ {
  /// Tries which edits of the rules make what differs the same, and what causes that meet in a
  /// booking make alone.
  func findRemedies(
    _ run: DifferenceRun, team: ThreadTeam, onTry: @escaping (Int) -> Void
  ) {
    var tried = 0
    let causes = summary.causes.ordered.map(\.name)
    let related = summary.relatedCauses(pricers[0].model.minorUnit).map(\.causes)
    let kin = summary.kin.causes(summary.causes)
    var found: [(CauseRemedy, causes: [String], String)] = []
    for (form, kept) in cases.sorted(by: { $0.key < $1.key }) {
      guard let comparer = run.comparer else { continue }
      let bench = RemedyBench(kept.filter(\.isTried), pricers[form]) { comparer(form, $0) }
      let search = RemedySearch(
        edited[form], pricers[form], bench, searches: cases.count, team: team
      ) {
        tried += 1
        onTry(tried)
      }
      let findings = search.findings(causes, related: related, kin: kin)
      for finding in findings {
        if let name = finding.group { summary.openCause(name, at: finding.remedy.place) }
      }
      let changes = moneyAlone(findings, form, search.rules)
      for change in changes { summary.add(change) }
      let all = RemedyBench(kept.filter(\.isDiffering)) { comparer(form, $0) }
      let told = told(findings)
      let members = search.members(
        all, told.map(\.edits), departing: findings.map(\.departing), first: found.count)
      for booking in members { summary.members.add(booking) }
      for change in changes { summary.members.add(change) }
      found += told.map { ($0.remedy, $0.causes, $0.name) }
    }
    summary.explain(minorUnit: pricers[0].model.minorUnit, found)
  }

  /// What is said of some findings, and the edits that do it.
  private typealias Told = (
    remedy: CauseRemedy, causes: [String], name: String, edits: [RulesEdit]
  )

  /// An edit that has a row of its own, but of whose bookings it is not known which they are, is
  /// said with the one before it.
  private func told(_ findings: [RemedySearch.Finding]) -> [Told] {
    var told: [Told] = []
    for finding in findings {
      guard let name = finding.group, summary.causes[name]?.bookings == 0,
        let last = told.indices.last
      else {
        var remedy = finding.remedy
        remedy.departing = finding.departing
        told.append(
          (remedy, finding.causes, finding.row ?? finding.departing, [finding.edit]))
        continue
      }
      told[last].remedy.edit += ", and " + finding.remedy.edit
      told[last].remedy.setting = nil
      told[last].edits.append(finding.edit)
    }
    summary.dropEmptyCauses()
    return told
  }

  /// Prices bookings whose totals differ by each edit alone, and by all of them.
  private func moneyAlone(
    _ findings: [RemedySearch.Finding], _ form: Int, _ rules: TriedRules
  ) -> [CauseMoneyChange] {
    guard !findings.isEmpty,
      let money = MeetingMoney(meetings, of: summary.moving, pricers[form], peeled[form]),
      let whole = rules.pricer(findings.map(\.edit))
    else { return [] }
    let mends = findings.compactMap { finding -> MeetingMoney.Mend? in
      rules.pricer([finding.edit]).map {
        MeetingMoney.Mend(causes: finding.causes, departing: finding.departing, pricer: $0)
      }
    }
    return mends.count == findings.count ? money.alone(form: form, mends, whole: whole) : []
  }
}
