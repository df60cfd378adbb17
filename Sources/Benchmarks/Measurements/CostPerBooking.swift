import Foundation

/// What one more booking costs, the longer a run is: the processor's time of runs without
/// that of a run of ten, the two by turns, output going nowhere.
///
/// The first thousand are told, and are no part of the bar: they touch memory and code for
/// the first time, once a run, whatever its length.
///
/// Every run is a process of its own, and counts from where its rules are compiled and it
/// waits for bookings: what a start takes differs by 0.7 ms from run to run, which of a
/// thousand bookings would tell nothing. The first of two inputs is a header on standard
/// input, which ends when the program is seen waiting for more of it.
enum CostPerBooking: Measurement {
  static let name = "cost-per-booking"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let short = try heldRun(10, bench)
    let long = try bench.scale.costRows.map { try heldRun($0, bench) }
    var pairs = long.map { _ in Finding(name) }
    for _ in 0..<turns {
      for (size, run) in long.enumerated() {
        var pair = Finding(name)
        try Contest(
          bench: bench, contestants: [short, run], rounds: rounds(run.rows, bench.scale),
          compares: false
        ).run(into: &pair)
        pairs[size].addRounds(of: pair)
      }
    }
    var costs: [Double] = []
    var before = (rows: 10, seconds: 0.0)
    for (size, pair) in pairs.enumerated() {
      let (start, timing) = (pair.timings[0], pair.timings[1])
      finding.timings += size == 0 ? [start, timing] : [timing]
      let differences = zip(timing.processorSeconds, start.processorSeconds).map { $0 - $1 }
      let seconds = Timing.median(differences)
      let cost = (seconds - before.seconds) / Double(timing.rows - before.rows)
      finding.figures.append(
        .init(
          name: "a booking more, from \(before.rows) to \(timing.rows)",
          value: "\(Int((cost * 1e9).rounded())) ns"))
      if size > 0 { costs.append(cost) }
      before = (timing.rows, seconds)
    }
    if let least = costs.min(), let most = costs.max(), least > 0 {
      finding.bars.append(
        Bar(
          claim: "a booking more, from a thousand on, the dearest beside the cheapest",
          kind: .atMost, limit: 1.25, value: most / least))
    }
  }

  private static func heldRun(_ rows: Int, _ bench: Workbench) throws -> Contestant {
    var run = try bench.flatRun(rows, after: ["-"])
    run.heldBy = try bench.flatHeader()
    run.isPinned = true
    return run
  }

  /// Every size is measured in so many stretches, by turns with the other sizes: what a
  /// machine can do changes within a minute, by more than what is looked for.
  private static let turns = 5

  /// How many rounds one turn has. More where a run is short: a thousand bookings are to be known
  /// to a few of their 50 µs, and what a start takes differs by some 50 µs from run to run.
  private static func rounds(_ rows: Int, _ scale: Scale) -> Int {
    switch rows {
    case ...1000: scale.rounds * 40
    case ...10_000: scale.rounds * 20
    case ...100_000: scale.rounds * 5
    default: max(1, scale.rounds * 1_000_000 / rows)
    }
  }
}

extension Finding {
  /// The rounds of another turn of the same contestants.
  fileprivate mutating func addRounds(of turn: Finding) {
    guard !timings.isEmpty else { return timings = turn.timings }
    for index in timings.indices { timings[index].add(turn.timings[index]) }
  }
}

extension Workbench {
  /// A run of so many bookings of the flat workload on one thread, output going nowhere.
  func flatRun(_ rows: Int, after inputs: [String] = []) throws -> Contestant {
    let words = try WholePath.quoteCommand(self, 1, inputs + flatInputs(rows))
    return Contestant(name: "\(rows) bookings", rows: rows, bytes: 0) { _ in words }
  }

  /// The first line of the flat workload.
  func flatHeader() throws -> [UInt8] {
    let bytes = try Array(Data(contentsOf: URL(filePath: flat(10))))
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") }) + [UInt8(ascii: "\n")]
  }

  /// The flat workload in files that together have so many bookings: long
  /// inputs are the longest file several times.
  func flatInputs(_ rows: Int) throws -> [String] {
    guard rows > scale.flatRows else { return [try flat(rows)] }
    let file = try flat(scale.flatRows)
    return Array(repeating: file, count: rows / scale.flatRows)
  }
}
