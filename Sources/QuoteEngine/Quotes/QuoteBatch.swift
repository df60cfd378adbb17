/// What a run of bookings costs, as columns.
///
/// One evaluator owns one of these and fills it block after block; what it
/// lends is valid until its next block. Row numbers count from `firstRow` of
/// the booking batch.
public final class QuoteBatch: @unchecked Sendable {
  public enum Status: UInt8, Sendable { case quoted = 0, declined = 1, fault = 2 }

  public let schema: QuoteSchema
  public internal(set) var count = 0
  /// Row of the booking batch at which this block starts.
  public internal(set) var firstRow = 0
  /// `Status` of each booking.
  public let statuses = ColumnBuffer<UInt8>()
  /// Reasons of declined bookings, as far as the last row that has one: mostly there is none.
  private let reasons = ColumnBuffer<TextSlice>()
  /// Offsets of each list's elements, by list index, relative to this block:
  /// elements of parent `i` are `offsets[i]..<offsets[i + 1]`. Lists after
  /// `keep`, made lists filled in. Entry 0 is unused.
  public let offsets: [ColumnBuffer<Int32>]
  public let columns: [ResultColumn]
  /// Faults of pricing, and those the reader had found in these rows; rows
  /// count as in the booking batch.
  public let faults = RowFaults()

  public init(schema: QuoteSchema) {
    self.schema = schema
    offsets = schema.listNames.map { _ in ColumnBuffer<Int32>() }
    columns = schema.columns.map { ResultColumn(schema: $0) }
  }

  /// So many bookings, all quoted until it is said otherwise.
  func begin(_ count: Int) {
    self.count = count
    statuses.resize(to: count)
    unsafe statuses.pointer.update(repeating: Status.quoted.rawValue, count: count)
    reasons.removeAll()
  }

  /// The reason of a declined booking; an empty slice for others.
  public func declineReason(of row: Int) -> TextSlice {
    precondition(row >= 0 && row < count)
    return row < reasons.count ? reasons[row] : .empty
  }

  func setReason(_ reason: TextSlice, of row: Int) {
    while reasons.count <= row { reasons.append(.empty) }
    reasons[row] = reason
  }
}

/// The cells of one result. Exactly one of the buffers is in use, by storage.
public final class ResultColumn: @unchecked Sendable {
  public let schema: ResultColumnSchema
  public let integers = ColumnBuffer<Int64>()
  public let wides = ColumnBuffer<Int128>()
  public let doubles = ColumnBuffer<Double>()
  public let flags = ColumnBuffer<UInt8>()
  public let choices = ColumnBuffer<Int32>()
  public let texts = ColumnBuffer<TextSlice>()
  /// Cell `i` of a list of texts is `listTexts[listOffsets[i]..<listOffsets[i + 1]]`.
  public let listOffsets = ColumnBuffer<Int32>()
  public let listTexts = ColumnBuffer<TextSlice>()
  public let points = ColumnBuffer<Double>()
  /// 1 where the cell is given; empty for a column that is always given.
  public let given = ColumnBuffer<UInt8>()

  public init(schema: ResultColumnSchema) { self.schema = schema }

  public func isGiven(_ row: Int) -> Bool { given.count == 0 || given[row] != 0 }
}
