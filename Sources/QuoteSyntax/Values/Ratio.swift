/// An exact fraction, or an infinity where the exact one left 128 bits.
///
/// Used by the compiler only: sizes of units, quanta of exact numbers, figures
/// written in the rules, ends of ranges. Nothing here runs per booking. A sum
/// or product whose terms overflow saturates to an infinity of the right sign,
/// which later reads as "unbounded"; it never wraps and never traps.
package struct Ratio: Hashable, Sendable, BitwiseCopyable {
  /// In lowest terms; `denominator` is positive, or zero for an infinity whose
  /// sign is that of the numerator (±1).
  package let numerator: Int128
  package let denominator: Int128

  package static let zero = Ratio(0)
  package static let one = Ratio(1)
  package static let infinity = Ratio(unchecked: 1, 0)

  package init(_ integer: some BinaryInteger) {
    self.init(unchecked: Int128(integer), 1)
  }

  /// The same of the commonest kinds, without a generic conversion to 128 bits.
  package init(_ integer: Int) {
    let bits = Int64(integer)
    self.init(unchecked: Int128(_low: UInt64(bitPattern: bits), _high: bits >> 63), 1)
  }

  package init(_ integer: Int128) { self.init(unchecked: integer, 1) }

  /// `numerator` / `denominator`; a zero denominator gives an infinity.
  package init(_ numerator: Int128, _ denominator: Int128) {
    if denominator == 0 || numerator == .min || denominator == .min {
      let negative = (numerator < 0) != (denominator < 0)
      self.init(unchecked: numerator == 0 ? 0 : (negative ? -1 : 1), numerator == 0 ? 1 : 0)
      return
    }
    let divisor = Ratio.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let (above, below) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
    let common = Int128(bitPattern: divisor)
    self.init(unchecked: Ratio.quotient(above, common), Ratio.quotient(below, common))
  }

  /// 10 to a power, negative powers included; beyond ±38 it saturates.
  package init(powerOfTen exponent: Int) {
    var power: Int128 = 1
    for _ in 0..<min(abs(exponent), 38) { power *= 10 }
    self.init(unchecked: exponent < 0 ? 1 : power, exponent < 0 ? power : 1)
  }

  private init(unchecked numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  package var isFinite: Bool { denominator != 0 }
  package var isWhole: Bool { denominator == 1 }
  /// The least multiple that is written in digits: 0.05 of 1/60.
  package var leastDecimal: Ratio {
    var rest = max(denominator, 1)
    for prime in [2, 5] as [Int128] { while rest % prime == 0 { rest /= prime } }
    return self * Ratio(rest)
  }

  package var isZero: Bool { numerator == 0 }
  package var isNegative: Bool { numerator < 0 }
  package var magnitude: Ratio { isNegative ? -self : self }

  package static func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
    if a == 1 || b == 1 { return 1 }
    var (x, y) = (a, b)
    // Dividing 128 bits is slow, and few numbers need them all.
    while x._high != 0 || y._high != 0 {
      if y == 0 { return x }
      (x, y) = (y, x % y)
    }
    var (low, lower) = (x._low, y._low)
    while lower != 0 { (low, lower) = (lower, low % lower) }
    return UInt128(_low: low, _high: 0)
  }

  /// The largest number of which both are multiples: 0.05 of 0.1 and 0.25. Both are steps, and
  /// none is zero.
  package func commonMeasure(with other: Ratio) -> Ratio {
    let below = denominator * other.denominator
    let (a, b) = (numerator * other.denominator, other.numerator * denominator)
    return Ratio(Int128(Self.greatestCommonDivisor(a.magnitude, b.magnitude)), below)
  }
}

extension Ratio {
  package static prefix func - (value: Ratio) -> Ratio {
    Ratio(unchecked: -value.numerator, value.denominator)
  }

  package static func + (a: Ratio, b: Ratio) -> Ratio {
    guard a.isFinite, b.isFinite else { return a.isFinite ? b : a }
    if a.isWhole, b.isWhole, a.numerator.isShort, b.numerator.isShort {
      return Ratio(unchecked: a.numerator &+ b.numerator, 1)
    }
    let divisor = Int128(
      bitPattern: greatestCommonDivisor(a.denominator.magnitude, b.denominator.magnitude))
    let (rest1, rest2) = (quotient(a.denominator, divisor), quotient(b.denominator, divisor))
    let (left, over1) = a.numerator.multipliedReportingOverflow(by: rest2)
    let (right, over2) = b.numerator.multipliedReportingOverflow(by: rest1)
    let (sum, over3) = left.addingReportingOverflow(right)
    let (below, over4) = a.denominator.multipliedReportingOverflow(by: rest2)
    if over1 || over2 || over3 || over4 {
      let negative =
        a.isNegative == b.isNegative ? a.isNegative : (a.magnitude > b.magnitude ? a : b).isNegative
      return negative ? -infinity : infinity
    }
    return Ratio(sum, below)
  }

  package static func - (a: Ratio, b: Ratio) -> Ratio { a + -b }

  package static func * (a: Ratio, b: Ratio) -> Ratio {
    if a.isZero || b.isZero { return .zero }
    if b == 1 { return a }
    if a == 1 { return b }
    let negative = a.isNegative != b.isNegative
    guard a.isFinite, b.isFinite else { return negative ? -infinity : infinity }
    let first = Int128(
      bitPattern: greatestCommonDivisor(a.numerator.magnitude, b.denominator.magnitude))
    let second = Int128(
      bitPattern: greatestCommonDivisor(b.numerator.magnitude, a.denominator.magnitude))
    guard
      let above = product(quotient(a.numerator, first), quotient(b.numerator, second)),
      let below = product(quotient(a.denominator, second), quotient(b.denominator, first))
    else { return negative ? -infinity : infinity }
    return Ratio(unchecked: above, below)
  }

  // Most numbers are small, and operations on 128 bits are slow.

  private static func quotient(_ a: Int128, _ b: Int128) -> Int128 { b == 1 ? a : a / b }

  private static func product(_ a: Int128, _ b: Int128) -> Int128? {
    if a.isShort && b.isShort { return a &* b }
    let (product, isOver) = a.multipliedReportingOverflow(by: b)
    return isOver ? nil : product
  }

  /// Division by zero gives an infinity.
  package static func / (a: Ratio, b: Ratio) -> Ratio {
    if !b.isFinite { return .zero }
    if b.isZero { return a.isZero ? .zero : (a.isNegative ? -infinity : infinity) }
    let inverse =
      b.isNegative
      ? Ratio(unchecked: -b.denominator, -b.numerator)
      : Ratio(unchecked: b.denominator, b.numerator)
    return a * inverse
  }

  /// The largest fraction of which both are whole multiples: the common
  /// quantum of two exact numbers. Zero stands for "any quantum will do".
  package static func commonQuantum(_ a: Ratio, _ b: Ratio) -> Ratio {
    if a.isZero { return b }
    if b.isZero { return a }
    guard a.isFinite, b.isFinite else { return .infinity }
    let common =
      a.denominator
      / Int128(greatestCommonDivisor(a.denominator.magnitude, b.denominator.magnitude))
    let (below, over) = common.multipliedReportingOverflow(by: b.denominator)
    let (left, over1) = a.numerator.multipliedReportingOverflow(
      by: over ? 1 : below / a.denominator)
    let (right, over2) = b.numerator.multipliedReportingOverflow(
      by: over ? 1 : below / b.denominator)
    if over || over1 || over2 { return .infinity }
    return Ratio(Int128(greatestCommonDivisor(left.magnitude, right.magnitude)), below)
  }

  /// The greatest whole number not above; nil for infinities.
  package var floor: Int128? {
    guard isFinite else { return nil }
    if isWhole { return numerator }
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The least whole number not below; nil for infinities.
  package var ceiling: Int128? { (-self).floor.map { -$0 } }
}

extension Int128 {
  /// Whether 64 bits hold it.
  fileprivate var isShort: Bool { _high == Int64(bitPattern: _low) >> 63 }
}

extension Ratio: Comparable {
  package static func < (a: Ratio, b: Ratio) -> Bool {
    guard a.isFinite, b.isFinite else {
      if a == b { return false }
      return a.isFinite ? !b.isNegative : (a.isNegative ? true : false)
    }
    if a.denominator == b.denominator { return a.numerator < b.numerator }
    if a.numerator.isShort && b.denominator.isShort && b.numerator.isShort
      && a.denominator.isShort
    {
      return a.numerator &* b.denominator < b.numerator &* a.denominator
    }
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension Ratio: CustomStringConvertible {
  /// A plain decimal where one exists (`0.08`), else `1/3`.
  package var description: String {
    guard isFinite else { return isNegative ? "-∞" : "∞" }
    guard let digits = decimalDigits else { return "\(numerator)/\(denominator)" }
    guard digits > 0 else { return "\(numerator)" }
    var text = unscaled(digits)
    while text.count <= digits { text = "0" + text }
    text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    return (isNegative ? "-" : "") + text
  }

  /// The magnitude × 10^`digits`, a whole number that 128 bits may not hold.
  private func unscaled(_ digits: Int) -> String {
    if digits <= 38, case let scaled = self * Ratio(powerOfTen: digits), scaled.isFinite {
      return String(scaled.numerator.magnitude)
    }
    let divisor = denominator.magnitude
    var (digit, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: divisor)
    var text = String(digit)
    for _ in 0..<digits {
      (digit, rest) = divisor.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      text += String(digit)
    }
    return text
  }

  /// How many decimals write it exactly; nil if it never ends.
  package var decimalDigits: Int? {
    guard isFinite else { return nil }
    var rest = denominator
    var twos = 0
    var fives = 0
    while rest % 2 == 0 {
      rest /= 2
      twos += 1
    }
    while rest % 5 == 0 {
      rest /= 5
      fives += 1
    }
    return rest == 1 ? max(twos, fives) : nil
  }

  /// The nearest binary64, ties to even.
  package var nearestDouble: Double {
    guard isFinite else { return isNegative ? -.infinity : .infinity }
    if denominator == 1, numerator.magnitude < 1 << 53 { return Double(Int64(numerator)) }
    if let digits = decimalDigits {
      return Double((isNegative ? "-" : "") + "\(unscaled(digits))e-\(digits)") ?? .nan
    }
    return Double(numerator) / Double(denominator)
  }
}
