import Foundation

/// Quotes held against what another system answered: `quote diff` prices every
/// booking and joins a second file of amounts by key; DataComPy joins two files
/// of the same amounts that were priced before. And `quote diff` again on records
/// that hold request and reply, which DataComPy has no way to read.
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
    let (ours, theirs) = (records + ".ours.csv", records + ".theirs.csv")
    let diff = [bench.quote, "diff", "--rules", bench.rules("flat-workload.yaml")]
    func contestant(_ name: String, _ bytes: Int, _ words: [String]) -> Contestant {
      Contestant(
        name: name, rows: rows, bytes: bytes, command: { _ in diff + words },
        writesStandardOutput: true, fineStatuses: [1])
    }
    let contest = Contest(
      bench: bench,
      contestants: [
        contestant(
          "quote diff, a second file", bench.size(bookings) + bench.size(theirs),
          ["--reference", theirs, bookings]),
        contestant(
          "quote diff, records of replies", bench.size(records),
          ["--map", Workbench.source("Workloads/replies.map.yaml"), records]),
        Contestant(
          name: "DataComPy", package: "datacompy", rows: rows,
          bytes: bench.size(ours) + bench.size(theirs),
          command: {
            [
              "python3", Workbench.source("Rivals/differences_datacompy.py"), ours, theirs, $0,
            ]
          }),
      ], rounds: min(3, bench.scale.rounds), compares: false)
    try contest.run(into: &finding)
    finding.judge(
      "differences, faster than DataComPy on the same join and columns", kind: .atLeast, limit: 5,
      finding.median("DataComPy"), over: finding.median("quote diff, a second file"))
  }
}
