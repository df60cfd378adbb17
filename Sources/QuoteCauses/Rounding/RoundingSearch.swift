package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Finds bookings that another way to round makes the same.
package struct RoundingSearch {
  /// Prices bookings of the chunk by a profile.
  package struct Trial {
    /// Names of values that still differ, for differences of the block, which are given by their
    /// positions. Nil where a side has no price.
    var remaining: (RoundingProfiles.Profile, [Int]) throws(Trouble) -> [Set<String>?]
    /// How many of the bookings that are the same differ, as some of them tell.
    var broken: (RoundingProfiles.Profile) throws(Trouble) -> Double
    /// The value at which a booking departs.
    var departing: (BookingDifference) -> String

    package init(
      remaining: @escaping (RoundingProfiles.Profile, [Int]) throws(Trouble) -> [Set<String>?],
      broken: @escaping (RoundingProfiles.Profile) throws(Trouble) -> Double,
      departing: @escaping (BookingDifference) -> String
    ) {
      (self.remaining, self.broken, self.departing) = (remaining, broken, departing)
    }
  }

  let profiles: RoundingProfiles
  let evidence: RoundingEvidence
  let minorUnit: Ratio
  /// Waits until the chunks before have been searched.
  let takeTurn: () -> Void
  let trial: Trial
  /// This many bookings of a chunk, of either sort, tell what a way is worth.
  private static let sample = 32
  /// This many bookings on which both sides agree speak against a way, or do not.
  package static let mostAgreeing = 256
  /// This many ways are tried where no more is learned.
  private static let mostLearned = 6

  package init(
    profiles: RoundingProfiles, evidence: RoundingEvidence, minorUnit: Ratio,
    takeTurn: @escaping () -> Void, trial: Trial
  ) {
    (self.profiles, self.evidence, self.minorUnit) = (profiles, evidence, minorUnit)
    (self.takeTurn, self.trial) = (takeTurn, trial)
  }

  /// `differing` are differences of the block.
  package func find(in block: inout DifferenceBlock, of differing: [Int]) throws(Trouble) {
    let cents = differing.filter { block.differences[$0].isByCents(minorUnit: minorUnit) }
    for index in cents { block.differences[index].rounding = .untried }
    // An amount that is multiplied, or repeated in a text, differs by more than cents.
    let others = differing.filter {
      block.differences[$0].rounding == .no
        && block.differences[$0].beginsWithCents(minorUnit: minorUnit)
    }
    guard !cents.isEmpty || !others.isEmpty else { return }
    if !evidence.isSettled { takeTurn() }
    let candidates = (cents + others).sorted()
    let departing = candidates.map { trial.departing(block.differences[$0]) }
    var sample: [Int] = []
    if !evidence.isSettled {
      sample = (cents.prefix(Self.sample) + others.prefix(Self.sample)).sorted()
      try search(sample, of: differing, candidates.count, block)
      evidence.end()
    }
    for (profile, values) in evidence.believed.prefix(Self.mostLearned) {
      let near = zip(candidates, departing).filter { values.contains($0.1) }.map(\.0)
      guard !near.isEmpty else { continue }
      for (index, remaining) in zip(near, try trial.remaining(profile, near))
      where remaining?.isEmpty == true {
        block.differences[index].addRounding(profile)
      }
    }
    for index in sample where block.differences[index].rounding == .untried {
      block.differences[index].rounding = .unexplained
    }
  }

  /// Tries every way on a sample, and notes what speaks for it and what against it.
  private func search(
    _ sample: [Int], of differing: [Int], _ count: Int, _ block: DifferenceBlock
  ) throws(Trouble) {
    var ways = profiles.all
    if evidence.begin(count) >= RoundingEvidence.leastByFormula {
      let names = Set(sample.flatMap { block.differences[$0].fields.map(\.name) })
      ways += profiles.changes(of: names)
    }
    let departing = sample.map { trial.departing(block.differences[$0]) }
    let weight = Double(count) / Double(sample.count)
    let witnesses = self.witnesses(differing, departing, block)
    for profile in ways {
      let open = zip(sample, departing).filter { !evidence.isHopeless(profile, at: $0.1) }
      guard !open.isEmpty else { continue }
      let remaining = try trial.remaining(profile, open.map(\.0))
      var explains: Set<String> = []
      for ((index, value), rest) in zip(open, remaining) {
        guard let rest else { continue }
        // What becomes nothing may be missing for any reason.
        let isMissing = profile.isCoarser && block.differences[index].isNothing(at: value)
        if rest.isEmpty, !isMissing {
          explains.insert(value)
          evidence.add(profile, at: value, explained: weight, contrary: 0)
        } else if rest.contains(value) || isMissing {
          evidence.add(profile, at: value, explained: 0, contrary: weight)
        }
      }
      let near = witnesses.filter { explains.contains($0.value) }
      if !near.isEmpty {
        let remaining = try trial.remaining(profile, near.map(\.index))
        for (witness, rest) in zip(near, remaining) where rest?.contains(witness.value) == true {
          evidence.add(profile, at: witness.value, explained: 0, contrary: 1)
        }
      }
      if !explains.isDisjoint(with: evidence.values(of: profile)) {
        evidence.add(profile, broken: try trial.broken(profile))
      }
    }
  }

  /// Some bookings that depart at these values by more than cents.
  private func witnesses(
    _ differing: [Int], _ values: [String], _ block: DifferenceBlock
  ) -> [(index: Int, value: String)] {
    let values = Set(values)
    var found: [(index: Int, value: String)] = []
    for index in differing where found.count < Self.sample {
      let booking = block.differences[index]
      guard booking.rounding == .no, booking.ours == .priced, booking.theirs == .priced,
        !booking.beginsWithCents(minorUnit: minorUnit)
      else { continue }
      let value = trial.departing(booking)
      if values.contains(value) { found.append((index, value)) }
    }
    return found
  }
}

extension BookingDifference {
  /// Notes that a profile makes both sides the same.
  fileprivate mutating func addRounding(_ profile: RoundingProfiles.Profile) {
    switch rounding {
    case .no, .unexplained, .untried:
      rounding = .removed(by: [profile.name])
      roundedFormula = profile.formula
    case .removed(let profiles):
      rounding = .removed(by: profiles + [profile.name])
    }
  }

  /// Whether the other side has nothing where it departs.
  fileprivate func isNothing(at name: String) -> Bool {
    let found = fields.filter { $0.name == name }
    return !found.isEmpty
      && found.allSatisfy { $0.theirs.isEmpty || Ratio(decimal: $0.theirs)?.isZero == true }
  }

  /// Whether rounding may be all that is between the sides: only numbers
  /// differ, and by little. Zeros with another sign are no other numbers.
  fileprivate func isByCents(minorUnit: Ratio) -> Bool {
    guard ours == .priced, theirs == .priced,
      fields.contains(where: { $0.amount?.isZero == false })
    else { return false }
    return fields.allSatisfy { field in
      guard field.kind == .different, let amount = field.amount else { return false }
      return amount.magnitude <= RoundingLimit.amount(minorUnit)
    }
  }

  /// Whether some number differs by little and the total, if it does, by no more than may be
  /// made of that.
  fileprivate func beginsWithCents(minorUnit: Ratio) -> Bool {
    guard ours == .priced, theirs == .priced,
      fields.allSatisfy({ $0.kind == .different }),
      (amount?.magnitude ?? .zero) <= minorUnit * 100
    else { return false }
    return fields.contains { field in
      field.gap.map { !$0.isZero && $0.magnitude <= RoundingLimit.amount(minorUnit) } ?? false
    }
  }

  /// Whether it is more than what rounding for display makes of equal values.
  package func isMoreThanShown(minorUnit: Ratio) -> Bool {
    fields.contains { field in
      field.gap.map { $0.magnitude > minorUnit / 2 } ?? true
    }
  }
}

extension FieldDifference {
  /// How far apart two numbers are, or two texts that are numbers.
  fileprivate var gap: Ratio? {
    if let amount { return amount }
    guard let a = Self.number(ours), let b = Self.number(theirs) else { return nil }
    return a - b
  }

  private static func number(_ json: String) -> Ratio? {
    guard json.hasPrefix("\"") else { return nil }
    return Ratio(decimal: String(json.dropFirst().dropLast()))
  }

  /// Whether the other side shows our number, with as many digits as it shows, those of the
  /// currency at least.
  func isShownAs(minorDigits: Int) -> Bool {
    guard kind == .different, let amount else { return false }
    guard !theirs.contains(where: { $0 == "e" || $0 == "E" }) else { return false }
    let digits = theirs.firstIndex(of: ".").map { theirs[$0...].dropFirst().count } ?? 0
    var least = Ratio(1) / 2
    for _ in 0..<max(digits, minorDigits) { least = least / 10 }
    return amount.magnitude <= max(least, Ratio(1) / 1_000_000)
  }
}

extension [Int] {
  /// At most so many of them, from all over.
  package func spread(_ most: Int) -> [Int] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}
