/// A table of many rows beside one of ten, found by a code that is picked
/// uniformly: the evaluator, and the whole path, on one core.
enum LargeTable: Measurement {
  static let name = "large-table"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    let sizes = [10, bench.scale.tableRows]
    let settings = try sizes.map { size in
      let rules = try bench.workload(
        "table-\(size).yaml", by: "look_ups.py", "table-rules", "\(size)")
      let input = try bench.workload(
        "table-\(size)-\(rows).csv", by: "look_ups.py", "table-bookings", "\(size)", "\(rows)")
      return ("\(size) rows", ["--rules", rules, input])
    }
    finding.timings = try bench.benchByTurns(
      settings, stages: ["evaluate", "whole"], rounds: bench.scale.quickRounds)
    finding.judge(
      "a run with a table of \(sizes[1]) rows, beside one of 10", kind: .atMost, limit: 1.5,
      finding.processorMedian("\(sizes[1]) rows, whole"),
      over: finding.processorMedian("10 rows, whole"))
  }
}
