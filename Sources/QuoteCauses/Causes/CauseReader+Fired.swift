import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which rules made a price.
extension CauseReader {
  /// A line whose amount is not zero, with the rows of tables that were found for it: `work`,
  /// `factors [4..7]`. Nothing for any other.
  func fired(_ line: ModelLine, _ recording: Recording) -> [String] {
    fired(
      line, recording, at: recording.elements(of: line.grain.list, below: recording.booking))
  }

  /// The same, of some elements of the line's list.
  func fired(
    _ line: ModelLine, _ recording: Recording, at elements: [Recording.Place]
  ) -> [String] {
    guard let formula = line.formula else { return [] }
    let places = self.places(of: line, recording, among: elements)
    guard !places.isEmpty else { return [] }
    let name = line.kind == .line ? [line.name] : []
    guard leads.lead(from: formula) else { return name }
    var walk = CauseWalk(
      recording, lines, agreed: CauseWalk.Agreed(), onlyTables: leads, seen)
    walk.line = line.id
    for place in places { walk.visit(formula, place) }
    return name + rowNames(walk)
  }

  /// Rows that stand behind a value, each by its name.
  func rowNames(_ walk: CauseWalk) -> [String] {
    walk.traits.compactMap { trait, _ in
      guard case .row(let table, let row) = trait else { return nil }
      return names.name(of: row, in: table)
    }
  }

  /// Where a line applies and is not zero.
  func places(of line: ModelLine, _ recording: Recording) -> [Recording.Place] {
    places(
      of: line, recording,
      among: recording.elements(of: line.grain.list, below: recording.booking))
  }

  private func places(
    of line: ModelLine, _ recording: Recording, among elements: [Recording.Place]
  ) -> [Recording.Place] {
    guard let trace = plan.trace.lines[line.id] else { return [] }
    return elements.filter { place in
      recording.applies(line.id, at: place)
        && !recording.isZero(PlanValue(trace.amount), at: place)
    }
  }
}
