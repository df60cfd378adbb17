import QuoteCauses
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization

extension Differ {
  /// Whether bookings that bring nothing new may be counted without being told: nobody is given
  /// each of them, and no ledger or report asks for one by one.
  var countsAlike: Bool {
    !options.givesEach && options.accepted == nil && options.baseline == nil
      && !options.comparesOneByOne
  }

  /// What counts bookings that a comparison finds to differ in numbers alone; nil where each is
  /// told.
  func counter(
    _ inquiry: BatchInquiry, _ comparison: (any CountableComparison)?
  ) -> DifferenceCounter? {
    guard countsAlike else { return nil }
    return DifferenceCounter(
      inquiry.analyst, inquiry.judge.comparer, comparison, peeled: peeled[inquiry.form],
      settled: settled, shown: options.kept)
  }
}

/// Causes of which enough bookings were told in full: of further ones the number and the money
/// are all that is wanted. A cause that is settled stays so, and what is said of it is the same
/// whether a thread learns of that soon or not.
final class SettledCauses: Sendable {
  private let names = Mutex(Set<String>())

  var all: Set<String> { names.withLock { $0 } }

  func insert(_ some: some Sequence<String>) { names.withLock { $0.formUnion(some) } }
}
