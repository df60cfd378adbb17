import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization

/// The evidence for and against a way to round.
///
/// A way that explains some bookings by chance leaves others unexplained at the same value, or
/// makes bookings differ that are the same. Whoever rounds so does it everywhere. Where only
/// some bookings are tried, each counts for those that it stands for.
package final class RoundingEvidence: Sendable {
  private struct Tally {
    var profile: RoundingProfiles.Profile
    /// By the value at which bookings depart: how many become the same, and how many still
    /// differ there; and how many that were tried stand for the latter.
    var values: [String: (explained: Double, contrary: Double, refuted: Int)] = [:]
    /// Bookings that are the same, and would not be.
    var broken = 0.0
  }

  private struct State {
    var tallies: [String: Tally] = [:]
    var searches = 0
    var candidates = 0
  }

  private let state = Mutex(State())
  /// In so many chunks all ways are tried.
  private static let mostSearches = 16
  /// There are many single formulas: that one of them makes a few bookings the same is chance.
  static let leastByFormula = 5
  /// This many times as much must speak for a way as against it.
  private static let timesMore = 3.0
  /// This many bookings that still differ, and none that is the same, are enough: of what a way
  /// is believed for, it makes three of four the same.
  private static let mostRefuted = 8

  /// Whether enough was looked for: from then on nothing is added.
  package var isSettled: Bool { state.withLock { $0.searches >= Self.mostSearches } }

  /// How many bookings there were to try ways on.
  func begin(_ candidates: Int) -> Int {
    state.withLock {
      $0.candidates += candidates
      return $0.candidates
    }
  }

  func end() { state.withLock { $0.searches += 1 } }

  func add(
    _ profile: RoundingProfiles.Profile, at value: String, explained: Double, contrary: Double
  ) {
    state.withLock {
      var tally = $0.tallies[profile.name] ?? Tally(profile: profile)
      tally.values[value, default: (0, 0, 0)].explained += explained
      tally.values[value, default: (0, 0, 0)].contrary += contrary
      tally.values[value, default: (0, 0, 0)].refuted += contrary > 0 ? 1 : 0
      $0.tallies[profile.name] = tally
    }
  }

  func add(_ profile: RoundingProfiles.Profile, broken: Double) {
    state.withLock { $0.tallies[profile.name]?.broken += broken }
  }

  /// Whether nothing that departs at a value will be believed to be this way's.
  func isHopeless(_ profile: RoundingProfiles.Profile, at value: String) -> Bool {
    state.withLock { state in
      guard let found = state.tallies[profile.name]?.values[value] else { return false }
      return found.explained == 0 && found.refuted >= Self.mostRefuted
    }
  }

  /// The values at which a way explains what departs; empty where it is not believed.
  func values(of profile: RoundingProfiles.Profile) -> Set<String> {
    state.withLock { $0.tallies[profile.name].map { Self.values(of: $0).names } ?? [] }
  }

  /// The ways that are believed, those that explain most first.
  var believed: [(profile: RoundingProfiles.Profile, values: Set<String>)] {
    state.withLock { state in
      let found = state.tallies.values.map { ($0.profile, Self.values(of: $0)) }
      return found.filter { !$0.1.names.isEmpty }
        .sorted { ($1.1.explained, $0.0.name) < ($0.1.explained, $1.0.name) }
        .map { ($0.0, $0.1.names) }
    }
  }

  private static func values(of tally: Tally) -> (names: Set<String>, explained: Double) {
    let found = tally.values.filter { $0.value.explained > 0 }
      .filter { $0.value.explained >= timesMore * $0.value.contrary }
    let explained = found.values.reduce(0) { $0 + $1.explained }
    let least = tally.profile.isOfFormula ? Double(leastByFormula) : 1
    guard explained >= least + timesMore * tally.broken else { return ([], 0) }
    return (Set(found.keys), explained)
  }
}
