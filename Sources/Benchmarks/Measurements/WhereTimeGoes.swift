import Foundation

/// What a booking costs in each stage on one core, the engine's beside the
/// C++ program's, in nanoseconds.
enum WhereTimeGoes: Measurement {
  static let name = "where-time-goes"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = min(bench.scale.flatRows, 1_000_000)
    let input = try bench.flat(rows)
    let columns = try WholePath.columns()
    let output = try bench.benchOutput(
      ["--rules", bench.rules("flat-workload.yaml"), "--columns", columns, input],
      rounds: max(1, bench.scale.rounds))
    for (stage, name) in [
      ("read", "quote: bytes to columns"), ("evaluate", "quote: columns to quotes"),
      ("write", "quote: quotes to CSV"), ("whole", "quote: whole, from memory to nowhere"),
    ] {
      var timing = output.timing(stage, named: name)
      timing.isPerBooking = true
      finding.timings.append(timing)
    }
    finding.timings += try limit(bench, input, rows)
  }

  private static func limit(
    _ bench: Workbench, _ input: String, _ rows: Int
  ) throws -> [Timing] {
    let program = try bench.built("flat_limit.cpp")
    let (target, told) = (bench.path("phases.out"), bench.path("phases.txt"))
    let names = [
      "C++: file to memory", "C++: finding separators", "C++: pricing and printing",
      "C++: memory to file",
    ]
    var timings = names.map { Timing(name: $0, rows: rows, isPerBooking: true) }
    for _ in 0...bench.scale.rounds {
      let execution = try Execution.run(
        bench.pinned([program, input, target, "1", "phases"]), errors: told)
      let phases = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
        .compactMap { Double($0) }
      guard execution.status == 0, phases.count == names.count else {
        throw HarnessTrouble("the C++ program does not tell its phases")
      }
      for (index, seconds) in phases.enumerated() { timings[index].seconds.append(seconds) }
    }
    try FileManager.default.removeItem(atPath: target)
    return timings
  }
}
