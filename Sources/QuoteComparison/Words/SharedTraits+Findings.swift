import QuoteEngine
import QuoteLanguage
import Glibc
package import QuoteSyntax

/// Which traits tell the bookings that differ from those that agree.
extension SharedTraits {
  /// Traits that come together, and how many bookings have all of them.
  package struct Finding: Hashable, Sendable {
    var traits: [Trait]
    package var differing: Int
    package var agreeing: Int

    package var text: String { traits.map(\.text).joined(separator: " and ") }
    /// That of the trait that says most.
    package var place: RulePlace? { traits.min { $0.rank < $1.rank }?.place }
  }

  /// The most telling findings first; each explains bookings that the ones before it leave
  /// unexplained. Empty if nothing stands out beyond chance.
  package var findings: [Finding] {
    guard differing.count >= Self.fewest, agreeing.count >= Self.fewest else { return [] }
    var found: [Finding] = []
    var rest = differing
    while found.count < Self.told, !rest.isEmpty, let tests = telling(rest) {
      let finding = Finding(
        traits: tests.map(\.trait), differing: differing.count { Self.has($0, tests) },
        agreeing: agreeing.count { Self.has($0, tests) })
      guard isMarked(finding) else { break }
      found.append(finding)
      rest.removeAll { Self.has($0, tests) }
    }
    return found
  }

  /// Whether it is much rarer where both sides agree.
  private func isMarked(_ finding: Finding) -> Bool {
    let share = Double(finding.differing) / Double(differing.count)
    return share >= Self.timesRarer * Double(finding.agreeing) / Double(agreeing.count)
  }

  private static let timesRarer = 4.0

  /// How many bookings were looked at.
  package var lookedAt: (differing: Int, agreeing: Int) { (differing.count, agreeing.count) }

  private static let fewest = 3
  private static let told = 3
  private static let mostTogether = 3
  /// What chance exceeds once in a hundred, of the chi-squared distribution with one degree of
  /// freedom. Where many traits are looked at more is asked for: Bonferroni's correction, the
  /// tail falling as `exp(-x / 2)`.
  private static let leastEvidence = 6.63

  /// A trait, or a range of a measure, as a question to a booking.
  private struct Test {
    var trait: Trait
    var question: Question

    enum Question {
      case trait(Int32)
      case range(measure: Int32, ClosedRange<Double>)
    }

    /// How many values were chosen for it.
    var ends: Double {
      switch question {
      case .trait: 0
      case .range(_, let bounds): bounds.lowerBound == bounds.upperBound ? 1 : 2
      }
    }

    func holds(_ booking: Booking) -> Bool {
      switch question {
      case .trait(let number): booking.traits.contains(number)
      case .range(let measure, let bounds):
        booking.value(of: measure).map { bounds.contains($0) } ?? false
      }
    }
  }

  private static func has(_ booking: Booking, _ tests: [Test]) -> Bool {
    tests.allSatisfy { $0.holds(booking) }
  }

  /// The test that tells most, then the one that tells most among bookings that have it, until
  /// none of those that agree is left.
  private func telling(_ differing: [Booking]) -> [Test]? {
    var tests: [Test] = []
    var (those, others) = (differing, agreeing)
    while tests.count < Self.mostTogether, !others.isEmpty,
      let best = best(of: those, against: others)
    {
      tests.append(best)
      those.removeAll { !best.holds($0) }
      others.removeAll { !best.holds($0) }
    }
    return tests.isEmpty ? nil : tests
  }

  private func best(of those: [Booking], against others: [Booking]) -> Test? {
    let (counts, contrast) = (Self.counts(those), Self.counts(others))
    let ranges = ranges(those)
    let tests = Set(counts.keys).union(contrast.keys).count + ranges.count
    let least = Self.leastEvidence + 2 * log(Double(max(1, tests)))
    // A range is the best of all that have two of the values as their ends.
    let fit = 2 * log(Double(those.count + others.count))
    var best: (test: Test, evidence: Double)?
    func consider(_ test: Test, _ have: Int, _ othersHave: Int, choices: Double = 0) {
      let share = Double(have) / Double(those.count)
      guard share > Double(othersHave) / Double(others.count) else { return }
      let evidence = Self.evidence(have, of: those.count, othersHave, of: others.count)
      guard evidence > least + choices * fit else { return }
      if let known = best, !isBetter((test, evidence), than: known) { return }
      best = (test, evidence)
    }
    for (number, count) in counts {
      let test = Test(trait: traits.all[Int(number)], question: .trait(number))
      consider(test, count, contrast[number] ?? 0)
    }
    for test in ranges {
      let (have, othersHave) = (those.count { test.holds($0) }, others.count { test.holds($0) })
      if isOutcome(test), othersHave > 0 || others.count < agreeing.count { continue }
      consider(test, have, othersHave, choices: test.ends)
    }
    return best?.test
  }

  private func isOutcome(_ test: Test) -> Bool {
    guard case .range(let measure, _) = test.question else { return false }
    return measures.all[Int(measure)].isOutcome
  }

  /// More evidence, or as much in plainer words.
  private func isBetter(
    _ a: (test: Test, evidence: Double), than b: (test: Test, evidence: Double)
  ) -> Bool {
    if a.evidence != b.evidence { return a.evidence > b.evidence }
    return a.test.trait.comes(before: b.test.trait)
  }

  private static func counts(_ bookings: [Booking]) -> [Int32: Int] {
    var counts: [Int32: Int] = [:]
    for booking in bookings { for trait in booking.traits { counts[trait, default: 0] += 1 } }
    return counts
  }

  /// For each measure the range in which it lies where bookings differ.
  private func ranges(_ bookings: [Booking]) -> [Test] {
    var ends: [Int32: (least: Value, most: Value)] = [:]
    for booking in bookings {
      for (measure, value) in booking.values {
        let known = ends[measure] ?? (value, value)
        ends[measure] = (
          value.number < known.least.number ? value : known.least,
          value.number > known.most.number ? value : known.most
        )
      }
    }
    return ends.map { number, ends in
      let measure = measures.all[Int(number)]
      let isOne = ends.least.number == ends.most.number
      let text =
        isOne
        ? "\(measure.name) is \(ends.least.text)"
        : "\(measure.name) from \(ends.least.text) to \(ends.most.text)"
      return Test(
        trait: Trait(text: text, place: measure.place, rank: measure.rank),
        question: .range(measure: number, ends.least.number...ends.most.number))
    }
  }

  /// The likelihood ratio of the two by two table (the statistic of the G-test).
  private static func evidence(_ a: Int, of all: Int, _ b: Int, of others: Int) -> Double {
    let whole = Double(all + others)
    let (have, lack) = (Double(a + b), whole - Double(a + b))
    let cells = [
      (a, all, have), (all - a, all, lack), (b, others, have), (others - b, others, lack),
    ]
    return cells.reduce(0) { sum, cell in
      guard cell.0 > 0 else { return sum }
      return sum + 2 * Double(cell.0) * log(Double(cell.0) * whole / (Double(cell.1) * cell.2))
    }
  }
}

extension SharedTraits.Trait {
  /// Orders traits that tell as much: the plainer one first, and then in an order that is always
  /// the same.
  fileprivate func comes(before other: SharedTraits.Trait) -> Bool {
    func order(_ trait: SharedTraits.Trait) -> (Int, String, String, Int, Int) {
      let place = trait.place
      return (
        trait.rank, trait.text, place?.file ?? "", place?.line ?? 0, place?.column ?? 0
      )
    }
    return order(self) < order(other)
  }
}
