/// A value that a cell of a booking may get.
enum VariedCell: Hashable {
  case integer(Int64)
  case double(Double)
  case flag(Bool)
  case choice(Int32)
  case text(String)
  case notGiven
}

extension BookingBatch {
  /// One booking of a batch, alone in a batch of its own: every list with its elements.
  func copy(row: Int) -> BookingBatch {
    let copy = BookingBatch(schema: schema)
    copy.count = 1
    copy.firstRecord = firstRecord + Int64(row)
    copy.storage = storage
    copy.chunk = chunk
    if row < lines.count { copy.lines.append(lines[row]) }
    var rows: [Range<Int>] = [row..<row + 1]
    for (index, list) in schema.lists.enumerated() {
      if index > 0 {
        let parents = rows[list.parent ?? 0]
        guard !list.isMade, lists[index].offsets.count > parents.upperBound else {
          rows.append(0..<0)
          copy.lists[index].offsets.append(0)
          for _ in parents { copy.lists[index].offsets.append(0) }
          continue
        }
        let first = lists[index].offsets[parents.lowerBound]
        for parent in parents.lowerBound...parents.upperBound {
          copy.lists[index].offsets.append(lists[index].offsets[parent] - first)
        }
        rows.append(Int(first)..<Int(lists[index].offsets[parents.upperBound]))
      }
      copy.lists[index].copy(rows[index], of: lists[index])
    }
    return copy
  }

  /// Puts another value into one cell; texts stay with the batch.
  func set(_ cell: VariedCell, list: Int, field: Int, row: Int) {
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
    case .notGiven: column.clear(row)
    }
  }

  /// What a cell holds.
  func cell(list: Int, field: Int, row: Int) -> VariedCell {
    let column = lists[list].columns[field]
    if column.isOptional, column.validity[row / 64] >> UInt64(row % 64) & 1 == 0 {
      return .notGiven
    }
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
  fileprivate func copy(_ rows: Range<Int>, of other: ListColumns) {
    count = rows.count
    for row in rows where other.sources.count > row { sources.append(other.sources[row]) }
    for (column, from) in zip(columns, other.columns) { column.copy(rows, of: from) }
  }
}

extension FieldColumn {
  fileprivate func copy(_ rows: Range<Int>, of other: FieldColumn) {
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
        let row = rows.lowerBound + word * 64 + bit
        bits |= (other.validity[row / 64] >> UInt64(row % 64) & 1) << UInt64(bit)
      }
      validity.append(bits)
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
