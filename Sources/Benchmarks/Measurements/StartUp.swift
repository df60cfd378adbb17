import Foundation

/// From the start of the program to ten priced bookings.
enum StartUp: Measurement {
  static let name = "start-up"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    finding.timings.append(try timing(bench, rows: 10))
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

  /// Some bookings, many times, output going nowhere.
  static func timing(_ bench: Workbench, rows: Int) throws -> Timing {
    let words = try WholePath.quoteCommand(bench, 1, [try bench.flat(rows)])
    var timing = Timing(name: "\(rows) bookings", rows: rows)
    for _ in 0..<(bench.scale.quickRounds * 4 + 1) {
      let execution = try bench.require(words)
      timing.seconds.append(execution.seconds)
      timing.processorSeconds.append(execution.processorSeconds)
      timing.peakBytes = max(timing.peakBytes, execution.peakBytes)
    }
    timing.seconds.removeFirst()
    timing.processorSeconds.removeFirst()
    return timing
  }
}
