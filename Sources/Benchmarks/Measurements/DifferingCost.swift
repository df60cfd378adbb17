import Foundation

/// What a booking that differs costs in `quote diff` beside one that is the same: one reference
/// in which every total differs, and one in which none does.
enum DifferingCost: Measurement {
  static let name = "differing-cost"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    let bookings = try bench.flat(rows)
    let quotes = bench.path("differing-\(rows).quotes.csv")
    if !FileManager.default.fileExists(atPath: quotes) {
      try bench.require(try WholePath.quoteCommand(bench, 2, [bookings]), output: quotes)
    }
    func contestant(_ name: String, _ which: String) throws -> Contestant {
      let reference = try bench.workload(
        "differing-\(which)-\(rows).csv", by: "differing.py", quotes, which)
      return Contestant(
        name: name, rows: rows, bytes: bench.size(bookings) + bench.size(reference),
        isPinned: true,
        command: { _ in
          [
            bench.quote, "diff", "--rules", bench.rules("flat-workload.yaml"), "--threads", "1",
            "--reference", reference, bookings,
          ]
        }, writesStandardOutput: true, fineStatuses: [0, 1])
    }
    try Contest(
      bench: bench,
      contestants: [
        try contestant("every booking the same", "none"),
        try contestant("every booking different", "all"),
      ], rounds: min(3, bench.scale.rounds), compares: false
    ).run(into: &finding)
    finding.judge(
      "a booking that differs, beside one that is the same", kind: .atMost, limit: 4,
      finding.processorMedian("every booking different"),
      over: finding.processorMedian("every booking the same"))
  }
}
