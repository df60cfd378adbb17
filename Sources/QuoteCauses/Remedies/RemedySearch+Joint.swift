import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Several edits for one cause: two figures that are wrong in one formula, two rows of one table.
///
/// Some bookings tell of the one mistake, some of the other, and in some both meet. An edit that
/// makes a part of them theirs is taken, and the rest is looked at behind it. The edits are
/// believed together, where nine in ten bookings are theirs in the end.
extension RemedySearch {
  private static let mostJoint = 4

  /// Several edits for what departs where a cause does. An edit that was found for some of these
  /// bookings may be no part of them: where it leaves others, all are looked at again without it.
  func lookAtSeveral(_ cause: String, _ all: inout Gathered) {
    if let found = joint(cause, behind: all.edits, but: all.explained) {
      for (edit, finding) in found { take(edit, finding, into: &all) }
      return
    }
    guard let departing = question(cause)?.departing else { return }
    let known = all.findings.indices.filter {
      all.findings[$0].departing == departing && !all.findings[$0].isOfSilence
    }
    var rest = all
    for index in known.reversed() {
      rest.explained.subtract(rest.findings.remove(at: index).causes)
      rest.edits.remove(at: index)
    }
    let several = known.isEmpty
      ? nil : joint(cause, behind: rest.edits, but: rest.explained).map { found in
        found.count <= known.count + 1 ? found : []
      }
    guard
      let found = several ?? meeting(cause, behind: rest.edits, but: rest.explained),
      !found.isEmpty
    else { return }
    // What the bookings of the other edits had is theirs as well under these.
    let own = bench.cases.indices.filter {
      bench.cases[$0].departures.values.contains(departing)
    }
    let left = remaining(own, departing, rest.edits + found.map(\.0))
    guard left.count < remaining(own, departing, all.edits).count else { return }
    all = rest
    for (edit, finding) in found { take(edit, finding, into: &all) }
  }

  /// Nil where no few edits do it.
  func joint(
    _ cause: String, behind edits: [RulesEdit], but explained: Set<String>
  ) -> [(RulesEdit, Finding)]? {
    guard let question = question(cause) else { return nil }
    let all = bench.cases.indices.filter { index in
      bench.cases[index].departures.values.contains(question.departing)
        && !bench.cases[index].departures.keys.allSatisfy { explained.contains($0) }
    }
    let own = edits.isEmpty ? all : remaining(all, question.departing, edits)
    var found: [RulesEdit] = []
    var open = own
    while found.count < Self.mostJoint, open.count * 10 > own.count {
      let trial = trial(question, own: open, edits: edits + found, isPart: true)
      guard let edit = best(question, trial) else { return nil }
      found.append(edit)
      let left = remaining(open, question.departing, edits + found)
      guard left.count < open.count else { return nil }
      open = left
    }
    guard found.count > 1, open.count * 10 <= own.count,
      let whole = verified(
        found, cause, question.departing, behind: edits, but: explained),
      whole.remedy.removes * 10 >= whole.remedy.of * 9
    else { return nil }
    return rows(of: whole, found, question)
  }

  /// A finding for each of several edits that are right together: the first is that of the cause,
  /// the others have rows of their own.
  func rows(
    of whole: Finding, _ edits: [RulesEdit], _ question: Question
  ) -> [(RulesEdit, Finding)] {
    edits.enumerated().map { number, edit in
      var finding = whole
      finding.edit = edit
      finding.remedy = remedy(
        edit, removes: whole.remedy.removes, of: whole.remedy.of, breaks: whole.remedy.breaks,
        judged: whole.remedy.judged)
      if number > 0 {
        finding.group = "\(question.departing), \(edit.what)"
        finding.causes = [finding.group ?? ""]
      }
      return (edit, finding)
    }
  }

  /// Those that differ still at a value under some edits.
  func remaining(_ some: [Int], _ departing: String, _ edits: [RulesEdit]) -> [Int] {
    guard let pricer = rules.pricer(edits) else { return some }
    return zip(some, bench.outcomes(pricer, of: some)).filter { _, outcome in
      outcome.remaining?.contains(departing) ?? true
    }.map(\.0)
  }
}

/// Figures under which most of some bookings come to theirs, where not all of them do.
enum CommonFigure {
  /// The ranges in which most of the others lie as well, most first: at most two of them, each of
  /// at least so many bookings.
  static func ranges(
    _ right: [(figure: Ratio, slack: Ratio)], least: Int = 2
  ) -> [(low: Ratio, high: Ratio, count: Int)] {
    var found: [(low: Ratio, high: Ratio, count: Int)] = []
    for one in right {
      let (start, end) = (one.figure - one.slack, one.figure + one.slack)
      let through = right.filter { other in
        !(end < other.figure - other.slack) && !(other.figure + other.slack < start)
      }
      // All that lie about this figure: what is common to those that have it inside.
      let inside = through.filter {
        !(one.figure < $0.figure - $0.slack) && !($0.figure + $0.slack < one.figure)
      }
      guard inside.count >= least,
        let low = inside.map({ $0.figure - $0.slack }).max(),
        let high = inside.map({ $0.figure + $0.slack }).min(), !(high < low)
      else { continue }
      if !found.contains(where: { $0.low == low && $0.high == high }) {
        found.append((low, high, inside.count))
      }
    }
    return Array(found.sorted { $0.count > $1.count }.prefix(2))
  }
}
