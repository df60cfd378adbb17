import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How far a long run has come, on one line of a terminal; silent elsewhere.
struct Progress {
  private let console: Console
  private let meter: InputMeter?
  private let start: Instant
  private var last: Instant
  private var isShown = false
  private static let intervalMicroseconds: Int64 = 250_000

  init(console: Console, meter: InputMeter? = nil) {
    self.console = console
    self.meter = meter
    start = console.errorsAreTerminal ? console.now() : Instant(microsecondsSince1970: 0)
    last = start
  }

  mutating func show(rows: Int) {
    guard let now = nextMoment() else { return }
    let seconds = Double(now.microsecondsSince1970 - start.microsecondsSince1970) / 1e6
    let rate = Int(Double(rows) / seconds)
    let share = meter.map { "\(Int(100 * $0.share)) %, " } ?? ""
    write(
      "\(share)\(rows.withThousands) bookings, \(rate.withThousands) a second"
        + Self.timeLeft(after: seconds, share: meter?.share ?? 0))
  }

  /// Says what is being done once the bookings are read.
  mutating func show(_ work: @autoclosure () -> String) {
    if nextMoment() != nil { write(work()) }
  }

  /// Nil on no terminal, and where the line is new enough.
  private mutating func nextMoment() -> Instant? {
    guard console.errorsAreTerminal else { return nil }
    let now = console.now()
    guard now.microsecondsSince1970 - last.microsecondsSince1970 >= Self.intervalMicroseconds else {
      return nil
    }
    last = now
    return now
  }

  private mutating func write(_ line: String) {
    isShown = true
    console.complain("\r\u{1B}[K\(line)")
  }

  /// `, 40 s left`, once enough was read to tell.
  static func timeLeft(after seconds: Double, share: Double) -> String {
    guard seconds >= 1, share >= 0.02, share < 1 else { return "" }
    let left = Int((seconds * (1 - share) / share).rounded(.up))
    return left < 100 ? ", \(left) s left" : ", \((left + 59) / 60) min left"
  }

  /// Takes the line away.
  mutating func clear() {
    if isShown { console.complain("\r\u{1B}[K") }
    isShown = false
  }
}
