import QuoteEngine
import QuoteLanguage

/// Finds where a bound stands for the other side, if it stands elsewhere: between the numbers of
/// bookings that differ and those of bookings that do not.
struct RemedyBounds {
  let pricer: Pricer
  private let recording: Pricer
  private let reader: CauseReader

  init(_ pricer: Pricer) {
    self.pricer = pricer
    recording = pricer.recording()
    reader = CauseReader(recording.plan)
  }

  /// A number that is held against a bound, of each booking.
  private struct Measured {
    var differing: [Ratio] = []
    var agreeing: [Ratio] = []
  }

  /// Edits that move a bound of the rules behind a value; both sides of it move.
  func edits(
    _ places: [RemedyPlaces.Place], departing: String, differing: [RemedyCase],
    agreeing: [RemedyCase]
  ) -> [RulesEdit] {
    guard let entry = reader.order.entry(named: departing) else { return [] }
    var measured: [SourceSpan: Measured] = [:]
    let evaluator = recording.makeEvaluator()
    for (one, differs) in differing.map({ ($0, true) }) + agreeing.map({ ($0, false) }) {
      _ = evaluator.price(one.batch, rows: one.row..<one.row + 1)
      for (span, value) in values(entry, evaluator.recording(row: 0)) {
        if differs {
          measured[span, default: Measured()].differing.append(value)
        } else {
          measured[span, default: Measured()].agreeing.append(value)
        }
      }
    }
    return tables(places, measured) + conditions(places, measured)
  }

  /// By where keys and operands of comparisons are written: their numbers, in their own units.
  private func values(
    _ entry: PriceOrder.Entry, _ recording: Recording
  ) -> [SourceSpan: Ratio] {
    let walk = reader.walk(
      entry, agreed: [], recording, at: reader.places(of: entry, [], recording))
    var found: [SourceSpan: Ratio] = [:]
    for (key, value) in walk.keys.values {
      found[key.span] = Self.number(value, of: key)
    }
    for compared in comparisons {
      guard compared.grain.list == 0 else { continue }
      let value = recording.value(of: compared, at: recording.booking)
      found[compared.span] = Self.number(value, of: compared)
    }
    return found
  }

  private static func number(_ value: RecordedValue, of key: PriceExpression) -> Ratio? {
    guard case .quantity = key.type else { return nil }
    switch value {
    case .exact(let number): return key.units.size.isZero ? number : number / key.units.size
    case .integer(let number): return Ratio(number)
    case .double, .notGiven, .flag, .text, .texts, .choice, .point: return nil
    }
  }

  /// What formulas hold against figures.
  private var comparisons: [PriceExpression] {
    var found: [PriceExpression] = []
    func visit(_ value: PriceExpression) {
      if case .apply(.compare(_), let sides) = value.operation, sides.count == 2,
        sides[0].isConstant != sides[1].isConstant
      {
        found.append(sides[0].isConstant ? sides[1] : sides[0])
      }
      for part in value.parts { visit(part) }
    }
    for line in recording.model.allLines {
      line.formulas.forEach(visit)
    }
    for named in recording.model.lets { visit(named.value) }
    return found
  }

  // MARK: - Edits

  private func tables(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [RulesEdit] {
    let sources = pricer.sources
    return places.flatMap { place -> [RulesEdit] in
      guard case .key(let index, _, let column) = place.kind else { return [] }
      let table = pricer.model.tables[index]
      guard table.keys.indices.contains(column),
        let found = measured[table.keys[column].value.span]
      else { return [] }
      let text = Array(sources.text(at: place.span).utf8)
      return RemedyFigure.all(in: place, text).flatMap { figure -> [RulesEdit] in
        Self.moved(figure, found).map { moved in
          var edit = figure.edit(moved, in: sources)
          for row in table.rows where row.keySpans.indices.contains(column) {
            let span = row.keySpans[column]
            let other = RemedyPlaces.Place(kind: place.kind, path: "", span: span)
            let bytes = Array(sources.text(at: span).utf8)
            for same in RemedyFigure.all(in: other, bytes) where same.value == figure.value {
              let change = RulesEdit.Change(
                file: span.file, lower: same.lower, upper: same.upper, text: moved)
              if !edit.changes.contains(change) { edit.changes.append(change) }
            }
          }
          let key = sources.text(at: place.span).trimmedOfSpaces
          edit.what = "the bound \(figure.text) of \(key) becomes \(moved)"
          return edit
        }
      }
    }
  }

  private func conditions(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [RulesEdit] {
    let sources = pricer.sources
    return places.flatMap { place -> [RulesEdit] in
      guard place.kind == .formula else { return [] }
      let inside = measured.filter { span, _ in
        span.file == place.span.file && place.span.lower <= span.lower
          && span.upper <= place.span.upper
      }
      guard !inside.isEmpty else { return [] }
      let text = Array(sources.text(at: place.span).utf8)
      return RemedyFigure.all(in: place, text).flatMap { figure in
        inside.values.flatMap { found in
          Self.moved(figure, found).map { figure.edit($0, in: sources) }
        }
      }
    }
  }

  /// Where a bound would part the bookings that differ from all others on its other side.
  private static func moved(_ figure: RemedyFigure, _ found: Measured) -> [String] {
    guard let least = found.differing.min(), let most = found.differing.max() else { return [] }
    var moved: [String] = []
    // All of them lie below the bound, and should be above it.
    if most <= figure.value {
      let below = found.agreeing.filter { $0 < least }.max()
      moved += between(below ?? least - Ratio.one, least, figure)
    }
    if figure.value <= least {
      let above = found.agreeing.filter { most < $0 }.min()
      moved += between(most, above ?? most + Ratio.one, figure)
    }
    return moved.filter { Ratio(decimal: $0) != figure.value }
  }

  /// Both ends, and the plainest number between them.
  private static func between(
    _ low: Ratio, _ high: Ratio, _ figure: RemedyFigure
  ) -> [String] {
    var found = RemedySearch.simplest(from: low, to: high, digits: 0).prefix(1).map { $0 }
    for end in [high, low] where !end.isNegative {
      guard let digits = end.decimalDigits, digits <= 6 else { continue }
      let text = RemedySearch.written(end, digits: figure.digits)
      if !found.contains(text) { found.append(text) }
    }
    return found
  }
}
