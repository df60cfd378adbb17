/// How long rules with a very long table take to compile.
enum LargeRules: Measurement {
  static let name = "large-rules"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let size = bench.scale.tableRows
    let rules = try bench.workload(
      "table-\(size).yaml", by: "look_ups.py", "table-rules", "\(size)")
    let input = try bench.workload(
      "table-\(size)-10.csv", by: "look_ups.py", "table-bookings", "\(size)", "10")
    let output = try bench.benchOutput(["--rules", rules, input], rounds: bench.scale.quickRounds)
    finding.timings.append(output.timing("compile", named: "rules of \(size) table rows"))
    finding.bars.append(
      Bar(
        claim: "rules of \(size) table rows, compiled", kind: .atMost, limit: 0.5,
        value: finding.timings[0].median, unit: " s"))
  }
}
