import Foundation

/// A program that does the work, and how it is called.
struct Contestant {
  var name: String
  /// The package of Python's that it needs.
  var package: String?
  var rows: Int
  var bytes: Int
  /// Whether the command is to keep to one processor.
  var isPinned = false
  /// The command line, told where to write; nil if output goes to standard output.
  var command: (_ output: String) -> [String]
  var writesStandardOutput = false
  /// What it reads from standard input before anything else: only what follows counts.
  var heldBy: [UInt8]?
  /// The rounds it runs, if not as many as the others.
  var rounds: Int?
  /// Seconds that count, where the program tells them itself on standard error: `inside 1.25`.
  var tellsSeconds = false
  /// Exit statuses that are no failure.
  var fineStatuses: Set<Int32> = [0]
}

/// Contestants by turns, round after round, after one round that does not count
/// (but is all there is where no rounds are asked for).
struct Contest {
  let bench: Workbench
  var contestants: [Contestant]
  var rounds: Int
  /// Whether outputs are held against that of the first contestant.
  var compares = true

  func run(into finding: inout Finding) throws {
    let present = contestants.filter { contestant in
      guard let package = contestant.package, bench.version(ofPackage: package) == nil else {
        return true
      }
      finding.notes.append("\(contestant.name) is left out: \(package) is not installed")
      return false
    }
    var timings = present.map { Timing(name: $0.name, rows: $0.rows, bytes: $0.bytes) }
    for round in 0...rounds {
      let order = round.isMultiple(of: 2) ? Array(present.indices) : present.indices.reversed()
      for index in order where round <= present[index].rounds ?? rounds {
        let execution = try run(present[index], index)
        timings[index].peakBytes = max(timings[index].peakBytes, execution.peakBytes)
        if round == 0, rounds > 0 { continue }
        timings[index].seconds.append(execution.seconds)
        timings[index].processorSeconds.append(execution.processorSeconds)
      }
      if round == 0, compares { try compare(present, &timings) }
    }
    for (index, timing) in timings.enumerated() {
      finding.timings.append(timing)
      try? FileManager.default.removeItem(atPath: output(index))
    }
  }

  private func output(_ index: Int) -> String { bench.path("contest-\(index).out") }

  private func run(_ contestant: Contestant, _ index: Int) throws -> Execution {
    let output = output(index)
    try? FileManager.default.removeItem(atPath: output)
    var words = contestant.command(output)
    if contestant.isPinned { words = bench.pinned(words) }
    let errors = bench.path("errors.txt")
    let place = contestant.writesStandardOutput ? output : "/dev/null"
    var execution =
      if let first = contestant.heldBy {
        try Execution.run(words, heldBy: first, output: place, errors: errors)
      } else {
        try Execution.run(words, output: place, errors: errors)
      }
    let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    guard contestant.fineStatuses.contains(execution.status) else {
      throw HarnessTrouble("\(contestant.name) failed: \(said.suffix(600))")
    }
    if contestant.tellsSeconds {
      guard let match = said.firstMatch(of: /inside ([0-9.e-]+)/), let seconds = Double(match.1)
      else { throw HarnessTrouble("\(contestant.name) does not tell its seconds") }
      execution.seconds = seconds
    }
    return execution
  }

  /// Counts rows that differ from the first contestant's. A sample is held
  /// against as many rows of it.
  private func compare(_ present: [Contestant], _ timings: inout [Timing]) throws {
    let counter = try bench.built("count_differences.cpp")
    for index in present.indices.dropFirst() {
      let counts = try bench.text(of: [counter, output(0), output(index)]).split(separator: " ")
        .compactMap { Int($0) }
      timings[index].differences = counts.first
      if counts.count == 2, counts[1] > 0 { timings[index].misplaced = counts[1] }
    }
  }
}
