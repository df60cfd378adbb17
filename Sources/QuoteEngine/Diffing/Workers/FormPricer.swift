/// Prices the bookings of one form of records, a chunk at a time, and judges
/// them.
final class FormPricer {
  let form: ReferenceMap.Form
  let texts: QuoteTexts
  let judge: BookingJudge
  let bookings: FormBookings

  init(
    _ pricer: Pricer, form: ReferenceMap.Form, of map: ReferenceMap, tolerances: Tolerances,
    comparesLines: Bool = false
  ) {
    self.form = form
    texts = QuoteTexts(pricer)
    judge = BookingJudge(
      texts,
      comparer: texts.comparer(form: form, tolerances: tolerances, comparesLines: comparesLines))
    bookings = FormBookings(pricer.schema, map)
  }

  /// Prices everything that was added.
  func price() {
    bookings.finish()
    texts.price(bookings.batch)
  }
}
