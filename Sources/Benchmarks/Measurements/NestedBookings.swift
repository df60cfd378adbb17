import Foundation

/// Bookings with lists of elements, in all the shapes in which they are
/// written, on both cores; the others are made to give the same bytes.
enum NestedBookings: Measurement {
  static let name = "nested-bookings"
  static let shapes = [
    (name: "jsonl", label: "JSON Lines", ending: "jsonl"),
    (name: "rows", label: "CSV, a row an element", ending: "csv"),
    (name: "compact", label: "CSV, compact cells", ending: "csv"),
    (name: "json", label: "CSV, JSON in cells", ending: "csv"),
  ]

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.nestedRows
    for shape in shapes {
      let input = try bench.workload(
        "nested-\(shape.name)-\(rows).\(shape.ending)", by: "nested_workload.py", shape.name,
        "\(rows)")
      let contest = Contest(
        bench: bench, contestants: try contestants(bench, input, shape.name, shape.label, rows),
        rounds: bench.scale.rounds)
      try contest.run(into: &finding)
      let rivals = ["DuckDB", "Polars"].compactMap { finding.median("\(shape.label): \($0)") }
      finding.judge(
        "\(shape.label), faster than the fastest of the others", kind: .atLeast, limit: 5,
        rivals.min(),
        over: finding.median("\(shape.label): quote"))
    }
  }

  private static func contestants(
    _ bench: Workbench, _ input: String, _ shape: String, _ label: String, _ rows: Int
  ) throws -> [Contestant] {
    let columns = try String(
      contentsOfFile: Workbench.source("Rivals/nested_columns.txt"), encoding: .utf8)
    let ours = [
      bench.quote, "price", "--rules", bench.rules("nested-workload.yaml"), "--columns",
      columns.trimmingCharacters(in: .whitespacesAndNewlines), "--threads", "2", input,
    ]
    func script(_ name: String, _ package: String) -> Contestant {
      Contestant(
        name: "\(label): \(name)", package: package, rows: rows, bytes: bench.size(input),
        command: {
          ["python3", Workbench.source("Rivals/nested_\(package).py"), shape, input, $0, "2"]
        }, rounds: min(3, bench.scale.rounds))
    }
    return [
      Contestant(
        name: "\(label): quote", rows: rows, bytes: bench.size(input),
        command: { ours + ["-o", $0] }),
      script("DuckDB", "duckdb"), script("Polars", "polars"),
    ]
  }
}
