/// What is said of rules whose sampled bookings have no price.
extension Diagnostic {
  static func notAlwaysGiven(
    _ fault: RowFault, line: ModelLine?, _ count: Int, of all: Int
  ) -> Diagnostic {
    let parts = fault.message.split(separator: ": ", maxSplits: 1).map(String.init)
    let what = line.map { "the amount of `\($0.name)` is not given" } ?? parts[0]
    return Diagnostic(
      "not-always-given", severity: .warning, "\(what) for some bookings",
      at: Label(
        fault.rule, "\(parts.last ?? what); so for \(count) of \(all) sampled bookings"),
      help: ["say what it is then, `… default $0`, or decline those bookings"])
  }
}
