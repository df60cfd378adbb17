package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Reads bookings again by a schema without defaults, to see which inputs a booking gives.
package struct DefaultedInputs {
  /// Some bookings, in this order, or nil where they cannot be read again.
  package typealias Reading = (_ rows: [Int]) -> BookingBatch?

  private let batch: BookingBatch?
  private var positions: [Int: Int] = [:]

  package init(_ rows: [Int], _ reading: Reading) {
    batch = rows.isEmpty ? nil : reading(rows)
    guard let batch, batch.count == rows.count else { return }
    for (position, row) in rows.enumerated() { positions[row] = position }
  }

  /// Calls the body with every cell of a field in one booking: whether it is given.
  func each(
    of list: ListID, _ field: Int, _ row: Int, _ body: (_ isGiven: Bool) -> Void
  ) {
    guard let batch, let position = positions[row] else { return }
    let column = batch.lists[list].columns[field]
    for element in batch.elements(of: list, below: position) { body(column.isGiven(element)) }
  }
}

extension BookingSchema {
  package var hasDefaults: Bool {
    lists.contains { $0.fields.contains { $0.defaultValue != nil } }
  }

  /// The same, where what is not given stays so.
  package var withoutDefaults: BookingSchema {
    var schema = self
    for list in schema.lists.indices {
      for field in schema.lists[list].fields.indices
      where schema.lists[list].fields[field].defaultValue != nil {
        schema.lists[list].fields[field].defaultValue = nil
        schema.lists[list].fields[field].isOptional = true
      }
    }
    return schema
  }
}
