import QuoteLanguage
import QuoteSyntax

extension Diagnostic {
  static func zoneOfClock(
    _ written: String, _ moment: String, own: String, written zone: String, shown: String,
    at span: SourceSpan
  ) -> Diagnostic {
    func call(_ zone: String) -> String { "\(written.dropLast()), \"\(zone)\")" }
    return Diagnostic(
      "zone-of-clock", severity: .warning,
      "`\(written)` is by the clock of \(own), and `\(moment)` is written by that of \(zone)",
      at: Label(span, "12:00 in a booking is \(shown) here"),
      help: [
        "if the clock of bookings is meant, write `\(call(zone))`, or `timezone: \(zone)` for all",
        "if the other one is meant, write `\(call(own))`",
      ])
  }
}
