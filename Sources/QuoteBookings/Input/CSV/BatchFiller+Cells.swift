import QuoteLanguage
import QuoteSyntax

/// Lists in one CSV cell: JSON where it begins with a bracket, else the list's
/// own compact spelling.
extension BatchFiller {
  /// Adds the elements a cell spells; an empty cell has none.
  func addCell(_ text: TextSlice, _ list: ListDecoder, source: Int) {
    guard text.count > 0 else { return }
    if text[0] == UInt8(ascii: "[") || text[0] == UInt8(ascii: "{") {
      addJSONCell(text, list, source: source)
    } else if let marks = list.compact {
      addCompact(text, marks, list, source: source)
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
    enter(list, source: source, isSpelled: true)
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
    add(outcome, value, to: list, field: field, shown: text)
  }

  /// `a:large*2;b`: elements parted by the separator, a last one may be
  /// followed by it; in each the parts' marks in their order, those of parts
  /// left out left out with them. Spaces are data, but for those after a
  /// separator. Nothing between two separators is an element of which nothing
  /// is said: defaults make it, or it is at fault.
  private func addCompact(
    _ text: TextSlice, _ marks: CompactMarks, _ list: ListDecoder, source: Int
  ) {
    let separator = marks.separator
    var start = 0
    while start < text.count {
      let end = text.find(separator, from: start) ?? text.count
      guard hasRoom(in: list) else { return }
      addElement(text.part(start, end), marks, list, source: source)
      start = end + separator.count
      while start < text.count, text[start] == UInt8(ascii: " ") { start += 1 }
      if separator.count == 0 { return }
    }
  }

  private func addElement(
    _ text: TextSlice, _ marks: CompactMarks, _ list: ListDecoder, source: Int
  ) {
    let target = targets[list.index]
    parts.resize(to: target.fields.count)
    for field in 0..<parts.count { parts[field] = .empty }
    var at = 0
    for position in 0..<marks.parts.count {
      let part = marks.parts[position]
      if position > 0 {
        guard text.has(part.mark, at: at) else { continue }
        at += part.mark.count
      }
      var end = text.count
      for later in position + 1..<max(marks.parts.count, position + 1) {
        end = min(end, text.find(marks.parts[later].mark, from: at) ?? end)
      }
      parts[part.field] = text.part(at, end)
      at = end
    }
    if at < text.count {
      fault(.unreadableCell, in: list, value: text)
    }
    enter(list, source: source, isSpelled: true)
    target.forEachField { field in
      let text = parts[field.index]
      var value = CellValue()
      let outcome = field.decoder.decode(text, &value)
      add(outcome, value, to: target, field: field, shown: text)
    }
    finishElement(list, source: source)
    leave()
    closeChildren(of: list)
  }
}

/// A list's compact spelling made ready for reading: its marks as bytes.
///
/// Sound to share between threads: never written again, and the bytes live with it.
final class CompactMarks: @unchecked Sendable {
  struct Part: BitwiseCopyable {
    var field: Int
    /// What comes before it; empty for the first.
    var mark: TextSlice
  }

  /// Without a space at its end, which may be left out.
  let separator: TextSlice
  let parts = ColumnBuffer<Part>()
  /// What each byte is in each part, 256 for each: 0 for data, the position of the later part
  /// it comes before, or the separator; nil where marks are not single bytes.
  let classes: ColumnBuffer<UInt8>?
  static let separatorClass = 255
  private let words: WordList

  init(_ cell: CompactCell) {
    let bare = cell.separator.last == " " ? String(cell.separator.dropLast()) : cell.separator
    words = WordList([bare] + cell.parts.map(\.mark))
    separator = words.slices[0]
    for (index, part) in cell.parts.enumerated() {
      parts.append(Part(field: part.field, mark: words.slices[index + 1]))
    }
    classes = Self.classes(separator: bare, cell.parts.dropFirst().map(\.mark))
  }

  private static func classes(separator: String, _ marks: [String]) -> ColumnBuffer<UInt8>? {
    guard ([separator] + marks).allSatisfy({ $0.utf8.count == 1 }), !marks.contains(separator),
      marks.count < separatorClass - 1
    else { return nil }
    let classes = ColumnBuffer<UInt8>()
    classes.resize(to: 256 * (marks.count + 1))
    for index in 0..<classes.count { classes[index] = 0 }
    for part in 0...marks.count {
      // The nearest of parts with the same mark is the one that comes.
      for (index, mark) in marks.enumerated().reversed() where index + 1 > part {
        for byte in mark.utf8 { classes[256 * part + Int(byte)] = UInt8(index + 1) }
      }
      for byte in separator.utf8 { classes[256 * part + Int(byte)] = UInt8(separatorClass) }
    }
    return classes
  }
}

extension TextSlice {
  func has(_ mark: TextSlice, at start: Int) -> Bool {
    guard start + mark.count <= count else { return false }
    for offset in 0..<mark.count where self[start + offset] != mark[offset] { return false }
    return true
  }

  package func find(_ mark: TextSlice, from start: Int) -> Int? {
    guard mark.count > 0, mark.count <= count else { return nil }
    let first = mark[0]
    var at = start
    while at + mark.count <= count {
      if self[at] == first, has(mark, at: at) { return at }
      at += 1
    }
    return nil
  }
}
