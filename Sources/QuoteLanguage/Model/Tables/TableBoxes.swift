import QuoteSyntax

/// The rows of a table as boxes: in each key column a row holds for a few
/// stretches of atoms, where an atom is a set of key values that no cell of
/// the column tells apart.
struct TableBoxes {
  /// A stretch of atoms, both ends included.
  struct Stretch: Hashable {
    var lower: Int32
    var upper: Int32
  }

  /// How many atoms each column has.
  let atomCounts: [Int32]
  /// From this atom on, what no row covers is not worth a complaint: words
  /// that nobody named, keys that are not given.
  let silentFrom: [Int32]
  private(set) var rowCount = 0
  private var stretches: [Stretch] = []
  /// Where the stretches of a cell begin; a cell is row × columns + column.
  private var starts: [Int32] = [0]
  /// Bit c: the row holds for everything in column c.
  private(set) var wildcards: [UInt64] = []
  /// Rows that hold for nothing in some column.
  private(set) var isEmpty: [Bool] = []

  var columnCount: Int { atomCounts.count }

  /// More key columns than this cannot be proved.
  static let columnLimit = 64

  init(atomCounts: [Int32], silentFrom: [Int32]) {
    self.atomCounts = atomCounts
    self.silentFrom = silentFrom
  }

  mutating func reserve(rows: Int) {
    stretches.reserveCapacity(rows * columnCount)
    starts.reserveCapacity(rows * columnCount + 1)
    wildcards.reserveCapacity(rows)
    isEmpty.reserveCapacity(rows)
  }

  /// Adds a row; each column gives its stretches, ascending, apart.
  mutating func appendRow(_ cell: (_ column: Int, _ into: inout [Stretch]) -> Void) {
    var wild: UInt64 = 0
    var empty = false
    for column in 0..<columnCount {
      let from = stretches.count
      cell(column, &stretches)
      if stretches.count == from { empty = true }
      if stretches.count == from + 1, stretches[from].lower == 0,
        stretches[from].upper == atomCounts[column] - 1
      {
        wild |= 1 << UInt64(column)
      }
      starts.append(Int32(stretches.count))
    }
    wildcards.append(wild)
    isEmpty.append(empty)
    rowCount += 1
  }

  subscript(row: Int32, column: Int) -> ArraySlice<Stretch> {
    let cell = Int(row) * columnCount + column
    return stretches[Int(starts[cell])..<Int(starts[cell + 1])]
  }

  /// The rows before one, each cut down to it: what covers the row, if the
  /// row's own box is taken for the whole world. Row numbers are kept.
  func rowsAbove(_ row: Int32) -> (boxes: TableBoxes, rows: [Int32]) {
    var boxes = self
    boxes.rowCount = 0
    boxes.stretches = []
    boxes.starts = [0]
    boxes.wildcards = []
    boxes.isEmpty = []
    var kept: [Int32] = []
    for above in 0..<row {
      let cut = (0..<columnCount).map { common(self[above, $0], self[row, $0]) }
      guard cut.allSatisfy({ !$0.isEmpty }) else { continue }
      kept.append(above)
      boxes.appendRow { column, into in into += cut[column] }
    }
    return (boxes, kept)
  }

  private func common(_ a: ArraySlice<Stretch>, _ b: ArraySlice<Stretch>) -> [Stretch] {
    var result: [Stretch] = []
    var (i, j) = (a.startIndex, b.startIndex)
    while i < a.endIndex, j < b.endIndex {
      let lower = max(a[i].lower, b[j].lower)
      let upper = min(a[i].upper, b[j].upper)
      if lower <= upper { result.append(Stretch(lower: lower, upper: upper)) }
      if a[i].upper < b[j].upper { i += 1 } else { j += 1 }
    }
    return result
  }
}
