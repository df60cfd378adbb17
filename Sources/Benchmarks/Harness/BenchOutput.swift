import Foundation

/// What `quote bench --format json` tells.
struct BenchOutput: Decodable {
  struct Stage: Decodable {
    var seconds: [Double]
    var processor_seconds: Double
  }

  var bookings: Int
  /// A checksum of the quotes as they are written.
  var checksum: String
  var stages: [String: Stage]

  /// A stage as a timing among others.
  func timing(_ stage: String, named name: String) -> Timing {
    var timing = Timing(name: name, rows: bookings)
    timing.seconds = stages[stage]?.seconds ?? []
    timing.processorSeconds = [stages[stage]?.processor_seconds ?? 0]
    return timing
  }
}

extension Workbench {
  /// `quote bench` over bookings that lie in files, or sampled ones, on one processor. Some of
  /// them may be at fault.
  func benchOutput(_ arguments: [String], rounds: Int) throws -> BenchOutput {
    let output = path("bench.json")
    try require(
      pinned([quote, "bench", "--format", "json", "--threads", "1", "--repeat", "\(rounds)"])
        + arguments, output: output, fineStatuses: [0, 1])
    return try JSONDecoder().decode(
      BenchOutput.self, from: Data(contentsOf: URL(filePath: output)))
  }

  /// Several settings of `quote bench` held against each other: their stages, by turns in up
  /// to five stretches, every other one in reverse, for a machine changes within a minute. The
  /// quotes of a setting have to be the same each time, and those of all settings if they
  /// `haveSameQuotes`.
  func benchByTurns(
    _ settings: [(name: String, arguments: [String])], stages: [String], rounds: Int,
    haveSameQuotes: Bool = false
  ) throws -> [Timing] {
    let turns = min(5, rounds)
    var checksums: [String: String] = [:]
    var timings = settings.map { setting in
      stages.map { Timing(name: stages.count == 1 ? setting.name : "\(setting.name), \($0)") }
    }
    for turn in 0..<turns {
      let order = Array(settings.indices)
      for index in turn.isMultiple(of: 2) ? order : order.reversed() {
        let output = try benchOutput(settings[index].arguments, rounds: (rounds + turn) / turns)
        let group = haveSameQuotes ? "" : settings[index].name
        let first = checksums[group, default: output.checksum]
        checksums[group] = first
        guard output.checksum == first else {
          throw HarnessTrouble("the quotes of `\(settings[index].name)` differ from others")
        }
        for (position, stage) in stages.enumerated() {
          timings[index][position].add(output.timing(stage, named: ""))
        }
      }
    }
    return timings.flatMap { $0 }
  }
}
