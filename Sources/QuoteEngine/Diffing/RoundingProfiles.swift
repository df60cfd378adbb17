import Synchronization

/// Other ways to compute the same rules: what a difference that is only
/// rounding goes away under.
final class RoundingProfiles: Sendable {
  /// One of them, ready to price.
  struct Profile: Sendable {
    /// `python`, `half_even`.
    var name: String
    var pricer: Pricer
    /// Whether it changes one formula: there are many of these, and most are tried once.
    var isOfFormula = false
  }

  private let pricer: Pricer
  private let compile: @Sendable ([String]) -> Pricer?
  private let made = Mutex<[Profile]?>(nil)
  private let changes = Mutex<[RoundingChanges.Change]?>(nil)
  /// By the name, nil where the rules do not do.
  private let changed = Mutex<[String: Profile?]>([:])
  /// So many formulas are tried.
  private static let mostChanges = 48

  /// `compile` makes a pricer with more settings; nil where they do not do.
  init(of pricer: Pricer, compile: @escaping @Sendable ([String]) -> Pricer?) {
    self.pricer = pricer
    self.compile = compile
  }

  /// All that the rules can be compiled for, made when first asked for.
  var all: [Profile] {
    made.withLock { made in
      if let made { return made }
      let profiles = candidates.compactMap { candidate in
        compile(candidate.settings).map { Profile(name: candidate.name, pricer: $0) }
      }
      made = profiles
      return profiles
    }
  }

  /// With one formula rounding otherwise, those of these names first; as `all`.
  func changes(of names: Set<String>) -> [Profile] {
    let changes = self.changes.withLock { changes in
      let all = changes ?? RoundingChanges(of: pricer.model).all
      changes = all
      return all
    }
    let near = changes.filter { names.contains($0.formula) }
    let others = changes.filter { !names.contains($0.formula) }
    return (near + others).prefix(Self.mostChanges).compactMap { change in
      changed.withLock { changed in
        if let known = changed[change.name] { return known }
        let profile = compile([change.setting]).map {
          Profile(name: change.name, pricer: $0, isOfFormula: true)
        }
        changed[change.name] = .some(profile)
        return profile
      }
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
    return candidates
  }
}
