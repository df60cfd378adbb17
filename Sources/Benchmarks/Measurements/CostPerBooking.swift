/// What a booking costs in a run of so many: the processor's time of the run
/// without that of a run of ten, the two by turns, output going nowhere. The
/// median is that of the differences, for what a program's start takes drifts
/// by more, from minute to minute, than a thousand bookings do.
enum CostPerBooking: Measurement {
  static let name = "cost-per-booking"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let short = try bench.flatRun(10)
    var costs: [Double] = []
    for rows in bench.scale.costRows {
      let long = try bench.flatRun(rows)
      var pair = Finding(name)
      try Contest(
        bench: bench, contestants: [short, long], rounds: rounds(rows, bench.scale),
        compares: false
      ).run(into: &pair)
      let (start, timing) = (pair.timings[0], pair.timings[1])
      finding.timings += costs.isEmpty ? [start, timing] : [timing]
      let differences = zip(timing.processorSeconds, start.processorSeconds).map { $0 - $1 }
      let cost = Timing.median(differences) / Double(rows - 10)
      costs.append(cost)
      finding.figures.append(
        .init(name: "\(rows) bookings", value: "\(Int((cost * 1e9).rounded())) ns each"))
    }
    if let least = costs.min(), let most = costs.max(), least > 0 {
      finding.bars.append(
        Bar(
          claim: "cost of a booking, the dearest size beside the cheapest", kind: .atMost,
          limit: 1.25, value: most / least))
    }
  }

  /// More where a run is short: a start takes 0.3 ms more or less from time to time, and a
  /// thousand bookings are to be known to a few of their 50 µs.
  private static func rounds(_ rows: Int, _ scale: Scale) -> Int {
    if rows <= 10_000 { return scale.rounds * (rows <= 1000 ? 300 : 50) }
    return rows <= 1_000_000 ? scale.quickRounds : max(1, min(3, scale.rounds))
  }
}

extension Workbench {
  /// A run of so many bookings of the flat workload on one thread, output going nowhere.
  func flatRun(_ rows: Int) throws -> Contestant {
    let words = try WholePath.quoteCommand(self, 1, flatInputs(rows))
    return Contestant(name: "\(rows) bookings", rows: rows, bytes: 0) { _ in words }
  }

  /// The flat workload in files that together have so many bookings: long
  /// inputs are the longest file several times.
  func flatInputs(_ rows: Int) throws -> [String] {
    guard rows > scale.flatRows else { return [try flat(rows)] }
    let file = try flat(scale.flatRows)
    return Array(repeating: file, count: rows / scale.flatRows)
  }
}
