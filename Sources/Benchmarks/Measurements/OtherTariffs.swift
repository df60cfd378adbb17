/// What a booking costs where every column is written, as without `--columns`: of the flat
/// workload, and of the tariffs of other trades.
enum OtherTariffs: Measurement {
  static let name = "other-tariffs"
  static let samples = [
    "autodetail", "electricity", "parcel", "repairs", "taxi", "tiers", "umuve",
  ]

  static func measure(_ bench: Workbench, into finding: inout Finding) throws {
    let rows = bench.scale.lookUpRows
    let flat = bench.rules("flat-workload.yaml")
    let columns = try WholePath.columns()
    try add(
      "flat workload, six columns", ["--rules", flat, "--columns", columns, bench.flat(rows)])
    try add("flat workload, every column", ["--rules", flat, bench.flat(rows)])
    for sample in samples {
      let rules = bench.rules("\(sample).yaml")
      let input = try bench.workload(
        "\(sample)-\(rows).csv", by: "repeated.py", bench.sample(sample), "\(rows)")
      try add(sample, ["--rules", rules, input])
    }

    func add(_ name: String, _ arguments: [String]) throws {
      let output = try bench.benchOutput(arguments, rounds: max(1, bench.scale.rounds))
      var timing = output.timing("whole", named: name)
      timing.isPerBooking = true
      finding.timings.append(timing)
    }
  }
}
