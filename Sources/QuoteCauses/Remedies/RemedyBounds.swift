import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds the bound that the other side uses, if it is another one: it lies between the numbers of
/// bookings that differ and those of bookings that do not.
struct RemedyBounds {
  let pricer: Pricer
  private let recording: Pricer
  /// Names of lets that values are held against.
  let names: Set<String>

  init(_ pricer: Pricer) {
    self.pricer = pricer
    recording = pricer.recording()
    names = Self.names(in: recording.model)
  }

  private static func names(in model: PriceModel) -> Set<String> {
    let figures = Set(model.lets.filter { $0.value.isConstant }.map(\.name))
    var found: Set<String> = []
    func visit(_ value: PriceExpression) {
      if case .apply(.compare(_), let sides) = value.operation {
        found.formUnion(sides.map { RemedyTurns.text($0, model) }.filter(figures.contains))
      }
      value.parts.forEach(visit)
    }
    for line in model.allLines { line.formulas.forEach(visit) }
    for named in model.lets { visit(named.value) }
    return found
  }

  /// Numbers that are held against a bound, of each booking: several where it has several
  /// elements.
  struct Measured {
    var differing: [[Ratio]] = []
    var agreeing: [[Ratio]] = []
  }

  /// An edit that moves a bound, and how many bookings speak against it: they have numbers that it
  /// moves past as well, and do not differ.
  typealias Move = (edit: RulesEdit, contrary: Int)

  /// Edits that move a bound of the rules behind a value; both sides of it move. Those against
  /// which the fewest bookings speak come first.
  func edits(
    _ places: [RemedyPlaces.Place], differing: [RemedyCase],
    agreeing: [RemedyCase]
  ) -> [Move] {
    guard !differing.isEmpty else { return [] }
    var measured: [SourceSpan: Measured] = [:]
    let evaluator = recording.makeEvaluator()
    for (one, differs) in differing.map({ ($0, true) }) + agreeing.map({ ($0, false) }) {
      _ = evaluator.price(one.batch, rows: one.row..<one.row + 1)
      for (span, values) in values(places, evaluator.recording(row: 0)) {
        if differs {
          measured[span, default: Measured()].differing.append(values)
        } else {
          measured[span, default: Measured()].agreeing.append(values)
        }
      }
    }
    // Some of each kind, for not all are tried.
    let kinds = [tables(places, measured), conditions(places, measured), moments(places, measured)]
    let moves = (0..<(kinds.map(\.count).max() ?? 0)).flatMap { index in
      kinds.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    // Both rows that share a bound say the same.
    var met: Set<RulesEdit.Written> = []
    return moves.enumerated().sorted { a, b in
      (a.element.contrary, a.offset) < (b.element.contrary, b.offset)
    }.map(\.element).filter { met.insert($0.edit.written).inserted }
  }

  /// By where keys and operands of comparisons are written: their numbers, in their own units.
  private func values(
    _ places: [RemedyPlaces.Place], _ recording: Recording
  ) -> [SourceSpan: [Ratio]] {
    let tables = Set(
      places.compactMap { place -> TableID? in
        if case .key(let table, _, _) = place.kind { table } else { nil }
      })
    let keys = tables.flatMap { table in recording.model.tables[table].keys.map(\.value) }
    var found: [SourceSpan: [Ratio]] = [:]
    for held in keys + comparisons {
      let places = recording.elements(of: held.grain.list, below: recording.booking)
      found[held.span] = places.compactMap {
        Self.number(recording.value(of: held, at: $0), of: held)
      }
    }
    return found
  }

  /// What a value is in its own unit; nil of what is no number.
  static func number(_ value: RecordedValue, of key: PriceExpression) -> Ratio? {
    switch key.type {
    case .quantity: break
    case .date, .time:
      if case .integer(let number) = value { return Ratio(Int128(number)) }
      return nil
    case .text:
      guard case .text(let text) = value else { return nil }
      return dayOfYear(text).map { Ratio(Int128($0)) }
    case .flag, .choice, .instant, .weekday, .point, .texts, .invalid: return nil
    }
    switch value {
    case .exact(let number): return key.units.size.isZero ? number : number / key.units.size
    case .integer(let number): return Ratio(number)
    // In its own unit already.
    case .double(let number): return Ratio(decimal: number.description)?.tidied
    case .notGiven, .flag, .text, .texts, .choice, .point: return nil
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
      if case .apply(.within, let held) = value.operation, let one = held.first {
        found.append(one)
      }
      for part in value.parts { visit(part) }
    }
    for line in recording.model.allLines {
      line.formulas.forEach(visit)
    }
    for named in recording.model.lets { visit(named.value) }
    for decline in recording.model.declines { visit(decline.when) }
    return found
  }

  // MARK: - Edits

  private func tables(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [Move] {
    places.flatMap { place -> [Move] in
      guard case .key(let index, _, let column) = place.kind else { return [] }
      let table = pricer.model.tables[index]
      guard table.keys.indices.contains(column),
        let found = measured[table.keys[column].value.span]
      else { return [] }
      return RemedyFigure.all(in: place, pricer.sources).flatMap { figure -> [Move] in
        Self.moved(figure, found).flatMap { moved in
          edits(figure, moved.text).map { ($0, moved.contrary) }
        }
      }
    }
  }

  /// The edits that move a bound of a table: in all rows that have it, and in those alone whose
  /// other keys are as in its own.
  func edits(_ figure: RemedyFigure, _ moved: String) -> [RulesEdit] {
    let text = figure.place.text(in: pricer.sources)
    let first = Int(figure.place.span.lower)
    guard let end = RangeEnd(in: text, around: figure.lower - first..<figure.upper - first) else {
      // A key that is one number has no bound to move in other rows.
      return [figure.edit(moved, in: pricer.sources)]
    }
    let (before, after) = (end.before(figure.lower - first), end.after(figure.upper - first))
    return settings(figure.place, end.text, before + moved + after).map { setting in
      RulesEdit(
        settings: [setting],
        what: "the bound \(figure.text) of \(text.trimmedOfSpaces) becomes \(moved)",
        span: figure.place.span)
    }
  }

  /// Settings that move a bound of a key: `let.price.weight[5 kg]=6 kg`.
  func settings(_ place: RemedyPlaces.Place, _ bound: String, _ moved: String) -> [String] {
    guard case .key(let index, let row, let column) = place.kind else { return [] }
    let table = pricer.model.tables[index]
    let key = "let.\(table.name).\(table.keys[column].header.trimmedOfSpaces)"
    func others(_ row: ModelTableRow) -> [String] {
      var cells = row.keySpans.map { pricer.sources.text(at: $0).trimmedOfSpaces }
      cells[column] = bound
      return cells
    }
    let own = others(table.rows[row])
    // One row of what is written may be several of a matrix.
    let isShared = table.rows.contains { other in
      other.keySpans[column] != table.rows[row].keySpans[column] && others(other) != own
        && plain(other, in: table, column).contains(bound)
    }
    let all = "\(key)[\(bound)]=\(moved)"
    return isShared ? [all, "\(key)[\(own.joined(separator: ", "))]=\(moved)"] : [all]
  }

  private func plain(_ row: ModelTableRow, in table: ModelTable, _ column: Int) -> String {
    let span = row.keySpans[column]
    return table.plainTexts[span] ?? pricer.sources.text(at: span)
  }

  private func conditions(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [Move] {
    let sources = pricer.sources
    return places.flatMap { place -> [Move] in
      guard place.kind == .formula else { return [] }
      let inside = measured.filter { span, _ in
        span.file == place.span.file && place.span.lower <= span.lower
          && span.upper <= place.span.upper
      }
      guard !inside.isEmpty else { return [] }
      return RemedyFigure.all(in: place, sources).flatMap { figure in
        inside.sorted { $0.key.lower < $1.key.lower }.flatMap { _, found in
          Self.moved(figure, found).map { (figure.edit($0.text, in: sources), $0.contrary) }
        }
      }
    }
  }

  /// Where a bound would part the bookings that differ from all others on its other side: each
  /// that differs has a number between both, and no other has. One beside ours goes first: a bound
  /// that is off by one is likelier than a rounder one, and bookings do not tell them apart.
  private static func moved(
    _ figure: RemedyFigure, _ found: Measured
  ) -> [(text: String, contrary: Int)] {
    var step = Ratio.one
    for _ in 0..<figure.digits { step = step / 10 }
    let beside = [figure.value + step, figure.value - step].filter { !$0.isNegative }
    var texts: [(text: String, contrary: Int)] = []
    for end in ends(figure.value, found) {
      let near = beside.filter { end.low <= $0 && $0 <= end.high }.map {
        RemedySearch.written($0, digits: figure.digits)
      }
      for text in near + between(end.low, end.high, figure)
      where Ratio(decimal: text) != figure.value && !texts.contains(where: { $0.text == text }) {
        texts.append((text, end.contrary))
      }
    }
    return texts
  }

  /// Between which numbers the other bound lies, below ours and above it, and how many bookings
  /// that do not differ lie between it and ours. Where bookings have several numbers, those on the
  /// bound itself may tell nothing.
  static func ends(
    _ bound: Ratio, _ found: Measured
  ) -> [(low: Ratio, high: Ratio, contrary: Int)] {
    guard !found.differing.isEmpty else { return [] }
    var ends: [(low: Ratio, high: Ratio, contrary: Int)] = []
    let hasSeveral = found.differing.contains { $0.count > 1 && $0.contains(bound) }
    for isBeyond in hasSeveral ? [false, true] : [false] {
      // What differs lies below the bound, and should be above it.
      let below = found.differing.map { numbers in
        numbers.filter { $0 < bound || !isBeyond && $0 == bound }.max()
      }
      if let least = below.reduce(Ratio?.some(bound), least) {
        let next = found.agreeing.compactMap { $0.filter { $0 < least }.max() }.max()
        let contrary = found.agreeing.count { $0.contains { least < $0 && $0 < bound } }
        ends.append((next ?? least - Ratio.one, least, contrary))
      }
      let above = found.differing.map { numbers in
        numbers.filter { bound < $0 || !isBeyond && $0 == bound }.min()
      }
      if let most = above.reduce(Ratio?.some(bound), most) {
        let next = found.agreeing.compactMap { $0.filter { most < $0 }.min() }.min()
        let contrary = found.agreeing.count { $0.contains { bound < $0 && $0 < most } }
        ends.append((most, next ?? most + Ratio.one, contrary))
      }
    }
    return ends
  }

  /// Nil where one of them is not there.
  private static func least(_ a: Ratio?, _ b: Ratio?) -> Ratio? {
    a.flatMap { a in b.map { min(a, $0) } }
  }

  private static func most(_ a: Ratio?, _ b: Ratio?) -> Ratio? {
    a.flatMap { a in b.map { max(a, $0) } }
  }

  /// Both ends, and the plainest number between them.
  private static func between(
    _ low: Ratio, _ high: Ratio, _ figure: RemedyFigure
  ) -> [String] {
    var found = RemedySearch.simplest(from: low, to: high, digits: 0).prefix(1).map { $0 }
    let steps: [Ratio] = [1000, 500, 100, 50, 10, 5]
    if let step = steps.first(where: { step in
      (high / step).floor.map { low < Ratio($0) * step } ?? false
    }), let times = (high / step).floor, times > 0 {
      found.append(RemedySearch.written(Ratio(times) * step, digits: figure.digits))
    }
    for end in [high, low] where !end.isNegative {
      guard let digits = end.decimalDigits, digits <= 6 else { continue }
      let text = RemedySearch.written(end, digits: figure.digits)
      if !found.contains(text) { found.append(text) }
    }
    // People write round bounds, and of those of as many digits one that ends in five.
    func digits(_ text: String) -> Int {
      let bare = text.filter { $0 != "." }.drop { $0 == "0" }
      let count = bare.count - bare.reversed().prefix { $0 == "0" }.count
      return count * 2 - (count > 1 && bare.last { $0 != "0" } == "5" ? 1 : 0)
    }
    return found.enumerated().sorted { a, b in
      (digits(a.element), a.offset) < (digits(b.element), b.offset)
    }.map(\.element)
  }
}
