package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

extension DatePattern {
  /// A day and a second of it. `yy` is the last two digits of the year; other
  /// runs are the number with zeros before it to the length of the run.
  package func append(_ date: CalendarDate, second: Int, to text: ByteBuffer) {
    let civil = date.civil
    for part in parts {
      switch part {
      case .literal(let scalars):
        for scalar in scalars {
          if scalar < 0x80 {
            text.append(UInt8(scalar))
          } else if let scalar = Unicode.Scalar(scalar) {
            for byte in UTF8.encode(scalar)! { text.append(byte) }
          }
        }
      case .field(let field, let width):
        let value =
          switch field {
          case .year: width == 2 ? civil.year % 100 : civil.year
          case .month: civil.month
          case .day: civil.day
          case .hour: second / 3600
          case .minute: second / 60 % 60
          case .second: second % 60
          }
        let digits = UInt64(value.magnitude)
        text.append(digits: digits, width: max(width, ByteBuffer.digitCount(digits)))
      }
    }
  }
}
