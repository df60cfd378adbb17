/// What a booking at fault costs beside one that is fine: every booking of a run is at fault, in
/// each of some ways, under rules that are hardly anything, so that nothing hides it.
enum FaultCost: Measurement {
  static let name = "fault-cost"
  private static let ways = [
    (way: "number", told: "numbers that cannot be read"), (way: "word", told: "unknown words"),
    (way: "missing", told: "values that are missing"), (way: "range", told: "out of range"),
    (way: "mixed", told: "each in turn"),
  ]

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    for (format, written) in [("csv", "CSV"), ("jsonl", "JSON Lines")] {
      func arguments(_ way: String) throws -> [String] {
        let input = try bench.workload(
          "faulty-\(way)-\(rows).\(format)", by: "faulty.py", way, "\(rows)")
        return ["--rules", Workbench.source("Workloads/faulty.yaml"), input]
      }
      var settings = [(name: "\(written): fine", arguments: try arguments("fine"))]
      for (way, told) in ways {
        settings.append((name: "\(written): \(told)", arguments: try arguments(way)))
      }
      let timings = try bench.benchByTurns(
        settings, stages: ["whole"], rounds: bench.scale.quickRounds)
      for var timing in timings {
        timing.isPerBooking = true
        finding.timings.append(timing)
      }
      let dearest = ways.compactMap { finding.processorMedian("\(written): \($0.told)") }.max()
      finding.judge(
        "a booking at fault, beside one that is fine: \(written)", kind: .atMost, limit: 3, dearest,
        over: finding.processorMedian("\(written): fine"))
    }
  }
}
