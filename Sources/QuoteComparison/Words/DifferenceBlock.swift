import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What came of one chunk of the input: what is counted is added up already,
/// what differs is still whole. Blocks go to the summary in their order.
package struct DifferenceBlock: Sendable {
  /// Which chunk of the input this is, from 0.
  package var ordinal = 0
  package var differences: [BookingDifference] = []
  /// Further ones that are like some of these, or of those of earlier blocks.
  package var counted = CountedBlock()
  package var same = 0
  package var pricedByBothAlike = 0
  /// The forms of its bookings of which some were held against each other.
  package var forms: [String?: ComparedForm] = [:]
  /// How many of those that are the same are bookings at fault, where the other side is rules that
  /// read them alike.
  package var bothAtFault = 0
  package var notComparable = 0
  package var comparedFields = 0
  /// Bookings that one side declines and that are at fault for the other.
  package var declinedByOne = 0
  /// Bookings that both sides refuse, and of how many of them the other side says why.
  package var refusedByBoth = 0
  package var explainedRefusals = 0
  /// How many of these had sentences that were held against each other.
  package var comparedReasons = 0
  /// Bookings that both sides refuse, of which theirs has a total, or other amounts and none.
  package var refusedWithTotal = PricedRefusals()
  package var refusedWithAmounts = PricedRefusals()
  /// Records that have a status where the map looks for one.
  package var statused = 0
  package var tolerated = 0
  package var ourRevenue = Ratio.zero
  package var theirRevenue = Ratio.zero
  package var tallies: [FieldTally] = []
  /// What bookings share, by the value at which they depart.
  package var traits: [String: SharedTraits] = [:]
  /// Names on the other side that are passed over, for we have none of them.
  package var unmatched: [String] = []
  /// Bookings whose other side says another currency, by what it says.
  package var otherCurrencies = OtherCurrencies()
  /// Bookings that both sides priced, with no reply where the map looks for it.
  package var withoutReply = 0
  /// Bookings that both sides priced, of which theirs says no total.
  package var withoutTotal = 0
  package var entries = EntryTally()
  /// Records that have a key where the map looks for one, and that have none.
  package var keyed = 0
  package var unkeyed = 0
  /// Keys that only one side has; they are among the differences.
  package var onlyOurs: [UnpairedKeys.Place] = []
  package var onlyTheirs: [UnpairedKeys.Place] = []
  package var ourDuplicates: [UnpairedKeys.Place] = []
  package var theirDuplicates: [UnpairedKeys.Place] = []
  /// Bookings without a key; they are not comparable.
  package var unnamed: [UnpairedKeys.Place] = []
  /// Bookings of which a ledger was drafted that do not differ now, by their prints' names.
  package var metPrints: Set<UInt64> = []
  /// Kept to find remedies with: of ``Differ``, which knows what they are.
  package var kept: [any Sendable] = []
  /// The faults in the order of the input.
  package var faults: [ComparisonFault] = []
  /// Bookings that the map leaves out without saying so: how many, by the reason.
  private(set) var passedOver: [PassedOver: Int] = [:]

  package init() {}

  var records: Int { same + notComparable + differences.count + counted.bookings }

  /// Counts a booking as not comparable; no reason where the map says so itself.
  package mutating func passOver(_ why: PassedOver?) {
    notComparable += 1
    guard let why else { return }
    passedOver[why.asTold, default: 0] += 1
  }
}
