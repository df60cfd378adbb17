import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Whole lines of which one is missing, or is there twice, on the other side.
extension RemedySearch {
  private static let mostAdded = 4
  private static let mostAgain = 12
  private static let mostLater = 32

  /// What goes before all that changes a formula: a line that the other side does not have is left
  /// out, whatever else would make nothing of it; one that it has twice counts twice; and of a
  /// group another one is taken.
  func wholeLines(
    _ found: [RemedyPlaces.Place], _ silent: [String], _ trial: Trial
  ) -> [RulesEdit] {
    let model = pricer.model
    return silent.flatMap { RemedyTurns.lines($0, model).prefix(1) } + added(trial)
      + RemedyTurns.takes([trial.departing] + found.compactMap(\.line), model)
  }

  /// Lines of theirs that are one of ours again, by their names or by what they come to.
  private func added(_ trial: Trial) -> [RulesEdit] {
    guard trial.departing != RemedyCase.refusal else { return [] }
    let own = trial.own.prefix(Self.solved)
    let others = bench.unknownNumbers(of: Array(own), known: Set(order.entries.map(\.name)))
    guard !others.isEmpty else { return [] }
    let lines = pricer.model.allLines.filter { $0.kind == .line }
    let outcomes = bench.outcomes(pricer, of: Array(own), values: lines.map(\.name))
    return others.sorted { $0.key < $1.key }.flatMap { name, amounts -> [RulesEdit] in
      let like = lines.filter { line in
        let same = zip(outcomes, amounts).count { $0.ours[line.name] == $1 && !$1.isZero }
        return name.contains(line.name) || same * 3 >= amounts.count
      }
      return like.sorted { $1.name.count < $0.name.count }.prefix(2).compactMap {
        RemedyTurns.again($0, as: name, pricer.model)
      }
    }.prefix(Self.mostAdded).map(\.self)
  }

  /// Lines above one that departs, each a second time: where the other side says each line once.
  func again(above departing: String) -> [RulesEdit] {
    let waterfall = pricer.model.waterfall
    guard let end = waterfall.firstIndex(where: { $0.name == departing }),
      waterfall[end].looksAtSubtotal
    else { return [] }
    return made.of([departing], sort: "again") { _ in
      let looking = waterfall[..<end].indices.reversed().filter { waterfall[$0].looksAtSubtotal }
      return waterfall[..<end].indices.reversed().prefix(Self.mostAgain).flatMap { index in
        let line = waterfall[index]
        let later = looking.lazy.filter { index < $0 }.compactMap {
          RemedyTurns.again(line, after: waterfall[$0], pricer.model)
        }
        return [RemedyTurns.again(line, as: nil, pricer.model)].compactMap(\.self)
          + later.prefix(Self.mostLater)
      }
    }
  }

  /// Lines a second time behind later ones, which do not see it: of a total.
  func againLater(_ trial: Trial) -> [RulesEdit] {
    guard trial.isOfTotal else { return [] }
    let waterfall = pricer.model.waterfall
    return made.of([], sort: "later") { _ in
      let looking = waterfall.indices.filter { waterfall[$0].looksAtSubtotal }
      let edits = waterfall.indices.lazy.flatMap { index in
        looking.lazy.filter { index < $0 }.compactMap {
          RemedyTurns.again(waterfall[index], after: waterfall[$0], pricer.model)
        }
      }
      return Array(edits.prefix(Self.mostLater))
    }
  }

  /// What departs counts twice, and some lines behind it see it once: where theirs is twice ours
  /// in all cases.
  func twiceForSome(_ trial: Trial, _ before: [RemedyBench.Outcome]) -> [RulesEdit] {
    let isTwice = !before.isEmpty && before.allSatisfy { one in
      guard let ours = one.ours[trial.departing], let theirs = one.theirs[trial.departing] else {
        return false
      }
      return !ours.isZero && theirs == ours * 2
    }
    return isTwice ? RemedyTurns.twiceForSome(trial.departing, pricer.model) : []
  }

  /// A cause that several rows make, by the line that one side alone has.
  func named(_ finding: Finding) -> Finding {
    var finding = finding
    if let name = finding.edit.added { finding.row = "only theirs: \(name)" }
    guard let line = finding.edit.leftOut else { return finding }
    let own = bench.cases.filter { finding.causes.contains($0.cause) }
    if own.count(where: { $0.silent == [line] }) * 2 > own.count {
      finding.row = "only ours: \(line)"
    }
    return finding
  }
}

extension RemedyBench {
  /// Numbers of the replies to some cases that have none of these names: those that all of them
  /// have.
  func unknownNumbers(of wanted: [Int], known: Set<String>) -> [String: [Ratio]] {
    var found: [String: [Ratio]] = [:]
    for index in wanted {
      node(of: index)?.eachMember { key, value in
        let name = key.text.string
        guard !known.contains(name), let text = value.plainText,
          let number = ReplyComparer.exact(text)
        else { return }
        found[name, default: []].append(number)
      }
    }
    return found.filter { $0.value.count == wanted.count && $0.value.contains { !$0.isZero } }
  }
}
