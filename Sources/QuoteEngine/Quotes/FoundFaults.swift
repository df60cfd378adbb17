package import QuoteBookings

/// How many faults of each reason some bookings have, and the first few in full. The others are
/// only counted.
package struct FoundFaults {
  package private(set) var count = 0
  /// Over how many lines after their first ones they go.
  package private(set) var moreLines: Int64 = 0
  /// They are in the order in which they came.
  package private(set) var byReason: [(reason: String, count: Int)] = []
  /// The first ones, in the order of the bookings.
  package private(set) var first: [RowFault] = []
  private let most: Int

  /// Keeps this many in full.
  package init(first most: Int) { self.most = most }

  package init(only fault: RowFault) {
    (count, most) = (1, 1)
    moreLines = fault.lastLine - fault.line
    byReason = [(fault.reason, 1)]
    first = [fault]
  }

  /// Adds those of some rows of the batch, that of one of its blocks.
  package mutating func add(_ faults: RowFaults, in rows: Range<Int>) {
    if faults.isEmpty { return }
    var row = rows.lowerBound
    while first.count < most, row < rows.upperBound {
      if let fault = faults.find(row) { first.append(faults.whole(fault)) }
      row += 1
    }
    moreLines += faults.count(in: rows) { told, number in
      count += number
      byReason[place(of: told.reason)].count += number
    }
  }

  /// Adds the keys of the bookings whose faults are kept in full.
  package mutating func nameBookings(of batch: BookingBatch) {
    for index in first.indices { first[index].key = batch.key(first[index].row) }
  }

  private mutating func place(of reason: String) -> Int {
    if let known = byReason.firstIndex(where: { $0.reason == reason }) { return known }
    byReason.append((reason, 0))
    return byReason.count - 1
  }
}
