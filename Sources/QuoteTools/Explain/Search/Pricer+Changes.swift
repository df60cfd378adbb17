import QuoteEngine
import QuoteLanguage

extension Pricer {
  /// What other values of its inputs would make of one booking's price; the
  /// pricer must have been made to record.
  func nearestChanges(of bookings: BookingBatch, row: Int) -> NearestChanges {
    // Of a booking that could not be read the cells say nothing.
    guard bookings.faults[row] == nil else { return NearestChanges(changes: [], limits: []) }
    return ChangeSearch(bookings, row: row, makeEvaluator(), makeEvaluator()).all()
  }
}
