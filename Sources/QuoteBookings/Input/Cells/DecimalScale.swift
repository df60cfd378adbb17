import QuoteLanguage
import QuoteSyntax

/// How decimal texts become multiples of a step, exactly.
///
/// The integer held is the number divided by the step `p/q`: a text of digits
/// `m` with exponent `e` gives `m · 10^e · q / p`, which must be whole and lie
/// inside the bounds.
struct DecimalScale: Sendable {
  let stepAbove: Int128
  let stepBelow: Int128
  /// Inclusive, in steps.
  let least: Int64
  let most: Int64
  /// Where the step is `unitsPerStep` · 10^-d: d; the fast path is for these. Nil for others.
  let decimals: Int?
  let unitsPerStep: Int64

  /// Ends of the range that are no multiple of the step move inwards.
  init(step: Ratio, range: Interval) {
    let step = step.isZero || !step.isFinite ? Ratio.one : step
    stepAbove = step.numerator
    stepBelow = step.denominator
    least = (range.lower / step).ceiling.map { Int64(clamping: $0) } ?? .min
    most = (range.upper / step).floor.map { Int64(clamping: $0) } ?? .max
    let digits = step.decimalDigits ?? 99
    let units = digits <= EightDigits.mostDecimals ? step * Ratio(powerOfTen: digits) : step
    let isShort = units.denominator == 1 && units.numerator > 0 && units.numerator < 1_000_000_000
    decimals = isShort ? digits : nil
    unitsPerStep = isShort ? Int64(units.numerator) : 1
  }

  /// A number of up to eight characters with no more decimals than the step has; nil for any other.
  @inline(__always)
  func short(_ run: CellRun, _ row: Int) -> Result<Int64, CellFault>? {
    guard let decimals else { return nil }
    let start = run.start(row)
    let count = run.end(row) - start
    guard count > 0, count <= 8 else { return nil }
    let (value, isRead) = unsafe EightDigits.decimal(
      run.bytes, start: start, count: count, decimals: decimals, powers: EightDigits.powers)
    return isRead ? steps(value) : nil
  }

  /// A multiple of 10^-`decimals` in steps, which it must be whole.
  @inline(__always)
  private func steps(_ units: Int64) -> Result<Int64, CellFault> {
    let steps = unitsPerStep == 1 ? units : units / unitsPerStep
    return steps &* unitsPerStep == units ? bounded(steps) : .failure(.tooFine)
  }

  /// The same of a text of a JSON record, after which eight bytes may be read.
  @inline(__always)
  func short(_ text: TextSlice) -> Result<Int64, CellFault>? {
    let count = text.count
    guard let decimals, count > 0, count <= 8 else { return nil }
    let last = InputBytes(text).word(at: 0) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    let (value, isRead) = unsafe EightDigits.decimal(
      last, count: count, decimals: decimals, powers: EightDigits.powers)
    return isRead ? steps(value) : nil
  }

  func read(_ text: TextSlice) -> Result<Int64, CellFault> {
    let look = NumberLook(of: text)
    guard !look.contains(.noNumber), let parts = DecimalParts(text) else {
      return .failure(DecimalParts.complaint(about: text, look))
    }
    return held(parts)
  }

  func held(_ parts: DecimalParts) -> Result<Int64, CellFault> {
    if parts.digits == 0 && parts.isExact { return bounded(0) }
    guard parts.isExact else {
      return .failure(parts.exponent >= 0 ? .outOfRange : .tooFine)
    }
    let (above, over) = Int128(parts.digits).multipliedReportingOverflow(by: stepBelow)
    if over { return .failure(.outOfRange) }
    if parts.exponent >= 0 {
      if parts.exponent > 37 { return .failure(.outOfRange) }
      let (scaled, over) = above.multipliedReportingOverflow(by: Self.power(parts.exponent))
      if over { return .failure(.outOfRange) }
      return divided(scaled, by: stepAbove, isNegative: parts.isNegative)
    }
    if -parts.exponent > 37 { return .failure(.tooFine) }
    let (below, over2) = stepAbove.multipliedReportingOverflow(by: Self.power(-parts.exponent))
    if over2 { return .failure(.tooFine) }
    return divided(above, by: below, isNegative: parts.isNegative)
  }

  private func divided(
    _ above: Int128, by below: Int128, isNegative: Bool
  ) -> Result<Int64, CellFault> {
    let (whole, rest) = above.quotientAndRemainder(dividingBy: below)
    guard rest == 0 else { return .failure(.tooFine) }
    guard whole <= Int128(Int64.max) else { return .failure(.outOfRange) }
    return bounded(isNegative ? -Int64(whole) : Int64(whole))
  }

  func bounded(_ value: Int64) -> Result<Int64, CellFault> {
    value < least || value > most ? .failure(.outOfRange) : .success(value)
  }

  private static func power(_ exponent: Int) -> Int128 {
    var power: Int128 = 1
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}

/// A number as written: digits, where the point is, an exponent.
///
/// Taken are an optional minus, digits, a point between digits, and an exponent
/// (`12`, `-0.5`, `1e3`); nothing else: no plus, bare point, comma, space,
/// underscore, NaN or Infinity.
struct DecimalParts {
  var isNegative = false
  /// The digits without trailing zeros of the fraction.
  var digits: UInt64 = 0
  /// The value is `digits` × 10^`exponent`.
  var exponent = 0
  /// False where there were more than 19 digits that count; `digits` holds the first ones.
  var isExact = true
  var droppedDigits = 0

  init?(_ text: TextSlice) {
    var at = 0
    if text.count > 0, text[0] == UInt8(ascii: "-") {
      isNegative = true
      at = 1
    }
    let whole = scan(text, &at, isFraction: false)
    guard whole > 0 else { return nil }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      guard scan(text, &at, isFraction: true) > 0 else { return nil }
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      guard let power = Self.power(text, at + 1) else { return nil }
      exponent += power
      at = text.count
    }
    guard at == text.count else { return nil }
    if digits == 0 { exponent = 0 }
  }

  /// Takes digits, holding back zeros of a fraction until something follows them.
  private mutating func scan(_ text: TextSlice, _ at: inout Int, isFraction: Bool) -> Int {
    let start = at
    var zeros = 0
    while at < text.count {
      let digit = text[at] &- UInt8(ascii: "0")
      if digit > 9 { break }
      at += 1
      if isFraction && digit == 0 {
        zeros += 1
        continue
      }
      while zeros > 0 {
        push(0, isFraction)
        zeros -= 1
      }
      push(UInt64(digit), isFraction)
    }
    return at - start
  }

  private mutating func push(_ digit: UInt64, _ isFraction: Bool) {
    let limit: UInt64 = 1_000_000_000_000_000_000
    if digits >= limit || droppedDigits > 0 {
      droppedDigits += 1
      if digit != 0 { isExact = false }
      if !isFraction { exponent += 1 }
      return
    }
    digits = digits * 10 + digit
    if isFraction { exponent -= 1 }
  }

  private static func power(_ text: TextSlice, _ start: Int) -> Int? {
    var at = start
    var isNegative = false
    if at < text.count, text[at] == UInt8(ascii: "-") || text[at] == UInt8(ascii: "+") {
      isNegative = text[at] == UInt8(ascii: "-")
      at += 1
    }
    guard at < text.count else { return nil }
    var value = 0
    while at < text.count {
      let digit = text[at] &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      value = min(value * 10 + Int(digit), 99_999)
      at += 1
    }
    return isNegative ? -value : value
  }

  /// What is wrong with a text that is no number.
  static func complaint(about text: TextSlice) -> CellFault {
    complaint(about: text, NumberLook(of: text))
  }

  @inline(__always)
  static func complaint(about text: TextSlice, _ look: NumberLook) -> CellFault {
    guard look.contains(.digit) else { return .notANumber }
    if look.contains(.comma), !look.contains(.noFigure) { return .comma }
    return isSpace(text[0]) || isSpace(text[text.count - 1]) ? .space : .notANumber
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 9 && byte <= 13) }
}
