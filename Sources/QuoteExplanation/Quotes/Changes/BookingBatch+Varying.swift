import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A value that a cell of a booking may get.
enum VariedCell: Hashable {
  case integer(Int64)
  case double(Double)
  case flag(Bool)
  case choice(Int32)
  case text(String)
  case notGiven
}

/// An element of a list taken out, or put in once more.
struct ElementEdit: Hashable {
  var list: ListID
  /// The row of the batch's list.
  var row: Int
  /// Taken out; otherwise another one like it comes after the last of its source.
  var isRemoval: Bool
}

extension BookingBatch {
  /// One booking of a batch, alone in a batch of its own: every list with its
  /// elements, one of them edited.
  func copy(row: Int, editing edit: ElementEdit? = nil) -> BookingBatch {
    let copy = BookingBatch(schema: schema)
    copy.count = 1
    copy.firstRecord = firstRecord + Int64(row)
    copy.storage = storage
    copy.chunk = chunk
    if row < lines.count { copy.lines.append(lines[row]) }
    var rows: ByList<[Int]> = [[row]]
    for (index, list) in schema.lists.withIDs {
      if index != .booking {
        var kept: [Int] = []
        copy.lists[index].offsets.append(0)
        for parent in rows[list.parent ?? .booking] {
          kept += elements(of: index, below: parent, editing: edit)
          copy.lists[index].offsets.append(Int32(kept.count))
        }
        rows.append(kept)
      }
      copy.lists[index].copy(rows[index], of: lists[index])
    }
    return copy
  }

  /// Rows of a list that belong to a row of its parent.
  func elements(
    of list: ListID, below parent: Int, editing edit: ElementEdit? = nil
  ) -> [Int] {
    let held = lists[list]
    guard !schema.lists[list].isMade, held.offsets.count > parent + 1 else { return [] }
    var rows = Array(Int(held.offsets[parent])..<Int(held.offsets[parent + 1]))
    guard let edit, edit.list == list, let at = rows.firstIndex(of: edit.row) else { return rows }
    if edit.isRemoval {
      rows.remove(at: at)
    } else {
      let last = rows.lastIndex { held.source(of: $0) == held.source(of: edit.row) } ?? at
      rows.insert(edit.row, at: last + 1)
    }
    return rows
  }

  /// Whether two elements of a list hold the same, down to their own lists.
  func areAlike(_ a: Int, _ b: Int, in list: ListID) -> Bool {
    let held = lists[list]
    guard held.source(of: a) == held.source(of: b),
      held.columns.allSatisfy({ $0.isSame(a, b) })
    else { return false }
    return schema.lists.indices.allSatisfy { index in
      guard index != .booking, schema.lists[index].parent == list else { return true }
      let (x, y) = (elements(of: index, below: a), elements(of: index, below: b))
      return x.count == y.count && zip(x, y).allSatisfy { areAlike($0, $1, in: index) }
    }
  }

  /// Puts another value into one cell; texts stay with the batch.
  func set(_ cell: VariedCell, list: ListID, field: Int, row: Int) {
    let column = lists[list].columns[field]
    if column.isOptional {
      let bit = UInt64(1) << UInt64(row % 64)
      if cell == .notGiven {
        column.validity[row / 64] &= ~bit
      } else {
        column.validity[row / 64] |= bit
      }
    }
    switch cell {
    case .integer(let value): column.integers[row] = value
    case .double(let value): column.doubles[row] = value
    case .flag(let value): column.flags[row] = value ? 1 : 0
    case .choice(let value): column.choices[row] = value
    case .text(let text):
      let buffer = ByteBuffer()
      buffer.append(text: text)
      let count = buffer.count
      for _ in 0..<InputChunk.padding { buffer.append(0x20) }
      storage.append(buffer)
      column.texts[row] = buffer.slice(0, count)
      column.forgetCodes()
    case .notGiven: column.clear(row)
    }
  }

  /// What a cell holds.
  func cell(list: ListID, field: Int, row: Int) -> VariedCell {
    let column = lists[list].columns[field]
    guard column.isGiven(row) else { return .notGiven }
    switch column.storage {
    case .integer: return .integer(column.integers[row])
    case .double: return .double(column.doubles[row])
    case .flag: return .flag(column.flags[row] != 0)
    case .choice: return .choice(column.choices[row])
    case .text: return .text(column.texts[row].string)
    case .point: return .notGiven
    }
  }
}

extension ListColumns {
  /// Which of the list's sources an element came from.
  func source(of row: Int) -> Int { row < sources.count ? Int(sources[row]) : 0 }

  fileprivate func copy(_ rows: [Int], of other: ListColumns) {
    count = rows.count
    for row in rows where other.sources.count > row { sources.append(other.sources[row]) }
    for (column, from) in zip(columns, other.columns) { column.copy(rows, of: from) }
  }
}

extension FieldColumn {
  fileprivate func copy(_ rows: [Int], of other: FieldColumn) {
    for row in rows {
      switch storage {
      case .integer: integers.append(other.integers[row])
      case .double: doubles.append(other.doubles[row])
      case .flag: flags.append(other.flags[row])
      case .choice: choices.append(other.choices[row])
      case .text: texts.append(other.texts[row])
      case .point:
        points.append(other.points[2 * row])
        points.append(other.points[2 * row + 1])
      }
    }
    guard isOptional else { return }
    for word in 0..<(rows.count + 63) / 64 {
      var bits: UInt64 = 0
      for bit in 0..<64 where word * 64 + bit < rows.count {
        let row = rows[word * 64 + bit]
        bits |= (other.validity[row / 64] >> UInt64(row % 64) & 1) << UInt64(bit)
      }
      validity.append(bits)
    }
  }

  /// Whether two cells hold the same.
  fileprivate func isSame(_ a: Int, _ b: Int) -> Bool {
    guard isGiven(a) == isGiven(b) else { return false }
    switch storage {
    case .integer: return integers[a] == integers[b]
    case .double: return doubles[a].bitPattern == doubles[b].bitPattern
    case .flag: return flags[a] == flags[b]
    case .choice: return choices[a] == choices[b]
    case .text: return texts[a].string == texts[b].string
    case .point:
      return points[2 * a] == points[2 * b] && points[2 * a + 1] == points[2 * b + 1]
    }
  }

  /// The cell where nothing is given: zero, so that kernels may compute on it.
  fileprivate func clear(_ row: Int) {
    switch storage {
    case .integer: integers[row] = 0
    case .double: doubles[row] = 0
    case .flag: flags[row] = 0
    case .choice: choices[row] = 0
    case .text: texts[row] = .empty
    case .point:
      points[2 * row] = 0
      points[2 * row + 1] = 0
    }
  }
}
