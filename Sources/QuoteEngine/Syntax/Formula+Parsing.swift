extension Formula {
  /// Reads a formula. What is wrong goes to the log; nil where nothing could
  /// be made of it. `units` are those the rules declare.
  public static func parse(
    _ text: PlacedText, units: Set<String>, log: inout DiagnosticLog
  ) -> Formula? {
    nil
  }
}

extension Template {
  /// Reads a text with `{formulas}` in it, as labels, reasons and cells have it.
  public static func parse(
    _ text: PlacedText, units: Set<String>, log: inout DiagnosticLog
  ) -> Template {
    Template(parts: [.text(text.string)], span: text.span)
  }
}
