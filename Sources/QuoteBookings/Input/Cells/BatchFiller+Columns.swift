import QuoteLanguage
import QuoteSyntax

/// Elements whose cells were found before, into the batch a column at a time.
extension BatchFiller {
  /// Adds what each of `range` has in `lists`. `find` notes the cells of one, or refuses it;
  /// those between two refused are read a column at a time, and told to `added`. Refused
  /// ones, and those that have to be looked at to say what is at fault, go to `addEach`. Where some
  /// are at fault so, those around them are found once more, and read without them. `rowOf` gives
  /// the row of the batch that one becomes when all before it were added.
  func addMany(
    _ range: Range<Int>, of lists: [Int], _ cells: ListCells, in bytes: InputBytes,
    _ scratch: CellScratch, rowOf: (Int) -> Int, find: (Int) -> Bool,
    added: (Range<Int>) -> Void, addEach: (Range<Int>) -> Void
  ) {
    func addFound(_ found: Range<Int>, isAgain: Bool) {
      if found.isEmpty {
      } else if addColumns(of: lists, from: cells, bytes, scratch, at: rowOf(found.lowerBound)) {
        added(found)
        if scratch.complaints.count > 0 { tell(inOrder(scratch.complaintsByRow), of: bytes) }
      } else if isAgain || 2 * scratch.faulty.count > found.count {
        addEach(found)
      } else {
        let faulty = scratch.faulty.sorted().map { found.lowerBound + $0 }
        addAll(found, but: faulty[...])
      }
      cells.removeAll()
    }
    func addAll(_ range: Range<Int>, but faulty: ArraySlice<Int>?) {
      var (first, left) = (range.lowerBound, faulty ?? [])
      cells.removeAll()
      for index in range {
        cells.keep()
        let isFaulty = left.first == index
        if isFaulty { left.removeFirst() }
        if !isFaulty, find(index) { continue }
        cells.goBack()
        addFound(first..<index, isAgain: faulty != nil)
        addEach(index..<index + 1)
        first = index + 1
      }
      addFound(first..<range.upperBound, isAgain: faulty != nil)
    }
    addAll(range, but: nil)
  }

  /// Adds all that was found of lists; false, with nothing added, where bookings have to be looked
  /// at, and then `scratch` has which. Else it has the cells at fault that are to be told.
  private func addColumns(
    of lists: [Int], from cells: ListCells, _ bytes: InputBytes, _ scratch: CellScratch,
    at firstRow: Int
  ) -> Bool {
    let heights = lists.map { (targets[$0].columns.count, targets[$0].columns.offsets.count) }
    scratch.faulty.removeAll()
    scratch.complaints.removeAll()
    for list in lists { addColumns(of: list, from: cells, bytes, scratch, at: firstRow) }
    if scratch.faulty.isEmpty { return true }
    cut(lists, to: heights)
    return false
  }

  /// Adds all rows of a list that were found, and notes the cells at fault, or the bookings.
  private func addColumns(
    of list: Int, from cells: ListCells, _ bytes: InputBytes, _ scratch: CellScratch,
    at firstRow: Int
  ) {
    let target = targets[list]
    let base = target.columns.count
    let count = cells.elements(list)
    let extras = target.decoder.schema.extras
    let isTold = decoders.isCountedInOnePlace(list)
    for field in target.fields {
      field.column.resize(to: base + count)
      func isAtFault(_ row: Int) {
        if extras > 0, isExtra(row, of: list, extras, cells) { return }
        var near = 0
        scratch.faulty.insert(booking(of: row, in: list, cells, near: &near).booking)
      }
      switch cells.fields[list][field.index] {
      case .one(let slot) where isTold:
        addTold(
          field, of: list, cells, slot: slot, of: bytes, at: base, scratch, firstRow: firstRow)
      case .one(let slot):
        field.decoder.read(
          cells.run(list, slot, bytes), into: field.column, at: base, scratch
        ) { row, _ in isAtFault(row) }
      case .two(let first, let second):
        let (one, two) = (cells.run(list, first, bytes), cells.run(list, second, bytes))
        addPoints(field, one, two, at: base, isAtFault: isAtFault)
      }
    }
    target.columns.count = base + count
    if list > 0 { addShape(of: list, from: cells, elementsBefore: base) }
    if extras > 0 { setExtras(of: target, extras, from: cells, elementsBefore: base) }
  }

  /// Adds the cells of a field, and notes those at fault, each to be told by itself; or the
  /// bookings, where cells alone do not say what is at fault.
  private func addTold(
    _ field: FieldTarget, of list: Int, _ cells: ListCells, slot: Int, of bytes: InputBytes,
    at base: Int, _ scratch: CellScratch, firstRow: Int
  ) {
    let (run, complaints) = (cells.run(list, slot, bytes), scratch.complaints)
    let isToldByCell = field.decoder.isToldByCell
    var near = 0
    func complain(_ row: Int, _ reason: CellFault, start: Int, end: Int, isGiven: Bool) {
      let (booking, isSpelled) = booking(of: row, in: list, cells, near: &near)
      guard isToldByCell || isSpelled else {
        scratch.faulty.insert(booking)
        return
      }
      // A value of a path is told with its source, none is not.
      let source = isSpelled || field.slot >= 0 || !isGiven ? -1 : 0
      let kind = FaultTexts.Kind(
        field: field.index, list: list, source: source, reason: reason,
        owner: isSpelled ? .spelledElement : list == 0 ? .booking : .element)
      complaints.append(
        CellComplaint(
          row: firstRow + booking, element: base + row, kind: kind,
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
    }
    // Values of another kind are empty cells of the run, and told for what they are.
    let others = cells.others(list)
    var next = 0
    field.decoder.read(run, into: field.column, at: base, scratch) { row, reason in
      while next < others.count, others[next].slot != slot || others[next].row < row { next += 1 }
      if next < others.count, others[next].row == row { return }
      let (start, end) = (run.start(row), run.end(row))
      complain(row, reason, start: start, end: end, isGiven: start != end)
    }
    for at in 0..<others.count where others[at].slot == slot {
      let other = others[at]
      field.column.set(CellValue(), isGiven: false, at: base + other.row)
      complain(
        other.row, other.reason, start: Int(other.start), end: Int(other.end), isGiven: true)
    }
  }

  /// Which of the bookings that were found an element belongs to, and whether its fields have no
  /// names there. Near is where the one before it was found.
  @inline(__always)
  private func booking(
    of row: Int, in list: Int, _ cells: ListCells, near: inout Int
  ) -> (booking: Int, isSpelled: Bool) {
    guard list > 0 else { return (row, false) }
    let parent = cells.ends(list).firstMore(than: row, near: &near)
    let isSpelled = cells.isSpelled(list, parent: parent)
    var (row, list) = (parent, decoders.lists[list].parent)
    while list > 0 {
      row = cells.ends(list).firstMore(than: row)
      list = decoders.lists[list].parent
    }
    return (row, isSpelled)
  }

  /// Whether an element is one that the rules add: each parent has them after all others.
  private func isExtra(_ row: Int, of list: Int, _ extras: Int, _ cells: ListCells) -> Bool {
    let ends = cells.ends(list)
    let parent = ends.firstMore(than: row)
    return parent < ends.count && row >= Int(ends[parent]) - extras
  }

  /// Puts the constants of elements that the rules add where empty cells were read, and says which
  /// source they are of.
  private func setExtras(
    of target: ListTarget, _ extras: Int, from cells: ListCells, elementsBefore base: Int
  ) {
    let list = target.decoder
    let sources = list.schema.sources
    let ends = cells.ends(list.index)
    for number in sources.count - extras..<sources.count {
      let constants = list.extras[number] ?? []
      for field in target.fields {
        let constant = field.index < constants.count ? constants[field.index] : nil
        let value = constant ?? field.decoder.substitute
        if field.isText, constant != nil {
          _ = field.column.texts
          field.column.forgetCodes()
        }
        for parent in 0..<ends.count {
          let row = base + Int(ends[parent]) - (sources.count - number)
          field.column.set(value ?? CellValue(), isGiven: value != nil, at: row)
        }
      }
      for parent in 0..<ends.count {
        let row = base + Int(ends[parent]) - (sources.count - number)
        target.columns.sources[row] = UInt8(truncatingIfNeeded: number)
      }
    }
  }

  private func addPoints(
    _ field: FieldTarget, _ first: CellRun, _ second: CellRun, at base: Int,
    isAtFault: (Int) -> Void
  ) {
    for row in 0..<first.count {
      var value = CellValue()
      let outcome = field.decoder.decodePoint(first[row], second[row], &value)
      var isGiven = false
      switch field.decoder.settle(outcome, &value) {
      case .success(let given): isGiven = given
      case .failure: isAtFault(row)
      }
      field.column.set(value, isGiven: isGiven, at: base + row)
    }
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
    columns.sources.resize(to: base + cells.elements(list))
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
