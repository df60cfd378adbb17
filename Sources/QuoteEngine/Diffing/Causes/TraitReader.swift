/// Reads what a booking and its price have: what decided the price, and its inputs.
final class TraitReader {
  private let reader: CauseReader
  private let model: PriceModel
  private let inputs: [(list: Int, field: Int)]
  /// Each trait as it is told, made when it is first met.
  private var told: [Trait: SharedTraits.Trait] = [:]

  private enum Trait: Hashable {
    case walked(CauseWalk.Trait)
    /// A key on a bound of whatever row it found.
    case bound(table: Int, isLower: Bool)
    case line(Int)
    /// A word that is looked up in a table: what a formula makes of the inputs.
    case key(SourceSpan, value: String)
    /// A word, a flag, or the day of the week of a date.
    case input(list: Int, field: Int, value: String)
    case given(field: Int, Bool)
    /// A number of some element that is not zero.
    case present(list: Int, field: Int)
  }

  init(_ reader: CauseReader) {
    self.reader = reader
    model = reader.plan.model
    let schema = model.schema
    inputs = schema.lists.indices.flatMap { list in
      schema.lists[list].fields.indices.compactMap { field in
        list == 0 && field == schema.key ? nil : (list, field)
      }
    }
  }

  /// Of a booking that departs at a value, or might.
  func booking(
    _ entry: PriceOrder.Entry, _ walk: CauseWalk, _ recording: Recording, _ batch: BookingBatch,
    row: Int
  ) -> SharedTraits.Description {
    var booking = SharedTraits.Description()
    for (trait, _) in walk.traits {
      booking.traits.insert(told(.walked(trait)))
      if case .bound(let table, _, let isLower) = trait {
        booking.traits.insert(told(.bound(table: table, isLower: isLower)))
      }
    }
    for line in reader.lines.all where line.kind == .line {
      if !reader.places(of: line, recording).isEmpty { booking.traits.insert(told(.line(line.id))) }
    }
    for (key, value) in walk.keys.values { add(key, value, to: &booking) }
    addValue(of: entry, recording, to: &booking)
    for (list, field) in inputs { add(list, field, batch, row, to: &booking) }
    return booking
  }

  // MARK: - Measures

  private func add(
    _ key: PriceExpression, _ value: RecordedValue, to booking: inout SharedTraits.Description
  ) {
    guard let shown = value.shown(as: key, in: model) else { return }
    guard key.type.isMeasured, let number = value.number else {
      // Inputs have a trait of their own.
      if case .reference(.field) = key.operation { return }
      if shown.utf8.count <= Self.longestWord {
        booking.traits.insert(told(.key(key.span, value: shown)))
      }
      return
    }
    let measure = SharedTraits.Measure(
      name: text(key.span), place: RulePlace(key.span, in: model.sources), rank: 4)
    booking.values[measure] = SharedTraits.Value(number: number, text: shown)
  }

  /// How much it comes to for us: the other side may have a limit that we have not.
  private func addValue(
    of entry: PriceOrder.Entry, _ recording: Recording,
    to booking: inout SharedTraits.Description
  ) {
    let (value, shown): (RecordedValue, String?)
    switch entry.body {
    case .line(let line):
      guard line.grain.list == 0, recording.applies(line.id, at: recording.booking),
        let trace = reader.plan.trace.lines[line.id]
      else { return }
      value = recording.value(of: PlanValue(trace.amount), at: recording.booking)
      shown = value.shown(type: .quantity(.money), units: UnitPair(), in: model)
    case .formula(let formula):
      guard formula.grain.list == 0 else { return }
      value = recording.value(of: formula, at: recording.booking)
      shown = value.shown(as: formula, in: model)
    case .records: return
    }
    guard let number = value.number, let shown else { return }
    let measure = SharedTraits.Measure(
      name: entry.name, place: RulePlace(entry.span, in: model.sources), rank: 9, isOutcome: true)
    booking.values[measure] = SharedTraits.Value(number: number, text: shown)
  }

  private func add(
    _ name: String, _ schema: FieldSchema, _ number: Double, _ text: String,
    to booking: inout SharedTraits.Description
  ) {
    let measure = SharedTraits.Measure(
      name: name, place: RulePlace(schema.span, in: model.sources), rank: 5)
    booking.values[measure] = SharedTraits.Value(number: number, text: text)
  }

  // MARK: - Inputs

  private func add(
    _ list: Int, _ field: Int, _ batch: BookingBatch, _ row: Int,
    to booking: inout SharedTraits.Description
  ) {
    let column = batch.lists[list].columns[field]
    let schema = batch.schema.lists[list].fields[field]
    if list == 0, schema.isOptional {
      booking.traits.insert(told(.given(field: field, column.isGiven(row))))
    }
    for element in batch.elements(of: list, below: row) where column.isGiven(element) {
      if let value = value(of: column, element, schema) {
        booking.traits.insert(told(.input(list: list, field: field, value: value)))
      }
      if list == 0 {
        addMeasures(of: column, element, schema, to: &booking)
      } else if let number = number(of: column, element, schema), number != 0 {
        booking.traits.insert(told(.present(list: list, field: field)))
      }
    }
  }

  /// Nil of what takes too many values to have one in common.
  private func value(of column: FieldColumn, _ element: Int, _ schema: FieldSchema) -> String? {
    switch schema.type {
    case .flag: return column.flags[element] != 0 ? "yes" : "no"
    case .oneOf: return schema.choices[Int(column.choices[element])]
    case .text:
      let text = column.texts[element]
      return text.count <= Self.longestWord ? text.string : nil
    case .date:
      return CalendarDate(daysSince1970: Int32(clamping: column.integers[element])).weekday.name
    case .instant:
      let instant = Instant(microsecondsSince1970: column.integers[element])
      return model.zone(of: schema)?.date(of: instant).weekday.name
    case .count, .number, .money, .time, .duration, .distance, .weight, .point, .declared:
      return nil
    }
  }

  private static let longestWord = 40

  private func addMeasures(
    of column: FieldColumn, _ element: Int, _ schema: FieldSchema,
    to booking: inout SharedTraits.Description
  ) {
    switch schema.type {
    case .date:
      let date = CalendarDate(daysSince1970: Int32(clamping: column.integers[element]))
      add(schema.name, schema, Double(date.daysSince1970), date.description, to: &booking)
    case .time:
      let time = TimeOfDay(secondsSinceMidnight: Int32(clamping: column.integers[element]))
      add(schema.name, schema, Double(time.secondsSinceMidnight), time.description, to: &booking)
    case .instant:
      guard let zone = model.zone(of: schema) else { return }
      let instant = Instant(microsecondsSince1970: column.integers[element])
      let (date, time) = (zone.date(of: instant), zone.time(of: instant))
      add(
        "date of \(schema.name)", schema, Double(date.daysSince1970), date.description,
        to: &booking)
      add(
        "time of \(schema.name)", schema, Double(time.secondsSinceMidnight), time.description,
        to: &booking)
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      guard let number = number(of: column, element, schema) else { return }
      let unit = schema.unit.map { " \($0.name)" } ?? ""
      add(schema.name, schema, number, RecordedValue.plain(number) + unit, to: &booking)
    case .text, .flag, .oneOf, .point: return
    }
  }

  /// Of a count, a measure, an amount, in its own unit; nil of all others.
  private func number(of column: FieldColumn, _ element: Int, _ schema: FieldSchema) -> Double? {
    switch schema.type {
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      switch column.storage {
      case .integer: (Ratio(column.integers[element]) * schema.step).nearestDouble
      case .double: column.doubles[element]
      case .flag, .choice, .text, .point: nil
      }
    case .text, .flag, .oneOf, .date, .time, .instant, .point: nil
    }
  }

  // MARK: - Telling

  private func told(_ trait: Trait) -> SharedTraits.Trait {
    if let known = told[trait] { return known }
    let made = tell(trait)
    told[trait] = made
    return made
  }

  private func tell(_ trait: Trait) -> SharedTraits.Trait {
    func made(_ text: String, _ span: SourceSpan, _ rank: Int) -> SharedTraits.Trait {
      SharedTraits.Trait(text: text, place: RulePlace(span, in: model.sources), rank: rank)
    }
    switch trait {
    case .walked(.row(let table, let row)):
      return made(reader.names.name(of: row, in: table), model.tables[table].rows[row].span, 2)
    case .walked(.bound(let table, let row, let isLower)):
      let name = reader.names.name(of: row, in: table)
      return made(
        "\(name), on its \(Self.end(isLower))", model.tables[table].rows[row].span, 0)
    case .bound(let table, let isLower):
      return made(
        "\(model.tables[table].name), on a \(Self.end(isLower))", model.tables[table].span, 1)
    case .walked(.even(let span)): return made("exactly at \(text(span))", span, 0)
    case .walked(.chosen(let span)): return made("\(text(span)) is taken", span, 3)
    case .walked(.condition(let span, let holds)):
      return made(holds ? text(span) : "not (\(text(span)))", span, 3)
    case .key(let span, let value): return made("\(text(span)) is \(value)", span, 3)
    case .line(let id):
      let line = reader.lines.all[id]
      return made("\(line.name) applies", line.span, 6)
    case .input(let list, let field, let value):
      let schema = model.schema.lists[list].fields[field]
      let whose = list == 0 ? "" : " of one of \(model.schema.lists[list].name)"
      return made("\(schema.name)\(whose) is \(value.isEmpty ? "empty" : value)", schema.span, 7)
    case .present(let list, let field):
      let schema = model.schema.lists[list].fields[field]
      return made(
        "\(schema.name) of one of \(model.schema.lists[list].name) is not 0", schema.span, 7)
    case .given(let field, let isGiven):
      let schema = model.schema.lists[0].fields[field]
      return made("\(schema.name) is \(isGiven ? "given" : "not given")", schema.span, 8)
    }
  }

  private static func end(_ isLower: Bool) -> String { isLower ? "lower bound" : "upper bound" }

  private func text(_ span: SourceSpan) -> String {
    model.sources.text(at: span).trimmedOfSpaces
  }
}

extension BookingBatch {
  /// Elements of a list that belong to a booking.
  fileprivate func elements(of list: Int, below row: Int) -> Range<Int> {
    guard let parent = schema.lists[list].parent else { return row..<row + 1 }
    let above = elements(of: parent, below: row)
    let offsets = lists[list].offsets
    guard above.upperBound < offsets.count else { return 0..<0 }
    return Int(offsets[above.lowerBound])..<Int(offsets[above.upperBound])
  }
}

extension RecordedValue {
  /// A number or a moment, to be ordered.
  fileprivate var number: Double? {
    switch self {
    case .exact(let value): value.isFinite ? value.nearestDouble : nil
    case .double(let value): value.isFinite ? value : nil
    case .integer(let value): Double(value)
    case .notGiven, .flag, .text, .texts, .choice, .point: nil
    }
  }
}
