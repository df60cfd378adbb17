/// The most memory that pricing takes, for a short and a long input and with
/// one thread and eight.
enum PeakMemory: Measurement {
  static let name = "peak-memory"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    var most = 0
    for rows in bench.scale.memoryRows {
      let inputs = try bench.flatInputs(rows)
      for threads in [1, 2, 4, 8] {
        let words = try WholePath.quoteCommand(bench, threads, inputs)
        let execution = try bench.require(words)
        var timing = Timing(name: "flat CSV, threads: \(threads)", rows: rows)
        timing.seconds = [execution.seconds]
        timing.processorSeconds = [execution.processorSeconds]
        timing.peakBytes = execution.peakBytes
        finding.timings.append(timing)
        most = max(most, execution.peakBytes)
      }
    }
    for shape in NestedBookings.shapes {
      let rows = bench.scale.nestedRows
      let input = try bench.workload(
        "nested-\(shape.name)-\(rows).\(shape.ending)", by: "nested_workload.py", shape.name,
        "\(rows)")
      let execution = try bench.require([
        bench.quote, "price", "--rules", bench.rules("nested-workload.yaml"), "--threads", "8",
        input,
      ])
      var timing = Timing(name: "\(shape.label), threads: 8", rows: rows)
      timing.seconds = [execution.seconds]
      timing.processorSeconds = [execution.processorSeconds]
      timing.peakBytes = execution.peakBytes
      finding.timings.append(timing)
      most = max(most, execution.peakBytes)
    }
    finding.bars.append(
      Bar(
        claim: "peak memory at any length, up to eight threads", kind: .atMost, limit: 100,
        value: Double(most) / 1e6, unit: " MB"))
  }
}
