import QuoteEngine
import QuoteLanguage

/// Several cells of one table at once: an old price list of one zone, of one product.
///
/// A booking whose price is made of one such cell says which figure would be right there. With
/// these figures, bookings of two cells say the second one, and so on.
extension RemedySearch {
  private static let mostRounds = 3
  private static let mostCells = 16
  private static let mostOfCell = 4

  /// One edit for all cells of a table that bookings say to be others, where they are several.
  func cellEdits(
    _ found: [RemedyPlaces.Place], _ trial: Trial, rows: [Set<String>]
  ) -> [RulesEdit] {
    let names = RowNames(pricer.model)
    var tables: [TableID: [Cell]] = [:]
    guard !trial.isPart, trial.departing != RemedyCase.refusal else { return [] }
    for place in found {
      guard case .cell(let table, let row) = place.kind,
        let figure = RemedyFigure.all(in: place, pricer.sources).first
      else { continue }
      tables[table, default: []].append(
        Cell(name: names.name(of: row, in: table), figure: figure))
    }
    return tables.keys.sorted().compactMap { table in
      let cells = (tables[table] ?? []).filter { cell in rows.contains { $0.contains(cell.name) } }
      guard 2...Self.mostCells ~= cells.count else { return nil }
      return edit(cells, of: pricer.model.tables[table].name, trial, rows)
    }
  }

  private struct Cell {
    var name: String
    var figure: RemedyFigure
    /// What it should say; nil while no booking says so.
    var text: String?
  }

  private func edit(
    _ known: [Cell], of table: String, _ trial: Trial, _ rows: [Set<String>]
  ) -> RulesEdit? {
    var cells = known
    for _ in 0..<Self.mostRounds where cells.contains(where: { $0.text == nil }) {
      let base = trial.edits + changed(cells)
      let open = cells.indices.filter { cells[$0].text == nil }
      var isNew = false
      for index in open {
        // Bookings in which no other row is in doubt.
        let name = cells[index].name
        let own = zip(trial.own, rows).filter { _, rows in
          open.allSatisfy { rows.contains(cells[$0].name) == (cells[$0].name == name) }
        }.map(\.0).prefix(Self.mostOfCell)
        guard let text = figure(cells[index].figure, Array(own), base, trial) else { continue }
        cells[index].text = text
        isNew = true
      }
      if !isNew { break }
    }
    let edits = changed(cells)
    guard edits.count > 1, !areAlike(cells), let first = edits.first else { return nil }
    return RulesEdit(
      changes: edits.flatMap(\.changes), settings: edits.flatMap(\.settings),
      what: "\(edits.count) cells of \(table): " + edits.map(\.what).joined(separator: ", "),
      span: first.span)
  }

  /// Whether all of them are so many times ours, or so much more: then something behind the table
  /// is another one, and not the table.
  private func areAlike(_ cells: [Cell]) -> Bool {
    let others = cells.compactMap { cell in
      cell.text.flatMap { Ratio(decimal: $0) }.map { (own: cell.figure.value, other: $0) }
    }
    return Set(others.map { $0.other / $0.own }).count == 1
      || Set(others.map { $0.other - $0.own }).count == 1
  }

  private func changed(_ cells: [Cell]) -> [RulesEdit] {
    cells.compactMap { cell in
      guard let text = cell.text, Ratio(decimal: text) != cell.figure.value else { return nil }
      return cell.figure.edit(text, in: pricer.sources)
    }
  }

  /// The figure on which these bookings agree, and at least two of them; nil where they do not.
  private func figure(
    _ figure: RemedyFigure, _ own: [Int], _ edits: [RulesEdit], _ trial: Trial
  ) -> String? {
    guard own.count > 1, !figure.value.isZero, let base = rules.pricer(edits) else { return nil }
    let twice = figure.edit(
      Self.written(figure.value * 2, digits: figure.digits), in: pricer.sources)
    guard let pricer = rules.pricer(edits + [twice]) else { return nil }
    let before = bench.outcomes(base, of: own, values: [trial.departing])
    let after = bench.outcomes(pricer, of: own, values: [trial.departing])
    let right = zip(before, after).compactMap { before, after in
      implied(figure, by: figure.value * 2, before: before, after: after, at: trial.departing)
    }
    guard right.count == own.count else { return nil }
    return texts(figure, right).first
  }
}
