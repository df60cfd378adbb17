extension Pricer {
  /// What other values of its inputs would make of one booking's price; the
  /// pricer must have been made to record.
  public func nearestChanges(of bookings: BookingBatch, row: Int) -> NearestChanges {
    ChangeSearch(bookings, row: row, makeEvaluator(), makeEvaluator()).all()
  }
}
