import QuoteLanguage
import CVector
import QuoteSyntax

/// Cells that somebody else holds, into the column of a field.
///
/// A cell means what it would mean in a CSV file that was written from it. The loops take the
/// cells that need no thought; any other, and every fault, is written as a text and read as one.
extension FieldDecoder {
  /// Reads a run of cells into an empty column that has room for them.
  func read(
    _ column: any ForeignColumn, _ rows: Range<Int>, into target: FieldColumn,
    _ room: ForeignRoom, fault: (Int, CellFault, TextSlice) -> Void
  ) throws(Trouble) {
    let cells = try column.cells(rows)
    let isPlain = !isConverted
    switch (cells, kind) {
    case (.texts(let run), _):
      if !run.isText { tellWrongBytes(run.cells, fault) }
      read(run.cells, into: target, at: 0, room.scratch) { fault($0, $1, run.cells[$0]) }
      return
    case (.words(let words), _):
      return readWords(words, rows.count, into: target, room, fault: fault)
    case (.integers(let run, let meaning), .decimal(let scale)) where isPlain:
      unsafe readScaled(
        run, meaning: meaning, count: rows.count, to: scale, into: target, room: room)
    case (.integers(let run, .days), .date) where isPlain,
      (.integers(let run, .seconds), .time) where isPlain,
      (.integers(let run, .microseconds), .instant) where isPlain:
      unsafe readBounded(run, rows.count, into: target, room)
    case (.integers(let run, .localMicroseconds), .date) where isPlain:
      // A midnight of no zone is a date.
      let day = Instant.microsecondsPerDay
      unsafe readBounded(run, divisor: day, rows.count, into: target, room)
    case (.doubles(let run), .decimal(let scale)) where isPlain && scale.decimals != nil:
      unsafe readDecimals(run, rows.count, to: scale, into: target, room)
    case (.doubles(let run), .binary(let least, let most, let isOpen))
    where isPlain && grid == nil:
      unsafe readBinary(run, rows.count, within: (least, most), isOpen: isOpen, into: target, room)
    case (.flags(let run), .flag) where isPlain:
      unsafe readFlags(run, rows.count, into: target, room)
    case (.integers, _), (.doubles, _), (.flags, _), (.beyond, _):
      if case .text = kind { return try readAsTexts(column, rows, into: target, fault: fault) }
      room.unread.resize(to: rows.count)
      for row in 0..<rows.count { room.unread[row] = 1 }
    }
    try readRest(
      column, rows, areNumbers: cells.areNumbers, into: target, room, fault: fault)
  }

  /// Reads what is no text into a field of texts, which keeps pointing into the column's own.
  private func readAsTexts(
    _ column: any ForeignColumn, _ rows: Range<Int>, into target: FieldColumn,
    fault: (Int, CellFault, TextSlice) -> Void
  ) throws(Trouble) {
    let texts = try column.texts(rows).cells
    for row in 0..<rows.count {
      readTyped(texts[row], into: target, at: row) { fault($0, $1, texts[row]) }
    }
  }

  /// Reads the cells that a loop left, as texts of which nothing is kept.
  private func readRest(
    _ column: any ForeignColumn, _ rows: Range<Int>, areNumbers: Bool, into target: FieldColumn,
    _ room: ForeignRoom, fault: (Int, CellFault, TextSlice) -> Void
  ) throws(Trouble) {
    var row = room.nextUnread(from: 0, rows.count)
    while row < rows.count {
      let first = row
      while row < rows.count, room.unread[row] != 0 { row += 1 }
      let lower = rows.lowerBound
      room.rest.removeAll()
      try column.append(lower + first..<lower + row, to: room.rest)
      let texts = room.rest.cells
      for index in first..<row {
        let text = texts[index - first]
        readTyped(text, isNumber: areNumbers, into: target, at: index) { fault($0, $1, text) }
      }
      row = room.nextUnread(from: row, rows.count)
    }
  }

  private func readTyped(
    _ text: TextSlice, isNumber: Bool = false, into target: FieldColumn, at row: Int,
    fault: (Int, CellFault) -> Void
  ) {
    var value = CellValue()
    let isNothing = unsafe text.count == 0 || notation?.isNothing(text.bytes.span) ?? false
    let outcome = isNothing ? .missing : decodeTyped(text, isNumber: isNumber, &value)
    settle(outcome, value, into: target, at: row, fault: fault)
  }

  /// Reads what is no text by its text: it is plain, also where a field's texts are written in a
  /// way of their own. But a date may come as its midnight, and a moment as the number of days or
  /// seconds that it is declared to be.
  private func decodeTyped(
    _ text: TextSlice, isNumber: Bool, _ value: inout CellValue
  ) -> CellOutcome {
    let clock: StaticString = "T00:00:00"
    if case .date = kind, text.count > 9, text.part(text.count - 9, text.count).isEqual(to: clock) {
      return decodePlain(text.part(0, text.count - 9), &value)
    }
    if isNumber, let notation, !notation.moments.isEmpty { return decode(text, notation, &value) }
    return decodePlain(text, &value)
  }

  /// Puts what a reading came to into a row.
  func settle(
    _ outcome: CellOutcome, _ value: CellValue, into target: FieldColumn, at row: Int,
    fault: (Int, CellFault) -> Void
  ) {
    var value = value
    var isGiven = false
    switch settle(outcome, &value) {
    case .success(let given): isGiven = given
    case .failure(let reason): fault(row, reason)
    }
    target.set(value, isGiven: isGiven, at: row)
  }

  /// Every row as one of which nothing is said.
  func readNothing(
    _ count: Int, into target: FieldColumn, fault: (Int, CellFault) -> Void
  ) {
    for row in 0..<count { settle(.missing, CellValue(), into: target, at: row, fault: fault) }
  }

  private func tellWrongBytes(_ run: CellRun, _ fault: (Int, CellFault, TextSlice) -> Void) {
    for row in 0..<run.count {
      if let wrong = CellFault(ofBytes: run[row]) { fault(row, wrong, run[row]) }
    }
  }

  // MARK: Words

  /// Each word is read once, as a cell; rows take what it came to.
  private func readWords(
    _ words: ForeignWords, _ count: Int, into target: FieldColumn, _ room: ForeignRoom,
    fault: (Int, CellFault, TextSlice) -> Void
  ) {
    let known = room.words(words, of: self)
    let texts = words.words.cells
    if case .text = kind { target.codes.removeAll() }
    if !known.hasFault, target.storage != .point,
      substitute != nil || schema.isOptional || words.areGiven(count)
    {
      return unsafe takeCodes(words, known, count, into: target)
    }
    for row in 0..<count {
      let code = unsafe Int(words.codes[row])
      guard code >= 0 else {
        settle(.missing, CellValue(), into: target, at: row) { fault($0, $1, .empty) }
        continue
      }
      settle(known.outcomes[code], known.values[code], into: target, at: row) {
        fault($0, $1, texts[code])
      }
    }
  }

  /// Where no word is at fault, and every row has one, or may have none.
  @unsafe private func takeCodes(
    _ words: ForeignWords, _ known: KnownWords, _ count: Int, into target: FieldColumn
  ) {
    let codes = unsafe words.codes
    if schema.isOptional {
      tellGiven(substitute == nil ? words.given : nil, count, target)
    }
    switch target.storage {
    case .flag:
      unsafe cvector_take_flags(codes, count, known.flags.pointer, target.flags.pointer)
    case .choice:
      unsafe cvector_take_choices(codes, count, known.choices.pointer, target.choices.pointer)
    case .integer:
      unsafe cvector_take_numbers(codes, count, known.numbers.pointer, target.integers.pointer)
    case .double:
      unsafe target.doubles.pointer.withMemoryRebound(to: Int64.self, capacity: count) {
        unsafe cvector_take_numbers(codes, count, known.numbers.pointer, $0)
      }
    case .text: unsafe takeTexts(codes, known, count, into: target)
    case .point: preconditionFailure("a point has no word")
    }
  }

  /// Codes of the vocabulary, where there is one; texts that they tell are only written if
  /// somebody asks for them.
  @unsafe private func takeTexts(
    _ codes: UnsafePointer<Int32>, _ known: KnownWords, _ count: Int,
    into target: FieldColumn
  ) {
    // A default is a text of its own, and nobody looked for its code.
    if let vocabulary, substitute == nil, !known.hasOtherForm {
      unsafe target.tellCodes(of: vocabulary, for: count) { told in
        unsafe cvector_take_choices(codes, count, known.choices.pointer, told)
      }
      if known.areAllTold {
        target.owesTexts = true
        return
      }
    }
    let (to, texts) = unsafe (target.heldTexts.pointer, known.texts.pointer)
    for row in 0..<count { unsafe to[row] = texts[Int(codes[row]) + 1] }
  }

  /// Which rows are given; nil: all.
  private func tellGiven(_ given: GivenBits?, _ count: Int, _ target: FieldColumn) {
    for word in 0..<(count + 63) >> 6 {
      let all = UInt64.max >> UInt64(max(0, 64 - (count - word << 6)))
      target.validity[word] = all & (given?[word] ?? .max)
    }
  }

  // MARK: Numbers

  /// Whole numbers into steps.
  @unsafe private func readScaled(
    _ run: ForeignRun<Int64>, meaning: ForeignMeaning, count: Int, to scale: DecimalScale,
    into target: FieldColumn, room: ForeignRoom
  ) {
    guard case .number(let places) = meaning, (-18...18).contains(places) else {
      return unsafe leave(count, room)
    }
    let ratio = Ratio(scale.stepBelow, scale.stepAbove) * Ratio(powerOfTen: -places)
    guard let multiplier = Int64(exactly: ratio.numerator),
      let divisor = Int64(exactly: ratio.denominator)
    else { return unsafe leave(count, room) }
    unsafe cvector_scale(
      run.cells, count, multiplier, divisor, scale.least, scale.most,
      target.integers.pointer, room.unread(count))
    unsafe settleGiven(run.given, count, of: target, room)
  }

  @unsafe private func readBounded(
    _ run: ForeignRun<Int64>, divisor: Int64 = 1, _ count: Int, into target: FieldColumn,
    _ room: ForeignRoom
  ) {
    unsafe cvector_scale(
      run.cells, count, 1, divisor, least, most, target.integers.pointer, room.unread(count))
    unsafe settleGiven(run.given, count, of: target, room)
  }

  /// Doubles as the decimals nearest to them.
  @unsafe private func readDecimals(
    _ run: ForeignRun<Double>, _ count: Int, to scale: DecimalScale, into target: FieldColumn,
    _ room: ForeignRoom
  ) {
    var power = 1.0
    for _ in 0..<(scale.decimals ?? 0) { power *= 10 }
    unsafe cvector_decimals(
      run.cells, count, power, target.integers.pointer, room.unread(count))
    unsafe cvector_scale_units(
      target.integers.pointer, count, scale.unitsPerStep, scale.least, scale.most,
      room.unread.pointer)
    unsafe settleGiven(run.given, count, of: target, room)
  }

  @unsafe private func readBinary(
    _ run: ForeignRun<Double>, _ count: Int, within bounds: (least: Double, most: Double),
    isOpen: (lower: Bool, upper: Bool), into target: FieldColumn, _ room: ForeignRoom
  ) {
    if isOpen.lower || isOpen.upper { return unsafe leave(count, room) }
    // What is not finite is no number, also where there is no range.
    let most = Double.greatestFiniteMagnitude
    unsafe cvector_bounded(
      run.cells, count, max(bounds.least, -most), min(bounds.most, most), target.doubles.pointer,
      room.unread(count))
    unsafe settleGiven(run.given, count, of: target, room)
  }

  @unsafe private func readFlags(
    _ run: ForeignRun<UInt8>, _ count: Int, into target: FieldColumn, _ room: ForeignRoom
  ) {
    let unread = unsafe room.unread(count)
    unsafe unread.update(repeating: 0, count: count)
    unsafe target.flags.pointer.update(from: run.cells, count: count)
    unsafe settleGiven(run.given, count, of: target, room)
  }

  /// No cell is for a loop.
  @unsafe private func leave(_ count: Int, _ room: ForeignRoom) {
    unsafe room.unread(count).update(repeating: 1, count: count)
  }

  /// What is not given takes the default at once, or is told not to be given where it may; only
  /// what may not is left to be told one by one.
  @unsafe private func settleGiven(
    _ given: GivenBits?, _ count: Int, of target: FieldColumn, _ room: ForeignRoom
  ) {
    let words = (count + 63) >> 6
    if schema.isOptional { tellGiven(nil, count, target) }
    guard let given else { return }
    let mayBeMissing = substitute != nil || schema.isOptional
    let value = substitute ?? CellValue()
    for word in 0..<words {
      var missing = ~given[word]
      if word == words - 1, count & 63 != 0 { missing &= (1 << UInt64(count & 63)) - 1 }
      if missing == 0 { continue }
      if schema.isOptional, substitute == nil { target.validity[word] &= ~missing }
      while missing != 0 {
        let row = word << 6 + missing.trailingZeroBitCount
        missing &= missing - 1
        room.unread[row] = mayBeMissing ? 0 : 1
        unsafe store(value, row, target)
      }
    }
  }

  @unsafe private func store(_ value: CellValue, _ row: Int, _ target: FieldColumn) {
    switch target.storage {
    case .integer: unsafe target.integers.pointer[row] = value.integer
    case .double: unsafe target.doubles.pointer[row] = value.double
    case .flag: unsafe target.flags.pointer[row] = UInt8(truncatingIfNeeded: value.integer)
    case .choice, .text, .point: preconditionFailure("only numbers and flags are read by loops")
    }
  }
}
