import QuoteLanguage
import QuoteSyntax

/// One cell's value on its way into a column; which members count, the
/// column's storage says.
package struct CellValue: BitwiseCopyable, Sendable {
  /// Integers, flags, choices.
  var integer: Int64 = 0
  /// Doubles, latitudes.
  var double = 0.0
  /// Longitudes.
  var second = 0.0
  package var text: TextSlice = .empty

  package init(
    integer: Int64 = 0, double: Double = 0.0, second: Double = 0.0, text: TextSlice = .empty
  ) {
    self.integer = integer
    self.double = double
    self.second = second
    self.text = text
  }
}

/// What a reading of one cell came to.
package enum CellOutcome {
  case given
  /// No such member, an empty CSV cell: the default's case.
  case missing
  /// JSON null, "" or []: there, but nothing.
  case null
  case fault(CellFault)
}

extension FieldColumn {
  /// Adds a cell at the end; a cell that is not given holds zero.
  package func append(_ value: CellValue, isGiven: Bool, at index: Int) {
    switch storage {
    case .integer: integers.append(value.integer)
    case .double: doubles.append(value.double)
    case .flag: flags.append(UInt8(truncatingIfNeeded: value.integer))
    case .choice: choices.append(Int32(truncatingIfNeeded: value.integer))
    case .text: texts.append(value.text)
    case .point:
      points.append(value.double)
      points.append(value.second)
    }
    guard isOptional else { return }
    if index >> 6 >= validity.count { validity.append(0) }
    if isGiven { validity[index >> 6] |= 1 << UInt64(index & 63) }
  }

  /// Makes room for so many cells; new ones are undefined, new validity clear.
  package func resize(to count: Int) {
    switch storage {
    case .integer: integers.resize(to: count)
    case .double: doubles.resize(to: count)
    case .flag: flags.resize(to: count)
    case .choice: choices.resize(to: count)
    case .text: heldTexts.resize(to: count)
    case .point: points.resize(to: 2 * count)
    }
    guard isOptional else { return }
    while validity.count < (count + 63) >> 6 { validity.append(0) }
  }

  /// Forgets the cells from `count` on.
  package func cut(to count: Int) {
    if isOptional {
      validity.resize(to: (count + 63) >> 6)
      if count & 63 != 0 { validity[count >> 6] &= (1 << UInt64(count & 63)) - 1 }
    }
    if codes.count > count { codes.resize(to: count) }
    resize(to: count)
  }

  /// Replaces a cell that there is room for.
  package func set(_ value: CellValue, isGiven: Bool, at index: Int) {
    switch storage {
    case .integer: integers[index] = value.integer
    case .double: doubles[index] = value.double
    case .flag: flags[index] = UInt8(truncatingIfNeeded: value.integer)
    case .choice: choices[index] = Int32(truncatingIfNeeded: value.integer)
    case .text: texts[index] = value.text
    case .point:
      points[2 * index] = value.double
      points[2 * index + 1] = value.second
    }
    if isOptional { tell(isGiven: isGiven, at: index) }
  }

  /// Says of a cell of an optional field whether it is given.
  func tell(isGiven: Bool, at index: Int) {
    let bit: UInt64 = 1 << UInt64(index & 63)
    if isGiven { validity[index >> 6] |= bit } else { validity[index >> 6] &= ~bit }
  }
}
