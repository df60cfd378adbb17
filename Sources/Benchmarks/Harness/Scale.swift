/// How much is measured: the sizes of workloads and how often each is run.
struct Scale: Codable, Equatable {
  var name: String
  /// Bookings of the flat workload.
  var flatRows: Int
  /// Timed rounds of what takes seconds, and of what takes milliseconds. Without
  /// any, the round that warms up is the one that counts.
  var rounds: Int
  var quickRounds: Int
  /// Bookings for rivals that would take minutes otherwise.
  var sampleRows: Int
  var nestedRows: Int
  var recordRows: Int
  /// Sizes at which the cost of a booking is measured.
  var costRows: [Int]
  /// Bookings of the short and the long input of peak memory.
  var memoryRows: [Int]
  var tableRows: Int
  var zoneCount: Int
  /// Bookings for the rules with the large table, or with the zones.
  var lookUpRows: Int

  /// Tiny: shows that everything still runs.
  static let smoke = Scale(
    name: "smoke", flatRows: 2000, rounds: 0, quickRounds: 1, sampleRows: 200, nestedRows: 500,
    recordRows: 500, costRows: [1000, 1500, 2000], memoryRows: [1000, 2000], tableRows: 1000,
    zoneCount: 9, lookUpRows: 1000)

  /// A minute or two, to look at while working.
  static let quick = Scale(
    name: "quick", flatRows: 1_000_000, rounds: 3, quickRounds: 7, sampleRows: 2000,
    nestedRows: 100_000, recordRows: 100_000, costRows: [1000, 10_000, 100_000, 1_000_000],
    memoryRows: [1_000_000, 3_000_000], tableRows: 100_000, zoneCount: 1000, lookUpRows: 200_000)

  /// What the record holds.
  static let full = Scale(
    name: "full", flatRows: 5_000_000, rounds: 5, quickRounds: 15, sampleRows: 20_000,
    nestedRows: 500_000, recordRows: 1_000_000,
    costRows: [1000, 10_000, 100_000, 1_000_000, 10_000_000],
    memoryRows: [1_000_000, 20_000_000], tableRows: 100_000, zoneCount: 1000,
    lookUpRows: 1_000_000)

  /// The same sizes as `full`, and a hundred million bookings in one run.
  static let long: Scale = {
    var long = full
    long.name = "long"
    long.costRows.append(100_000_000)
    return long
  }()

  static let all = [smoke, quick, full, long]
}
