import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Values as texts, as the profile prints them or by a pattern.
enum PrintKernels {
  /// Each cell as a text in the arena. `style.scale` is what one of an integer cell is
  /// worth in the unit shown; `minutes` stands in for the zone's offset. A
  /// pattern of numbers rounds halves up under `exact`, as the language's own
  /// fixed format does in the others. Not for lists.
  @unsafe static func run(
    _ column: KernelColumn, _ style: TextStyle, minutes: UnsafePointer<Int64>?,
    zone: TimeZoneRules, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    scratch: KernelScratch
  ) {
    let cells = unsafe column.cells
    let storage = unsafe column.storage
    switch storage {
    case .text:
      unsafe target.update(from: cells.assumingMemoryBound(to: TextSlice.self), count: count)
    case .integer:
      unsafe integers(
        cells.assumingMemoryBound(to: Int64.self), style, minutes: minutes, zone: zone,
        into: target, count: count, scratch: scratch)
    case .wide:
      let printer = NumberPrinter(style)
      let cells = unsafe cells.assumingMemoryBound(to: Int128.self)
      unsafe each(target, count, scratch) { i, text in unsafe printer.append(cells[i], to: text) }
    case .double:
      let cells = unsafe cells.assumingMemoryBound(to: Double.self)
      guard let digits = style.pattern.flatMap(DigitPattern.init) else {
        return unsafe each(target, count, scratch) { i, text in
          unsafe text.append(shortest: cells[i], as: style.arithmetic)
        }
      }
      unsafe each(target, count, scratch) { i, text in
        unsafe text.append(cells[i], places: digits.decimals, as: style.arithmetic)
        text.pad(wholeDigits: digits.wholeDigits)
      }
    case .flag:
      let cells = unsafe cells.assumingMemoryBound(to: UInt8.self)
      unsafe each(target, count, scratch) { i, text in
        unsafe text.append(flag: cells[i] != 0, as: style.arithmetic)
      }
    case .choice:
      let cells = unsafe cells.assumingMemoryBound(to: Int32.self)
      guard case .choice(let words) = style.type else { preconditionFailure("a choice has words") }
      unsafe each(target, count, scratch) { i, text in
        let index = unsafe Int(cells[i])
        if words.indices.contains(index) { text.append(text: words[index]) }
      }
    case .point:
      let cells = unsafe cells.assumingMemoryBound(to: Double.self)
      unsafe each(target, count, scratch) { i, text in
        unsafe text.append(shortest: cells[2 * i], as: .javascript)
        text.append(", ")
        unsafe text.append(shortest: cells[2 * i + 1], as: .javascript)
      }
    case .texts, .rowSet: preconditionFailure("lists are joined, not printed")
    }
  }

  /// Numbers, dates, times, instants and weekdays.
  @unsafe private static func integers(
    _ cells: UnsafePointer<Int64>, _ style: TextStyle, minutes: UnsafePointer<Int64>?,
    zone: TimeZoneRules, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    scratch: KernelScratch
  ) {
    let pattern = style.pattern.map(DatePattern.init)
    switch style.type {
    case .date:
      unsafe each(target, count, scratch) { i, text in
        let date = unsafe CalendarDate(daysSince1970: Int32(clamping: cells[i]))
        if let pattern {
          pattern.append(date, second: 0, to: text)
        } else {
          text.append(date: date)
        }
      }
    case .time:
      unsafe each(target, count, scratch) { i, text in
        let second = unsafe Int32(min(max(cells[i], 0), 86_399))
        if let pattern {
          pattern.append(CalendarDate(daysSince1970: 0), second: Int(second), to: text)
        } else {
          text.append(time: TimeOfDay(secondsSinceMidnight: second))
        }
      }
    case .instant:
      guard let pattern else {
        return unsafe each(target, count, scratch) { i, text in
          unsafe text.append(instant: clamped(cells[i]))
        }
      }
      var period = TimeZoneRules.Period.none
      unsafe each(target, count, scratch) { i, text in
        let moment = unsafe clamped(cells[i]).microsecondsSince1970
        if unsafe minutes == nil, !period.contains(moment) { period = zone.period(at: moment) }
        let offset = unsafe minutes.map { unsafe $0[i] &* 60 } ?? Int64(period.offsetSeconds)
        let local = moment &+ offset &* 1_000_000
        let day = DateKernels.floorDivide(local, Instant.microsecondsPerDay)
        let second = (local - day * Instant.microsecondsPerDay) / 1_000_000
        pattern.append(
          CalendarDate(daysSince1970: Int32(clamping: day)), second: Int(second), to: text)
      }
    case .weekday:
      unsafe each(target, count, scratch) { i, text in
        if let day = Weekday(rawValue: Int(unsafe cells[i])) { text.append(weekday: day) }
      }
    case .flag, .text, .choice, .quantity, .point, .texts, .invalid:
      let printer = NumberPrinter(style)
      unsafe each(target, count, scratch) { i, text in unsafe printer.append(cells[i], to: text) }
    }
  }

  /// Cells that are not given may hold anything; these print as some moment far away.
  private static func clamped(_ moment: Int64) -> Instant {
    Instant(microsecondsSince1970: max(Int64.min / 2, min(Int64.max / 2, moment)))
  }

  /// Prints every cell into the same buffer, and keeps copies.
  @inline(__always)
  @unsafe private static func each(
    _ target: UnsafeMutablePointer<TextSlice>, _ count: Int, _ scratch: KernelScratch,
    print: (Int, ByteBuffer) -> Void
  ) {
    let text = scratch.bytes
    for i in 0..<count {
      text.removeAll()
      print(i, text)
      let written = unsafe text.bytes
      if let base = written.baseAddress {
        unsafe target[i] = scratch.arena.copy(base, count: text.count)
      } else {
        unsafe target[i] = .empty
      }
    }
  }
}

/// Prints whole multiples of a quantum as decimals.
private struct NumberPrinter {
  private let form: CellForm
  /// How numbers are rounded to the decimals of a pattern under `exact`: halves up.
  private let rounding: WholeDivision?
  /// The arithmetic whose own way of formatting a double a pattern follows, under the binary
  /// profiles.
  private let fixed: Arithmetic?
  private let digits: DigitPattern?

  init(_ style: TextStyle) {
    digits = style.pattern.flatMap(DigitPattern.init)
    fixed = digits != nil && style.arithmetic.isBinary ? style.arithmetic : nil
    let unit = style.scale * Ratio(powerOfTen: digits?.decimals ?? 0)
    rounding =
      digits == nil || style.arithmetic.isBinary
      ? nil
      : WholeDivision(multiplier: unit.numerator, divisor: unit.denominator, mode: .halfUp)
    form = CellForm.number(scale: style.scale, minimum: style.digits, isWide: false)
  }

  func append(_ value: Int64, to text: ByteBuffer) {
    if rounding == nil, fixed == nil, case .decimal(1, let places, let minimum) = form {
      return text.append(decimal: value, places: places, minimum: minimum)
    }
    append(Int128(value), to: text)
  }

  func append(_ value: Int128, to text: ByteBuffer) {
    if let fixed, let digits {
      text.append(Double(nearest: value), places: digits.decimals, as: fixed)
      return text.pad(wholeDigits: digits.wholeDigits)
    }
    if let rounding, let digits {
      text.append(wide: rounding.wide(value), places: digits.decimals, minimum: digits.decimals)
      return text.pad(wholeDigits: digits.wholeDigits)
    }
    switch form {
    case .decimal(let factor, let places, let minimum), .wide(let factor, let places, let minimum):
      text.append(wide: value, times: factor, places: places, minimum: minimum)
    case .fraction(let scale, let minimum), .wideFraction(let scale, let minimum):
      text.append(fraction: Ratio(value) * scale, minimum: minimum)
    case .double, .flag, .choice, .text, .texts, .date, .time, .instant, .weekday, .point:
      preconditionFailure("not a form of numbers")
    }
  }
}
