/// Lists in CSV cells: finds where the cells of their elements are, in either spelling.
///
/// Takes what needs no thought, as ``RecordScanner`` does; of the rest it says that it does
/// not, and ``BatchFiller`` reads it.
final class ListCellReader {
  let cells: ListCells
  /// Of the elements alone; nil where they are not read at one place each.
  private let shape: RecordShape?
  private let tokens = JSONTokens()
  private let strangers = ColumnBuffer<UInt64>()

  init(_ decoders: BookingDecoders, _ options: ReaderOptions) {
    shape = options.lastDuplicateWins ? nil : RecordShape(elementsOf: decoders)
    if let shape {
      cells = ListCells(shape.fields, slots: shape.slots)
    } else {
      cells = ListCells(
        decoders.lists.map { list in list.fields.indices.map { .one($0) } },
        slots: decoders.lists.map(\.fields.count))
    }
  }

  /// Notes the elements that a cell spells; false, and some noted perhaps, where it has to
  /// be looked at.
  func add(_ start: Int, _ end: Int, of bytes: InputBytes, _ list: ListDecoder) -> Bool {
    if start < end {
      if bytes[start] == UInt8(ascii: "[") {
        guard let shape, let found = tokens.find(bytes, start, end) else { return false }
        let scanner = RecordScanner(found, shape, cells, strangers: strangers)
        guard scanner.list(list.index, 0) else { return false }
      } else {
        guard bytes[start] != UInt8(ascii: "{"), let marks = list.compact,
          let classes = marks.classes, isFieldByField(list)
        else { return false }
        guard addCompact(start, end, of: bytes, marks, classes, list) else { return false }
      }
    }
    cells.close(list.index)
    return true
  }

  /// Whether the cells of a row are those of the fields, in their order.
  private func isFieldByField(_ list: ListDecoder) -> Bool {
    guard list.children.isEmpty else { return false }
    for (field, slot) in cells.fields[list.index].enumerated() {
      guard case .one(field) = slot else { return false }
    }
    return true
  }

  /// Elements of a compact cell, byte by byte: a mark ends the part before it if its own
  /// part comes later.
  private func addCompact(
    _ start: Int, _ end: Int, of bytes: InputBytes, _ marks: CompactMarks,
    _ classes: ColumnBuffer<UInt8>, _ list: ListDecoder
  ) -> Bool {
    let classes = unsafe classes.pointer
    let parts = unsafe marks.parts.pointer
    var room = list.schema.bound
    var at = start
    while at < end {
      guard room > 0 else { return false }
      room &-= 1
      let row = unsafe cells.addRow(list.index, at: at)
      var part = 0
      unsafe row[2 &* parts[0].field] = UInt32(truncatingIfNeeded: at &- 1)
      while at < end {
        let kind = unsafe Int(classes[Int(bytes[at])])
        if kind > part {
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
