import QuoteCauses

/// Which bookings of a batch are told in full, by what they are looked at for: whoever finds out
/// what bookings have in common looks at so many of each value and of each column.
struct ToldBookings {
  /// How many depart at a value, by its number, and how many differ in a column.
  private var atValues: [Int] = []
  private var inColumns: [Int] = []
  /// Whether some booking of this batch or of one before has a rule, by the rule.
  private var rules: [Bool] = []
  /// So many are looked at of each value, and of each column.
  private var wanted = (ofValue: 0, ofColumn: 0)

  /// A batch begins.
  mutating func begin(_ ordinal: Int, columns: Int, values: Int) {
    wanted = (TraitCounter.most(ofChunk: ordinal), TraitCounter.mostTerms(ofChunk: ordinal))
    atValues = Array(repeating: 0, count: values)
    inColumns = Array(repeating: 0, count: columns)
  }

  /// Takes in a booking; `columns` are the bits of those in which it differs.
  mutating func add(departingAt value: Int?, in columns: UInt64, _ some: [Int32]) {
    if let value { atValues[value] += 1 }
    for column in inColumns.indices where columns >> UInt64(column) & 1 == 1 {
      inColumns[column] += 1
    }
    for rule in some {
      while rules.count <= rule { rules.append(false) }
      rules[Int(rule)] = true
    }
  }

  /// Whether as many were told as are looked at of a value and of each of some columns.
  func areEnough(departingAt value: Int, in columns: UInt64) -> Bool {
    guard atValues[value] >= wanted.ofValue else { return false }
    var rest = columns
    while rest != 0 {
      if inColumns[rest.trailingZeroBitCount] < wanted.ofColumn { return false }
      rest &= rest - 1
    }
    return true
  }

  /// Whether each of some rules is one of a booking that was told.
  func have(_ some: [Int32]) -> Bool {
    some.allSatisfy { $0 < rules.count && rules[Int($0)] }
  }
}
