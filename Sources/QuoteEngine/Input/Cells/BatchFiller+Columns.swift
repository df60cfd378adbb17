/// Elements whose cells were found before, into the batch a column at a time.
extension BatchFiller {
  /// Adds all rows of a list that were found; `slots` says which cells each field is read
  /// from. False, and whatever was added to be taken back, where some cell is at fault.
  func addColumns(
    of list: Int, from cells: ListCells, _ slots: [RecordShape.FieldSlot], _ bytes: InputBytes,
    dates: DateMemo
  ) -> Bool {
    let target = targets[list]
    let base = target.columns.count
    let count = cells.count(list)
    var isFine = true
    for field in target.fields {
      field.column.resize(to: base + count)
      switch slots[field.index] {
      case .one(let slot):
        field.decoder.read(
          cells.run(list, slot, bytes), into: field.column, at: base, dates: dates
        ) { _, _ in isFine = false }
      case .two(let first, let second):
        let (one, two) = (cells.run(list, first, bytes), cells.run(list, second, bytes))
        if !addPoints(field, one, two, at: base) { isFine = false }
      }
      if !isFine { return false }
    }
    target.columns.count = base + count
    if list > 0 { addShape(of: list, from: cells, elementsBefore: base) }
    return true
  }

  private func addPoints(
    _ field: FieldTarget, _ first: CellRun, _ second: CellRun, at base: Int
  ) -> Bool {
    for row in 0..<first.count {
      var value = CellValue()
      let outcome = field.decoder.decodePoint(first[row], second[row], &value)
      guard case .success(let isGiven) = field.decoder.settle(outcome, &value) else {
        return false
      }
      field.column.set(value, isGiven: isGiven, at: base + row)
    }
    return true
  }

  /// Where each parent's elements end, and which source they are of: the only one.
  private func addShape(of list: Int, from cells: ListCells, elementsBefore base: Int) {
    let columns = targets[list].columns
    let ends = cells.ends(list)
    let first = columns.offsets.count
    columns.offsets.resize(to: first + ends.count)
    for parent in 0..<ends.count {
      columns.offsets[first + parent] = Int32(truncatingIfNeeded: base) + ends[parent]
    }
    columns.sources.resize(to: base + cells.count(list))
    for row in base..<columns.sources.count { columns.sources[row] = 0 }
  }

  /// How far each list has come: its elements and its parents.
  func heights(of lists: [Int]) -> [(elements: Int, parents: Int)] {
    lists.map { (targets[$0].columns.count, targets[$0].columns.offsets.count) }
  }

  /// Takes back what was added to lists since.
  func cut(_ lists: [Int], to heights: [(elements: Int, parents: Int)]) {
    for (list, height) in zip(lists, heights) {
      let columns = targets[list].columns
      columns.count = height.elements
      for column in columns.columns { column.cut(to: height.elements) }
      columns.offsets.resize(to: height.parents)
      columns.sources.resize(to: min(columns.sources.count, height.elements))
    }
  }
}
