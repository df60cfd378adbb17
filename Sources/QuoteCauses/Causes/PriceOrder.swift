package import QuoteComparison
package import QuoteEngine
package import QuoteLanguage
package import QuoteSyntax

/// Values of quotes in the order in which a price comes about.
///
/// An output that says no more than a line stands behind it: `first_rounded: round(first)` behind
/// `first`. One that says what a line is made of stands before the first such line: `fee_share:
/// share`, `discount_percent: round(share * 100)`, before the line that uses `share`. Others come
/// behind the total. Where two stand at one place, the one that the other is made of comes first.
package struct PriceOrder {
  /// A value that both sides may state.
  package struct Entry {
    /// The name of a line, an output, or a member of an output's records: `pets.price`.
    package var name: String
    /// The name at the top: `pets`.
    package var top: String
    package var body: Body
    /// Where it is written.
    package var span: SourceSpan
    /// Whether it is a line, or says lines again.
    package var isOfLines = false
    /// Whether it is an amount of its own that is made of lines, such as a share of one: no part of
    /// the total, though it stands beside its lines.
    package var isShareOfLines = false

    package init(
      name: String, top: String, body: Body, span: SourceSpan, isOfLines: Bool = false
    ) {
      (self.name, self.top, self.body, self.span) = (name, top, body, span)
      self.isOfLines = isOfLines
    }

    /// Whether there is one of it, and not one for each element of a list.
    package var isOfBooking: Bool {
      if case .formula = body { name == top } else { true }
    }

    /// Whether every quote has it.
    package var isAlwaysGiven: Bool {
      switch body {
      case .line, .records: true
      case .formula(let formula): !formula.isOptional
      }
    }

    /// Whether it is money; of records only the total is.
    package var isMoney: Bool {
      switch body {
      case .line: true
      case .formula(let formula): formula.type == .quantity(.money)
      case .records: name == "total" || name == ComparedValue.hiddenTotal.name
      }
    }
  }

  package enum Body {
    case line(ModelLine)
    /// What an output, or a member of its records, is.
    case formula(PriceExpression)
    /// Records as such.
    case records
  }

  package private(set) var entries: [Entry] = []
  /// Where in `entries` each name is.
  private var positions: [String: Int] = [:]
  /// Names of records with members that are money: who has no such record lacks that money.
  private var moneyRecords: Set<String> = []

  package init(of plan: PricePlan) {
    let places = PricePlaces(of: plan)
    let outputs = plan.model.outputs.filter { !Self.isLine($0, of: places.lines, plan.model) }
    var placed = outputs.flatMap { Self.entries(of: $0, below: "", top: $0.name, places) }
    for (rank, line) in places.lines.enumerated() {
      let entry = Entry(
        name: line.name, top: line.name, body: .line(line), span: line.span, isOfLines: true)
      placed.append((PricePlaces.Place(rank: rank, side: .itself), entry))
    }
    if !placed.contains(where: { $0.entry.name == "total" }) {
      let entry = Entry(name: "total", top: "total", body: .records, span: .nowhere)
      placed.append((PricePlaces.Place(rank: places.lines.count, side: .itself), entry))
    }
    let names = Set(outputs.map(\.name))
    if plan.hidesTotal {
      let name = ComparedValue.hiddenTotal.name
      let entry = Entry(name: name, top: name, body: .records, span: .nowhere)
      placed.append((PricePlaces.Place(rank: places.lines.count, side: .itself), entry))
    }
    for var entry in Self.sorted(placed, places) {
      // What bears the name of a line and is another value is what the name stands for.
      if case .line = entry.body, names.contains(entry.name) {
        entry.name = QuoteAddress(.quote, entry.name).text
      }
      guard positions[entry.name] == nil else { continue }
      positions[entry.name] = entries.count
      entries.append(entry)
    }
    for entry in entries where entry.isMoney {
      let parts = entry.name.split(separator: ".")
      for count in 1..<max(parts.count, 1) {
        moneyRecords.insert(parts[..<count].joined(separator: "."))
      }
    }
  }

  /// By their places; of those at one place each behind what it is made of, else as written.
  private static func sorted(
    _ placed: [(place: PricePlaces.Place, entry: Entry)], _ places: PricePlaces
  ) -> [Entry] {
    let groups = Dictionary(grouping: placed, by: \.place)
    return groups.keys.sorted().flatMap { place -> [Entry] in
      let group = (groups[place] ?? []).map(\.entry)
      return inOrder(group, places).map { group[$0] }
    }
  }

  /// The positions of entries at one place: the next is always the first one that is made of none
  /// of the rest, and where each is made of another the first.
  private static func inOrder(_ group: [Entry], _ places: PricePlaces) -> [Int] {
    let formulas = group.map { entry -> PriceExpression? in
      if case .formula(let formula) = entry.body { formula } else { nil }
    }
    let parts = places.parts(among: formulas)
    var wholes = Array(repeating: [Int](), count: group.count)
    for (whole, parts) in parts.enumerated() { for part in parts { wholes[part].append(whole) } }
    // How many of its parts are among the rest; -1 of what is none of the rest any more.
    var missing = parts.map(\.count)
    var (sorted, at) = ([Int](), 0)
    while sorted.count < group.count {
      while at < group.count, missing[at] != 0 { at += 1 }
      let next = at < group.count ? at : missing.firstIndex { $0 > 0 } ?? 0
      sorted.append(next)
      missing[next] = -1
      for whole in wholes[next] where missing[whole] > 0 {
        missing[whole] -= 1
        if missing[whole] == 0 { at = min(at, whole) }
      }
    }
    return sorted
  }

  /// Whether an output is the line of its name and no more.
  private static func isLine(
    _ output: ModelOutput, of lines: [ModelLine], _ model: PriceModel
  ) -> Bool {
    guard case .value(let formula) = output.body, case .reference = formula.operation,
      let line = lines.first(where: { $0.name == output.name })
    else { return false }
    return formula.restatedLines(in: model) == [line.id]
  }

  /// Records stand where their first member does: what has no such record has none of them.
  private static func entries(
    of output: ModelOutput, below path: String, top: String, _ places: PricePlaces
  ) -> [(place: PricePlaces.Place, entry: Entry)] {
    let name = path + output.name
    func entry(_ body: Body) -> Entry {
      Entry(name: name, top: top, body: body, span: output.span)
    }
    switch output.body {
    case .value(let formula):
      var found = entry(.formula(formula))
      found.isOfLines = places.isOfLines(formula)
      found.isShareOfLines = found.isOfLines && places.hasOwnFigure(formula)
      return [(places.place(of: formula), found)]
    case .records(_, let fields):
      let members = fields.flatMap { entries(of: $0, below: name + ".", top: top, places) }
      let first = members.map(\.place).min() ?? PricePlaces.Place(rank: 0, side: .before)
      return [(first, entry(.records))] + members
    }
  }

  /// The first value that some difference is about, money where money differs; nil where none
  /// has a name of ours. A cent or two at a line are passed over where the total differs by much
  /// more, and so does another line.
  package func first(
    among fields: [FieldDifference], total: Ratio?, minorUnit: Ratio
  ) -> Entry? {
    let positions = fields.map { position(of: $0.name) }
    let met = positions.compactMap { $0 }
    let money = met.filter { entries[$0].isMoney }
    guard let first = money.min() ?? met.min() else { return nil }
    guard entries[first].isOfLines, (total?.magnitude ?? .zero) > minorUnit * 100 else {
      return entries[first]
    }
    var found = first
    for (position, field) in zip(positions, fields).sorted(by: { ($0.0 ?? 0) < ($1.0 ?? 0) }) {
      guard let position, entries[position].isOfLines else { continue }
      guard field.kind == .different, let gap = field.amount?.magnitude else { break }
      if gap > RoundingLimit.amount(minorUnit) {
        found = position
        break
      }
      if gap > minorUnit * 2 { break }
    }
    return entries[found]
  }

  /// The first of some values, money where there is some.
  func first(of names: Set<String>) -> Entry? {
    let met = names.compactMap { position(of: $0) }
    return (met.filter { entries[$0].isMoney }.min() ?? met.min()).map { entries[$0] }
  }

  /// Whether some of these values stand above another one.
  func isAbove(_ name: String, _ others: Set<String>) -> Bool {
    guard let own = position(of: name) else { return false }
    return others.contains { other in position(of: other).map { $0 < own } ?? false }
  }

  package func entry(named name: String) -> Entry? { positions[name].map { entries[$0] } }

  /// Whether a value is money, or records that hold some; what has no name of ours may be.
  package func isMoney(_ name: String) -> Bool {
    position(of: name).map { entries[$0].isMoney || moneyRecords.contains(entries[$0].name) }
      ?? true
  }

  /// Where a value stands, or what it is part of.
  private func position(of name: String) -> Int? {
    if let found = positions[name] { return found }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return position(of: String(name[..<dot]))
  }
}
