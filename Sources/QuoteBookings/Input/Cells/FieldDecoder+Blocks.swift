import QuoteLanguage
import CVector
import QuoteSyntax

/// Whole runs of cells into columns.
///
/// Each kind has a kernel for the spellings nearly all cells have; any other cell, and
/// every fault, goes through the same reading of one cell that JSON and item cells use, so
/// that both mean the same.
extension FieldDecoder {
  /// Reads a run into rows `base..<base + run.count`, for which there is room and
  /// after which there are none. Faults are told by their row in the run.
  package func read(
    _ run: CellRun, into column: FieldColumn, at base: Int, _ scratch: CellScratch,
    fault: (Int, CellFault) -> Void
  ) {
    switch kind {
    case .decimal(let scale) where scale.decimals != nil && !isLoose:
      readNumbers(run, scale, into: column, at: base, scratch, fault: fault)
    case .date where !isLoose:
      let bounds = bounds(least, most)
      unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_dates(cells, bounds, column.integers.pointer + base, told)
      }
    case .instant where !isLoose && !readsLocal:
      let bounds = bounds(
        max(least, Instant.first.microsecondsSince1970),
        min(most, Instant.last.microsecondsSince1970))
      unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_instants(cells, bounds, column.integers.pointer + base, told)
      }
    case .choice(let finder) where !isLoose:
      guard let few = words?.few else {
        return readWords(run, finder, into: column, at: base, fault: fault)
      }
      let words = unsafe few.lent(empty: Int32(truncatingIfNeeded: empty), takesEmpty)
      unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_codes(cells, words, nil, column.choices.pointer + base, told)
      }
    case .flag where !isLoose:
      guard let few = WordTable.flags.few else { preconditionFailure("flags are few") }
      let words = unsafe few.lent(empty: Int32(truncatingIfNeeded: empty), takesEmpty)
      unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_flags(cells, words, column.flags.pointer + base, told)
      }
    case .text where !isLoose: readTexts(run, into: column, at: base, scratch, fault: fault)
    case .binary where !isLoose && grid == nil:
      readDoubles(run, into: column, at: base, fault: fault)
    case .decimal, .binary, .date, .time, .instant, .choice, .flag, .text, .point:
      for row in 0..<run.count { readOne(run, row, into: column, at: base, fault: fault) }
    }
  }

  /// Whether a value that is no text may mean something else than itself. How texts are written
  /// says nothing of it.
  var isConverted: Bool { readsAsInteger || readsAsNumber || otherIsMissing || hidesValues }

  /// Whether an integer is read to a step without decimals, of which no digits are cut off.
  var readsDigits: Bool {
    if case .decimal(let scale) = kind { scale.decimals == 0 } else { false }
  }

  @inline(never)
  private func readOne(
    _ run: CellRun, _ row: Int, into column: FieldColumn, at base: Int,
    fault: (Int, CellFault) -> Void
  ) {
    read(run, row, into: column, at: base, fault: fault)
  }

  /// The slow and complete way: any spelling, any fault.
  @inline(__always)
  private func read(
    _ run: CellRun, _ row: Int, into column: FieldColumn, at base: Int,
    fault: (Int, CellFault) -> Void
  ) {
    var value = CellValue()
    let outcome =
      if case .decimal(let scale) = kind, !isLoose, let short = scale.short(run, row) {
        take(short, &value)
      } else {
        decode(run[row], &value)
      }
    var isGiven = false
    switch settle(outcome, &value) {
    case .success(let given): isGiven = given
    case .failure(let reason): fault(row, reason)
    }
    column.set(value, isGiven: isGiven, at: base + row)
  }

  /// Whether empty cells need no slow way: they have a default or are not given.
  private var takesEmpty: Bool { substitute != nil || schema.isOptional }
  private var emptyIsGiven: Bool { substitute != nil }
  /// What is held for an empty cell.
  private var empty: Int64 { substitute?.integer ?? 0 }

  /// Runs a kernel over the cells, one by one. `fast` gives the value and whether it could
  /// be read; an empty cell can, as anything.
  @inline(__always)
  private func eachCell<Cell: BitwiseCopyable>(
    _ run: CellRun, _ cells: ColumnBuffer<Cell>, of column: FieldColumn, at base: Int, empty: Cell,
    fault: (Int, CellFault) -> Void, fast: (Int, Int) -> (Cell, Bool)
  ) {
    unsafe cvector_tell_given(run.lent, told(column, base, unread: nil))
    let out = unsafe cells.pointer + base
    let mayBeEmpty = takesEmpty ? 1 : 0
    for at in 0..<run.count {
      let start = run.start(at)
      let count = run.end(at) &- start
      let (value, isRead) = fast(start, count)
      unsafe out[at] = count == 0 ? empty : value
      let isFine = (isRead ? 1 : 0) & (count != 0 ? 1 : mayBeEmpty)
      if isFine == 0 { readOne(run, at, into: column, at: base, fault: fault) }
    }
  }

  private func bounds(_ least: Int64, _ most: Int64) -> cvector_bounds {
    cvector_bounds(
      least: least, most: most, empty: empty, takes_empty: takesEmpty ? 1 : 0)
  }

  /// Runs a kernel that says which cells it leaves unread.
  @inline(__always)
  private func readAtOnce(
    _ run: CellRun, into column: FieldColumn, at base: Int, _ scratch: CellScratch,
    fault: (Int, CellFault) -> Void,
    kernel: (cvector_cells, cvector_told) -> Int32
  ) {
    let unread = scratch.marked
    unread.resize(to: run.count)
    // A pointer, so that no reference is counted for each cell.
    let marks = unsafe unread.pointer
    guard unsafe kernel(run.lent, told(column, base, unread: marks)) != 0 else { return }
    unsafe readUnread(run, marks, into: column, at: base, fault: fault)
  }

  /// Reads the cells that a kernel has left, all in one call: what that refers to is counted once.
  @inline(never)
  private func readUnread(
    _ run: CellRun, _ marks: UnsafeMutablePointer<UInt8>, into column: FieldColumn, at base: Int,
    fault: (Int, CellFault) -> Void
  ) {
    switch kind {
    case .decimal(let scale) where isPlain:
      unsafe readPlain(run, marks, column.integers, of: column, at: base, fault: fault) { row in
        scale.short(run, row) ?? scale.read(run[row])
      }
    // The kernel knows all words as they stand.
    case .choice where isPlain && words?.few != nil:
      let composes = schema.composes
      unsafe readPlain(run, marks, column.choices, of: column, at: base, fault: fault) { row in
        let text = run[row]
        guard composes, text.mayCompose else { return .failure(.unknownChoice) }
        let code = composedCode(text)
        return code < 0 ? .failure(.unknownChoice) : .success(Int64(code))
      }
    case .decimal, .binary, .date, .time, .instant, .choice, .flag, .text, .point:
      for row in 0..<run.count where unsafe marks[row] != 0 {
        read(run, row, into: column, at: base, fault: fault)
      }
    }
  }

  /// Reads cells of which `value` says what each is that is not empty: what holds for all of them
  /// is asked once.
  @inline(__always)
  private func readPlain<Cell: BitwiseCopyable & FixedWidthInteger>(
    _ run: CellRun, _ marks: UnsafeMutablePointer<UInt8>, _ cells: ColumnBuffer<Cell>,
    of column: FieldColumn, at base: Int, fault: (Int, CellFault) -> Void,
    value: (Int) -> Result<Int64, CellFault>
  ) {
    var nothing = CellValue()
    let empty: Result<Int64?, CellFault> = settle(.missing, &nothing).map { isGiven in
      isGiven ? nothing.integer : nil
    }
    let out = unsafe cells.pointer + base
    let isOptional = schema.isOptional
    for row in 0..<run.count where unsafe marks[row] != 0 {
      let isEmpty = run.start(row) == run.end(row)
      var integer: Int64?
      switch isEmpty ? empty : value(row).map({ $0 }) {
      case .success(let found): integer = found
      case .failure(let reason): fault(row, reason)
      }
      unsafe out[row] = Cell(truncatingIfNeeded: integer ?? 0)
      if isOptional { column.tell(isGiven: integer != nil, at: base + row) }
    }
  }

  /// Where it is told of a run's cells whether they are unread, and given.
  @unsafe private func told(
    _ column: FieldColumn, _ base: Int, unread: UnsafeMutablePointer<UInt8>?
  ) -> cvector_told {
    unsafe cvector_told(
      unread: unread, given: schema.isOptional ? column.validity.pointer : nil, first: base,
      empty_is_given: emptyIsGiven ? 1 : 0)
  }

  private func readNumbers(
    _ run: CellRun, _ scale: DecimalScale, into column: FieldColumn, at base: Int,
    _ scratch: CellScratch, fault: (Int, CellFault) -> Void
  ) {
    let each = scale.unitsPerStep
    // More than the kernel can read is the same as all of it.
    func units(_ steps: Int64) -> Int64 {
      let (units, isMore) = steps.multipliedReportingOverflow(by: each)
      return isMore ? (steps < 0 ? .min : .max) : units
    }
    var bounds = bounds(units(scale.least), units(scale.most))
    let (emptyUnits, isMore) = empty.multipliedReportingOverflow(by: each)
    bounds.empty = isMore ? 0 : emptyUnits
    if isMore { bounds.takes_empty = 0 }
    let decimals = UInt32(scale.decimals ?? 0)
    unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
      let to = unsafe column.integers.pointer + base
      let isUnread = unsafe cvector_read_numbers(cells, bounds, decimals, to, told)
      if each == 1 { return isUnread }
      return unsafe cvector_divide_units(to, cells.count, each, told.unread, isUnread)
    }
  }

  private func readWords(
    _ run: CellRun, _ words: WordFinder, into column: FieldColumn, at base: Int,
    fault: (Int, CellFault) -> Void
  ) {
    let bytes = run.bytes
    let empty = Int32(truncatingIfNeeded: substitute?.integer ?? 0)
    eachCell(
      run, column.choices, of: column, at: base, empty: empty, fault: fault
    ) { start, count in
      let code = words.code(bytes, start, count)
      return (code, code >= 0)
    }
  }

  private func readTexts(
    _ run: CellRun, into column: FieldColumn, at base: Int, _ scratch: CellScratch,
    fault: (Int, CellFault) -> Void
  ) {
    let empty = unsafe (substitute?.text ?? TextSlice.empty).lent
    let mayBeEmpty: Int32 = takesEmpty ? 1 : 0
    // A default is a text of its own, and nobody looked for its code; nor for those of
    // texts that came before one by one.
    guard let known = self.vocabulary, substitute == nil, column.codes.count == base else {
      return unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_texts(
          cells, empty, mayBeEmpty, (column.texts.pointer + base).lent, told)
      }
    }
    let vocabulary = known.vocabulary
    column.owesTexts = true
    let words = unsafe known.few.lent(
      empty: vocabulary.empty, takesEmpty, other: vocabulary.other, true)
    let hasOthers = unsafe column.tellCodes(of: known, for: run.count) { codes in
      unsafe readAtOnce(run, into: column, at: base, scratch, fault: fault) { cells, told in
        unsafe cvector_read_codes(
          cells, words, (column.heldTexts.pointer + base).lent, codes, told)
      }
    }
    if schema.composes, hasOthers {
      forgetCodesOfOtherForms(column, base..<base + run.count, other: vocabulary.other)
    }
  }

  /// A text that is a word only in Unicode's form C has no code: look-ups see the texts then.
  private func forgetCodesOfOtherForms(
    _ column: FieldColumn, _ rows: Range<Int>, other: Int32
  ) {
    let isOther = rows.contains { row in
      column.codes[row] == other && column.heldTexts[row].mayCompose
    }
    guard isOther else { return }
    _ = column.texts
    column.codes.removeAll()
  }

  private func readDoubles(
    _ run: CellRun, into column: FieldColumn, at base: Int, fault: (Int, CellFault) -> Void
  ) {
    guard case .binary(let least, let most, let isOpen) = kind else { return }
    let bytes = run.bytes
    let isPlain = !isOpen.lower && !isOpen.upper
    let powers = unsafe EightDigits.powers
    eachCell(
      run, column.doubles, of: column, at: base, empty: substitute?.double ?? 0, fault: fault
    ) { start, count in
      let (digits, isRead) = unsafe EightDigits.decimal(
        bytes, start: start, count: count, decimals: 7, powers: powers)
      let value = Double(digits) / 1e7
      return (value, isRead && isPlain && (count == 0 || (value >= least && value <= most)))
    }
  }
}
