import Foundation

/// Requests as a backend was sent them, priced by its own rules: JSON in, whole replies out,
/// beside a program that was written by hand for exactly that. Both write the same bytes.
enum RecordedRequests: Measurement {
  static let name = "recorded-requests"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.nestedRows
    let columns = try String(
      contentsOfFile: Workbench.source("Rivals/recorded_columns.txt"), encoding: .utf8
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    let input = try bench.workload(
      "recorded-\(rows).jsonl", by: "recorded_requests.py", "\(rows)")
    let limit = try bench.built("recorded_limit.cpp", "-Wl,--no-as-needed", "-lsimdjson")
    let price = [
      bench.quote, "price", "--rules", bench.rules("umuve-backend.yaml"), "--threads", "1", input,
    ]
    func contestant(_ name: String, _ command: @escaping (String) -> [String]) -> Contestant {
      Contestant(
        name: name, rows: rows, bytes: bench.size(input), isPinned: true, command: command)
    }
    try Contest(
      bench: bench,
      contestants: [
        contestant("C++, whole replies") { [limit, input, $0] },
        contestant("quote, whole replies") { price + ["--format", "jsonl", "-o", $0] },
      ], rounds: bench.scale.rounds
    ).run(into: &finding)
    try Contest(
      bench: bench,
      contestants: [
        contestant("quote, key and total") {
          price + ["--columns", columns, "--format", "csv", "-o", $0]
        }
      ], rounds: bench.scale.rounds
    ).run(into: &finding)
    finding.judge(
      "recorded requests, whole replies, beside the C++", kind: .atMost, limit: 1.5,
      finding.processorMedian("quote, whole replies"),
      over: finding.processorMedian("C++, whole replies"))
  }
}
