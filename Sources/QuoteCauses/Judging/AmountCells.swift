import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Cells of a table as multiples of 10^-`places`: amounts as nearly everybody writes them.
///
/// Nil for whatever else may be a number or is none in JSON: an exponent, a plus, blanks,
/// zeros in front, more than 18 digits.
struct AmountCells {
  let places: Int

  /// Nil for so many decimals that 64 bits hold no whole number with them.
  init?(places: Int) {
    guard places >= 0, places < PlainDecimal.powers.count else { return nil }
    self.places = places
  }

  /// Whether a cell of a row says `value` × `factor`.
  @inline(__always) func holds(_ cell: TextSlice, _ value: Int64, times factor: Int64) -> Bool {
    guard let amount = read(cell) else { return false }
    let (product, isOver) = value.multipliedReportingOverflow(by: factor)
    return !isOver && product == amount
  }

  /// Nil for a zero with a sign too, which is not any zero where doubles are compared.
  @inline(__always) func read(_ cell: TextSlice) -> Int64? {
    guard places <= EightDigits.mostDecimals else { return readLong(cell) }
    let sign = Self.signLength(cell)
    let (amount, isRead) = unsafe EightDigits.decimal(
      InputBytes(cell), start: sign, count: cell.count &- sign, decimals: places,
      powers: EightDigits.powers)
    guard isRead, !Self.isOdd(cell, sign), amount != 0 || sign == 0 else { return readLong(cell) }
    return sign == 0 ? amount : -amount
  }

  @inline(never) private func readLong(_ cell: TextSlice) -> Int64? {
    let sign = Self.signLength(cell)
    guard !Self.isOdd(cell, sign), let (number, decimals) = PlainDecimal.parts(cell),
      number != 0 || sign == 0
    else { return nil }
    guard decimals > places else {
      let (amount, isOver) = number.multipliedReportingOverflow(
        by: PlainDecimal.powers[places - decimals])
      return isOver ? nil : Int64(amount)
    }
    let (amount, rest) = number.quotientAndRemainder(
      dividingBy: PlainDecimal.powers[decimals - places])
    return rest == 0 ? Int64(amount) : nil
  }

  /// The double nearest to a number of up to fifteen digits, which is the quotient of two
  /// doubles that are exact.
  @inline(__always) static func double(_ cell: TextSlice) -> Double? {
    let sign = signLength(cell)
    guard !isOdd(cell, sign) else { return nil }
    let (digits, isRead) = unsafe EightDigits.decimal(
      InputBytes(cell), start: sign, count: cell.count &- sign, decimals: 7,
      powers: EightDigits.powers)
    guard isRead else { return longDouble(cell, sign) }
    let size = Double(digits) / 1e7
    return sign == 0 ? size : -size
  }

  @inline(never) private static func longDouble(_ cell: TextSlice, _ sign: Int) -> Double? {
    guard let (number, decimals) = PlainDecimal.parts(cell),
      number.magnitude < 1_000_000_000_000_000
    else { return nil }
    let size = Double(number.magnitude) / Double(PlainDecimal.powers[decimals])
    return sign == 0 ? size : -size
  }

  @inline(__always) private static func signLength(_ cell: TextSlice) -> Int {
    cell.count > 0 && cell[0] == UInt8(ascii: "-") ? 1 : 0
  }

  /// No digits, or a zero before other digits. Without a branch: some amounts begin
  /// with a zero, and which is anybody's guess.
  @inline(__always) private static func isOdd(_ cell: TextSlice, _ sign: Int) -> Bool {
    let count = cell.count &- sign
    guard count > 0 else { return true }
    let startsWithZero = cell[sign] == UInt8(ascii: "0") ? 1 : 0
    let second = cell[sign &+ (count > 1 ? 1 : 0)]
    let goesOn = (count > 1 ? 1 : 0) & (second == UInt8(ascii: ".") ? 0 : 1)
    return startsWithZero & goesOn != 0
  }
}
