import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Two mistakes that always meet: in every booking of a value are both.
extension RemedySearch {
  /// So many figures that move what departs, and so many other edits, are tried together.
  private static let mostMoving = 4
  private static let mostSlips = 20

  /// Two edits of which neither is right for any booking by itself, since both mistakes are in all
  /// of them: a charge that counts twice, at another rate. A figure is sought behind each edit that
  /// is none.
  func meeting(
    _ cause: String, behind edits: [RulesEdit], but explained: Set<String>
  ) -> [(RulesEdit, Finding)]? {
    guard let question = question(cause), question.departing != RemedyCase.refusal,
      question.departing != "total"
    else { return nil }
    let open = edits.isEmpty ? question.own : remaining(question.own, question.departing, edits)
    guard open.count >= Self.leastMeeting else { return nil }
    var trial = trial(question, own: open, edits: edits, isPart: false)
    let some = Array(trial.own.prefix(Self.solved))
    guard let base = rules.pricer(edits) else { return nil }
    let own = bench.outcomes(base, of: some, values: [question.departing])
    let found = places.places(of: question.entry, rows: firedRows(trial).first ?? [])
    let most = rules.spent + budget.triesOfQuestion(isPart: true)
    let moving = movingFigures(found, trial, some, before: own)
    for slip in moving.isEmpty ? [] : slips(found, question).prefix(Self.mostSlips)
    where rules.spent < most && !slip.overlaps(edits) {
      trial.edits = edits + [slip]
      guard let pricer = rules.pricer(trial.edits) else { continue }
      let before = bench.outcomes(pricer, of: some, values: [question.departing])
      let changed = zip(own, before).count { was, now in
        was.ours[question.departing] != now.ours[question.departing]
      }
      guard changed * 2 >= some.count else { continue }
      for figure in moving where !figure.edit("0", in: self.pricer.sources).overlaps([slip]) {
        for other in solve(figure, trial, some, before: before).edits.prefix(2)
        where sides(other, trial, some)?.allSatisfy({ $0 == 0 }) == true {
          guard
            let whole = verified(
              [slip, other], cause, question.departing, behind: edits, but: explained),
            whole.remedy.removes * 10 >= whole.remedy.of * 9
          else { continue }
          return rows(of: whole, [slip, other], question)
        }
      }
    }
    return meetingTwice(question, open, behind: edits, but: explained)
  }

  /// The edit that is right once what departs counts twice, and that one.
  private func meetingTwice(
    _ question: Question, _ open: [Int], behind edits: [RulesEdit], but explained: Set<String>
  ) -> [(RulesEdit, Finding)]? {
    for slip in twice(question) where !slip.overlaps(edits) {
      var found: [(RulesEdit, Finding)]?
      _ = best(question, trial(question, own: open, edits: edits + [slip], isPart: false)) {
        let whole = verified(
          [slip, $0], question.cause, question.departing, behind: edits, but: explained)
        guard let whole, whole.misses == 0 else { return .no }
        found = rows(of: whole, [slip, $0], question)
        return .explainsAll
      }
      if let found { return found }
    }
    return nil
  }

  /// Edits under which what departs, or the line that it says again, counts twice.
  func twice(_ question: Question) -> [RulesEdit] {
    var names = [question.departing]
    if case .formula(let formula) = question.entry.body {
      let said = formula.restatedLines(in: pricer.model) ?? []
      names += pricer.model.allLines.filter { said.contains($0.id) }.map(\.name)
    }
    return names.flatMap { RemedyTurns.lines($0, pricer.model).dropFirst() }
  }

  /// Few bookings agree on a figure by chance, whatever else is edited.
  private static let leastMeeting = 6

  /// Figures of formulas with which what departs grows.
  private func movingFigures(
    _ found: [RemedyPlaces.Place], _ trial: Trial, _ some: [Int], before: [RemedyBench.Outcome]
  ) -> [RemedyFigure] {
    var moving: [RemedyFigure] = []
    for place in found where place.kind == .formula {
      for figure in RemedyFigure.all(in: place, pricer.sources)
      where moving.count < Self.mostMoving && !figure.value.isZero {
        let probe = figure.edit(
          Self.written(figure.value * 2, digits: figure.digits), in: pricer.sources)
        guard let pricer = rules.pricer(trial.edits + [probe]) else { continue }
        let after = bench.outcomes(pricer, of: some, values: [trial.departing])
        let moved = zip(before, after).count {
          $0.ours[trial.departing] != $1.ours[trial.departing]
        }
        if moved * 5 >= some.count * 4 { moving.append(figure) }
      }
    }
    return moving
  }

  /// Edits that are no other figure and may be right for all bookings of a value.
  private func slips(_ found: [RemedyPlaces.Place], _ question: Question) -> [RulesEdit] {
    var kinds = [twice(question), roundings(found)]
    for place in found where place.kind == .formula {
      kinds.append(RemedyTurns.bases(place, question.departing, pricer.model))
      if let formula = places.formula(at: place) {
        kinds.append(RemedyTurns.parts(place, formula, pricer.model))
      }
    }
    return RemedyTurns.alternating(kinds)
  }
}
