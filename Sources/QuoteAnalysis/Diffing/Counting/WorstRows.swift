import QuoteCauses
import QuoteComparison
/// Rows of a batch that may be among the worst, or have the largest change of all: those that
/// nothing outdoes in it or in the batches before.
struct WorstRows {
  private(set) var rows: Set<Int> = []
  /// The worst so far, each with its row in the batch at hand; nil of one from before.
  private var worst: [(size: Int, fields: Int, row: Int?)] = []
  private var (change, most) = (Largest(), Largest())
  private let shown: Int

  init(shown: Int) { self.shown = shown }

  /// Looks at some rows of the next batch; `money` are the columns of money.
  mutating func look(at some: [Int], _ numbers: NumberDifferences, money: UInt64) {
    for index in worst.indices { worst[index].row = nil }
    (change.row, most.row) = (nil, nil)
    for row in some {
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
    rows = Set((worst.map(\.row) + [change.row, most.row]).compactMap(\.self))
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
    /// Its row in the batch at hand; nil of one from before.
    var row: Int?

    mutating func take(_ size: Int, of whole: Int, _ row: Int) {
      let (ours, theirs) = (
        size.multipliedFullWidth(by: part.of), part.size.multipliedFullWidth(by: whole)
      )
      guard (theirs.high, theirs.low) < (ours.high, ours.low) else { return }
      (part, self.row) = ((size, whole), row)
    }
  }
}
