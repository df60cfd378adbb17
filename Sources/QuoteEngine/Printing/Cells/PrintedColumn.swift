package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// How the cells of a column are spelled; the storage follows from it.
package enum CellForm: Hashable, Sendable, BitwiseCopyable {
  /// `Int64` × `factor` × 10^-`places`, at least `minimum` decimals.
  case decimal(factor: UInt64, places: Int, minimum: Int)
  /// The same as `decimal`, for an `Int128`.
  case wide(factor: UInt64, places: Int, minimum: Int)
  /// `Int64` times a fraction that no decimal writes to the end: rounded to
  /// twelve decimals, halves away from zero.
  case fraction(Ratio, minimum: Int)
  /// The same as `fraction`, for an `Int128`.
  case wideFraction(Ratio, minimum: Int)
  /// As the language prints it; JSON has null for what is not finite.
  case double(Arithmetic)
  case flag(Arithmetic)
  case choice
  case text
  /// JSON a list, CSV joined by `; `.
  case texts
  case date, time, instant, weekday
  /// JSON an object of `lat` and `lng`, CSV `40.7,-73.9`.
  case point

  /// The form of integers of which 1 is shown as `scale`.
  package static func number(scale: Ratio, minimum: Int, isWide: Bool) -> CellForm {
    if let places = scale.decimalDigits,
      let factor = UInt64(exactly: (scale * Ratio(powerOfTen: places)).numerator)
    {
      return isWide
        ? .wide(factor: factor, places: places, minimum: minimum)
        : .decimal(factor: factor, places: places, minimum: minimum)
    }
    return isWide ? .wideFraction(scale, minimum: minimum) : .fraction(scale, minimum: minimum)
  }
}

/// A column lent for printing: where its cells are, and how they are spelled.
///
/// Trivial, so that a loop over many columns does no reference counting. Sound as
/// long as the buffers it was made from live and do not grow, which the writer
/// sees to by making these anew for each block.
@safe package struct PrintedColumn: BitwiseCopyable, @unchecked Sendable {
  /// What of a column can be written a block of cells at a time.
  enum Ease: Equatable {
    /// `Int64`s of which one is worth so many hundredths, and the decimals that are always shown.
    case cents(each: Int64, least: UInt32)
    /// `Double`s, most of which are whole hundredths.
    case doubles(least: UInt32)
    /// Texts that lie one after the other, all of them given.
    case texts
    /// Words of a choice, or texts of which some are not given: they are put one after the other.
    case words
    case none
  }

  /// The forms that most cells of JSON have, which are told by a byte.
  enum Plain: UInt8 {
    case text, flag, whole, wideWhole, none
  }

  let form: CellForm
  let plain: Plain
  let ease: Ease
  let isGivenEverywhere: Bool
  package let count: Int
  @unsafe private let cells: UnsafeRawPointer
  /// 1 where a cell is given; nil: everywhere.
  @unsafe private let given: UnsafePointer<UInt8>?
  /// Arrow's validity bits; nil: everywhere.
  @unsafe private let validity: UnsafePointer<UInt64>?
  /// The words of a choice, or the run of a list of texts.
  @unsafe private let words: UnsafePointer<TextSlice>?
  private let wordCount: Int

  package init<Cell: BitwiseCopyable>(
    _ buffer: ColumnBuffer<Cell>, form: CellForm, given: ColumnBuffer<UInt8>? = nil,
    validity: ColumnBuffer<UInt64>? = nil, words: ColumnBuffer<TextSlice>? = nil
  ) {
    self.form = form
    plain = Plain(form)
    switch form {
    case .texts: count = max(buffer.count - 1, 0)
    case .point: count = buffer.count / 2
    case .decimal, .wide, .fraction, .wideFraction, .double, .flag, .choice, .text, .date, .time,
      .instant, .weekday:
      count = buffer.count
    }
    unsafe cells = UnsafeRawPointer(buffer.pointer)
    unsafe self.given = given.flatMap { $0.count == 0 ? nil : unsafe UnsafePointer($0.pointer) }
    unsafe self.validity = validity.flatMap {
      $0.count == 0 ? nil : unsafe UnsafePointer($0.pointer)
    }
    unsafe self.words = words.map { unsafe UnsafePointer($0.pointer) }
    wordCount = words?.count ?? 0
    isGivenEverywhere = unsafe self.given == nil && self.validity == nil
    ease = isGivenEverywhere || form != .text ? Ease(form) : .words
  }

  @inline(__always)
  package func isGiven(_ row: Int) -> Bool {
    if let given = unsafe given { return unsafe given[row] != 0 }
    if let validity = unsafe validity { return unsafe validity[row >> 6] >> (row & 63) & 1 == 1 }
    return true
  }

  @inline(__always)
  package func cell<Cell: BitwiseCopyable>(_ row: Int, as type: Cell.Type) -> Cell {
    precondition(row >= 0 && row < count)
    return unsafe cells.load(fromByteOffset: row * MemoryLayout<Cell>.stride, as: type)
  }

  /// Where the cells from a row on are, for loops that know the rows are there.
  @unsafe package func address(of row: Int) -> UnsafeRawPointer {
    precondition(row >= 0 && row <= count)
    let stride = form == .text ? MemoryLayout<TextSlice>.stride : MemoryLayout<Int64>.stride
    return unsafe cells + row * stride
  }

  /// The texts or words of some rows, an empty one where none is given.
  @unsafe func put(
    wordsFrom first: Int, _ count: Int, into texts: UnsafeMutablePointer<TextSlice>
  ) {
    if case .choice = form {
      for row in 0..<count {
        let isGiven = self.isGiven(first + row)
        unsafe texts[row] = isGiven ? word(Int(cell(first + row, as: Int32.self))) : .empty
      }
    } else {
      for row in 0..<count {
        let isGiven = self.isGiven(first + row)
        unsafe texts[row] = isGiven ? cell(first + row, as: TextSlice.self) : .empty
      }
    }
  }

  package func word(_ index: Int) -> TextSlice {
    precondition(index >= 0 && index < wordCount)
    return unsafe words![index]
  }

  /// Where the texts of a cell lie among the words.
  package func range(_ row: Int) -> Range<Int> {
    precondition(row >= 0 && row < count)
    let start = unsafe cells.load(fromByteOffset: row * 4, as: Int32.self)
    let end = unsafe cells.load(fromByteOffset: row * 4 + 4, as: Int32.self)
    return Int(start)..<Int(end)
  }

  func point(_ row: Int) -> (latitude: Double, longitude: Double) {
    precondition(row >= 0 && row < count)
    return (
      unsafe cells.load(fromByteOffset: row * 16, as: Double.self),
      unsafe cells.load(fromByteOffset: row * 16 + 8, as: Double.self)
    )
  }
}

extension PrintedColumn.Plain {
  init(_ form: CellForm) {
    switch form {
    case .text: self = .text
    case .flag: self = .flag
    case .decimal(1, 0, 0): self = .whole
    case .wide(1, 0, 0): self = .wideWhole
    case .decimal, .wide, .fraction, .wideFraction, .double, .choice, .texts, .date, .time,
      .instant, .weekday, .point:
      self = .none
    }
  }
}

extension PrintedColumn.Ease {
  /// What is worth more is printed one by one.
  private static let mostCents: UInt64 = 100_000_000

  package init(_ form: CellForm) {
    switch form {
    case .decimal(let factor, let places, let minimum):
      let (unit, isMore) = factor.multipliedReportingOverflow(
        by: places == 2 ? 1 : places == 1 ? 10 : 100)
      let isCents = places <= 2 && minimum <= 2 && !isMore && unit < Self.mostCents
      self = isCents ? .cents(each: Int64(unit), least: UInt32(minimum)) : .none
    case .double(.python): self = .doubles(least: 1)
    case .double(.javascript): self = .doubles(least: 0)
    case .text: self = .texts
    case .choice: self = .words
    case .double, .wide, .fraction, .wideFraction, .flag, .texts, .date, .time, .instant, .weekday,
      .point:
      self = .none
    }
  }
}
