extension ChangeSearch {
  /// Elements of one list that are looked at, and words of one input that are shown.
  static let elementLimit = 8
  static let wordLimit = 12
  /// Words of one input that are priced.
  static let pricedLimit = 60

  /// All changes, input by input in the order declared; nothing for a booking at fault.
  func all() -> [NearestChange] {
    guard base.status != .fault else { return [] }
    return changes(at: recording.booking)
  }

  private func changes(at place: Recording.Place) -> [NearestChange] {
    let hints = SampleHints(model)
    var found: [NearestChange] = []
    for (index, field) in model.schema.lists[place.list].fields.enumerated() {
      let input = InputUses.Input(list: place.list, field: index)
      guard place.list > 0 || index != model.schema.key, isUsed(input) else { continue }
      let varied = ReachReader.Varied(input: input, place: place)
      found += numbers(varied, field)
      let hint = hints.fields[.field(list: place.list, field: index)]
      found += choices(varied, field, hint?.words ?? [])
      found += omission(varied, field)
    }
    for (index, list) in model.lists.enumerated()
    where list.parent == place.list && list.made == nil {
      for element in recording.elements(of: index, below: place).prefix(Self.elementLimit) {
        found += changes(at: element)
      }
    }
    return found
  }

  private func isUsed(_ input: InputUses.Input) -> Bool {
    walk.decisions.contains { decision in
      ChangeProof([decision], about: input, uses, model).decisions.count == 1
    } || uses.ofPrices.contains(input)
  }

  private func path(_ varied: ReachReader.Varied, _ field: FieldSchema) -> String {
    let prefix = recording.path(of: varied.place)
    return prefix.isEmpty ? field.name : "\(prefix).\(field.name)"
  }

  private var minorDigits: Int { model.minorUnit.decimalDigits ?? 0 }

  // MARK: - Up and down

  private func numbers(_ varied: ReachReader.Varied, _ field: FieldSchema) -> [NearestChange] {
    let row = row(of: varied.place)
    guard
      let scale = InputScale(
        field, cell(varied.input, row: row), isBinary: model.arithmetic.isBinary)
    else { return [] }
    return [true, false].flatMap { isUp -> [NearestChange] in
      let jump = nearest(varied, scale, isUp: isUp)
      var distances: [(Int64, NearestChange.Kind)] = []
      if let step = scale.usualStep, step <= (isUp ? scale.room.up : scale.room.down) {
        let signed = isUp ? step : -step
        if signed != jump { distances.append((signed, .step)) }
      }
      if let jump { distances.append((jump, .jump)) }
      return distances.sorted { $0.0.magnitude < $1.0.magnitude }.compactMap { distance, kind in
        change(
          kind, varied, field, to: scale.cell(at: distance),
          shown: scale.shown(at: distance, currency: model.currency, minorDigits: minorDigits),
          from: scale.shown(at: 0, currency: model.currency, minorDigits: minorDigits),
          by: scale.by(distance, currency: model.currency, minorDigits: minorDigits))
      }
    }
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
    return cells.filter { $0.0 != now }.prefix(Self.pricedLimit).compactMap { cell, word in
      change(.choice, varied, field, to: cell, shown: word, from: from, by: "")
    }.prefix(Self.wordLimit).map { $0 }
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
      from = InputScale(field, now, isBinary: model.arithmetic.isBinary)?
        .shown(at: 0, currency: model.currency, minorDigits: minorDigits)
    }
    return [change(.omission, varied, field, to: .notGiven, shown: nil, from: from, by: "")]
      .compactMap { $0 }
  }

  // MARK: - One change

  /// Nil where neither the price nor what fires is another.
  private func change(
    _ kind: NearestChange.Kind, _ varied: ReachReader.Varied, _ field: FieldSchema,
    to cell: VariedCell, shown: String?, from: String?, by: String
  ) -> NearestChange? {
    let priced = price(cell, varied.input, row: row(of: varied.place))
    let outcome = priced.outcome
    let isSamePrice = outcome.status == base.status && outcome.total == base.total
      && outcome.reason == base.reason
    guard !isSamePrice || kind == .jump else { return nil }
    var difference = ""
    if let new = outcome.total, let old = base.total { difference = signed(new - old) }
    return NearestChange(
      kind: kind, path: path(varied, field), from: from, to: shown, by: by,
      rules: ChangedRules(model: model).words(walk, priced.walk), status: outcome.status,
      reason: outcome.reason, total: outcome.shownTotal, difference: difference)
  }

  private func signed(_ amount: Ratio) -> String {
    let digits = RecordedValue.padded(amount.magnitude.description, minorDigits)
    return (amount.isNegative ? "-" : "+") + CurrencySign.amount(digits, model.currency)
  }
}
