import Synchronization

/// Other ways to compute the same rules: what a difference that is only
/// rounding goes away under.
final class RoundingProfiles: Sendable {
  /// One of them, ready to price.
  struct Profile: Sendable {
    /// `python`, `half_even`.
    var name: String
    var pricer: Pricer
  }

  private let pricer: Pricer
  private let compile: @Sendable ([String]) -> Pricer?
  private let made = Mutex<[Profile]?>(nil)
  private let changed = Mutex<[Profile]?>(nil)

  /// `compile` makes a pricer with more settings; nil where they do not do.
  init(of pricer: Pricer, compile: @escaping @Sendable ([String]) -> Pricer?) {
    self.pricer = pricer
    self.compile = compile
  }

  /// All that the rules can be compiled for, made when first asked for.
  var all: [Profile] { once(made) { candidates } }

  /// With one formula rounding otherwise; as `all`.
  var changes: [Profile] {
    once(changed) {
      RoundingChanges(of: pricer.model).all.map { ($0.name, [$0.setting]) }
    }
  }

  private func once(
    _ made: borrowing Mutex<[Profile]?>, _ candidates: () -> [(name: String, settings: [String])]
  ) -> [Profile] {
    made.withLock { made in
      if let made { return made }
      let profiles = candidates().compactMap { candidate in
        compile(candidate.settings).map { Profile(name: candidate.name, pricer: $0) }
      }
      made = profiles
      return profiles
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
