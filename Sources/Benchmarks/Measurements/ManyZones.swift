/// Many zones side by side, beside one, points picked uniformly: the evaluator
/// and the whole path, on one core.
enum ManyZones: Measurement {
  static let name = "many-zones"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    let input = try bench.workload(
      "zones-\(rows).csv", by: "look_ups.py", "zone-bookings", "\(rows)")
    let counts = [1, bench.scale.zoneCount]
    let settings = try counts.map { count in
      let rules = try bench.workload(
        "zones-\(count).yaml", by: "look_ups.py", "zone-rules", "\(count)")
      return ("\(count) zones", ["--rules", rules, input])
    }
    finding.timings = try bench.benchByTurns(
      settings, stages: ["compile", "evaluate", "whole"], rounds: bench.scale.quickRounds)
    finding.judge(
      "a run with \(counts[1]) zones, beside one", kind: .atMost, limit: 3,
      finding.processorMedian("\(counts[1]) zones, whole"),
      over: finding.processorMedian("1 zones, whole"))
  }
}
