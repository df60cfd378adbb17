import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How much room an entry of a ledger leaves beside what was seen: one that would accept twice our
/// price, or none, in each booking that it covers has accepted no difference but any price, and so
/// has one that would in a booking of which theirs is another price.
package struct AcceptedWidth: Hashable, Sendable {
  /// What was seen of one value, and what would have been another price in the same bookings.
  private struct Room: Hashable, Sendable {
    var count = 0
    var unheld = 0
    /// It covers a booking of which theirs is another price, and would cover any other price too.
    var holdsAnother = false
    var gaps = Ratio.zero
  }

  /// What is more than rounding, however small a price is.
  private let least: Ratio
  /// What is another price in one booking, where it is more than half of ours.
  private let another: Ratio
  private var widths: [String: Room] = [:]
  private var total = Room()

  init(minorUnit: Ratio) {
    least = RoundingLimit.anotherPrice(minorUnit)
    another = minorUnit * 100
  }

  /// By how much another price differs from ours: by all of it, by twice as much as was seen, and
  /// by more than rounding does.
  package static func gap(_ ours: Ratio, by seen: Ratio, least: Ratio) -> Ratio {
    max(ours.magnitude, seen.magnitude * 2, least)
  }

  /// Takes in a booking that an entry covers; `values` is what it says of values.
  mutating func add(_ booking: BookingDifference, _ values: [String: AcceptedValue]?) {
    guard booking.isPricedByBoth, let ours = ReplyComparer.exact(booking.ourTotal) else { return }
    total.count += 1
    total.gaps = total.gaps + Self.gap(ours, by: booking.amount ?? .zero, least: least)
    for name in booking.unheld {
      widths[name, default: Room()].unheld += 1
      let field = booking.fields.first { $0.name == name }
      let seen = (name == "total" ? booking.amount : field?.numberGap) ?? .zero
      let price = name == "total" ? ours : ReplyComparer.exact(field?.ours ?? "") ?? .zero
      if booking.unheldFar.contains(name), seen.magnitude > another,
        seen.magnitude * 2 >= price.magnitude
      {
        widths[name]?.holdsAnother = true
      }
    }
    guard let values else { return }
    for field in booking.fields {
      guard let seen = field.numberGap, let value = values[field.field] else { continue }
      let gap = Self.gap(ReplyComparer.exact(field.ours) ?? .zero, by: seen, least: least)
      let isUnheld = value.covers(amount: gap) || value.covers(amount: -gap)
      widths[field.field, default: Room()].count += 1
      widths[field.field, default: Room()].unheld += isUnheld ? 1 : 0
      widths[field.field, default: Room()].gaps = (widths[field.field]?.gaps ?? .zero) + gap
    }
  }

  /// The value of which an entry would accept anything; nil where it holds all. `times` is how many
  /// bookings it may cover for each that it does.
  func unheld(
    _ values: [String: AcceptedValue]?, money: Ratio?, isBounded: Bool, times: Ratio
  ) -> String? {
    let isMoneyHeld = money.map { $0 < total.gaps * times } ?? false
    if let values {
      let found = widths.filter { name, width in
        guard width.count > 0, width.unheld == width.count, let value = values[name] else {
          return false
        }
        return width.gaps <= max(value.above, value.below.magnitude)
      }
      return found.keys.filter { $0 != "total" || !isMoneyHeld }.min()
    }
    guard total.count > 0 else { return nil }
    if isBounded {
      let found = widths.filter { $0.value.unheld == total.count || $0.value.holdsAnother }
      return found.keys.filter { $0 != "total" || !isMoneyHeld }.min()
    }
    return money == nil || isMoneyHeld ? nil : "total"
  }
}
