import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What became of an entry of the ledger of accepted differences.
package struct AcceptedTally: Hashable, Sendable {
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case fine, unused, expired, overflowing, changed
    /// It does not say how much it accepts.
    case unbounded
    /// Nobody has said why, or who.
    case unsigned
  }

  package var reason: String
  package var owner: String
  package var ticket: String
  /// The last day on which it holds, `2026-12-31`; empty for always.
  package var expires: String
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
  private let statement: AcceptedStatement
  private var width: AcceptedWidth
  /// Those of them that one side refuses.
  private var refused = 0
  private let isUnsigned: Bool
  private let seen: AcceptedPrints
  /// A booking of those that were seen which differs otherwise now.
  private var contradiction: String?
  /// A booking that it covers and that was none of those that were seen; and which of these were
  /// met again, whether they differ still or not.
  private var unseen: String?
  private var met: Set<UInt64> = []
  /// A difference that it covers and says nothing of; nil if there is none.
  private var unstated: String?
  package var verdict = Verdict.fine
  /// Where the entry stands in the ledger.
  package var place: RulePlace?

  /// `own` are names of the rules, which hide the words of ledgers.
  package init(
    _ entry: AcceptedLedger.Entry, in sources: Sources, own: Set<String>, minorUnit: Ratio
  ) {
    width = AcceptedWidth(minorUnit: minorUnit)
    reason = entry.reason
    owner = entry.owner
    ticket = entry.ticket
    expires = entry.expires?.description ?? ""
    expected = entry.count
    mostMoney = entry.money
    values = entry.values
    statement = AcceptedStatement(entry, own: own)
    isUnsigned = entry.isUnsigned
    seen = entry.seen
    place = RulePlace(entry.span, in: sources)
  }

  mutating func add(_ booking: BookingDifference) {
    bookings += 1
    amount = amount + (booking.amount ?? .zero)
    money = money + (booking.amount ?? booking.stake ?? .zero).magnitude
    if unstated == nil { unstated = statement.gap(in: booking).map { Self.told(booking, $0) } }
    width.add(booking, values)
    // Nobody refuses what only the other side has.
    refused += booking.isPricedByBoth ? 0 : 1
    if contradiction == nil, seen.contradict(booking) { contradiction = booking.key.printable }
    if unseen == nil, !seen.isEmpty, seen.contents[AcceptedPrints.name(of: booking)] == nil {
      unseen = booking.key.printable
    }
    guard values != nil else { return }
    for field in booking.fields { sums[field.field, default: AcceptedSum()].add(field) }
  }

  /// Takes in a booking that came again, however the sides stand to each other in it now.
  mutating func meet(_ name: UInt64) {
    if seen.contents[name] != nil { met.insert(name) }
  }

  /// Whether these are the bookings of which it was drafted: most of them came again. In those of
  /// another month a mistake that is known is in other bookings, as it should be.
  private var isOfSameBookings: Bool { seen.areAll && met.count * 2 > seen.contents.count }

  /// Settles the verdict, and says why the entry fails if it does, in a comparison of so many
  /// bookings.
  mutating func judge(today: CalendarDate?, of all: Int) -> String? {
    let name = (place.map { "\($0.file):\($0.line): " } ?? "") + "`\(reason)`"
    if let today, let last = CalendarDate(iso: expires), last < today {
      verdict = .expired
      return "\(name) expired on \(expires)"
    }
    if bookings == 0 {
      verdict = .unused
      return "\(name) covers nothing"
    }
    if isUnsigned {
      verdict = .unsigned
      return "\(name) is not yet signed: say why in `reason`, and who in `owner`"
    }
    if let expected, bookings > expected {
      verdict = .overflowing
      return "\(name) covers \(bookings) bookings, \(expected) were expected"
    }
    if let unstated {
      verdict = .unbounded
      return "\(name) covers \(unstated) without saying how much may differ: "
        + "`--accept FILE` drafts the entry with `values` and `money`"
    }
    if expected == nil, mostMoney == nil, refused * 2 > all {
      verdict = .unbounded
      return "\(name) covers \(refused) of \(all) bookings that one side refuses or does not have, "
        + "and says neither `count` nor `money`"
    }
    if let unheld = unheld() {
      verdict = .unbounded
      return "\(name) bounds nothing: it would accept twice our `\(unheld.printable)`, or nothing, "
        + "as well; `--accept FILE` drafts the entry with what was seen"
    }
    guard let change = change() else { return nil }
    verdict = .changed
    return "\(name) covers \(change)"
  }

  /// The value of which it would accept anything.
  private func unheld() -> String? {
    let most = Ratio(Int128(max(bookings, expected ?? bookings)))
    return width.unheld(
      values, money: mostMoney, isBounded: !statement.bounded.isEmpty,
      times: most / Ratio(Int128(bookings)))
  }

  /// What a booking has that no entry said.
  private static func told(_ booking: BookingDifference, _ gap: AcceptedStatement.Gap) -> String {
    let name = "`\(booking.key.printable)`"
    switch gap {
    case .outcome:
      return "\(name), \(booking.ours.rawValue) by us and \(booking.theirs.rawValue) by them,"
    case .value(let field):
      let amount = field.numberGap.map { " by \($0)" } ?? ""
      return "\(name), whose `\(field.field.printable)` differs\(amount),"
    }
  }

  /// What is not as it was accepted.
  private func change() -> String? {
    if let mostMoney, mostMoney < money {
      return "\(money) of differences, \(mostMoney) were expected"
    }
    if let contradiction {
      return "`\(contradiction)`, whose values differ in another way than when it was accepted"
    }
    if let unseen, isOfSameBookings {
      return "`\(unseen)`, which was not among the bookings that it was drafted from"
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
