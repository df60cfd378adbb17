import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension MomentNotation {
  /// A text that is written so, as our quotes have it: a date where no time is in it, or midnight;
  /// with an offset the moment in UTC. Nil if the text is written otherwise.
  func ours(_ text: TextSlice) -> String? {
    guard case .found(let found) = unsafe read(text.bytes.span) else { return nil }
    let clock = TimeOfDay(secondsSinceMidnight: Int32(clamping: found.clock / 1_000_000))
    guard found.hasDate else { return clock.description }
    if let minutes = found.minutesFromUTC {
      let micros = found.day * Instant.microsecondsPerDay + found.clock
      return Instant(microsecondsSince1970: micros - Int64(minutes) * 60_000_000).description
    }
    let date = CalendarDate(daysSince1970: Int32(clamping: found.day)).description
    return found.clock == 0 ? date : "\(date)T\(clock)"
  }
}
