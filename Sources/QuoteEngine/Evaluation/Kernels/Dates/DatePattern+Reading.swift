package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// How texts are read by a pattern.
///
/// `yyyy` is exactly four digits; `M`, `d` and the like one or two, as many as
/// make sense; `MM` and `dd` exactly two. Nothing may be left over. Under
/// `python` single letters read as `strptime`'s `%m` and `%d` do (its regular
/// expression, CPython's `_strptime`): a space may stand for the first digit of
/// a day, `yyyy` and the last digit of a day take the digits of any script, and
/// the longest reading of what comes first is tried first.
extension DatePattern {
  /// Days since 1970; `given` is 0, and the cell zero, for what cannot be read
  /// or is no day of the calendar.
  @unsafe package func read(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<Int64>,
    given: UnsafeMutablePointer<UInt8>, count: Int, arithmetic: Arithmetic
  ) {
    let isPython = arithmetic == .python
    for i in 0..<count {
      let day = unsafe read(source[i], isPython: isPython)
      unsafe target[i] = day ?? 0
      unsafe given[i] = day == nil ? 0 : 1
    }
  }

  package func read(_ text: TextSlice, isPython: Bool) -> Int64? {
    if isNumericDate, text.count == 10, let date = unsafe CalendarDate(iso: text.bytes) {
      return Int64(date.daysSince1970)
    }
    if text.isASCII {
      return unsafe DateReader(text: text.bytes, isPython: isPython).read(parts)
    }
    // A digit of another script is its value above 0x110000, beyond all scalars.
    let scalars = text.string.unicodeScalars.map { scalar -> UInt32 in
      let properties = scalar.properties
      guard scalar.value >= 0x80, properties.generalCategory == .decimalNumber,
        let digit = properties.numericValue
      else { return scalar.value }
      return 0x110000 + UInt32(digit)
    }
    return unsafe scalars.withUnsafeBufferPointer {
      unsafe DateReader(text: $0, isPython: isPython).read(parts)
    }
  }
}

/// One text being read, as ASCII bytes or as scalars. Sound because it lives
/// only inside the call that holds the text.
@safe private struct DateReader<Unit: FixedWidthInteger> {
  let text: UnsafeBufferPointer<Unit>
  let isPython: Bool

  private struct Found {
    var year = 1970
    var month = 1
    var day = 1

    func with(_ field: DatePattern.Field, _ value: Int) -> Found {
      var next = self
      switch field {
      case .year: next.year = value
      case .month: next.month = value
      case .day: next.day = value
      case .hour, .minute, .second: break
      }
      return next
    }
  }

  func read(_ parts: [DatePattern.Part]) -> Int64? {
    var found = Found()
    guard match(parts[...], at: 0, &found) == (unsafe text.count),
      let date = CalendarDate(year: found.year, month: found.month, day: found.day)
    else { return nil }
    return Int64(date.daysSince1970)
  }

  /// Where the parts end that begin at `at`; nil if they do not fit.
  private func match(_ parts: ArraySlice<DatePattern.Part>, at: Int, _ found: inout Found) -> Int? {
    guard let part = parts.first else { return at }
    let rest = parts.dropFirst()
    switch part {
    case .literal(let scalars):
      for (offset, scalar) in scalars.enumerated() {
        let place = at + offset
        guard unsafe place < text.count && UInt32(text[place]) == scalar else { return nil }
      }
      return match(rest, at: at + scalars.count, &found)
    case .field(let field, let width):
      let widths = width == 1 ? 1...2 : width...width
      for taken in widths.reversed() {
        guard let value = number(field, at: at, width: taken, isLoose: width == 1) else { continue }
        var attempt = found.with(field, value)
        guard let end = match(rest, at: at + taken, &attempt)
        else { continue }
        found = attempt
        return end
      }
      return nil
    }
  }

  private func number(_ field: DatePattern.Field, at: Int, width: Int, isLoose: Bool) -> Int? {
    guard unsafe at + width <= text.count else { return nil }
    var value = 0
    for offset in 0..<width {
      let unit = unsafe UInt32(text[at + offset])
      let isSpace = isLoose && isPython && field == .day && offset == 0 && width == 2
      if unit == 0x20, isSpace { continue }
      if unit >= 0x110000 {
        let isAny = field == .year || field == .day && offset == 1 && (value == 1 || value == 2)
        guard isPython, isAny else { return nil }
        value = value * 10 + Int(unit - 0x110000)
      } else {
        guard unit >= 0x30, unit <= 0x39 else { return nil }
        value = value * 10 + Int(unit - 0x30)
      }
    }
    return field.range.contains(value) ? value : nil
  }
}
