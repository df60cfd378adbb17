import Foundation

/// The same rules in binary floating point, as Python computes, beside exact
/// decimals: columns in memory, on one core.
enum Profiles: Measurement {
  static let name = "profiles"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let input = try bench.flat(min(bench.scale.flatRows, 1_000_000))
    let exact = bench.rules("flat-workload.yaml")
    let python = bench.path("flat-python.yaml")
    let text = try String(contentsOfFile: exact, encoding: .utf8)
    try text.replacing(
      "currency: USD\n", with: "currency: USD\narithmetic: python\n", maxReplacements: 1
    )
    .write(toFile: python, atomically: true, encoding: .utf8)
    for (name, rules) in [("exact", exact), ("python", python)] {
      let output = try bench.benchOutput(
        ["--rules", rules, input], rounds: bench.scale.quickRounds)
      for stage in ["evaluate", "whole"] {
        finding.timings.append(output.timing(stage, named: "\(name), \(stage)"))
      }
    }
    finding.judge(
      "python profile, beside exact: the evaluator", .atMost, 2,
      finding.processorMedian("python, evaluate"),
      over: finding.processorMedian("exact, evaluate"))
    finding.judge(
      "python profile, beside exact: the whole path", .atMost, 2,
      finding.processorMedian("python, whole"),
      over: finding.processorMedian("exact, whole"))
  }
}
