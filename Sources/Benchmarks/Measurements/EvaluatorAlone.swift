import Foundation

/// Columns in memory to quotes in memory, on one core: the engine, a loop
/// written by hand, and GoRules Zen's call for many at once.
enum EvaluatorAlone: Measurement {
  static let name = "evaluator-alone"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = min(bench.scale.flatRows, 1_000_000)
    let input = try bench.flat(rows)
    // The compiler avoids gathers, which this loop lives of, for processors it does not know.
    let fused = try bench.built(
      "flat_fused.cpp", "-mprefer-vector-width=512", "-mtune=icelake-server")
    let rounds = bench.scale.quickRounds
    // The two by turns, in halves, so that both see the same moods of the machine.
    var ours = Timing(name: "quote", rows: rows)
    var loops = [
      Timing(name: "C++, branches", rows: ours.rows),
      Timing(name: "C++, straight", rows: ours.rows),
    ]
    for _ in 0..<2 {
      let half = max(1, rounds / 2)
      let output = try bench.benchOutput(
        [
          "--rules", bench.rules("flat-workload.yaml"), "--columns", try WholePath.columns(), input,
        ], rounds: half)
      ours.seconds += output.stages["evaluate"]?.seconds ?? []
      ours.processorSeconds.append(output.stages["evaluate"]?.processor_seconds ?? 0)
      try add(try bench.text(of: bench.pinned([fused, input, "\(half)"])), to: &loops)
    }
    finding.timings = [ours] + loops
    let best = loops.min { $0.processorMedian < $1.processorMedian }
    finding.judge(
      "evaluator alone, beside a fused C++ loop", kind: .atMost, limit: 1.5, ours.processorMedian,
      over: best?.processorMedian)
    try addZen(bench, ours, into: &finding)
  }

  /// `round WALL PROCESSOR WALL PROCESSOR`, a line a round, for both loops.
  private static func add(_ text: String, to loops: inout [Timing]) throws {
    for line in text.split(separator: "\n") where line.hasPrefix("round") {
      let figures = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      guard figures.count == 4 else { throw HarnessTrouble("the C++ loop says `\(line)`") }
      for index in 0...1 {
        loops[index].seconds.append(figures[2 * index])
        loops[index].processorSeconds.append(figures[2 * index + 1])
      }
    }
  }

  private static func addZen(
    _ bench: Workbench, _ ours: Timing, into finding: inout Finding
  ) throws {
    let sample = try bench.flat(bench.scale.sampleRows)
    let zen = [("GoRules Zen, 1000 a call", 1000), ("GoRules Zen, one a call", 1)].map {
      name, size in
      Contestant(
        name: name, package: "zen-engine", rows: bench.scale.sampleRows, bytes: 0, isPinned: true,
        command: {
          ["python3", Workbench.source("Rivals/flat_zen.py"), sample, $0, "\(size)"]
        }, tellsSeconds: true)
    }
    try Contest(
      bench: bench, contestants: zen, rounds: min(3, bench.scale.rounds), compares: false
    ).run(into: &finding)
    finding.judge(
      "evaluator alone, faster than Zen's batch call on the same core", kind: .atLeast, limit: 1000,
      finding.timing(zen[0].name)?.secondsPerRow, over: ours.secondsPerRow)
  }
}
