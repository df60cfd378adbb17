import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Prices the bookings of one form of records, a chunk at a time, and judges
/// them.
final class FormPricer {
  let form: ReferenceMap.Form
  let texts: QuoteTexts
  let judge: BookingJudge
  let bookings: FormBookings
  /// The quick way, where there is one.
  private(set) var quick: ReplyComparison?

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

  /// Compares as quickly as it can from here on, if no booking that is the same is to be known by
  /// its name.
  func findQuickWay() {
    guard judge.prints.isEmpty else { return }
    quick = ReplyComparison(judge.comparer, of: texts.pricer.plan)
  }

  /// Prices everything that was added. What `quick` finds to be what the other side replied to a
  /// row is counted.
  func price(beside reply: (Int) -> JSONNode?) {
    guard let quick else { return price() }
    bookings.finish()
    judge.price(bookings.batch, by: quick) { quick.compare($0, reply: reply) }
  }
}
