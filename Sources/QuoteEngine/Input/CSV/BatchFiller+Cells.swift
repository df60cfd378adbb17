/// Lists in one CSV cell: JSON where it begins with a bracket, else the list's
/// own compact spelling.
extension BatchFiller {
  /// Adds the elements a cell spells; an empty cell has none.
  func addCell(_ text: TextSlice, _ list: ListDecoder, source: Int) {
    guard text.count > 0 else { return }
    if text[0] == UInt8(ascii: "[") || text[0] == UInt8(ascii: "{") {
      addJSONCell(text, list, source: source)
    } else if let cell = list.schema.cell {
      addCompact(text, cell, list, source: source)
    } else if list.takesPlainElements {
      addPlain(text, list, source: source)
    } else {
      fault(.unreadableCell, in: list, value: text)
    }
  }

  private func addJSONCell(_ text: TextSlice, _ list: ListDecoder, source: Int) {
    switch reader.read(text) {
    case .failure(let reason): fault(reason, in: list, value: text)
    case .success(let value):
      if value.isRepeated && !lastDuplicateWins {
        fault(.duplicateMember, in: list, value: text)
      }
      if value.isArray {
        addElements(value, list, source: source)
      } else if hasRoom(in: list) {
        addElement(value, list, source: source)
      }
    }
  }

  /// A list of plain values without a spelling: the cell is one of them.
  private func addPlain(_ text: TextSlice, _ list: ListDecoder, source: Int) {
    guard hasRoom(in: list) else { return }
    enter(list)
    for field in list.fields.indices {
      let part = list.isItself(field) ? text : .empty
      addPart(part, list, field)
    }
    finishElement(list, source: source)
    leave()
    closeChildren(of: list)
  }

  private func addPart(_ text: TextSlice, _ list: ListDecoder, _ field: Int) {
    var value = CellValue()
    let outcome = list.fields[field].decode(text, &value)
    add(outcome, value, list, field, shown: text)
  }

  /// `a:large*2;b`: elements parted by the separator, a last one may be
  /// followed by it; in each the parts' marks in their order, those of parts
  /// left out left out with them. Spaces are data, but for those after a
  /// separator. Nothing between two separators is an element of which nothing
  /// is said: defaults make it, or it is at fault.
  private func addCompact(
    _ text: TextSlice, _ cell: CompactCell, _ list: ListDecoder, source: Int
  ) {
    let separator = Array(cell.separator.utf8)
    let bare = separator.last == UInt8(ascii: " ") ? Array(separator.dropLast()) : separator
    var start = 0
    while start < text.count {
      let end = text.find(bare, from: start) ?? text.count
      guard hasRoom(in: list) else { return }
      addElement(text.part(start, end), cell, list, source: source)
      start = end + bare.count
      while start < text.count, text[start] == UInt8(ascii: " ") { start += 1 }
      if bare.isEmpty { return }
    }
  }

  private func addElement(
    _ text: TextSlice, _ cell: CompactCell, _ list: ListDecoder, source: Int
  ) {
    var parts = [TextSlice](repeating: .empty, count: list.fields.count)
    var at = 0
    for (position, part) in cell.parts.enumerated() {
      if position > 0 {
        let mark = Array(part.mark.utf8)
        guard text.has(mark, at: at) else { continue }
        at += mark.count
      }
      var end = text.count
      for later in cell.parts.dropFirst(position + 1) {
        end = min(end, text.find(Array(later.mark.utf8), from: at) ?? end)
      }
      parts[part.field] = text.part(at, end)
      at = end
    }
    if at < text.count {
      fault(.unreadableCell, in: list, value: text)
    }
    enter(list)
    for field in list.fields.indices { addPart(parts[field], list, field) }
    finishElement(list, source: source)
    leave()
    closeChildren(of: list)
  }
}

extension TextSlice {
  func has(_ mark: [UInt8], at start: Int) -> Bool {
    guard start + mark.count <= count else { return false }
    for (offset, byte) in mark.enumerated() where self[start + offset] != byte { return false }
    return true
  }

  func find(_ mark: [UInt8], from start: Int) -> Int? {
    guard !mark.isEmpty, mark.count <= count else { return nil }
    var at = start
    while at + mark.count <= count {
      if has(mark, at: at) { return at }
      at += 1
    }
    return nil
  }
}
