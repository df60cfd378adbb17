/// What the machine can do at best: memory copied, and the page cache read and
/// written as much as the flat workload reads and writes.
enum Bandwidth: Measurement {
  static let name = "bandwidth"

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let program = try bench.built("bandwidth.cpp")
    let input = try bench.flat(bench.scale.flatRows)
    let output = bench.path("bandwidth.out")
    // What is written of it is about two thirds as long.
    let written = bench.size(input) * 644 / 1000
    let text = try bench.text(of: [program, input, output, "\(written)"])
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      if parts.count == 2 { finding.figures.append(Record.Fact(name: parts[0], value: parts[1])) }
    }
    try bench.require(["rm", "-f", output])
  }
}
