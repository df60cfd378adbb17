import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A result of each booking, or of each element of a list.
@safe final class ValueBuilder: ColumnBuilder {
  private let column: Int
  private let form: ValueForm
  private let cells = ArrowBuffer(capacity: 4096)
  private let texts: TextBuilder?
  private let points: [DoubleBuilder]

  init(_ column: Int, _ form: ValueForm) {
    self.column = column
    self.form = form
    switch form {
    case .texts:
      let inner = TextBuilder()
      (texts, points) = (inner, [])
      super.init(form.format, buffers: 2, children: [("item", inner)])
      cells.append(Int32(0))
    case .text:
      (texts, points) = (nil, [])
      super.init("u", buffers: 3)
      cells.append(Int32(0))
    case .point:
      (texts, points) = (nil, [DoubleBuilder(), DoubleBuilder()])
      super.init("+s", buffers: 1, children: [("lat", points[0]), ("lng", points[1])])
    case .decimal, .wide, .fraction, .count, .minorUnits, .nearest, .double, .flag, .choice, .date,
      .time, .instant, .weekday:
      (texts, points) = (nil, [])
      super.init(form.format, buffers: 2, words: form.words)
    }
  }

  private let textBytes = ArrowBuffer()

  override func append(_ block: ResultBlock) {
    let results = block.quotes.columns[column]
    if block.quoted.count == 0, results.given.count == 0, unsafe appendAll(results, block.count) {
      return addGiven(block.count)
    }
    for row in 0..<block.count { append(results, row, isGiven: block.isQuoted(row)) }
  }

  /// A column of which all rows are given, in one go; false where it is none of those.
  @unsafe private func appendAll(_ results: ResultColumn, _ count: Int) -> Bool {
    switch form {
    case .decimal(let factor, _, _) where results.schema.storage == .integer:
      unsafe carrow_decimals(results.integers.pointer, count, factor, cells.add(16 * count))
    case .count(1), .minorUnits(1, _), .instant:
      guard results.schema.storage == .integer else { return false }
      unsafe cells.add(8 * count).copyMemory(
        from: results.integers.pointer, byteCount: 8 * count)
    case .double:
      unsafe cells.add(8 * count).copyMemory(from: results.doubles.pointer, byteCount: 8 * count)
    case .choice:
      unsafe cells.add(4 * count).copyMemory(from: results.choices.pointer, byteCount: 4 * count)
    case .decimal, .wide, .fraction, .count, .minorUnits, .nearest, .flag, .date, .time, .weekday,
      .text, .texts, .point:
      return false
    }
    return true
  }

  /// A cell of one row; whoever lies in a list says whether what holds it was quoted.
  func append(_ results: ResultColumn, _ row: Int, isGiven isHeld: Bool) {
    let isGiven = isHeld && results.isGiven(row)
    let wide: Int128 =
      switch results.schema.storage {
      case .integer: isGiven ? Int128(results.integers[row]) : 0
      case .wide: isGiven ? results.wides[row] : 0
      case .double, .flag, .choice, .text, .texts, .point: 0
      }
    switch form {
    case .decimal(let factor, _, _): cells.append(wide * Int128(factor))
    case .wide(let factor, _, _): cells.append(wide * Int128(factor))
    case .fraction(let ratio): cells.append(Self.rounded(wide, ratio))
    case .count(let factor), .minorUnits(let factor, _):
      cells.append(Int64(truncatingIfNeeded: wide * Int128(factor)))
    case .nearest(let factor, let places):
      cells.append(Ratio(wide * Int128(factor), Self.power(places)).nearestDouble)
    case .double: cells.append(isGiven ? results.doubles[row] : 0)
    case .date, .time: cells.append(Int32(truncatingIfNeeded: wide))
    case .instant: cells.append(Int64(truncatingIfNeeded: wide))
    case .weekday: cells.append(isGiven ? Int32(truncatingIfNeeded: wide) - 1 : 0)
    case .flag: cells.append(isGiven ? results.flags[row] : 0)
    case .choice: cells.append(isGiven ? results.choices[row] : 0)
    case .text:
      if isGiven { append(results.texts[row]) }
      precondition(textBytes.count <= Int32.max, "texts of a result have more than 2 GiB")
      cells.append(Int32(textBytes.count))
    case .texts: appendTexts(results, row, isGiven)
    case .point:
      for (half, builder) in points.enumerated() {
        builder.append(isGiven ? results.points[2 * row + half] : 0)
      }
    }
    add(isGiven: isGiven)
  }

  private func append(_ text: TextSlice) {
    unsafe textBytes.add(text.count).copyMemory(from: text.base, byteCount: text.count)
  }

  private func appendTexts(_ results: ResultColumn, _ row: Int, _ isGiven: Bool) {
    if isGiven {
      let ends = results.listOffsets
      for index in Int(ends[row])..<Int(ends[row + 1]) { texts?.append(results.listTexts[index]) }
    }
    cells.append(Int32(truncatingIfNeeded: texts?.rows ?? 0))
  }

  /// To twelve decimals, halves away from zero, as it is printed.
  private static func rounded(_ value: Int128, _ ratio: Ratio) -> Int128 {
    let exact = Ratio(value) * ratio * Ratio(powerOfTen: 12)
    guard exact.isFinite else { return 0 }
    let (whole, rest) = exact.numerator.quotientAndRemainder(dividingBy: exact.denominator)
    if rest.magnitude * 2 < exact.denominator.magnitude { return whole }
    return whole + (exact.numerator < 0 ? -1 : 1)
  }

  private static func power(_ places: Int) -> Int128 {
    (0..<places).reduce(1) { power, _ in power * 10 }
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    if index == 2 { return unsafe textBytes.handOver() }
    if case .flag = form { return unsafe bits() }
    let given = unsafe cells.handOver()
    switch form {
    case .text, .texts: cells.append(Int32(0))
    case .decimal, .wide, .fraction, .count, .minorUnits, .nearest, .double, .flag, .choice, .date,
      .time, .instant, .weekday, .point:
      break
    }
    return unsafe given
  }

  @unsafe private func bits() -> UnsafeMutableRawPointer {
    let count = cells.count
    let bytes = unsafe cells.handOver()
    defer { unsafe carrow_forget(bytes) }
    guard let bits = unsafe carrow_zeros((count + 7) / 8) else {
      preconditionFailure("there is no memory for a column of a result")
    }
    unsafe carrow_bits_of_bytes(
      bytes.assumingMemoryBound(to: UInt8.self), count,
      bits.assumingMemoryBound(to: UInt8.self), 0)
    return unsafe bits
  }
}

/// Doubles that are always given.
final class DoubleBuilder: ColumnBuilder {
  private let cells = ArrowBuffer()

  init() { super.init("g", buffers: 2) }

  func append(_ value: Double) {
    cells.append(value)
    add(isGiven: true)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe cells.handOver()
  }
}
