import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What an entry of a ledger says of how much may differ: in `values` or `money`, or in a
/// condition that bounds what theirs may be. A cause and a count do not: a larger mistake with the
/// same cause would be covered as well.
struct AcceptedStatement: Hashable, Sendable {
  /// What a booking has of which it says nothing.
  enum Gap {
    /// A side refuses what the other one prices.
    case outcome
    case value(FieldDifference)
  }

  private let saysValues: Bool
  private let saysMoney: Bool
  private let saysOutcomes: Bool
  /// Values that the condition bounds.
  let bounded: Set<String>

  init(_ entry: AcceptedLedger.Entry, own: Set<String>) {
    saysValues = entry.values != nil
    saysMoney = entry.money != nil
    saysOutcomes = ConditionOutcomes(of: entry.when, own: own).areSaid
    bounded = ConditionBounds(of: entry.when, own: own).names
  }

  /// Nil if it says how much all of the booking's values may differ. Money of which it says
  /// nothing itself may differ by no more than a total of which it does: lines that are wrong both
  /// ways and leave the total as it is are not a cent of rounding.
  func gap(in booking: BookingDifference) -> Gap? {
    if saysValues { return nil }
    guard booking.ours == .priced, booking.theirs == .priced else {
      return saysMoney || saysOutcomes ? nil : .outcome
    }
    // A line that is the total here need not be theirs: what bounds the one bounds no other.
    let isOfTotal = saysMoney || bounded.contains("total")
    let limit = isOfTotal ? (booking.amount ?? .zero).magnitude : nil
    let open = booking.fields.filter { field in
      if bounded.contains(field.name) || bounded.contains(field.field) {
        return field.isMoney && field.numberGap == nil
      }
      if field.name == "total", isOfTotal { return field.numberGap == nil }
      // What is no money is bounded by no amount of it.
      guard field.isMoney else { return true }
      guard let limit, let gap = field.numberGap else { return true }
      return limit < gap.magnitude
    }
    return (open.first { $0.name == booking.departing } ?? open.first).map { .value($0) }
  }
}
