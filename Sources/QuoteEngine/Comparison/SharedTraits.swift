/// What bookings that depart at one value have in common, beside bookings that both sides
/// price alike.
///
/// A trait that all of the first and none of the others have points at the rule that the other
/// side has otherwise.
public struct SharedTraits: Sendable {
  /// What a booking, or its price, may have.
  public struct Trait: Hashable, Sendable {
    /// `factor [100..249]`, `zone is outer`.
    public var text: String
    /// Where it stands in the rules.
    public var place: RulePlace?
    /// Of traits that tell as much the lowest is told.
    var rank: Int
  }

  /// A number or a moment that a booking has: an input, the key of a table.
  struct Measure: Hashable, Sendable {
    var name: String
    var place: RulePlace?
    /// As that of a trait.
    var rank: Int
  }

  /// What is known of one booking.
  struct Booking: Sendable {
    var traits: Set<Trait> = []
    /// Each with how it is written.
    var measures: [Measure: Value] = [:]
  }

  struct Value: Hashable, Sendable {
    var number: Double
    var text: String
  }

  /// Bookings that depart at the value, and some that agree.
  private(set) var differing: [Booking] = []
  private(set) var agreeing: [Booking] = []
  /// So many of each are kept, the first ones.
  private static let most = 2048

  init() {}

  mutating func add(differing booking: Booking) {
    if differing.count < Self.most { differing.append(booking) }
  }

  mutating func add(agreeing booking: Booking) {
    if agreeing.count < Self.most { agreeing.append(booking) }
  }

  mutating func add(_ other: SharedTraits) {
    for booking in other.differing { add(differing: booking) }
    for booking in other.agreeing { add(agreeing: booking) }
  }
}
