import QuoteLanguage
import QuoteSyntax

/// Lines (from 1) at which the records of bookings start.
package final class BookingLines: @unchecked Sendable {
  /// The line of each booking from `before` on; empty where booking `r` has line `r + 1` there.
  private let own = ColumnBuffer<Int64>()
  @safe @exclusivity(unchecked) package private(set) var count = 0
  /// How many lines there are in the input before those that are counted here.
  @safe @exclusivity(unchecked) var before: Int64 = 0

  package subscript(row: Int) -> Int64 {
    precondition(row >= 0 && row < count)
    return before + (own.count == 0 ? Int64(row) + 1 : own[row])
  }

  package func append(_ line: Int64) {
    if own.count < count { for row in 0..<count { own.append(Int64(row) + 1) } }
    own.append(line - before)
    count += 1
  }

  /// One line each, from the first one on.
  func fill(count: Int) {
    removeAll()
    self.count = count
  }

  package func removeAll() {
    own.removeAll()
    count = 0
    before = 0
  }

  package func copy(_ other: BookingLines) {
    removeAll()
    for row in 0..<other.count { append(other[row]) }
  }
}
