import Foundation

/// Quotes held against recorded replies: `quote diff` prices every request and
/// compares the amounts; DataComPy joins two tables of the same amounts that
/// were priced before.
enum Differences: Measurement {
  static let name = "differences"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.recordRows
    let bookings = try bench.flat(rows)
    let quotes = bench.path("quotes-\(rows).csv")
    let records = bench.path("replies-\(rows).jsonl")
    if !FileManager.default.fileExists(atPath: records) {
      try bench.require(try WholePath.quoteCommand(bench, 2, [bookings]), output: quotes)
      try bench.require([
        "python3", Workbench.source("Workloads/replies.py"), bookings, quotes, records,
      ])
    }
    let ours = [
      bench.quote, "diff", "--rules", bench.rules("flat-workload.yaml"), "--map",
      Workbench.source("Workloads/replies.map.yaml"), records,
    ]
    let contest = Contest(
      bench: bench,
      contestants: [
        Contestant(
          name: "quote diff", rows: rows, bytes: bench.size(records), command: { _ in ours },
          writesStandardOutput: true, fineStatuses: [1]),
        Contestant(
          name: "DataComPy", package: "datacompy", rows: rows,
          bytes: bench.size(records + ".ours.csv") + bench.size(records + ".theirs.csv"),
          command: {
            [
              "python3", Workbench.source("Rivals/differences_datacompy.py"),
              records + ".ours.csv", records + ".theirs.csv", $0,
            ]
          }),
      ], rounds: min(3, bench.scale.rounds), compares: false)
    try contest.run(into: &finding)
    finding.judge(
      "differences, faster than DataComPy on the same join and columns", .atLeast, 5,
      finding.median("DataComPy"), over: finding.median("quote diff"))
  }
}
