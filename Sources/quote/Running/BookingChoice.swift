import QuoteBookings
import QuoteEngine
import QuoteExplanation
import QuoteLanguage
import QuoteSyntax

/// Which bookings of a batch a condition holds for, and those that are at fault, of which nobody
/// can say. One a thread.
final class BookingChoice {
  private let finder: BookingFinder

  init(_ condition: Pricer) {
    finder = BookingFinder(ExplanationSearch(condition: condition, first: .max))
  }

  /// As runs of neighbours, in order.
  func rows(of batch: BookingBatch) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for row in finder.rowsHoldingOrAtFault(batch) {
      if let last = runs.last, last.upperBound == row {
        runs[runs.count - 1] = last.lowerBound..<row + 1
      } else {
        runs.append(row..<row + 1)
      }
    }
    return runs
  }
}
