package import QuoteEngine
import QuoteLanguage
package import QuoteLint
import QuoteSyntax
import Synchronization

/// Other ways to compute the same rules: what a difference that is only
/// rounding goes away under.
package final class RoundingProfiles: Sendable {
  /// One of them, ready to price.
  package struct Profile: Sendable {
    /// `python`, `half_even`.
    package var name: String
    package var pricer: Pricer
    /// The line or let whose formula it changes, if it is one: there are many of these, and
    /// most are tried once.
    var formula: String?
    /// Whether it rounds to a coarser step.
    var isCoarser = false

    package var isOfFormula: Bool { formula != nil }
  }

  private let pricer: Pricer
  private let compile: @Sendable ([String]) throws(RulesFailure) -> Pricer
  private let made = Mutex<(profiles: [Profile], refused: [Refusal])?>(nil)
  private let changes = Mutex<RoundingChanges?>(nil)
  /// By the name, nil if the rules do not do.
  private let changed = Mutex<[String: Profile?]>([:])
  /// This many formulas are tried.
  private static let mostChanges = 48

  /// A way that the rules cannot be compiled for.
  package struct Refusal: Sendable {
    package var name: String
    /// All that is wrong.
    package var failure: RulesFailure
    /// The first thing that is wrong.
    package var why: String { failure.firstReason }
  }

  /// `compile` makes a pricer with more settings; it throws where they do not do.
  package init(
    of pricer: Pricer, compile: @escaping @Sendable ([String]) throws(RulesFailure) -> Pricer
  ) {
    self.pricer = pricer
    self.compile = compile
  }

  var minorUnit: Ratio { pricer.model.minorUnit }

  /// All that the rules can be compiled for, made when first asked for.
  var all: [Profile] {
    made.withLock { made in
      if let made { return made.profiles }
      var (profiles, refused) = ([Profile](), [Refusal]())
      for candidate in candidates {
        do throws(RulesFailure) {
          profiles.append(
            Profile(name: candidate.name, pricer: try compile(candidate.settings)))
        } catch {
          refused.append(Refusal(name: candidate.name, failure: error))
        }
      }
      made = (profiles, refused)
      return profiles
    }
  }

  /// The ways of `all` that were asked for and cannot be made.
  package var refused: [Refusal] { made.withLock { $0?.refused ?? [] } }

  /// The profiles with one formula rounding otherwise, those of these names first; otherwise as
  /// `all`.
  func changes(of names: Set<String>) -> [Profile] {
    let changes = self.found.all
    let near = changes.filter { names.contains($0.formula) }
    let others = changes.filter { !names.contains($0.formula) }
    return (near + others).prefix(Self.mostChanges).compactMap { change in
      changed.withLock { changed in
        if let known = changed[change.name] { return known }
        let profile = (try? compile([change.setting])).map {
          Profile(
            name: change.name, pricer: $0, formula: change.formula, isCoarser: change.isCoarser)
        }
        changed[change.name] = .some(profile)
        return profile
      }
    }
  }

  private var found: RoundingChanges {
    changes.withLock { changes in
      let found = changes ?? RoundingChanges(of: pricer.model)
      changes = found
      return found
    }
  }

  private var candidates: [(name: String, settings: [String])] {
    let model = pricer.model
    var candidates: [(name: String, settings: [String])] = []
    for mode in [RoundingMode.halfUp, .halfEven, .towardsZero, .up]
    where model.arithmetic != .exact || model.rounding != mode {
      candidates.append((mode.rawValue, ["arithmetic=exact", "rounding=\(mode.rawValue)"]))
    }
    for arithmetic in Arithmetic.allCases
    where arithmetic.isBinary && arithmetic != model.arithmetic {
      candidates.append((arithmetic.rawValue, ["arithmetic=\(arithmetic.rawValue)"]))
    }
    let settings = found.withoutAny
    if !settings.isEmpty { candidates.append(("no formula rounded", settings)) }
    return candidates
  }
}

extension RulesFailure {
  /// The first of what is wrong, in one sentence.
  fileprivate var firstReason: String {
    switch self {
    case .rejected(let rejected): rejected.diagnostics.first?.headline ?? ""
    case .trouble(let trouble): trouble.message
    }
  }
}
