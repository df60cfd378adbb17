import QuoteComparison
/// Rows of a batch that may be among the worst, or have the largest change of all.
struct WorstRows {
  private(set) var rows: Set<Int> = []

  init(_ all: [Int], _ numbers: NumberDifferences, money: UInt64, shown: Int) {
    var worst: [(size: Int, fields: Int, row: Int)] = []
    var (change, most) = (Largest(), Largest())
    for row in all {
      let fields = numbers.columns(of: row).nonzeroBitCount
      let size = Int((numbers.amount(of: row) ?? 0).magnitude)
      let total = Int(numbers.ourTotal(row).magnitude)
      change.take(size, of: total, row)
      most.take(max(size, Self.greatest(row, numbers, money)), of: total, row)
      if worst.count == shown, let last = worst.last,
        (size, fields) <= (last.size, last.fields)
      {
        continue
      }
      let place = worst.firstIndex { ($0.size, $0.fields) < (size, fields) } ?? worst.count
      worst.insert((size, fields, row), at: place)
      if worst.count > shown { worst.removeLast() }
    }
    rows = Set(worst.map(\.row) + [change.row, most.row].compactMap(\.self))
  }

  /// The most by which money differs.
  private static func greatest(
    _ row: Int, _ numbers: NumberDifferences, _ money: UInt64
  ) -> Int {
    var (greatest, rest) = (0, numbers.columns(of: row) & money)
    while rest != 0 {
      greatest = max(greatest, Int(numbers.gap(row, rest.trailingZeroBitCount).magnitude))
      rest &= rest - 1
    }
    return greatest
  }

  /// The first of the largest parts.
  private struct Largest {
    private var part: (size: Int, of: Int) = (0, 1)
    private(set) var row: Int?

    mutating func take(_ size: Int, of whole: Int, _ row: Int) {
      let (ours, theirs) = (
        size.multipliedFullWidth(by: part.of), part.size.multipliedFullWidth(by: whole)
      )
      guard (theirs.high, theirs.low) < (ours.high, ours.low) else { return }
      (part, self.row) = ((size, whole), row)
    }
  }
}
