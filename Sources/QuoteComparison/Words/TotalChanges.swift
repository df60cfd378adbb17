import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// By which part of ours their totals are other ones, of all bookings that both sides price: a
/// distribution, kept in steps of a hundredth of a percent, beyond twice our total in percents.
package struct TotalChanges: Hashable, Sendable {
  /// How many bookings, by steps of a hundredth of a percent; the sign is theirs against ours.
  private var counts: [Int: Int] = [:]
  /// The most without its sign, exactly, and the booking that has it.
  package private(set) var largest = Ratio.zero
  package private(set) var example = ""
  package private(set) var isLargestDown = false
  package private(set) var bookings = 0
  /// Totals that are something for one side and nothing for ours: no part of it.
  package private(set) var fromNothing = 0

  package init() {}

  package var isEmpty: Bool { bookings == 0 }

  /// Counts a booking whose total is ours, and theirs by so much less.
  package mutating func add(_ difference: Ratio, of ours: Ratio, key: String) {
    guard !difference.isZero else { return }
    guard !ours.isZero else {
      fromNothing += 1
      return
    }
    let part = -difference / ours.magnitude
    guard part.isFinite else { return }
    bookings += 1
    counts[Self.step(part), default: 0] += 1
    guard largest < part.magnitude else { return }
    (largest, example, isLargestDown) = (part.magnitude, key, part.isNegative)
  }

  /// Counts so many bookings by the step that ``step(_:of:)`` gives; none of them is the largest.
  package mutating func add(_ count: Int, at step: Int) {
    bookings += count
    counts[step, default: 0] += count
  }

  /// The step of a difference of whole numbers, less than 10^15 each.
  package static func step(_ difference: Int, of ours: Int) -> Int {
    let size = Int(ours.magnitude)
    let (twice, half) = (-difference * 20_000, size)
    let (quotient, rest) = (twice + half).quotientAndRemainder(dividingBy: 2 * size)
    return coarse(rest < 0 ? quotient - 1 : quotient)
  }

  private static func coarse(_ steps: Int) -> Int {
    let held = Swift.min(Swift.max(steps, -1_000_000_000), 1_000_000_000)
    return held.magnitude > 20_000 ? held / 100 * 100 : held
  }

  /// Adds what came after in the input.
  package mutating func add(_ other: TotalChanges) {
    counts.merge(other.counts, uniquingKeysWith: +)
    bookings += other.bookings
    fromNothing += other.fromNothing
    guard largest < other.largest else { return }
    (largest, example, isLargestDown) = (other.largest, other.example, other.isLargestDown)
  }

  private static func step(_ part: Ratio) -> Int {
    let steps = (part * 10_000 + Ratio(1, 2)).floor ?? 0
    return coarse(Int(Swift.min(Swift.max(steps, -1_000_000_000), 1_000_000_000)))
  }

  /// The part that so many of the bookings do not go beyond, the sign taken into account.
  package func part(reachedBy share: Ratio) -> Ratio {
    Self.part(counts, reachedBy: share, of: bookings)
  }

  /// The same as `part`, without signs.
  func magnitude(reachedBy share: Ratio) -> Ratio {
    var all: [Int: Int] = [:]
    for (step, count) in counts { all[abs(step), default: 0] += count }
    return Swift.min(Self.part(all, reachedBy: share, of: bookings), largest)
  }

  /// The largest with its sign, to the ten thousandth.
  package var largestRounded: Ratio {
    let steps = (largest * 10_000 + Ratio(1, 2)).floor ?? 0
    let rounded = Ratio(steps, 10_000)
    return isLargestDown ? -rounded : rounded
  }

  private static func part(
    _ counts: [Int: Int], reachedBy share: Ratio, of bookings: Int
  ) -> Ratio {
    var left = Ratio(bookings) * share
    for (step, count) in counts.sorted(by: { $0.key < $1.key }) {
      left = left - Ratio(count)
      if !(Ratio.zero < left) { return Ratio(Int128(step), 10_000) }
    }
    return .zero
  }
}
