extension Formula {
  /// Reads a formula. What is wrong goes to the log; nil if nothing could
  /// be made of it. `units` are those the rules declare.
  package static func parse(
    _ text: PlacedText, units: Set<String>, log: inout DiagnosticLog
  ) -> Formula? {
    var parser = FormulaParser(text, units: units)
    let formula = parser.parseWhole()
    log.append(contentsOf: parser.log)
    return formula
  }

  /// What stands for a formula that could not be read.
  package static func invalid(at span: SourceSpan) -> Formula { Formula(.invalid, at: span) }
}

extension Template {
  /// Reads a text with `{formulas}` in it, as labels, reasons and cells have
  /// it. After a mistake the text stands for itself.
  package static func parse(
    _ text: PlacedText, units: Set<String>, log: inout DiagnosticLog
  ) -> Template {
    var parser = FormulaParser(text, units: units)
    let template = parser.parseTemplate()
    log.append(contentsOf: parser.log)
    return template ?? Template(parts: [.formula(.invalid(at: text.span))], span: text.span)
  }
}
