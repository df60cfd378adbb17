/// Whole runs of CSV cells into columns.
///
/// Each kind has a kernel for the spellings nearly all cells have, without a
/// branch that depends on the cell's length where that can be helped; any other
/// cell, and every fault, goes through the same reading of one cell that JSON
/// and item cells use, so that both mean the same.
extension FieldDecoder {
  /// Reads a run into rows `base..<base + run.count`, for which there is room and
  /// after which there are none. Faults are told by their row in the run.
  func read(
    _ run: CellRun, into column: FieldColumn, at base: Int, dates: DateMemo,
    fault: (Int, CellFault) -> Void
  ) {
    switch kind {
    case .decimal(let scale) where scale.decimals != nil && !isLoose:
      readDecimals(run, scale, column, base, fault)
    case .date where !isLoose: readDates(run, dates.finder, column, base, fault)
    case .choice(let words) where !isLoose:
      readWords(run, words, column.choices, column, base, fault)
    case .flag where !isLoose:
      readWords(run, WordTable.flags.finder, column.flags, column, base, fault)
    case .text where !isLoose: readTexts(run, column, base, fault)
    case .binary where !isLoose: readDoubles(run, column, base, fault)
    case .decimal, .binary, .date, .time, .instant, .choice, .flag, .text, .point:
      for row in 0..<run.count { readOne(run, row, column, base, fault) }
    }
  }

  private var isLoose: Bool { readsAsInteger || readsAsNumber || otherIsMissing }

  /// The slow and complete way: any spelling, any fault. Tells whether the cell is given.
  @inline(never) @discardableResult
  private func readOne(
    _ run: CellRun, _ row: Int, _ column: FieldColumn, _ base: Int,
    _ fault: (Int, CellFault) -> Void
  ) -> Bool {
    var value = CellValue()
    if case .decimal(let scale) = kind, !isLoose, let short = scale.short(run, row) {
      value.integer = short
      column.set(value, isGiven: true, at: base + row)
      return true
    }
    let outcome = decode(run[row], &value)
    var isGiven = false
    switch settle(outcome, &value) {
    case .success(let given): isGiven = given
    case .failure(let reason): fault(row, reason)
    }
    column.set(value, isGiven: isGiven, at: base + row)
    return isGiven
  }

  /// Whether empty cells need no slow way: they have a default or are not given.
  private var takesEmpty: Bool { substitute != nil || schema.isOptional }
  private var emptyIsGiven: Bool { substitute != nil }

  /// Runs a kernel over the cells, 64 to a validity word. `fast` gives the value
  /// and whether it could be read; an empty cell can, as anything.
  @inline(__always)
  private func eachCell<Cell: BitwiseCopyable>(
    _ run: CellRun, _ cells: ColumnBuffer<Cell>, _ column: FieldColumn, _ base: Int, empty: Cell,
    _ fault: (Int, CellFault) -> Void, fast: (Int, Int) -> (Cell, Bool)
  ) {
    let out = unsafe cells.pointer + base
    let mayBeEmpty = takesEmpty ? 1 : 0
    guard schema.isOptional else {
      for at in 0..<run.count {
        let start = run.start(at)
        let count = run.end(at) &- start
        let (value, isRead) = fast(start, count)
        unsafe out[at] = count == 0 ? empty : value
        let isFine = (isRead ? 1 : 0) & (count != 0 ? 1 : mayBeEmpty)
        if isFine == 0 { readOne(run, at, column, base, fault) }
      }
      return
    }
    let emptyBit: UInt64 = emptyIsGiven ? 1 : 0
    var row = 0
    while row < run.count {
      let used = (base &+ row) & 63
      let end = min(row &+ 64 &- used, run.count)
      var word: UInt64 = 0
      for at in row..<end {
        let start = run.start(at)
        let count = run.end(at) &- start
        let (value, isRead) = fast(start, count)
        unsafe out[at] = count == 0 ? empty : value
        var bit: UInt64 = count == 0 ? emptyBit : 1
        if !isRead { bit = readOne(run, at, column, base, fault) ? 1 : 0 }
        word |= bit &<< UInt64(truncatingIfNeeded: base &+ at)
      }
      let place = unsafe column.validity.pointer + (base &+ row) &>> 6
      let before: UInt64 = unsafe place.pointee & ((1 &<< UInt64(truncatingIfNeeded: used)) &- 1)
      unsafe place.pointee = before | word
      row = end
    }
  }

  /// Up to eight digits with a point among them or not, eight bytes at a time.
  private func readDecimals(
    _ run: CellRun, _ scale: DecimalScale, _ column: FieldColumn, _ base: Int,
    _ fault: (Int, CellFault) -> Void
  ) {
    let decimals = scale.decimals ?? 0
    let (least, most) = (scale.least, scale.most)
    let bytes = run.bytes
    guard decimals > 0 else {
      eachCell(
        run, column.integers, column, base, empty: substitute?.integer ?? 0, fault
      ) { start, count in
        let (value, isRead) = EightDigits.whole(bytes, start, count)
        let isInside = (value >= least ? 1 : 0) & (value <= most ? 1 : 0) | (count == 0 ? 1 : 0)
        return (value, (isRead ? 1 : 0) & isInside != 0)
      }
      return
    }
    let short = ShortDecimal(decimals: decimals)
    eachCell(
      run, column.integers, column, base, empty: substitute?.integer ?? 0, fault
    ) { start, count in
      let (value, isRead) = short.read(bytes, start, count)
      let isInside = (value >= least ? 1 : 0) & (value <= most ? 1 : 0) | (count == 0 ? 1 : 0)
      return (value, (isRead ? 1 : 0) & isInside != 0)
    }
  }

  private func readDates(
    _ run: CellRun, _ dates: DateMemo.Finder, _ column: FieldColumn, _ base: Int,
    _ fault: (Int, CellFault) -> Void
  ) {
    let (least, most) = (least, most)
    let bytes = run.bytes
    eachCell(
      run, column.integers, column, base, empty: substitute?.integer ?? 0, fault
    ) { start, count in
      if count == 0 { return (0, true) }
      let days = dates.days(bytes, start)
      return (days, count == 10 && days != .min && days >= least && days <= most)
    }
  }

  @inline(__always)
  private func readWords<Code: FixedWidthInteger & BitwiseCopyable>(
    _ run: CellRun, _ words: WordFinder, _ codes: ColumnBuffer<Code>, _ column: FieldColumn,
    _ base: Int, _ fault: (Int, CellFault) -> Void
  ) {
    let bytes = run.bytes
    let empty = Code(truncatingIfNeeded: substitute?.integer ?? 0)
    eachCell(run, codes, column, base, empty: empty, fault) { start, count in
      let code = words.code(bytes, start, count)
      return (Code(truncatingIfNeeded: code), code >= 0)
    }
  }

  private func readTexts(
    _ run: CellRun, _ column: FieldColumn, _ base: Int, _ fault: (Int, CellFault) -> Void
  ) {
    let bytes = run.bytes
    let empty = substitute?.text ?? TextSlice.empty
    eachCell(run, column.texts, column, base, empty: empty, fault) { start, count in
      (bytes.slice(start, count), true)
    }
  }

  private func readDoubles(
    _ run: CellRun, _ column: FieldColumn, _ base: Int, _ fault: (Int, CellFault) -> Void
  ) {
    guard case .binary(let least, let most, let isOpen) = kind else { return }
    let bytes = run.bytes
    let isPlain = !isOpen.lower && !isOpen.upper
    let powers = unsafe EightDigits.powers
    eachCell(
      run, column.doubles, column, base, empty: substitute?.double ?? 0, fault
    ) { start, count in
      let (digits, isRead) = unsafe EightDigits.decimal(bytes, start, count, 7, powers)
      let value = Double(digits) / 1e7
      return (value, isRead && isPlain && (count == 0 || (value >= least && value <= most)))
    }
  }
}
