import QuoteEngine
import QuoteLanguage

/// Which rules made a price.
extension CauseReader {
  /// Lines whose amount is not zero, in the order of the waterfall, each with the rows of
  /// tables that were found for it: `work`, `factors [4..7]`.
  func fired(_ recording: Recording) -> [String] {
    var found: [String] = []
    var walk = CauseWalk(
      recording, lines, agreed: CauseWalk.Agreed(), onlyTables: leads, seen)
    for line in lines.all {
      guard let formula = line.formula else { continue }
      let places = self.places(of: line, recording)
      guard !places.isEmpty else { continue }
      if line.kind == .line { found.append(line.name) }
      guard leads.lead(from: formula) else { continue }
      let known = walk.traits.count
      walk.line = line.id
      for place in places { walk.visit(formula, place) }
      found += rowNames(walk.traits[known...])
    }
    // Lines have names of their own.
    if walk.traits.isEmpty { return found }
    var met: Set<String> = []
    return found.filter { met.insert($0).inserted }
  }

  /// Rows that stand behind a value, each by its name.
  func rowNames(_ walk: CauseWalk) -> [String] { rowNames(walk.traits[...]) }

  private func rowNames(_ traits: ArraySlice<(trait: CauseWalk.Trait, isFiner: Bool)>) -> [String] {
    traits.compactMap { trait, _ in
      guard case .row(let table, let row) = trait else { return nil }
      return names.name(of: row, in: table)
    }
  }

  /// Where a line applies and is not zero.
  func places(of line: ModelLine, _ recording: Recording) -> [Recording.Place] {
    guard let trace = plan.trace.lines[line.id] else { return [] }
    return recording.elements(of: line.grain.list, below: recording.booking).filter { place in
      recording.applies(line.id, at: place)
        && !recording.value(of: PlanValue(trace.amount), at: place).isZero
    }
  }
}
