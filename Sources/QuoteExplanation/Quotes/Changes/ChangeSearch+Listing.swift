import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ChangeSearch {
  /// Words of one input that are shown.
  static let wordLimit = 12
  /// Words of one input that are priced.
  static let pricedLimit = 60

  /// All changes, input by input in the order declared; nothing for a booking at fault.
  func all() -> NearestChanges {
    guard base.status != .fault else { return NearestChanges(changes: [], limits: []) }
    let changes = changes(at: recording.booking)
    return NearestChanges(changes: changes, limits: limits)
  }

  func changes(at place: Recording.Place) -> [NearestChange] {
    let hints = FieldHints(model)
    var found: [NearestChange] = []
    for (index, field) in model.schema.lists[place.list].fields.enumerated() {
      let input = InputUses.Input(list: place.list, field: index)
      guard place.list != .booking || index != model.schema.key, isUsed(input) else { continue }
      let varied = ReachReader.Varied(input: input, place: place)
      found += numbers(varied, field)
      let hint = hints.fields[.field(list: place.list, field: index)]
      found += choices(varied, field, hint?.words ?? [])
      found += omission(varied, field)
    }
    for (index, list) in model.lists.withIDs
    where list.parent == place.list && !list.isMade {
      found += elements(of: index, below: place)
    }
    return found
  }

  private func isUsed(_ input: InputUses.Input) -> Bool {
    walk.decisions.contains { decision in
      ChangeProof([decision], about: input, uses, model).decisions.count == 1
    } || uses.arePricesMade(from: input)
  }

  private var minorDigits: Int { model.minorUnit.decimalDigits ?? 0 }

  // MARK: - Up and down

  private func numbers(_ varied: ReachReader.Varied, _ field: FieldSchema) -> [NearestChange] {
    let row = row(of: varied.place)
    guard let scale = InputScale(field, cell(varied.input, row: row)) else { return [] }
    return [true, false].flatMap { isUp -> [NearestChange] in
      let jump = jump(varied, scale, field, isUp: isUp)
      var distances: [(Int64, NearestChange.Kind)] = []
      if let step = scale.usualStep, step <= (isUp ? scale.room.up : scale.room.down) {
        let signed = isUp ? step : -step
        if signed != jump { distances.append((signed, .step)) }
      }
      if let jump { distances.append((jump, .jump)) }
      return distances.sorted { $0.0.magnitude < $1.0.magnitude }.compactMap { distance, kind in
        change(
          kind, varied, field, to: scale.cell(at: distance),
          shown: shown(scale, at: distance),
          from: shown(scale, at: 0),
          by: scale.by(distance, currency: model.currency, minorDigits: minorDigits))
      }
    }
  }

  private func jump(
    _ varied: ReachReader.Varied, _ scale: InputScale, _ field: FieldSchema, isUp: Bool
  ) -> Int64? {
    switch nearest(varied, scale, isUp: isUp) {
    case .found(let distance): return distance
    case .nowhere: return nil
    case .beyond(let distance):
      let last = shown(scale, at: distance)
      limits.append(
        ChangeLimit(
          path: shownPath(of: varied.place, field.name),
          what: "not followed \(isUp ? "above" : "below") \(last)"))
      return nil
    }
  }

  private func shown(_ scale: InputScale, at distance: Int64) -> String {
    scale.shown(
      at: distance, currency: model.currency, minorDigits: minorDigits,
      zone: model.zone(of: scale.field))
  }

  // MARK: - Other words

  private func choices(
    _ varied: ReachReader.Varied, _ field: FieldSchema, _ words: [String]
  ) -> [NearestChange] {
    let now = cell(varied.input, row: row(of: varied.place))
    var cells: [(VariedCell, String)] = []
    switch field.storage {
    case .flag: cells = [(.flag(false), "no"), (.flag(true), "yes")]
    case .choice: cells = field.choices.enumerated().map { (.choice(Int32($0)), $1) }
    case .text:
      var seen: Set<String> = []
      for word in words where seen.insert(word).inserted { cells.append((.text(word), word)) }
    case .integer, .double, .point: return []
    }
    let from = cells.first { $0.0 == now }?.1 ?? text(now)
    cells.removeAll { $0.0 == now }
    let found = cells.prefix(Self.pricedLimit).compactMap { cell, word in
      change(.choice, varied, field, to: cell, shown: word, from: from, by: "")
    }
    let path = shownPath(of: varied.place, field.name)
    if found.count > Self.wordLimit {
      let rest = found.count - Self.wordLimit
      limits.append(ChangeLimit(path: path, what: "\(rest) more with another price, not shown"))
    }
    if cells.count > Self.pricedLimit {
      let rest = cells.count - Self.pricedLimit
      limits.append(ChangeLimit(path: path, what: "\(rest) more that were not tried"))
    }
    return Array(found.prefix(Self.wordLimit))
  }

  private func text(_ cell: VariedCell) -> String? {
    if case .text(let text) = cell { return text }
    return nil
  }

  private func omission(_ varied: ReachReader.Varied, _ field: FieldSchema) -> [NearestChange] {
    guard field.isOptional else { return [] }
    let now = cell(varied.input, row: row(of: varied.place))
    let from: String?
    switch now {
    case .notGiven: return []
    case .flag(let flag): from = flag ? "yes" : "no"
    case .choice(let index): from = field.choices[Int(index)]
    case .text(let text): from = text
    case .integer, .double:
      from = InputScale(field, now).map { shown($0, at: 0) }
    }
    return [change(.omission, varied, field, to: .notGiven, shown: nil, from: from, by: "")]
      .compactMap { $0 }
  }

  // MARK: - One change

  /// Nil if neither the price nor what fires is another.
  private func change(
    _ kind: NearestChange.Kind, _ varied: ReachReader.Varied, _ field: FieldSchema,
    to cell: VariedCell, shown: String?, from: String?, by: String
  ) -> NearestChange? {
    let priced = price(cell, varied.input, row: row(of: varied.place))
    let outcome = priced.outcome
    guard !isSamePrice(outcome) || kind == .jump && base.status == .quoted else { return nil }
    let (path, alike) = paths(of: varied.place, field.name)
    return NearestChange(
      kind: kind, path: path, alike: alike, shownPath: shownPath(of: varied.place, field.name),
      from: from, to: shown, by: by, rules: ChangedRules(model: model).words(walk, priced.walk),
      status: outcome.status, reason: outcome.reason, total: outcome.shownTotal,
      difference: difference(outcome))
  }

  func isSamePrice(_ outcome: BookingOutcome) -> Bool {
    outcome.status == base.status && outcome.total == base.total
      && outcome.reason == base.reason
  }

  /// To the price as it is; empty where one of them is none.
  func difference(_ outcome: BookingOutcome) -> String {
    guard let new = outcome.total, let old = base.total else { return "" }
    return signed(new - old)
  }

  private func signed(_ amount: Ratio) -> String {
    let digits = RecordedValue.padded(amount.magnitude.description, minorDigits)
    let sign = amount.isZero ? "" : amount.isNegative ? "-" : "+"
    return sign + CurrencySign.amount(digits, model.currency)
  }
}
