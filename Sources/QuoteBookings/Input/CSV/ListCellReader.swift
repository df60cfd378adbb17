import QuoteLanguage
import QuoteSyntax

/// Lists in CSV cells: finds where the cells of their elements are, in either spelling.
///
/// Takes what needs no thought, as ``RecordScanner`` does; of the rest it says that it does
/// not, and ``BatchFiller`` reads it.
@safe final class ListCellReader {
  /// How the compact cells of a list are read. Its memory belongs to the decoders.
  @safe private struct Compact: BitwiseCopyable {
    /// What each byte is in each part, and the parts; nil where cells are not read here.
    @unsafe var classes: UnsafePointer<UInt8>?
    @unsafe var parts: UnsafePointer<CompactMarks.Part>?
    /// Elements that a cell may have.
    var bound: Int

    /// `fields` are the cells of a row.
    init(_ list: ListDecoder, fields: [RecordShape.FieldSlot]) {
      let isFieldByField =
        list.children.isEmpty
        && fields.enumerated().allSatisfy { field, slot in
          if case .one(field) = slot { true } else { false }
        }
      let marks = isFieldByField ? list.compact : nil
      unsafe classes = unsafe marks?.classes.map { unsafe UnsafePointer($0.pointer) }
      unsafe parts = unsafe marks.map { unsafe UnsafePointer($0.parts.pointer) }
      bound = list.schema.bound
    }
  }

  let cells: ListCells
  private let decoders: BookingDecoders
  /// The compact form of each list.
  private let compact = ColumnBuffer<Compact>()
  /// The shape of the elements alone; nil where they are not read at one place each.
  private let shape: RecordShape?
  private let tokens = JSONTokens()
  /// No room for cells with escapes: they are looked at.
  private let nowhere = UnescapedCells()
  private let strangers = ColumnBuffer<UInt64>()
  private let unread: UnreadMembers
  /// Kept from cell to cell, because what it refers to would be counted for each.
  @safe @exclusivity(unchecked) private var scanner: RecordScanner?

  init(_ filler: BatchFiller, _ options: ReaderOptions) {
    decoders = filler.decoders
    unread = filler.unread
    shape = options.lastDuplicateWins ? nil : try? RecordShape(elementsOf: decoders)
    if let shape {
      cells = ListCells(shape.fields, slots: shape.slots, owners: shape.cellsOf)
    } else {
      cells = ListCells(
        decoders.lists.map { list in list.fields.indices.map { .one($0) } },
        slots: decoders.lists.map(\.fields.count))
    }
    for list in decoders.lists {
      compact.append(Compact(list, fields: cells.fields[list.index]))
    }
  }

  /// Notes the elements that a cell spells; false, and some noted perhaps, where it has to
  /// be looked at.
  func add(_ start: Int, _ end: Int, of bytes: InputBytes, to list: Int) -> Bool {
    var isSpelled = false
    if start < end {
      if bytes[start] == UInt8(ascii: "[") {
        guard let shape, let found = tokens.find(bytes, start, end) else { return false }
        if scanner == nil {
          scanner = RecordScanner(
            found, shape: shape, cells: cells, made: nowhere, strangers: strangers, unread: unread)
        }
        guard scanner?.list(list, of: found) == true else { return false }
      } else {
        guard bytes[start] != UInt8(ascii: "{"), addCompact(start, end, of: bytes, to: list) else {
          return false
        }
        isSpelled = true
      }
    }
    cells.close(list)
    if isSpelled { cells.noteSpelled(list) }
    return true
  }

  /// Elements of a compact cell, byte by byte: the mark of a later part ends the one before.
  private func addCompact(_ start: Int, _ end: Int, of bytes: InputBytes, to list: Int) -> Bool {
    let compact = unsafe compact.pointer + list
    guard let classes = unsafe compact.pointee.classes, let parts = unsafe compact.pointee.parts
    else { return false }
    var room = unsafe compact.pointee.bound
    var at = start
    while at < end {
      guard room > 0 else { return false }
      room &-= 1
      let row = unsafe cells.addRow(list, at: at)
      var part = 0
      unsafe row[2 &* parts[0].field] = UInt32(truncatingIfNeeded: at &- 1)
      while at < end {
        let kind = unsafe Int(classes[part &<< 8 | Int(bytes[at])])
        if kind != 0 {
          unsafe row[2 &* parts[part].field &+ 1] = UInt32(truncatingIfNeeded: at)
          if kind == CompactMarks.separatorClass { break }
          part = kind
          unsafe row[2 &* parts[part].field] = UInt32(truncatingIfNeeded: at)
        }
        at &+= 1
      }
      if at == end {
        unsafe row[2 &* parts[part].field &+ 1] = UInt32(truncatingIfNeeded: at)
        return true
      }
      at &+= 1
      while at < end, bytes[at] == UInt8(ascii: " ") { at &+= 1 }
    }
    return true
  }
}
