import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What came of one chunk of the input: what is counted is added up already,
/// what differs is still whole. Blocks go to the summary in their order.
package struct DifferenceBlock: Sendable {
  /// Which chunk of the input this is, from 0.
  package var ordinal = 0
  package internal(set) var differences: [BookingDifference] = []
  /// Further ones that are like some of these, or of those of earlier blocks.
  var counted = CountedBlock()
  var same = 0
  var pricedByBothAlike = 0
  /// The forms of its bookings of which some were held against each other.
  var forms: [String?: ComparedForm] = [:]
  /// How many of those that are the same are bookings at fault, where the other side is rules that
  /// read them alike.
  var bothAtFault = 0
  var notComparable = 0
  var comparedFields = 0
  /// Bookings that one side declines and that are at fault for the other.
  var declinedByOne = 0
  /// Bookings that both sides refuse, and of how many of them the other side says why.
  var refusedByBoth = 0
  var explainedRefusals = 0
  /// How many of these had sentences that were held against each other.
  var comparedReasons = 0
  /// Records that have a status where the map looks for one.
  var statused = 0
  var tolerated = 0
  var ourRevenue = Ratio.zero
  var theirRevenue = Ratio.zero
  var tallies: [FieldTally] = []
  /// What bookings share, by the value at which they depart.
  var traits: [String: SharedTraits] = [:]
  /// Names on the other side that are passed over, for we have none of them.
  var unmatched: [String] = []
  /// Bookings whose other side says another currency, by what it says.
  var otherCurrencies = OtherCurrencies()
  /// Bookings that both sides priced, with no reply where the map looks for it.
  var withoutReply = 0
  /// Bookings that both sides priced, of which theirs says no total.
  var withoutTotal = 0
  var entries = EntryTally()
  /// Records that have a key where the map looks for one, and that have none.
  var keyed = 0
  var unkeyed = 0
  /// Keys that only one side has; they are among the differences.
  var onlyOurs: [UnpairedKeys.Place] = []
  var onlyTheirs: [UnpairedKeys.Place] = []
  var ourDuplicates: [UnpairedKeys.Place] = []
  var theirDuplicates: [UnpairedKeys.Place] = []
  /// Bookings without a key; they are not comparable.
  var unnamed: [UnpairedKeys.Place] = []
  /// Bookings of which a ledger was drafted that do not differ now, by their prints' names.
  var metPrints: Set<UInt64> = []
  /// Kept to find remedies with: of ``Differ``, which knows what they are.
  var kept: [any Sendable] = []
  /// The faults in the order of the input.
  package internal(set) var faults: [ComparisonFault] = []
  /// Bookings that the map leaves out without saying so: how many, by the reason.
  private(set) var passedOver: [PassedOver: Int] = [:]

  var records: Int { same + notComparable + differences.count + counted.bookings }

  /// Counts a booking as not comparable; no reason where the map says so itself.
  mutating func passOver(_ why: PassedOver?) {
    notComparable += 1
    guard let why else { return }
    passedOver[why.asTold, default: 0] += 1
  }
}
