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
    finding.timings = try bench.benchByTurns(
      [("exact", ["--rules", exact, input]), ("python", ["--rules", python, input])],
      stages: ["evaluate", "whole"], rounds: bench.scale.quickRounds)
    finding.judge(
      "python profile, beside exact: the evaluator", kind: .atMost, limit: 2,
      finding.processorMedian("python, evaluate"),
      over: finding.processorMedian("exact, evaluate"))
    finding.judge(
      "python profile, beside exact: the whole path", kind: .atMost, limit: 2,
      finding.processorMedian("python, whole"),
      over: finding.processorMedian("exact, whole"))
  }
}
