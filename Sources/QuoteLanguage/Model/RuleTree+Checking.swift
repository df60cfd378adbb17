package import QuoteSyntax

extension RuleTree {
  /// What else is wrong with rules of which some parts could not be read: what
  /// the others mean, as far as it does not hang on those.
  package func reportFurther(sources: Sources, log: inout DiagnosticLog) {
    guard isWhole else { return }
    let broken = log.all
    var unread = self.unread
    for table in lets where table.isEmptyTable { unread.insert(table.name.value) }
    unread.formUnion(faultyNames(broken.filter { $0.severity == .error }))
    var found = DiagnosticLog()
    _ = PriceModel(checking: self, sources: sources, log: &found)
    for diagnostic in found.all where diagnostic.severity == .error {
      if !hangs(diagnostic, on: unread, broken, sources) { log.report(diagnostic) }
    }
  }

  /// Names in whose declaration something is wrong: what is said of their uses may come of that.
  private func faultyNames(_ broken: [Diagnostic]) -> Set<String> {
    var names: Set<String> = []
    func note(_ name: Spanned<String>, _ span: SourceSpan) {
      if broken.contains(where: { $0.primary.span.isInside(span) }) { names.insert(name.value) }
    }
    func note(_ inputs: [InputDeclaration]) {
      for input in inputs {
        switch input {
        case .field(let field): note(field.name, field.span)
        case .list(let list):
          note(list.name, list.span)
          note(list.fields)
        }
      }
    }
    func note(_ lines: [LineDeclaration]) {
      for line in lines {
        note(line.name, line.span)
        if case .lines(let members, _) = line.effect { note(members) }
      }
    }
    note(inputs)
    for declaration in lets { note(declaration.name, declaration.span) }
    note(quote)
    return names
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
    let place = diagnostic.primary.span
    if Self.ofRows.contains(diagnostic.id),
      let table = lets.first(where: { $0.holds(place) }),
      broken.contains(where: { table.holds($0.primary.span) })
    {
      return true
    }
    let isSaid = broken.contains { said in
      said.severity == .error && place.isInside(said.primary.span)
    }
    // Every second part stands in backticks.
    let quoted = diagnostic.headline.split(separator: "`", omittingEmptySubsequences: false)
    let names = quoted.indices.filter { $0 % 2 == 1 }.map { String(quoted[$0]) }
    if isSaid || !unread.isDisjoint(with: names) { return true }
    let places = [diagnostic.primary] + diagnostic.labels
    return places.contains { !unread.isDisjoint(with: sources.text(at: $0.span).words) }
  }
}

extension LetDeclaration {
  /// Whether a place is in the declaration, or in the file of its rows.
  fileprivate func holds(_ place: SourceSpan) -> Bool {
    if place.isInside(span) { return true }
    guard case .table(let table) = body, let row = table.rows.first else { return false }
    return row.span.file != span.file && row.span.file == place.file
  }

  /// A table of which no row was read: what its columns hold is a guess.
  fileprivate var isEmptyTable: Bool {
    guard case .table(let table) = body else { return false }
    return table.rows.isEmpty
  }
}

extension SourceSpan {
  fileprivate func isInside(_ whole: SourceSpan) -> Bool {
    file == whole.file && whole.lower <= lower && upper <= whole.upper
  }
}
