import Foundation

/// How often memory is asked for while a booking is priced: calls of malloc
/// counted by a library loaded before the program, for a short and a longer input.
enum Allocations: Measurement {
  static let name = "allocations"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let library = try bench.built("count_allocations.c", "-shared", "-fPIC", "-ldl")
    let (short, long) = (bench.scale.flatRows / 10, bench.scale.flatRows)
    var counts: [Int] = []
    for rows in [short, long] {
      let file = bench.path("allocations.txt")
      let execution = try Execution.run(
        try WholePath.quoteCommand(bench, 1, [try bench.flat(rows)]),
        environment: ["LD_PRELOAD": library, "COUNT_ALLOCATIONS": file])
      guard execution.status == 0, let text = try? String(contentsOfFile: file, encoding: .utf8),
        let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
      else { throw HarnessTrouble("allocations cannot be counted") }
      counts.append(count)
      finding.figures.append(.init(name: "allocations, \(rows) bookings", value: "\(count)"))
      try FileManager.default.removeItem(atPath: file)
    }
    finding.bars.append(
      Bar(
        claim: "allocations a thousand bookings more cause", kind: .atMost, limit: 10,
        value: Double(counts[1] - counts[0]) * 1000 / Double(long - short), unit: ""))
  }
}
