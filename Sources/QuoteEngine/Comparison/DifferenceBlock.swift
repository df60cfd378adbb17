/// What came of one chunk of the input: what is counted is added up already,
/// what differs is still whole. Blocks go to the summary in their order.
public struct DifferenceBlock: Sendable {
  /// Which chunk of the input this is, from 0.
  public var ordinal = 0
  public internal(set) var differences: [BookingDifference] = []
  var same = 0
  var pricedByBothAlike = 0
  var notComparable = 0
  var comparedFields = 0
  var tolerated = 0
  var ourRevenue = Ratio.zero
  var theirRevenue = Ratio.zero
  var tallies: [FieldTally] = []
  /// Keys that only one side has; they are among the differences.
  var onlyOurs: [UnpairedKeys.Place] = []
  var onlyTheirs: [UnpairedKeys.Place] = []
  var ourDuplicates: [UnpairedKeys.Place] = []
  var theirDuplicates: [UnpairedKeys.Place] = []
  /// Bookings without a key, and those of which nobody can read what the other side says;
  /// they are not comparable.
  var unnamed: [UnpairedKeys.Place] = []
  var unreadable: [UnpairedKeys.Place] = []

  var records: Int { same + notComparable + differences.count }
}
