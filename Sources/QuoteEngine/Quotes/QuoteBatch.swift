package import QuoteBookings
import QuoteLanguage
package import QuoteSyntax

/// What a run of bookings costs, as columns.
///
/// One evaluator owns one of these and fills it block after block; what it
/// lends is valid until its next block. Row numbers count from `firstRow` of
/// the booking batch.
package final class QuoteBatch: @unchecked Sendable {
  package enum Status: UInt8, Sendable { case quoted = 0, declined = 1, fault = 2 }

  package let schema: QuoteSchema
  package var count = 0
  /// Row of the booking batch at which this block starts.
  package internal(set) var firstRow = 0
  /// `Status` of each booking.
  package let statuses = ColumnBuffer<UInt8>()
  /// Reasons of declined bookings, as far as the last row that has one: mostly there is none.
  private let reasons = ColumnBuffer<TextSlice>()
  /// Offsets of each list's elements, relative to this block:
  /// elements of parent `i` are `offsets[i]..<offsets[i + 1]`. Lists after
  /// `keep`, made lists filled in. That of the booking is unused.
  package let offsets: ByList<ColumnBuffer<Int32>>
  /// Which element each member of a group is, by the list of members, and the other way round.
  /// They are filled where what is computed is kept for explanations.
  let elementsOfMembers: ByList<ColumnBuffer<Int32>>
  let membersOfElements: ByList<ColumnBuffer<Int32>>
  package let columns: [ResultColumn]
  /// Faults of pricing, and those the reader had found in these rows; rows
  /// count as in the booking batch.
  package let faults = RowFaults()

  package init(schema: QuoteSchema) {
    self.schema = schema
    offsets = schema.listParents.mapped { _ in ColumnBuffer<Int32>() }
    elementsOfMembers = schema.listParents.mapped { _ in ColumnBuffer<Int32>() }
    membersOfElements = schema.listParents.mapped { _ in ColumnBuffer<Int32>() }
    columns = schema.columns.map { ResultColumn(schema: $0) }
  }

  /// Begins a run of this many bookings; each is quoted unless a decline or a fault says otherwise.
  package func begin(_ count: Int) {
    self.count = count
    statuses.resize(to: count)
    unsafe statuses.pointer.update(repeating: Status.quoted.rawValue, count: count)
    reasons.removeAll()
  }

  /// Whether none is declined or at fault. All are looked at, for that is a loop of vectors.
  package var isAllQuoted: Bool {
    let statuses = unsafe statuses.pointer
    var others: UInt8 = 0
    for row in 0..<count { others |= unsafe statuses[row] ^ Status.quoted.rawValue }
    return others == 0
  }

  /// The reason of a declined booking; an empty slice for others.
  package func declineReason(of row: Int) -> TextSlice {
    precondition(row >= 0 && row < count)
    return row < reasons.count ? reasons[row] : .empty
  }

  func setReason(_ reason: TextSlice, of row: Int) {
    while reasons.count <= row { reasons.append(.empty) }
    reasons[row] = reason
  }
}

/// The cells of one result. Exactly one of the buffers is in use, by storage.
package final class ResultColumn: @unchecked Sendable {
  package let schema: ResultColumnSchema
  package let integers = ColumnBuffer<Int64>()
  package let wides = ColumnBuffer<Int128>()
  package let doubles = ColumnBuffer<Double>()
  package let flags = ColumnBuffer<UInt8>()
  package let choices = ColumnBuffer<Int32>()
  package let texts = ColumnBuffer<TextSlice>()
  /// Cell `i` of a list of texts is `listTexts[listOffsets[i]..<listOffsets[i + 1]]`.
  package let listOffsets = ColumnBuffer<Int32>()
  package let listTexts = ColumnBuffer<TextSlice>()
  package let points = ColumnBuffer<Double>()
  /// 1 where the cell is given; empty for a column that is always given.
  package let given = ColumnBuffer<UInt8>()

  package init(schema: ResultColumnSchema) { self.schema = schema }

  package func isGiven(_ row: Int) -> Bool { given.count == 0 || given[row] != 0 }
}
