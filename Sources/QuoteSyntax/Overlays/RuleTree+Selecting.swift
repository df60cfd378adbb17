extension RuleTree {
  /// Adds a condition on quotes, such as `total > $500 and size = "large"`: it may name
  /// all that outputs may, and outputs too. What is wrong goes to the log.
  package mutating func select(
    where condition: String, sources: inout Sources, log: inout DiagnosticLog
  ) {
    let bytes = Array(condition.utf8)
    let file = sources.add(SourceFile(name: SourceFile.condition, text: bytes))
    let units = Set(header.units.map(\.value))
    let text = PlacedText(bytes: bytes, file: file, start: 0)
    selection = Formula.parse(text, units: units, log: &log)
  }
}
