import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// What one worker has counted so far. Counts of several add up to the same,
/// whatever part of the bookings each has seen: sums are whole numbers.
package final class ProfileCounters {
  package private(set) var bookings = 0
  package private(set) var quoted = 0
  package private(set) var declined = 0
  package var faults: Int { bookings - quoted - declined }
  /// By position of the decline in the plan: the bookings it was the first to decline.
  package private(set) var declines: [Int]
  /// Counts and sums of the plan's taps, as their positions say.
  package internal(set) var counts: [Int]
  /// The sums, in quanta of the register added up; doubles in parts of `doubleScale`.
  package internal(set) var sums: [Int128]

  /// Doubles are added up in parts so small, so that no order of adding shows.
  package static let doubleScale = Ratio(1, 1 << 40)

  /// Which elements of each list belong to a quoted (1) or to a declined (2) booking: those that
  /// were kept, and those that were sent.
  let kept: ByList<ColumnBuffer<UInt8>>
  let sent: ByList<ColumnBuffer<UInt8>>
  /// The cells that count for one tap.
  let hits = ColumnBuffer<UInt8>()
  /// The row above that each cell belongs to.
  let above = ColumnBuffer<Int32>()
  /// For each row of a table the last cell above that it was added for.
  let stamps = ColumnBuffer<Int32>()

  package init(_ plan: PricePlan) {
    declines = plan.declines.map { _ in 0 }
    counts = Array(repeating: 0, count: plan.profile?.countWidth ?? 0)
    sums = Array(repeating: 0, count: plan.profile?.sumWidth ?? 0)
    kept = plan.lists.mapped { _ in ColumnBuffer() }
    sent = plan.lists.mapped { _ in ColumnBuffer() }
  }

  /// Adds what another worker has counted.
  package func add(_ other: ProfileCounters) {
    bookings += other.bookings
    quoted += other.quoted
    declined += other.declined
    for index in declines.indices { declines[index] += other.declines[index] }
    for index in counts.indices { counts[index] += other.counts[index] }
    for index in sums.indices { sums[index] += other.sums[index] }
  }

  /// Counts one more booking by what became of it.
  package func add(_ status: QuoteBatch.Status) {
    bookings += 1
    switch status {
    case .quoted: quoted += 1
    case .declined: declined += 1
    case .fault: break
    }
  }

  package func add(decline: Int) { declines[decline] += 1 }
}
