extension DecimalNumber {
  /// Reads the whole text as one exact number.
  package static func read(
    _ text: Span<UInt8>, spelling: Spelling = .plain
  ) throws(Failure) -> DecimalNumber {
    var scanner = DecimalScanner()
    guard let end = scanner.scan(text, spelling: spelling), end == text.count else {
      throw scanner.isTooLarge ? .tooLarge : failure(of: text)
    }
    return try scanner.number()
  }

  package static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, spelling: Spelling = .plain
  ) throws(Failure) -> DecimalNumber {
    try read(unsafe bytes.span, spelling: spelling)
  }

  package static func read(
    _ text: String, spelling: Spelling = .plain
  ) throws(Failure) -> DecimalNumber {
    try read(text.utf8.span, spelling: spelling)
  }

  private static func failure(of text: Span<UInt8>) -> Failure {
    if text.isEmpty { return .empty }
    var commas = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: ","): commas += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"): break
      default: return .notANumber
      }
    }
    return commas > 0 ? .comma : .notANumber
  }
}

/// Collects digits; trailing zeros after the point are held back until a digit
/// follows, so that `1.500000…0` of any length is 15 × 10⁻¹.
private struct DecimalScanner {
  var isNegative = false
  /// The first 18 digits, then `wide` takes over.
  var narrow: UInt64 = 0
  var wide: Int128 = 0
  var isWide = false
  var isTooLarge = false
  var heldZeros = 0
  var exponent = 0

  /// Where the number ends; nil if there is none.
  mutating func scan(_ text: Span<UInt8>, spelling: DecimalNumber.Spelling) -> Int? {
    var index = 0
    if text.has("-", at: 0) {
      isNegative = true
      index = 1
    }
    let start = index
    while index < text.count, let digit = Self.digit(text[index]) {
      add(digit)
      index += 1
    }
    guard index > start else { return nil }
    if spelling == .json, index > start + 1, text.has("0", at: start) { return nil }
    exponent += heldZeros
    let trailing = heldZeros
    if text.has(".", at: index) {
      // Zeros before the point count as digits again once more digits follow.
      exponent -= trailing
      let point = index
      index += 1
      while index < text.count, let digit = Self.digit(text[index]) {
        add(digit)
        index += 1
      }
      guard index > point + 1 else { return nil }
      exponent += heldZeros - (index - point - 1)
    }
    heldZeros = 0
    guard spelling == .json, text.has("e", at: index) || text.has("E", at: index) else {
      return isTooLarge ? nil : index
    }
    return scanExponent(text, from: index + 1)
  }

  private mutating func scanExponent(_ text: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    let isBelow = text.has("-", at: index)
    if isBelow || text.has("+", at: index) { index += 1 }
    let first = index
    var power = 0
    while index < text.count, let digit = Self.digit(text[index]) {
      power = min(power * 10 + Int(digit), 100_000)
      index += 1
    }
    guard index > first, !isTooLarge else { return nil }
    exponent += isBelow ? -power : power
    return index
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    let digit = byte &- UInt8(ascii: "0")
    return digit <= 9 ? digit : nil
  }

  private mutating func add(_ digit: UInt8) {
    if digit == 0 {
      heldZeros += 1
      return
    }
    for _ in 0..<heldZeros { push(0) }
    heldZeros = 0
    push(digit)
  }

  private mutating func push(_ digit: UInt8) {
    if !isWide {
      if narrow < 100_000_000_000_000_000 {
        narrow = narrow * 10 + UInt64(digit)
        return
      }
      isWide = true
      wide = Int128(narrow)
    }
    let (product, over) = wide.multipliedReportingOverflow(by: 10)
    let (sum, over2) = product.addingReportingOverflow(Int128(digit))
    if over || over2 { isTooLarge = true } else { wide = sum }
  }

  func number() throws(DecimalNumber.Failure) -> DecimalNumber {
    let magnitude = isWide ? wide : Int128(narrow)
    if magnitude == 0 { return DecimalNumber(digits: 0, exponent: 0) }
    guard exponent <= 400 else { throw .tooLarge }
    return DecimalNumber(digits: isNegative ? -magnitude : magnitude, exponent: exponent)
  }
}

extension DecimalNumber {
  /// The number as an exact fraction. `tooLarge` where 128 bits do not hold it, also for a tiny one
  /// (`1e-39`).
  package func ratio() throws(Failure) -> Ratio {
    if digits == 0 { return .zero }
    guard abs(exponent) <= 38 else { throw exponent > 0 ? .tooLarge : .tooFine }
    let value = Ratio(digits) * Ratio(powerOfTen: exponent)
    guard value.isFinite else { throw .tooLarge }
    return value
  }

  /// The value × 10^`places` as an integer: `12.5` with 2 places is 1250.
  /// `tooFine` where a digit would be lost.
  package func scaled(toPlaces places: Int) throws(Failure) -> Int64 {
    let shift = exponent + places
    if digits == 0 { return 0 }
    if shift < 0 {
      guard shift >= -38 else { throw .tooFine }
      let power = Ratio(powerOfTen: -shift).numerator
      guard digits % power == 0 else { throw .tooFine }
      guard let value = Int64(exactly: digits / power) else { throw .tooLarge }
      return value
    }
    guard shift <= 38 else { throw .tooLarge }
    let (value, over) = digits.multipliedReportingOverflow(
      by: Ratio(powerOfTen: shift).numerator)
    guard !over, let result = Int64(exactly: value) else { throw .tooLarge }
    return result
  }
}

extension Ratio {
  /// The exact value of a decimal text; nil if it is not a number or does not fit 128 bits.
  package init?(decimal text: String) {
    guard let value = try? DecimalNumber.read(text).ratio() else { return nil }
    self = value
  }
}
