import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A booking that others are like, and where in it each of the columns is.
final class LikeDifference {
  let booking: BookingDifference
  /// The column of each field of the booking.
  let columns: [Int]
  /// Columns of money.
  let money: [Int]
  /// Rules behind the value at which it departs.
  let rules: [Int32]
  /// The number of the name of that value.
  let value: Int

  init?(
    _ booking: BookingDifference, _ differing: UInt64, places: [Int], _ fields: FieldTree,
    rules: [Int32], value: Int
  ) {
    var columns: [Int] = []
    for field in booking.fields {
      let column = places.indices.first {
        differing >> UInt64($0) & 1 == 1 && fields.path(places[$0]) == field.field
      }
      guard let column else { return nil }
      columns.append(column)
    }
    guard Set(columns).count == differing.nonzeroBitCount else { return nil }
    (self.booking, self.columns, self.rules) = (booking, columns, rules)
    self.value = value
    money = zip(booking.fields, columns).filter(\.0.isMoney).map(\.1)
  }
}
