/// What a booking costs in a run of so many: the processor's time of the run
/// without that of a run of ten, the two by turns, output going nowhere. The
/// median is that of the differences, for what a program's start takes drifts
/// by more, from minute to minute, than a thousand bookings do.
enum CostPerBooking: Measurement {
  static let name = "cost-per-booking"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let short = try WholePath.quoteCommand(bench, 1, [try bench.flat(10)])
    var costs: [Double] = []
    for rows in bench.scale.costRows {
      let long = try WholePath.quoteCommand(bench, 1, try bench.flatInputs(rows))
      var start = Timing(name: "10 bookings", rows: 10)
      var timing = Timing(name: "\(rows) bookings", rows: rows)
      for round in 0..<rounds(rows, bench.scale) {
        if round.isMultiple(of: 2) { add(try bench.require(short), to: &start) }
        add(try bench.require(long), to: &timing)
        if !round.isMultiple(of: 2) { add(try bench.require(short), to: &start) }
      }
      if costs.isEmpty { finding.timings.append(start) }
      finding.timings.append(timing)
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

  /// More where a run is short, beside what it differs by from time to time.
  private static func rounds(_ rows: Int, _ scale: Scale) -> Int {
    if rows <= 10_000 { return scale.quickRounds * (rows <= 1000 ? 40 : 10) }
    return rows <= 1_000_000 ? scale.quickRounds : max(1, min(3, scale.rounds))
  }

  private static func add(_ execution: Execution, to timing: inout Timing) {
    timing.seconds.append(execution.seconds)
    timing.processorSeconds.append(execution.processorSeconds)
    timing.peakBytes = max(timing.peakBytes, execution.peakBytes)
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
