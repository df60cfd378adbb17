/// A table of many rows beside one of ten, found by a code that is picked
/// uniformly: the evaluator, and the whole path, on one core.
enum LargeTable: Measurement {
  static let name = "large-table"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    let sizes = [10, bench.scale.tableRows]
    for size in sizes {
      let rules = try bench.workload(
        "table-\(size).yaml", by: "look_ups.py", "table-rules", "\(size)")
      let input = try bench.workload(
        "table-\(size)-\(rows).csv", by: "look_ups.py", "table-bookings", "\(size)", "\(rows)")
      let output = try bench.benchOutput(
        ["--rules", rules, input], rounds: bench.scale.quickRounds)
      for stage in ["evaluate", "whole"] {
        finding.timings.append(output.timing(stage, named: "\(size) rows, \(stage)"))
      }
    }
    finding.judge(
      "a run with a table of \(sizes[1]) rows, beside one of 10", .atMost, 1.5,
      finding.processorMedian("\(sizes[1]) rows, whole"),
      over: finding.processorMedian("10 rows, whole"))
  }
}
