import Foundation

/// CSV in, priced CSV out: the flat workload, all programs writing the same bytes.
enum WholePath: Measurement {
  static let name = "whole-path"
  /// SHA-256 of the right output, by number of bookings; two independent
  /// programs agreed on them when the workload was made.
  static let known = [
    100_000: "bcb2913a5271baeaa082cc1707dbeb2b9dd424ad40a19fa1165adaeb572b16bf",
    5_000_000: "f267b167051720fbb4e72d57e21f9a523ed265c967a4b7134f4ec14ff11a261d",
  ]

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.flatRows
    let input = try bench.flat(rows)
    try check(input, rows, bench, &finding)
    // One and two cores by turns too, for one is held against the other.
    let contest = Contest(
      bench: bench,
      contestants: try [2, 1].flatMap { try contestants(bench, input, rows, $0) },
      rounds: bench.scale.rounds)
    try contest.run(into: &finding)
    let sample = try bench.flat(bench.scale.sampleRows)
    let samples = Contest(
      bench: bench, contestants: try slow(bench, sample), rounds: min(3, bench.scale.rounds))
    try samples.run(into: &finding)
    judge(&finding)
  }

  /// The reference of all comparisons is itself held against the known figure.
  private static func check(
    _ input: String, _ rows: Int, _ bench: Workbench, _ finding: inout Finding
  ) throws {
    let output = bench.path("check.out")
    try bench.require([try bench.built("flat_limit.cpp"), input, output, "2"])
    let sum = try String(bench.text(of: ["sha256sum", output]).prefix(64))
    try FileManager.default.removeItem(atPath: output)
    if let right = known[rows] {
      guard sum == right else { throw HarnessTrouble("the C++ program writes other bytes: \(sum)") }
      finding.figures.append(.init(name: "SHA-256 of the output, as it must be", value: sum))
    } else {
      finding.figures.append(.init(name: "SHA-256 of the output", value: sum))
    }
  }

  /// The name under which the tables show it.
  static func label(_ name: String, _ threads: Int) -> String {
    "\(name), \(threads == 1 ? "one core" : "two cores")"
  }

  /// The columns that all programs write.
  static func columns() throws -> String {
    try String(contentsOfFile: Workbench.source("Rivals/flat_columns.txt"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static func quoteCommand(_ bench: Workbench, _ threads: Int, _ inputs: [String]) throws
    -> [String]
  {
    return [
      bench.quote, "price", "--rules", bench.rules("flat-workload.yaml"), "--columns",
      try columns(), "--threads", "\(threads)",
    ] + inputs
  }

  private static func contestants(
    _ bench: Workbench, _ input: String, _ rows: Int, _ threads: Int
  ) throws -> [Contestant] {
    let limit = try bench.built("flat_limit.cpp")
    let words = try quoteCommand(bench, threads, [input])
    func contestant(
      _ name: String, _ package: String? = nil, _ command: @escaping (String) -> [String]
    ) -> Contestant {
      Contestant(
        name: label(name, threads), package: package, rows: rows, bytes: bench.size(input),
        isPinned: threads == 1, command: command,
        rounds: package == nil || threads == 2 ? nil : min(3, bench.scale.rounds))
    }
    func script(_ name: String, _ package: String, _ file: String) -> Contestant {
      contestant(name, package) {
        ["python3", Workbench.source("Rivals/\(file)"), input, $0, "\(threads)"]
      }
    }
    return [
      contestant("C++") { [limit, input, $0, "\(threads)"] },
      contestant("quote") { words + ["-o", $0] },
      script("ClickHouse", "chdb", "flat_clickhouse.py"),
      script("DuckDB", "duckdb", "flat_duckdb.py"), script("Polars", "polars", "flat_polars.py"),
    ]
  }

  /// Those that get a sample.
  private static func slow(_ bench: Workbench, _ input: String) throws -> [Contestant] {
    let limit = try bench.built("flat_limit.cpp")
    func contestant(
      _ name: String, _ package: String?, _ command: @escaping (String) -> [String]
    ) -> Contestant {
      Contestant(
        name: name, package: package, rows: bench.scale.sampleRows, bytes: bench.size(input),
        isPinned: true, command: command)
    }
    return [
      contestant("C++, sample", nil) { [limit, input, $0, "1"] },
      contestant("Python, the backend's algorithm", nil) {
        ["python3", Workbench.source("Rivals/flat_backend.py"), input, $0]
      },
      contestant("GoRules Zen", "zen-engine") {
        ["python3", Workbench.source("Rivals/flat_zen.py"), input, $0, "1000"]
      },
    ]
  }

  private static func judge(_ finding: inout Finding) {
    func median(_ name: String, _ threads: Int) -> Double? {
      finding.median(label(name, threads))
    }
    let rivals = ["ClickHouse", "DuckDB", "Polars"].compactMap { median($0, 2) }
    let ours = (one: median("quote", 1), two: median("quote", 2))
    let limit = (one: median("C++", 1), two: median("C++", 2))
    let (duck, fastest) = (median("DuckDB", 2), rivals.min())
    finding.judge(
      "whole path, two cores, beside the C++", kind: .atMost, limit: 1.3, ours.two, over: limit.two)
    finding.judge(
      "whole path, one core, beside the C++", kind: .atMost, limit: 1.3, ours.one, over: limit.one)
    finding.judge(
      "whole path, two cores, faster than the fastest of the others", kind: .atLeast, limit: 5,
      fastest,
      over: ours.two)
    finding.judge(
      "two cores, faster than one", kind: .atLeast, limit: 1.7, ours.one, over: ours.two)
    finding.judge(
      "the C++, two cores, faster than DuckDB", kind: .atLeast, limit: 6, duck, over: limit.two)
  }
}
