import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// Whether every booking of a run was declined: most likely a condition is the wrong way round.
struct DeclineTally {
  private var bookings = 0
  private var declined = 0
  private var reason: String?
  /// Fewer bookings may well be declined one and all.
  private static let least = 5

  mutating func add(_ quotes: QuoteBatch) {
    let status = QuoteBatch.Status.declined.rawValue
    let rows = (0..<quotes.count).count { quotes.statuses[$0] == status }
    bookings += quotes.count
    declined += rows
    guard reason == nil, rows == quotes.count, rows > 0 else { return }
    reason = quotes.declineReason(of: 0).string
  }

  mutating func add(_ other: DeclineTally) {
    bookings += other.bookings
    declined += other.declined
    reason = reason ?? other.reason
  }

  /// A sentence, where nothing was quoted.
  var remarks: [String] {
    guard declined == bookings, bookings >= Self.least, let reason else { return [] }
    return [
      "all \(bookings.withThousands) bookings were declined, the first one as "
        + "`\(reason.printable)`"
    ]
  }
}

/// What quotes come to, for the line on a terminal at the end of a run.
struct QuoteTally {
  private var quoted = 0
  private var declined = 0
  private var faults = 0
  /// In billionths; nil where totals are not computed.
  private var total: Int128?
  private let column: Int

  init(_ schema: QuoteSchema, hasTotals: Bool) {
    column = schema.total
    total = hasTotals ? 0 : nil
  }

  mutating func add(_ quotes: QuoteBatch) {
    for row in 0..<quotes.count {
      switch QuoteBatch.Status(rawValue: quotes.statuses[row]) {
      case .quoted:
        quoted += 1
        if let sum = total { total = sum + ImpactMoney.total(quotes.columns[column], row) }
      case .declined: declined += 1
      case .fault, nil: faults += 1
      }
    }
  }

  mutating func add(_ other: QuoteTally) {
    quoted += other.quoted
    declined += other.declined
    faults += other.faults
    if let sum = total { total = sum + (other.total ?? 0) }
  }

  /// `quotes.csv: 4,210 quoted, 3 declined, 1 at fault; total 412,003.50 USD; …`.
  func sentence(of file: String, _ schema: QuoteSchema, seconds: Double) -> String {
    var text = "\(file): \(quoted.withThousands) quoted"
    if declined > 0 { text += ", \(declined.withThousands) declined" }
    if faults > 0 { text += ", \(faults.withThousands) at fault" }
    if let total { text += "; total \(Self.amount(total, schema.minorDigits)) \(schema.currency)" }
    let rate = Double(quoted + declined + faults) / max(seconds, 1e-3)
    return text + "; \(Int(rate).withThousands) bookings a second"
  }

  /// Rounded to the minor unit, halves away from zero.
  static func amount(_ billionths: Int128, _ digits: Int) -> String {
    var unit: Int128 = 1_000_000_000
    for _ in 0..<min(digits, 9) { unit /= 10 }
    let minor = (billionths.magnitude + UInt128(unit) / 2) / UInt128(unit)
    var power: UInt128 = 1
    for _ in 0..<digits { power *= 10 }
    let whole = Int(clamping: minor / power).withThousands
    let rest = digits == 0 ? "" : "." + paddedNumber(Int(minor % power), to: digits)
    return (billionths < 0 ? "-" : "") + whole + rest
  }
}
