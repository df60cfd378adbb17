import Foundation

/// The time from the start of the program to ten priced bookings.
enum StartUp: Measurement {
  static let name = "start-up"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    try Contest(
      bench: bench, contestants: [bench.flatRun(10)], rounds: bench.scale.quickRounds * 4,
      compares: false
    ).run(into: &finding)
    finding.bars.append(
      Bar(
        claim: "ten bookings, from start to end", kind: .atMost, limit: 10,
        value: finding.timings[0].median * 1000, unit: " ms"))
    finding.figures.append(
      .init(name: "size of the program", value: "\(bench.size(bench.quote)) bytes"))
    let bare = bench.path("quote-without-symbols")
    try bench.require(["strip", "-s", "-o", bare, bench.quote])
    finding.figures.append(
      .init(name: "without its symbols", value: "\(bench.size(bare)) bytes"))
    let libraries = (try? bench.text(of: ["ldd", bench.quote])) ?? ""
    finding.figures.append(
      .init(
        name: "shared libraries it loads",
        value: libraries.split(separator: "\n").compactMap { line in
          line.split(separator: " ").first.map {
            $0.trimmingCharacters(in: .whitespaces).split(separator: "/").last.map(String.init)
              ?? ""
          }
        }.joined(separator: ", ")))
  }
}
