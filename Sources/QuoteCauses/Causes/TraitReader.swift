package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
package import QuoteLanguage
import QuoteSyntax

/// Reads what a booking and its price have: what decided the price, and its inputs.
package final class TraitReader {
  package let reader: CauseReader
  package let model: PriceModel
  private let inputs: [(list: ListID, field: Int)]
  /// Each trait as it is told, made when it is first met.
  private var known: [Trait: SharedTraits.Trait] = [:]

  enum Trait: Hashable {
    case walked(CauseWalk.Trait)
    /// A key on a bound of whatever row it found.
    case bound(table: TableID, isLower: Bool)
    case line(Int)
    /// A word that is looked up in a table: what a formula makes of the inputs.
    case key(SourceSpan, value: String)
    /// A word, a flag, or the day of the week of a date.
    case input(list: ListID, field: Int, value: String)
    case given(list: ListID, field: Int, Bool)
    /// A word of a text that has several.
    case word(list: ListID, field: Int, String)
    /// What the clocks do at a moment.
    case clock(list: ListID, field: Int, Clock)
    /// A number of some element that is not zero.
    case present(list: ListID, field: Int)
    /// A word, or a flag, that more than one element has.
    case several(list: ListID, field: Int, value: String)
    /// A number that is zero.
    case zero(field: Int)
    /// A number that is what the field says where none is given.
    case usual(list: ListID, field: Int)
  }

  enum Clock: Hashable, CaseIterable {
    /// They are put forward, as in summer.
    case ahead
    /// They change on this day.
    case changing
  }

  /// What is longer takes too many values to have one in common.
  static let longestWord = 40
  /// So many words of a text are looked at.
  static let mostWords = 16

  package init(_ reader: CauseReader) {
    self.reader = reader
    model = reader.plan.model
    let schema = model.schema
    inputs = schema.lists.indices.flatMap { list in
      schema.lists[list].fields.indices.compactMap { field in
        list == .booking && field == schema.key ? nil : (list, field)
      }
    }
  }

  /// Reads a booking that departs at a value, or might.
  package func booking(
    _ entry: PriceOrder.Entry, _ walk: CauseWalk, by recording: Recording,
    in batch: BookingBatch, row: Int, _ defaulted: DefaultedInputs
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
    for (list, field) in inputs {
      add(list, field: field, of: batch, row: row, to: &booking)
      guard model.schema.lists[list].fields[field].defaultValue != nil else { continue }
      defaulted.each(of: list, field, row) { isGiven in
        booking.traits.insert(told(.given(list: list, field: field, isGiven)))
      }
    }
    for list in model.schema.lists.indices.dropFirst() {
      addCount(of: list, batch.elements(of: list, below: row).count, to: &booking)
    }
    return booking
  }

  func told(_ trait: Trait) -> SharedTraits.Trait {
    if let found = known[trait] { return found }
    let made = tell(trait)
    known[trait] = made
    return made
  }

  // MARK: - Measures

  private func add(
    _ key: PriceExpression, _ value: RecordedValue, to booking: inout SharedTraits.Description
  ) {
    guard var shown = value.shown(as: key, in: model) else { return }
    if model.told(by: key) !== key { shown = NaturalText.example(shown) }
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
      guard line.grain.list == .booking, recording.applies(line.id, at: recording.booking),
        let trace = reader.plan.trace.lines[line.id]
      else { return }
      value = recording.value(of: PlanValue(trace.amount), at: recording.booking)
      shown = value.shown(type: .quantity(.money), units: UnitPair(), in: model)
    case .formula(let formula):
      guard formula.grain.list == .booking else { return }
      value = recording.value(of: formula, at: recording.booking)
      shown = value.shown(as: formula, in: model)
    case .records: return
    }
    guard let number = value.number, let shown else { return }
    let measure = SharedTraits.Measure(
      name: entry.name, place: RulePlace(entry.span, in: model.sources), rank: 9, isOutcome: true)
    booking.values[measure] = SharedTraits.Value(number: number, text: shown)
  }

  func add(
    _ name: String, of schema: FieldSchema, number: Double, text: String,
    to booking: inout SharedTraits.Description
  ) {
    let measure = SharedTraits.Measure(
      name: name, place: RulePlace(schema.span, in: model.sources), rank: 5)
    booking.values[measure] = SharedTraits.Value(number: number, text: text)
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
