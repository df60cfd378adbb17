/// What a booking costs in a run of so many: the time of the run without that
/// of ten bookings, on one core, output going nowhere.
enum CostPerBooking: Measurement {
  static let name = "cost-per-booking"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let start = try StartUp.timing(bench, rows: 10)
    finding.timings.append(start)
    var costs: [Double] = []
    for rows in bench.scale.costRows {
      let words = try WholePath.quoteCommand(bench, 1, try bench.flatInputs(rows))
      var timing = Timing(name: "\(rows) bookings", rows: rows)
      let rounds =
        rows >= 5_000_000 ? max(1, min(3, bench.scale.rounds)) : bench.scale.quickRounds * 2
      for _ in 0..<rounds {
        let execution = try bench.require(words)
        timing.seconds.append(execution.seconds)
        timing.processorSeconds.append(execution.processorSeconds)
        timing.peakBytes = max(timing.peakBytes, execution.peakBytes)
      }
      finding.timings.append(timing)
      let cost = (timing.processorMedian - start.processorMedian) / Double(rows - 10)
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
}

extension Workbench {
  /// The flat workload in files that together have so many bookings: long
  /// inputs are the longest file several times.
  func flatInputs(_ rows: Int) throws -> [String] {
    guard rows > scale.flatRows else { return [try flat(rows)] }
    let file = try flat(scale.flatRows)
    return Array(repeating: file, count: rows / scale.flatRows)
  }
}
