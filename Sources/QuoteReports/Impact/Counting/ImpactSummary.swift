package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What other rules do to the prices of some bookings: sums, how far totals move, and of whom.
/// One chunk's, or that of all that came before it.
package struct ImpactSummary: Sendable {
  /// Bookings that have something in common.
  package struct Group: Hashable, Sendable {
    package internal(set) var bookings = 0
    var dearer = 0
    var cheaper = 0
    package internal(set) var before = Ratio.zero
    package internal(set) var after = Ratio.zero

    package var change: Ratio { after - before }

    mutating func add(_ other: Group) {
      bookings += other.bookings
      dearer += other.dearer
      cheaper += other.cheaper
      before = before + other.before
      after = after + other.after
    }
  }

  /// A booking whose total moves.
  package struct Move: Hashable, Sendable {
    package var key: String
    package var record: Int64
    package var before: Ratio
    package var after: Ratio
    package var change: Ratio { after - before }
  }

  /// Bookings that one side declines and the other one prices.
  package struct Decline: Hashable, Sendable {
    package internal(set) var bookings = 0
    /// What the other side charges for them.
    package internal(set) var money = Ratio.zero
    package internal(set) var example: String
  }

  /// What rules with some of the edits come to.
  package struct Trial: Hashable, Sendable {
    var revenue = Ratio.zero
    /// Bookings with another total, or another outcome, than before.
    package internal(set) var bookings = 0
    /// Bookings that these rules cannot price, though those before and after can.
    package internal(set) var faults = 0

    mutating func add(_ other: Trial) {
      revenue = revenue + other.revenue
      bookings += other.bookings
      faults += other.faults
    }
  }

  /// So many groups of one sort are told apart, and so many moves are kept each way.
  static let mostGroups = 1_000
  static let mostMoves = 10

  package internal(set) var bookings = 0
  /// All whose total is what it was, or that both refuse.
  package internal(set) var same = 0
  /// Bookings that both price.
  package internal(set) var both = Group()
  package internal(set) var revenueBefore = Ratio.zero
  package internal(set) var revenueAfter = Ratio.zero
  package internal(set) var faultsBefore = 0
  package internal(set) var faultsAfter = 0
  var firstFault = ""
  /// Sums of what totals move, each way.
  package internal(set) var raised = Ratio.zero
  package internal(set) var lowered = Ratio.zero
  var histogram = DifferenceHistogram()
  package internal(set) var changes = TotalChanges()
  package internal(set) var moves: [Move] = []
  /// By the reason: declined after and priced before, and the reverse.
  package internal(set) var declined: [String: Decline] = [:]
  var admitted: [String: Decline] = [:]
  /// By what was asked for, in its order: groups by their value.
  package internal(set) var groups: [[String: Group]] = []
  var trials: [Attribution.Coalition: Trial] = [:]

  package init() {}

  package var change: Ratio { revenueAfter - revenueBefore }
  package var moved: Int { both.dearer + both.cheaper }

  /// Adds what came after in the input.
  package mutating func add(_ other: ImpactSummary) {
    bookings += other.bookings
    same += other.same
    both.add(other.both)
    revenueBefore = revenueBefore + other.revenueBefore
    revenueAfter = revenueAfter + other.revenueAfter
    faultsBefore += other.faultsBefore
    faultsAfter += other.faultsAfter
    if firstFault.isEmpty { firstFault = other.firstFault }
    raised = raised + other.raised
    lowered = lowered + other.lowered
    histogram.add(other.histogram)
    changes.add(other.changes)
    for move in other.moves { keep(move) }
    declined.merge(other.declined, uniquingKeysWith: Self.joined)
    admitted.merge(other.admitted, uniquingKeysWith: Self.joined)
    for (edits, trial) in other.trials { trials[edits, default: Trial()].add(trial) }
    if groups.isEmpty { groups = other.groups.map { _ in [:] } }
    for (index, found) in other.groups.enumerated() {
      for (name, group) in found.sorted(by: { $0.key < $1.key }) { add(group, name, to: index) }
    }
  }

  private static func joined(_ one: Decline, _ other: Decline) -> Decline {
    var joined = one
    joined.bookings += other.bookings
    joined.money = joined.money + other.money
    return joined
  }

  mutating func add(_ group: Group, _ name: String, to index: Int) {
    let isKnown = groups[index][name] != nil || groups[index].count < Self.mostGroups
    groups[index][isKnown ? name : "…", default: Group()].add(group)
  }

  /// The largest moves, of equals the first.
  mutating func keep(_ move: Move) {
    if moves.count == Self.mostMoves, let last = moves.last, !Self.isLarger(move, last) { return }
    let place = moves.firstIndex { Self.isLarger(move, $0) } ?? moves.count
    moves.insert(move, at: place)
    if moves.count > Self.mostMoves { moves.removeLast() }
  }

  private static func isLarger(_ a: Move, _ b: Move) -> Bool {
    b.change.magnitude < a.change.magnitude
  }
}
