/// What it costs to record what explanations need, and that it costs nothing
/// where nobody asked: a plan without recording has no instruction for it.
enum RecordingCost: Measurement {
  static let name = "recording"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let input = try bench.flat(min(bench.scale.flatRows, 1_000_000))
    let rules = ["--rules", bench.rules("flat-workload.yaml"), input]
    finding.timings = try bench.benchByTurns(
      [("recording off", rules), ("recording on", rules + ["--recording"])],
      stages: ["evaluate"], rounds: bench.scale.quickRounds, haveSameQuotes: true)
    finding.judge(
      "evaluator with recording off, beside on", kind: .atMost, limit: 1.05,
      finding.processorMedian("recording off"),
      over: finding.processorMedian("recording on"))
  }
}
