import QuoteEngine
import QuoteLanguage

/// Finds where a bound stands for the other side, if it stands elsewhere: between the numbers of
/// bookings that differ and those of bookings that do not.
struct RemedyBounds {
  let pricer: Pricer
  private let recording: Pricer

  init(_ pricer: Pricer) {
    self.pricer = pricer
    recording = pricer.recording()
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
    return moves.enumerated().sorted { a, b in
      (a.element.contrary, a.offset) < (b.element.contrary, b.offset)
    }.map(\.element)
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

  private static func number(_ value: RecordedValue, of key: PriceExpression) -> Ratio? {
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
    for decline in recording.model.declines { visit(decline.when) }
    return found
  }

  // MARK: - Edits

  private func tables(
    _ places: [RemedyPlaces.Place], _ measured: [SourceSpan: Measured]
  ) -> [Move] {
    let sources = pricer.sources
    return places.flatMap { place -> [Move] in
      guard case .key(let index, _, let column) = place.kind else { return [] }
      let table = pricer.model.tables[index]
      guard table.keys.indices.contains(column),
        let found = measured[table.keys[column].value.span]
      else { return [] }
      let text = Array(sources.text(at: place.span).utf8)
      return RemedyFigure.all(in: place, text).flatMap { figure -> [Move] in
        Self.moved(figure, found).map { (edit(figure, $0.text), $0.contrary) }
      }
    }
  }

  /// The edit that moves a bound of a table, and those of its column beside it.
  func edit(_ figure: RemedyFigure, _ moved: String) -> RulesEdit {
    let (place, sources) = (figure.place, pricer.sources)
    var edit = figure.edit(moved, in: sources)
    guard case .key(let index, _, let column) = place.kind else { return edit }
    for row in pricer.model.tables[index].rows where row.keySpans.indices.contains(column) {
      let span = row.keySpans[column]
      let other = RemedyPlaces.Place(kind: place.kind, path: "", span: span)
      let bytes = Array(sources.text(at: span).utf8)
      for same in RemedyFigure.all(in: other, bytes) {
        guard let text = beside(same, figure, moved) else { continue }
        let change = RulesEdit.Change(
          file: span.file, lower: same.lower, upper: same.upper, text: text)
        if !edit.changes.contains(change) { edit.changes.append(change) }
      }
    }
    let key = sources.text(at: place.span).trimmedOfSpaces
    edit.what = "the bound \(figure.text) of \(key) becomes \(moved)"
    return edit
  }

  /// What a bound becomes where one beside it moves: the same, or where both are in, as in
  /// `[1..9]` and `[10..99]`, the next number on its own side.
  private func beside(_ other: RemedyFigure, _ figure: RemedyFigure, _ moved: String) -> String? {
    if other.value == figure.value { return moved }
    guard other.digits == figure.digits, let a = end(of: figure), let b = end(of: other),
      a.isIn, b.isIn, a.isLower != b.isLower, let value = Ratio(decimal: moved)
    else { return nil }
    var step = Ratio.one
    for _ in 0..<figure.digits { step = step / 10 }
    let gap = a.isLower ? -step : step
    guard other.value == figure.value + gap, !(value + gap).isNegative else { return nil }
    return RemedySearch.written(value + gap, digits: figure.digits)
  }

  /// Which end of a range a figure is, and whether it is in; nil where it is no end of one.
  private func end(of figure: RemedyFigure) -> (isLower: Bool, isIn: Bool)? {
    let text = Array(pricer.sources.text(at: figure.place.span).utf8)
    let first = Int(figure.place.span.lower)
    let before = text[..<(figure.lower - first)]
    let after = text[(figure.upper - first)...]
    let marks = Set("[](),.<>=|".utf8)
    func isDots(_ part: some Collection<UInt8>) -> Bool { part.elementsEqual("..".utf8) }
    let (left, right) = (before.filter { marks.contains($0) }, after.filter { marks.contains($0) })
    if isDots(right.prefix(2)), let open = left.last { return (true, open == UInt8(ascii: "[")) }
    if isDots(left.suffix(2)), let close = right.first {
      return (false, close == UInt8(ascii: "]"))
    }
    let isIn = left.last == UInt8(ascii: "=")
    guard let sign = isIn ? left.dropLast().last : left.last else { return nil }
    if sign == UInt8(ascii: ">") { return (true, isIn) }
    return sign == UInt8(ascii: "<") ? (false, isIn) : nil
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
      let text = Array(sources.text(at: place.span).utf8)
      return RemedyFigure.all(in: place, text).flatMap { figure in
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
    // People write round bounds.
    func digits(_ text: String) -> Int {
      let bare = text.filter { $0 != "." }.drop { $0 == "0" }
      return bare.count - bare.reversed().prefix { $0 == "0" }.count
    }
    return found.enumerated().sorted { a, b in
      (digits(a.element), a.offset) < (digits(b.element), b.offset)
    }.map(\.element)
  }
}
