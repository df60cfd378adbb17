import QuoteLanguage
package import QuoteSyntax

/// What came in: a run of bookings as columns, one set of columns a list.
///
/// Filled by a reader, read by the evaluator, then cleared and filled again;
/// nothing in it is allocated per booking. Row numbers count bookings of this
/// batch from 0; `firstRecord` says where the batch sits in the whole input.
package final class BookingBatch: @unchecked Sendable {
  package let schema: BookingSchema
  /// How many bookings there are.
  package var count = 0
  /// One set a list of the schema, in its order. Lists that the rules make
  /// themselves are empty here.
  package let lists: ByList<ListColumns>
  /// Which of the reader's batches this is, from 0; output follows this order.
  package var ordinal = 0
  /// Number of the first booking's record in the input, from 1. Bookings are
  /// counted, not lines: `firstRecord + row` is the record of a row.
  package var firstRecord: Int64 = 1
  /// The file that the bookings came from, as it was named.
  package var source = ""
  /// Line (from 1) at which each booking's record starts.
  package let lines = BookingLines()
  /// Byte range of each booking's record in `bytes`, for messages and echoes.
  package let faults = RowFaults()
  /// Keeps the bytes alive that the text columns point into.
  package var storage: [AnyObject] = []
  /// The bytes of input this batch was read from; kept from one filling to the next.
  package var chunk: AnyObject?
  /// Cells of columns no input names, when they are to be carried through:
  /// a column of texts each, the names as in the header.
  package var carried: [(name: String, cells: ColumnBuffer<TextSlice>)] = []
  /// The texts of keys that could not be read, by row; an empty text if there was none.
  package var unreadKeys: [Int: String] = [:]

  package init(schema: BookingSchema) {
    self.schema = schema
    lists = schema.lists.mapped(ListColumns.init)
  }

  /// Shares the columns of another batch, and has columns of its own for fields that only this
  /// schema has.
  package init(schema: BookingSchema, sharing other: BookingBatch) {
    self.schema = schema
    lists = ArrayByID(
      schema.lists.withIDs.map { id, list in
        id != .booking
          ? other.lists[id]
          : ListColumns(list, sharing: other.lists[.booking], of: other.schema.lists[.booking])
      })
  }

  /// Forgets the rows, keeps the memory.
  package func removeAll() {
    count = 0
    lines.removeAll()
    faults.removeAll()
    unreadKeys.removeAll(keepingCapacity: true)
    storage.removeAll(keepingCapacity: true)
    for list in lists { list.removeAll() }
    for column in carried { column.cells.removeAll() }
  }
}

/// The columns of one list.
package final class ListColumns: @unchecked Sendable {
  /// How many elements there are over all parents. Not checked for overlapping access in this
  /// module, element by element: a batch is one thread's.
  @safe @exclusivity(unchecked) package var count = 0
  /// Arrow's list offsets: elements of parent `i` are `offsets[i]..<offsets[i + 1]`;
  /// one more entry than there are parents. Unused for list 0.
  package let offsets = ColumnBuffer<Int32>()
  /// Which of the list's sources an element came from.
  package let sources = ColumnBuffer<UInt8>()
  /// One a field, in the schema's order.
  package let columns: [FieldColumn]

  package init(_ schema: ListSchema) {
    columns = schema.fields.map { FieldColumn(storage: $0.storage, isOptional: $0.isOptional) }
  }

  fileprivate init(_ schema: ListSchema, sharing other: ListColumns, of list: ListSchema) {
    columns = schema.fields.map { field in
      if let index = list.fields.firstIndex(where: { $0.name == field.name }) {
        return other.columns[index]
      }
      return FieldColumn(storage: field.storage, isOptional: field.isOptional)
    }
  }

  package func removeAll() {
    count = 0
    offsets.removeAll()
    sources.removeAll()
    for column in columns { column.removeAll() }
  }
}

/// The cells of one field. Exactly one of the buffers is in use, by `storage`.
package final class FieldColumn: @unchecked Sendable {
  package let storage: ColumnStorage
  package let isOptional: Bool
  package let integers: ColumnBuffer<Int64>
  package let doubles: ColumnBuffer<Double>
  package let flags: ColumnBuffer<UInt8>
  package let choices: ColumnBuffer<Int32>
  package var texts: ColumnBuffer<TextSlice> {
    if owesTexts { writeOwedTexts() }
    return heldTexts
  }
  /// The code of each text in the vocabulary; none where readers did not tell all of them, once all
  /// are read. They come in by `tellCodes` alone, which checks them: look-ups go by them without
  /// asking again.
  package let codes = ColumnBuffer<Int32>()
  @safe @exclusivity(unchecked) package var vocabulary: VocabularyWords?
  /// Texts, of those with a code perhaps only the ones that are none of the vocabulary's.
  package let heldTexts = ColumnBuffer<TextSlice>()
  /// Whether texts that their codes tell are still to be written: most are never read.
  @safe @exclusivity(unchecked) var owesTexts = false
  /// Latitude and longitude side by side: cell `i` is `points[2 * i]`, `points[2 * i + 1]`.
  package let points: ColumnBuffer<Double>
  /// Arrow's validity bitmap, bit `i` set where cell `i` is given; empty for a
  /// field that is always given. The cell under a clear bit is zero (an empty
  /// slice for texts), so kernels may compute on it.
  package let validity: ColumnBuffer<UInt64>

  package init(storage: ColumnStorage, isOptional: Bool) {
    self.storage = storage
    self.isOptional = isOptional
    integers = ColumnBuffer()
    doubles = ColumnBuffer()
    flags = ColumnBuffer()
    choices = ColumnBuffer()
    points = ColumnBuffer()
    validity = ColumnBuffer()
  }

  package func removeAll() {
    integers.removeAll()
    doubles.removeAll()
    flags.removeAll()
    choices.removeAll()
    heldTexts.removeAll()
    owesTexts = false
    codes.removeAll()
    points.removeAll()
    validity.removeAll()
  }

  /// Call this after a text was changed: its code is still that of the old text.
  package func forgetCodes() { codes.removeAll() }

  /// Writes all texts where only some have codes, and forgets those: all have one, or none has.
  func settleCodes() {
    guard codes.count > 0, codes.count < heldTexts.count else { return }
    _ = texts
    forgetCodes()
  }

  private func writeOwedTexts() {
    owesTexts = false
    guard let vocabulary else { return }
    for row in 0..<codes.count {
      if let text = vocabulary.text(codes[row]) { heldTexts[row] = text }
    }
  }
}
