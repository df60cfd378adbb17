/// Finds bookings that another way to round makes the same.
struct RoundingSearch {
  let profiles: RoundingProfiles
  let minorUnit: Ratio
  /// Which chunk of the input it is: single formulas are tried in the first ones only, for
  /// there are many of them.
  let chunk: Int
  /// So many bookings of a chunk decide whether a way is tried on the others.
  private static let sample = 32

  /// `candidates` are differences of the block; `agree` prices some of them by a profile and
  /// says which are the same then.
  func find(
    in block: inout DifferenceBlock, of candidates: [Int],
    _ agree: (RoundingProfiles.Profile, [Int]) throws(Trouble) -> [Bool]
  ) throws(Trouble) {
    let cents = candidates.filter {
      block.differences[$0].isByCents(minorUnit: minorUnit)
    }
    for index in cents { block.differences[index].rounding = .unexplained }
    try search(cents, profiles.all, least: 1, &block, agree)
    // An amount that is multiplied, or repeated in a text, differs by more than cents.
    let others = candidates.filter {
      block.differences[$0].rounding == .no
        && block.differences[$0].beginsWithCents(minorUnit: minorUnit)
    }
    try search(others, profiles.all, least: 1, &block, agree)
    guard TraitCounter.isLookedAtClosely(chunk) else { return }
    // Which formula it is, also of what a mode removes everywhere.
    let rest = (cents + others).sorted()
    guard rest.count >= Self.leastByFormula else { return }
    let names = Set(rest.prefix(Self.sample).flatMap { block.differences[$0].fields.map(\.name) })
    try search(
      rest, profiles.changes(of: names), least: Self.leastByFormula, &block, agree)
  }

  /// That of many ways one makes a few the same is chance.
  private static let leastByFormula = 3
  private static let leastShare = 1.0 / 3

  /// Tries the profiles; those of which the first bookings tell that they are the cause of
  /// some, `least` at least and a good share of them, are tried on all.
  private func search(
    _ candidates: [Int], _ profiles: [RoundingProfiles.Profile], least: Int,
    _ block: inout DifferenceBlock,
    _ agree: (RoundingProfiles.Profile, [Int]) throws(Trouble) -> [Bool]
  ) throws(Trouble) {
    guard candidates.count >= least else { return }
    let first = Array(candidates.prefix(Self.sample))
    let others = Array(candidates.dropFirst(Self.sample))
    for profile in profiles {
      let same = try agree(profile, first)
      let count = same.count { $0 }
      guard count >= least, Double(count) >= Self.leastShare * Double(first.count) else { continue }
      Self.mark(profile, first, same, &block)
      if !others.isEmpty { Self.mark(profile, others, try agree(profile, others), &block) }
    }
  }

  private static func mark(
    _ profile: RoundingProfiles.Profile, _ candidates: [Int], _ same: [Bool],
    _ block: inout DifferenceBlock
  ) {
    for (index, isSame) in zip(candidates, same) where isSame {
      block.differences[index].addRounding(profile.name)
    }
  }
}

extension BookingDifference {
  /// Notes that a profile makes both sides the same.
  fileprivate mutating func addRounding(_ profile: String) {
    switch rounding {
    case .no, .unexplained: rounding = .removed(by: [profile])
    case .removed(let profiles): rounding = .removed(by: profiles + [profile])
    }
  }

  /// Whether rounding may be all that is between the sides: only numbers
  /// differ, and by little.
  fileprivate func isByCents(minorUnit: Ratio) -> Bool {
    guard ours == .priced, theirs == .priced, !fields.isEmpty else { return false }
    return fields.allSatisfy { field in
      guard field.kind == .different, let amount = field.amount else { return false }
      return amount.magnitude <= minorUnit * 10
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
      field.gap.map { !$0.isZero && $0.magnitude <= minorUnit * 10 } ?? false
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
}
