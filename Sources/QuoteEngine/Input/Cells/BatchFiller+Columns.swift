import QuoteLanguage

/// Elements whose cells were found before, into the batch a column at a time.
extension BatchFiller {
  /// Adds what each of `range` has in `lists`. `find` notes the cells of one, or refuses it;
  /// those between two refused are read a column at a time, and told to `added`. Refused
  /// ones, and all between two if a cell of them is at fault, go to `addEach`: faults are
  /// told in order.
  func addMany(
    _ range: Range<Int>, of lists: [Int], _ cells: ListCells, _ bytes: InputBytes,
    _ scratch: CellScratch, find: (Int) -> Bool, added: (Range<Int>) -> Void,
    addEach: (Range<Int>) -> Void
  ) {
    var first = range.lowerBound
    func addFound(_ found: Range<Int>) {
      if found.isEmpty {
      } else if addColumns(of: lists, from: cells, bytes, scratch) {
        added(found)
      } else {
        addEach(found)
      }
      cells.removeAll()
    }
    cells.removeAll()
    for index in range {
      cells.keep()
      if find(index) { continue }
      cells.goBack()
      addFound(first..<index)
      addEach(index..<index + 1)
      first = index + 1
    }
    addFound(first..<range.upperBound)
  }

  /// Adds all that was found of lists; false, with nothing added, where a cell is at fault.
  private func addColumns(
    of lists: [Int], from cells: ListCells, _ bytes: InputBytes, _ scratch: CellScratch
  ) -> Bool {
    let heights = lists.map { (targets[$0].columns.count, targets[$0].columns.offsets.count) }
    for list in lists where !addColumns(of: list, from: cells, bytes, scratch) {
      cut(lists, to: heights)
      return false
    }
    return true
  }

  /// Adds all rows of a list that were found. False, and whatever was added to be taken
  /// back, where some cell is at fault.
  private func addColumns(
    of list: Int, from cells: ListCells, _ bytes: InputBytes, _ scratch: CellScratch
  ) -> Bool {
    let target = targets[list]
    let base = target.columns.count
    let count = cells.count(list)
    var isFine = true
    for field in target.fields {
      field.column.resize(to: base + count)
      switch cells.fields[list][field.index] {
      case .one(let slot):
        field.decoder.read(
          cells.run(list, slot, bytes), into: field.column, at: base, scratch
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

  /// Takes back what was added to lists since they had so much.
  private func cut(_ lists: [Int], to heights: [(elements: Int, parents: Int)]) {
    for (list, height) in zip(lists, heights) {
      let columns = targets[list].columns
      columns.count = height.elements
      for column in columns.columns { column.cut(to: height.elements) }
      columns.offsets.resize(to: height.parents)
      columns.sources.resize(to: min(columns.sources.count, height.elements))
    }
  }
}
