extension RuleTree {
  /// What else is wrong with rules of which some parts could not be read: what
  /// the others mean, as far as it does not hang on those.
  func reportFurther(sources: Sources, log: inout DiagnosticLog) {
    guard isWhole else { return }
    let broken = log.all
    var unread = self.unread
    for table in lets where table.isEmptyTable { unread.insert(table.name.value) }
    var found = DiagnosticLog()
    _ = PriceModel(checking: self, sources: sources, log: &found)
    for diagnostic in found.all where diagnostic.severity == .error {
      if !hangs(diagnostic, on: unread, broken, sources) { log.report(diagnostic) }
    }
  }

  /// Complaints about the waterfall or the inputs as a whole, which a line or
  /// a range that could not be read may be the cause of.
  private static let ofTheWhole: Set<String> = [
    "needs-rounding", "may-overflow", "no-quote", "untyped-column", "line-below",
  ]
  /// Complaints about the rows of a table together.
  private static let ofRows: Set<String> = ["rows-overlap", "bracket-gap", "not-proved"]

  private func hangs(
    _ diagnostic: Diagnostic, on unread: Set<String>, _ broken: [Diagnostic], _ sources: Sources
  ) -> Bool {
    if Self.ofTheWhole.contains(diagnostic.id) { return true }
    func isInside(_ span: SourceSpan, _ whole: SourceSpan) -> Bool {
      span.file == whole.file && whole.lower <= span.lower && span.upper <= whole.upper
    }
    let place = diagnostic.primary.span
    if Self.ofRows.contains(diagnostic.id),
      let table = lets.first(where: { isInside(place, $0.span) }),
      broken.contains(where: { isInside($0.primary.span, table.span) })
    {
      return true
    }
    let isSaid = broken.contains { said in
      said.id == diagnostic.id && isInside(place, said.primary.span)
    }
    if isSaid { return true }
    let places = [diagnostic.primary] + diagnostic.labels
    return places.contains { !unread.isDisjoint(with: sources.text(at: $0.span).words) }
  }
}

extension LetDeclaration {
  /// A table of which no row was read: what its columns hold is a guess.
  fileprivate var isEmptyTable: Bool {
    guard case .table(let table) = body else { return false }
    return table.rows.isEmpty
  }
}
