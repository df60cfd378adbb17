import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What the inputs of a booking are.
extension TraitReader {
  func add(
    _ list: ListID, field: Int, of batch: BookingBatch, row: Int,
    to booking: inout SharedTraits.Description
  ) {
    let column = batch.lists[list].columns[field]
    let schema = batch.schema.lists[list].fields[field]
    if list == .booking, schema.isOptional {
      booking.traits.insert(told(.given(list: .booking, field: field, column.isGiven(row))))
    }
    var (met, most): (Set<String>, Double?) = ([], nil)
    for element in batch.elements(of: list, below: row) where column.isGiven(element) {
      if let value = value(of: column, element, schema) {
        let isFirst = met.insert(value).inserted
        booking.traits.insert(
          told(
            isFirst || list == .booking
              ? .input(list: list, field: field, value: value)
              : .several(list: list, field: field, value: value)))
      }
      for word in words(of: column, element, schema) {
        booking.traits.insert(told(.word(list: list, field: field, word)))
      }
      for clock in clocks(of: column, element, schema) {
        booking.traits.insert(told(.clock(list: list, field: field, clock)))
      }
      if isDefault(column, element, schema) {
        booking.traits.insert(told(.usual(list: list, field: field)))
      }
      if list == .booking { addMeasures(of: column, element, schema, to: &booking) }
      guard let number = number(of: column, element, schema) else { continue }
      most = max(most ?? number, number)
      if list == .booking && number == 0 { booking.traits.insert(told(.zero(field: field))) }
      if list != .booking && number != 0 {
        booking.traits.insert(told(.present(list: list, field: field)))
      }
    }
    guard list != .booking, let most else { return }
    let (unit, whose) = (schema.unit.map { " \($0.name)" } ?? "", model.schema.lists[list].name)
    add(
      "largest \(schema.name) of \(whose)", of: schema, number: most,
      text: RecordedValue.plain(most) + unit, to: &booking)
  }

  /// How many elements there are.
  func addCount(of list: ListID, _ count: Int, to booking: inout SharedTraits.Description) {
    let schema = model.schema.lists[list]
    guard let span = schema.fields.first?.span else { return }
    let measure = SharedTraits.Measure(
      name: "number of \(schema.name)", place: RulePlace(span, in: model.sources), rank: 5)
    booking.values[measure] = SharedTraits.Value(number: Double(count), text: "\(count)")
  }

  /// Whether a number is the field's default, given or not. Words have a trait of their own.
  private func isDefault(_ column: FieldColumn, _ element: Int, _ schema: FieldSchema) -> Bool {
    switch (schema.defaultValue, column.storage) {
    case (.integer(let value), .integer): column.integers[element] == value
    case (.double(let value), .double): column.doubles[element] == value
    case (_, _): false
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

  /// The words of a text that has more than one.
  private func words(of column: FieldColumn, _ element: Int, _ schema: FieldSchema) -> [String] {
    guard schema.type == .text else { return [] }
    let words = column.texts[element].string.split { !$0.isLetter && !$0.isNumber }
    guard words.count > 1 else { return [] }
    return words.prefix(Self.mostWords).map(String.init)
      .filter { $0.utf8.count <= Self.longestWord }
  }

  /// What the clocks of a moment's place do then.
  private func clocks(
    of column: FieldColumn, _ element: Int, _ schema: FieldSchema
  ) -> [Clock] {
    guard schema.type == .instant, let zone = model.zone(of: schema) else { return [] }
    let instant = Instant(microsecondsSince1970: column.integers[element])
    let period = zone.period(at: instant.microsecondsSince1970)
    guard period.start > .min, period.end < .max else { return [] }
    let date = zone.date(of: instant)
    let next = CalendarDate(daysSince1970: date.daysSince1970 + 1)
    let midnights = [date, next].map { date in
      zone.offsetSeconds(at: zone.instant(date, TimeOfDay(secondsSinceMidnight: 0)))
    }
    let isAhead = zone.period(at: period.start - 1).offsetSeconds < period.offsetSeconds
    return (isAhead ? [.ahead] : []) + (midnights[0] != midnights[1] ? [.changing] : [])
  }

  private func addMeasures(
    of column: FieldColumn, _ element: Int, _ schema: FieldSchema,
    to booking: inout SharedTraits.Description
  ) {
    switch schema.type {
    case .date:
      let date = CalendarDate(daysSince1970: Int32(clamping: column.integers[element]))
      add(
        schema.name, of: schema, number: Double(date.daysSince1970), text: date.description,
        to: &booking)
    case .time:
      let time = TimeOfDay(secondsSinceMidnight: Int32(clamping: column.integers[element]))
      add(
        schema.name, of: schema, number: Double(time.secondsSinceMidnight), text: time.description,
        to: &booking)
    case .instant:
      guard let zone = model.zone(of: schema) else { return }
      let instant = Instant(microsecondsSince1970: column.integers[element])
      let (date, time) = (zone.date(of: instant), zone.time(of: instant))
      add(
        "date of \(schema.name)", of: schema, number: Double(date.daysSince1970),
        text: date.description, to: &booking)
      add(
        "time of \(schema.name)", of: schema, number: Double(time.secondsSinceMidnight),
        text: time.description, to: &booking)
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      guard let number = number(of: column, element, schema) else { return }
      let unit = schema.unit.map { " \($0.name)" } ?? ""
      add(
        schema.name, of: schema, number: number, text: RecordedValue.plain(number) + unit,
        to: &booking)
    case .text, .flag, .oneOf, .point: return
    }
  }

  /// The number of a count, a measure or an amount, in its own unit; nil for all others.
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
}

extension BookingBatch {
  /// Elements of a list that belong to a booking.
  func elements(of list: ListID, below row: Int) -> Range<Int> {
    guard let parent = schema.lists[list].parent else { return row..<row + 1 }
    let above = elements(of: parent, below: row)
    let offsets = lists[list].offsets
    guard above.upperBound < offsets.count else { return 0..<0 }
    return Int(offsets[above.lowerBound])..<Int(offsets[above.upperBound])
  }
}
