import QuoteEngine
package import QuoteLanguage

/// What became of an entry of the ledger of accepted differences.
package struct AcceptedTally: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case fine, unused, expired, overflowing, changed
  }

  package var reason: String
  package var owner: String
  var ticket: String
  /// The last day on which it holds, `2026-12-31`; empty for always.
  var expires: String
  /// How many bookings it may cover; nil for any number.
  package var expected: Int?
  package var bookings = 0
  package var amount = Ratio.zero
  /// The same without signs, what one side refuses among it, and how much of that may be.
  private var money = Ratio.zero
  private let mostMoney: Ratio?
  /// How values may differ, and how they do.
  private let values: [String: AcceptedValue]?
  private var sums: [String: AcceptedSum] = [:]
  /// Whether it says anything of what may differ.
  let hasBounds: Bool
  package var verdict = Verdict.fine
  /// Where the entry stands in the ledger.
  package var place: RulePlace?

  init(_ entry: AcceptedLedger.Entry, in sources: Sources) {
    reason = entry.reason
    owner = entry.owner
    ticket = entry.ticket
    expires = entry.expires?.description ?? ""
    expected = entry.count
    mostMoney = entry.money
    values = entry.values
    hasBounds = entry.hasBounds
    place = RulePlace(entry.span, in: sources)
  }

  mutating func add(_ booking: BookingDifference) {
    bookings += 1
    amount = amount + (booking.amount ?? .zero)
    money = money + (booking.amount ?? booking.stake ?? .zero).magnitude
    guard values != nil else { return }
    for field in booking.fields { sums[field.field, default: AcceptedSum()].add(field) }
  }

  /// Settles the verdict, and says why the entry fails if it does.
  mutating func judge(today: CalendarDate?) -> String? {
    let name = (place.map { "\($0.file):\($0.line): " } ?? "") + "`\(reason)`"
    if let today, let last = CalendarDate(iso: expires), last < today {
      verdict = .expired
      return "\(name) expired on \(expires)"
    }
    if bookings == 0 {
      verdict = .unused
      return "\(name) covers nothing"
    }
    if let expected, bookings > expected {
      verdict = .overflowing
      return "\(name) covers \(bookings) bookings, \(expected) were expected"
    }
    guard let change = change() else { return nil }
    verdict = .changed
    return "\(name) covers \(change)"
  }

  /// What is not as it was accepted.
  private func change() -> String? {
    if let mostMoney, mostMoney < money {
      return "\(money) of differences, \(mostMoney) were expected"
    }
    for (name, value) in (values ?? [:]).sorted(by: { $0.key < $1.key }) {
      let sum = sums[name] ?? AcceptedSum()
      if let departure = sum.departure(from: value, isWhole: bookings == expected) {
        return "`\(name)`: \(departure)"
      }
    }
    return nil
  }
}
