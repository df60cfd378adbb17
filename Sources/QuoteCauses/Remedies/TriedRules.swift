package import QuoteEngine
import Synchronization

/// Rules with edits, for one search. The last few that were compiled are kept: what is tried on
/// some bookings is often priced again on others.
package final class TriedRules {
  private let rules: EditedRules
  private let team: ThreadTeam
  private var latest: [(edits: [RulesEdit.Written], pricer: Pricer?)] = []
  private static let kept = 12
  /// Those that were compiled before somebody asked for them.
  private var ahead: [[RulesEdit.Written]: Pricer?] = [:]
  /// How often some were asked for, or would not do: what a search may take is counted in these,
  /// for the clock is another one on every machine. What was granted is taken off.
  private(set) var spent = 0

  /// Called whenever some were.
  private let onTry: () -> Void

  init(_ rules: EditedRules, team: ThreadTeam = .none, onTry: @escaping () -> Void = {}) {
    (self.rules, self.team, self.onTry) = (rules, team, onTry)
  }

  /// Lets a search go on that has found something.
  func grant(_ tries: Int) { spent -= tries }

  /// What such parts of a search have spent together.
  private var spentBesides = 0

  /// Runs a part of a search that takes nothing from what the others may: what it may spend is its
  /// own, and `most` for all such parts together. The body is told up to where it goes.
  func besides<Found>(most: Int, _ body: (Int) -> Found?) -> Found? {
    guard spentBesides < most else { return nil }
    let before = spent
    let found = body(before + min(most - spentBesides, Self.mostOfPart))
    spentBesides += spent - before
    spent = before
    return found
  }

  private static let mostOfPart = 320

  /// Compiles some that are asked for next, side by side where there are several threads: nothing
  /// else comes of it.
  func compile(_ next: [[RulesEdit]]) {
    ahead = [:]
    if team.threads < 2 { return }
    let new = next.filter { known($0.map(\.written)) == nil }
    if new.count < 2 { return }
    let made = CompiledTogether()
    team.run(min(team.threads, new.count)) { [rules] in
      while let index = made.next(of: new.count) { made.add(rules.pricer(new[index]), at: index) }
    }
    for (edits, pricer) in zip(new, made.all(new.count)) { ahead[edits.map(\.written)] = pricer }
  }

  private func known(_ edits: [RulesEdit.Written]) -> Int? {
    latest.firstIndex { $0.edits == edits }
  }

  /// Nil where the edited rules are none.
  package func pricer(_ edits: [RulesEdit]) -> Pricer? {
    let written = edits.map(\.written)
    if let known = known(written) {
      let found = latest.remove(at: known)
      latest.append(found)
      return found.pricer
    }
    spent += 1
    onTry()
    let made = ahead.removeValue(forKey: written) ?? rules.pricer(edits)
    if latest.count == Self.kept { latest.removeFirst() }
    latest.append((written, made))
    return made
  }
}

/// What several threads compile, each the next that nobody has taken.
private final class CompiledTogether: Sendable {
  private let taken = Atomic<Int>(0)
  private let made = Mutex<[Int: Pricer]>([:])

  func next(of count: Int) -> Int? {
    let index = taken.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func add(_ pricer: Pricer?, at index: Int) { made.withLock { $0[index] = pricer } }

  func all(_ count: Int) -> [Pricer?] {
    made.withLock { made in (0..<count).map { made[$0] } }
  }
}
