import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// Suspicions held against bookings: each is an output more, a flag, and a booking that is quoted
/// with the flag set bears it out.
struct SuspicionProbes {
  private let model: PriceModel
  private let suspicions: [Suspicion]
  /// The pricer of the rules with these outputs.
  let pricer: Pricer
  /// For each suspicion how many bookings bear it out, and what the first is like.
  private var counts: [Int]
  private var witnesses: [String?]
  private var bookingCount = 0

  init(_ suspicions: [Suspicion], in model: PriceModel) {
    self.model = model
    self.suspicions = suspicions
    var probed = model
    probed.outputs += suspicions.map {
      ModelOutput(name: "", body: .value($0.probe), span: $0.warning.primary.span)
    }
    pricer = Pricer(lowering: probed)
    counts = suspicions.map { _ in 0 }
    witnesses = suspicions.map { _ in nil }
  }

  mutating func note(_ quotes: QuoteBatch, of batch: BookingBatch) {
    bookingCount += quotes.count
    let first = model.outputs.count
    for at in 0..<quotes.count
    where quotes.statuses[at] == QuoteBatch.Status.quoted.rawValue
      && !quotes.faults.has(quotes.firstRow + at)
    {
      for index in suspicions.indices {
        guard case .value(let column) = quotes.schema.outputs[first + index].body else { continue }
        let flags = quotes.columns[column]
        guard flags.isGiven(at), flags.flags[at] != 0 else { continue }
        counts[index] += 1
        if witnesses[index] == nil {
          witnesses[index] = witness(suspicions[index].inputs, batch, quotes.firstRow + at)
        }
      }
    }
  }

  /// Those that some booking bears out.
  var warnings: [Diagnostic] {
    suspicions.indices.compactMap { index in
      guard let witness = witnesses[index] else { return nil }
      var warning = suspicions[index].warning
      warning.primary.text +=
        "; this happens in \(counts[index]) of \(bookingCount) sampled bookings, for example one "
        + "with \(witness)"
      return warning
    }
  }

  // MARK: - What a booking is like

  private func witness(
    _ inputs: [PriceExpression.Reference], _ batch: BookingBatch, _ row: Int
  ) -> String {
    let parts = inputs.prefix(4).compactMap { reference -> String? in
      guard case .field(let list, let field) = reference else { return nil }
      if list == .booking { return text(field, batch, row) }
      return absence(list, field, batch: batch, row: row)
        ?? values(list, field, batch: batch, row: row)
    }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    guard let key = model.schema.key else { return "no inputs" }
    return text(key, batch, row)
  }

  private func text(_ field: Int, _ batch: BookingBatch, _ row: Int) -> String {
    let schema = model.schema.lists[.booking].fields[field]
    let column = printed(.booking, field, batch)
    guard column.isGiven(row) else { return "no `\(schema.name)`" }
    let buffer = ByteBuffer()
    let words = schema.storage == .choice ? schema.choices : []
    if let word = words.isEmpty ? nil : Int(batch.lists[.booking].columns[field].choices[row]) {
      return "\(schema.name) = \(words[word])"
    }
    buffer.append(column, row: row, as: .csv)
    return "\(schema.name) = \(buffer.string)"
  }

  /// That an element of a list of the booking has no such field; nil where all have.
  private func absence(
    _ list: ListID, _ field: Int, batch: BookingBatch, row: Int
  ) -> String? {
    let schema = model.schema
    let column = printed(list, field, batch)
    let elements = elements(of: list, batch, row)
    guard elements.contains(where: { !column.isGiven($0) }) else { return nil }
    return "no `\(schema.lists[list].fields[field].name)` in one of `\(schema.lists[list].name)`"
  }

  /// `price = 1, 0.9 in items`, where there are few of them.
  private func values(
    _ list: ListID, _ field: Int, batch: BookingBatch, row: Int
  ) -> String? {
    let (schema, column) = (model.schema.lists[list].fields[field], printed(list, field, batch))
    let elements = elements(of: list, batch, row)
    guard schema.storage != .choice, (1...4).contains(elements.count) else { return nil }
    let buffer = ByteBuffer()
    for element in elements {
      if buffer.count > 0 { buffer.append(", ") }
      buffer.append(column, row: element, as: .json)
    }
    return "\(schema.name) = \(buffer.string) in `\(model.schema.lists[list].name)`"
  }

  private func elements(of list: ListID, _ batch: BookingBatch, _ row: Int) -> Range<Int> {
    var path: [ListID] = []
    var at = list
    while at != .booking, let parent = model.schema.lists[at].parent {
      path.append(at)
      at = parent
    }
    return path.reversed().reduce(row..<row + 1) { range, list in
      let offsets = batch.lists[list].offsets
      return Int(offsets[range.lowerBound])..<Int(offsets[range.upperBound])
    }
  }

  private func printed(_ list: ListID, _ field: Int, _ batch: BookingBatch) -> PrintedColumn {
    let schema = model.schema.lists[list].fields[field]
    let words = schema.storage == .choice ? WordList(schema.choices) : nil
    return PrintedColumn(
      batch.lists[list].columns[field],
      form: CellForm(schema, arithmetic: model.schema.arithmetic), words: words)
  }
}
