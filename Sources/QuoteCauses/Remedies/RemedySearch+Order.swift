import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One line in another place: where it looks at the subtotal, it departs itself in some bookings
/// and in others the lines that it passes do. Each of these has an edit that suits its own bookings
/// alone, so what was found for one value after the other is held against moves that suit all.
extension RemedySearch {
  /// So many moves are tried, first on so many bookings.
  private static let mostMoves = 40
  private static let mostMoved = 12

  /// What a move does with the edits that it leaves as they are.
  private struct Reordering {
    var edit: RulesEdit
    var finding: Finding
    /// Findings whose place it takes.
    var replaced: [Int]
    /// How many bookings differ still.
    var open: Int
  }

  /// Takes a move in place of several edits, or of some that leave bookings different, where fewer
  /// of these differ under it.
  func lookAtOrder(_ all: inout Gathered) {
    let differing = bench.cases.indices.filter {
      bench.cases[$0].isOpen && bench.cases[$0].isDiffering
    }
    guard differing.count > 1, let base = rules.pricer(all.edits) else { return }
    let open = bench.outcomes(base, of: differing).count { $0.remaining?.isEmpty != true }
    guard open > 0 || all.edits.count > 1 else { return }
    var best: Reordering?
    for move in likelyMoves(differing) where best?.open != 0 {
      best = reordering(move, differing, all, open: open, after: best) ?? best
    }
    guard let best else { return }
    replace(best.replaced, by: (best.edit, best.finding), &all)
  }

  /// Those that change what departs in the most bookings, of equals the nearest.
  private func likelyMoves(_ differing: [Int]) -> [RemedyTurns.Move] {
    let moves = RemedyTurns.moves(pricer.model).map { move in
      (move, count: differing.count { isAt(move, bench.cases[$0].departing) })
    }
    let ordered = moves.enumerated().sorted { a, b in
      (b.element.count, a.offset) < (a.element.count, b.offset)
    }
    return ordered.prefix(Self.mostMoves).map(\.element.0)
  }

  private func isAt(_ move: RemedyTurns.Move, _ departing: String) -> Bool {
    move.names.contains(departing.split(separator: ".").first.map(String.init) ?? departing)
  }

  /// Nil where not fewer than `open` differ under it, or as many with fewer edits, where the best
  /// one so far leaves no more, or where it is not to be believed.
  private func reordering(
    _ move: RemedyTurns.Move, _ differing: [Int], _ all: Gathered, open: Int,
    after best: Reordering?
  ) -> Reordering? {
    let replaced = all.findings.indices.filter {
      isAt(move, all.findings[$0].departing) && !all.findings[$0].isOfSilence
    }
    let kept = all.edits.indices.filter { !replaced.contains($0) }.map { all.edits[$0] }
    let own = differing.filter { isAt(move, bench.cases[$0].departing) }
    guard !move.edit.overlaps(kept),
      !all.edits.contains(where: { $0.written == move.edit.written }),
      let pricer = rules.pricer(kept + [move.edit])
    else { return nil }
    let some = (own.isEmpty ? differing : own).spread(Self.mostMoved)
    let likely = bench.outcomes(pricer, of: some).count { $0.remaining?.isEmpty == true }
    guard likely * 2 >= some.count else { return nil }
    let after = Dictionary(
      uniqueKeysWithValues: zip(differing, bench.outcomes(pricer, of: differing)))
    let left = after.values.count { $0.remaining?.isEmpty != true }
    guard best.map({ left < $0.open }) ?? (left < open || left == open && replaced.count > 1)
    else { return nil }
    let agreeing = bench.cases.indices.filter { !bench.cases[$0].isDiffering }
    let breaks = bench.outcomes(pricer, of: agreeing).count { $0.remaining?.isEmpty != true }
    guard var finding = explained(by: move, after, behind: kept),
      Self.isLittle(breaks, of: agreeing.count, beside: finding.remedy.removes)
    else { return nil }
    finding.remedy.breaks = breaks
    finding.remedy.judged = agreeing.count
    return Reordering(edit: move.edit, finding: finding, replaced: replaced, open: left)
  }

  /// The causes that a move explains, behind edits that do not; nil where there are none.
  private func explained(
    by move: RemedyTurns.Move, _ after: [Int: RemedyBench.Outcome], behind edits: [RulesEdit]
  ) -> Finding? {
    var byCause: [String: (removed: Int, count: Int)] = [:]
    for (index, outcome) in after {
      for (cause, place) in bench.cases[index].departures {
        byCause[cause, default: (0, 0)].count += 1
        let isRemoved = outcome.remaining.map { !$0.contains(place) } ?? false
        byCause[cause, default: (0, 0)].removed += isRemoved ? 1 : 0
      }
    }
    let causes = byCause.filter { cause, found in
      found.removed * 10 >= found.count * 9 && (edits.isEmpty || !isExplained(cause, by: edits))
    }
    let own = after.filter { causes[bench.cases[$0.key].cause] != nil }
    let removes = own.count { index, outcome in
      outcome.remaining?.contains(bench.cases[index].departing) == false
    }
    guard removes > 1, removes * 10 >= own.count * 9 else { return nil }
    let places = own.keys.map { bench.cases[$0].departing }
    let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
    let departing = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    return Finding(
      remedy: remedy(move.edit, removes: removes, of: own.count, breaks: 0, judged: 0),
      causes: causes.keys.sorted(), departing: departing, edit: move.edit)
  }
}
