import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// Totals below zero of bookings that have no number below zero themselves, where no line of the
/// rules is said to pay money out: most likely a percentage came in another form than was meant.
struct TotalsBelowZero {
  private var count = 0
  private var bookings = 0
  /// The record of the first, and its total.
  private var first: (record: Int64, total: String)?
  /// Whether bookings, or elements, have two dates or moments of which one may be the earlier.
  private var hasDates = false
  private var hasElementBelowZero: Bool?
  private let batch: BookingBatch?
  private let schema: QuoteSchema?

  /// Looks at one batch; without a schema, at nothing.
  init(of batch: BookingBatch? = nil, for schema: QuoteSchema? = nil) {
    self.batch = schema == nil ? nil : batch
    self.schema = schema
  }

  mutating func add(_ quotes: QuoteBatch, rows: Range<Int>) {
    guard let batch, let schema else { return }
    bookings += quotes.count
    let column = quotes.columns[schema.total]
    guard Self.mayBeBelowZero(column, quotes.count) else { return }
    for row in 0..<quotes.count where quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue {
      let total = ImpactMoney.total(column, row)
      guard total < 0, !hasNumberBelowZero(batch, row: rows.lowerBound + row) else { continue }
      count += 1
      if first == nil {
        hasDates = batch.schema.lists.contains { list in
          list.fields.count { $0.type == .date || $0.type == .instant } > 1
        }
        let text = QuoteTally.amount(total, schema.minorDigits)
        first = (batch.firstRecord + Int64(rows.lowerBound + row), text)
      }
    }
  }

  mutating func add(_ other: TotalsBelowZero) {
    count += other.count
    bookings += other.bookings
    first = first ?? other.first
    hasDates = hasDates || other.hasDates
  }

  /// Whether some total is below zero, as a machine sees at once.
  private static func mayBeBelowZero(_ column: ResultColumn, _ count: Int) -> Bool {
    guard column.schema.storage == .integer else { return true }
    var signs: Int64 = 0
    for row in 0..<count { signs |= column.integers[row] }
    return signs < 0
  }

  /// Whether a booking has a number below zero, as one that returns something has. Elements are
  /// looked at all together, once.
  private mutating func hasNumberBelowZero(_ batch: BookingBatch, row: Int) -> Bool {
    if hasElementBelowZero == nil {
      hasElementBelowZero = batch.schema.lists.indices.dropFirst().contains {
        Self.hasNumberBelowZero(batch, $0, row: nil)
      }
    }
    return hasElementBelowZero == true || Self.hasNumberBelowZero(batch, .booking, row: row)
  }

  /// Whether a row of a list has one, or any row.
  private static func hasNumberBelowZero(_ batch: BookingBatch, _ list: ListID, row: Int?) -> Bool {
    zip(batch.schema.lists[list].fields, batch.lists[list].columns).contains { input, column in
      guard input.type.mayBeBelowZero else { return false }
      let isDouble = column.storage == .double
      let count = isDouble ? column.doubles.count : column.integers.count
      let rows = row.map { $0..<max($0, min($0 + 1, count)) } ?? 0..<count
      return rows.contains { isDouble ? column.doubles[$0] < 0 : column.integers[$0] < 0 }
    }
  }

  var remarks: [String] {
    guard let (record, total) = first else { return [] }
    let which = count == 1 ? "1 total is" : "\(count.withThousands) totals are"
    let place = count == 1 ? "that of" : "the first in"
    let dates = hasDates ? ", or are two dates the other way round" : ""
    return [
      "\(which) below zero, \(place) record \(record), \(total): was a percentage, "
        + "or another number, written in another way\(dates)? A line that pays money out says "
        + "`below_zero: allowed`"
    ]
  }
}

extension InputType {
  fileprivate var mayBeBelowZero: Bool {
    switch self {
    case .count, .number, .money, .duration, .distance, .weight, .declared: true
    case .text, .flag, .date, .time, .instant, .point, .oneOf: false
    }
  }
}
