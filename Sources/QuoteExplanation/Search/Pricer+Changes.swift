import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension Pricer {
  /// What other values of its inputs would make of one booking's price; the
  /// pricer must have been made to record.
  func nearestChanges(of bookings: BookingBatch, row: Int) -> NearestChanges {
    // The cells of a booking that could not be read say nothing.
    guard !bookings.faults.has(row) else { return NearestChanges(changes: [], limits: []) }
    return ChangeSearch(bookings, row: row, makeEvaluator(), makeEvaluator()).all()
  }
}
