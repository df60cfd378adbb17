import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a quick comparison knows of each booking of a batch: that all of it is the same, that it
/// differs in numbers alone, or neither.
package final class Sameness {
  /// What stands for a booking that differs in numbers alone.
  private static let ofNumbers: UInt8 = 2

  /// One number for each booking of the batch: 1 if everything was compared and is the same, 2 if
  /// only numbers differ, 0 if something else differs or was not compared.
  let marks = ColumnBuffer<UInt8>()
  /// Bookings that differ in numbers alone; nil if they are not told apart.
  let numbers: NumberDifferences?
  /// How many bookings of the batch are the same.
  private(set) var count = 0
  /// Totals on which both sides agree.
  var revenue = DecimalSum()

  init(numbers: NumberDifferences?) { self.numbers = numbers }

  func begin(_ count: Int) {
    marks.resize(to: count)
    self.count = 0
    numbers?.begin(count)
  }

  func isSame(_ row: Int) -> Bool { marks[row] == 1 }

  func isOfNumbers(_ row: Int) -> Bool { marks[row] == Self.ofNumbers }

  /// Counts the same bookings of a block whose every column was compared.
  func count(_ rows: Range<Int>) -> Int {
    var found = 0
    for row in rows { found += isSame(row) ? 1 : 0 }
    count += found
    return found
  }

  /// Tells the bookings of a block that differ in numbers alone from those that are the same, if
  /// they are looked for. A cell of `total`, which is our total, says `factor` times its number;
  /// `arePriced` says whether the other side priced a row of the block.
  func sort(
    _ quotes: QuoteBatch, total: ResultColumn, factor: Int64, arePriced: (Int) -> Bool
  ) {
    guard let numbers, numbers.isLookedFor else { return }
    for row in 0..<quotes.count
    where quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue {
      let at = quotes.firstRow + row
      guard marks[at] == 0 || numbers.columns(of: at) != 0 else { continue }
      let (amount, isOver) = total.integers[row].multipliedReportingOverflow(by: factor)
      if marks[at] != 0, !isOver, total.isGiven(row),
        numbers.keep(at, at: row, of: quotes, total: Int(amount))
      {
        marks[at] = Self.ofNumbers
      } else {
        marks[at] = 0
        numbers.drop(at)
        if arePriced(row) { numbers.hasOthers = true }
      }
    }
  }
}
