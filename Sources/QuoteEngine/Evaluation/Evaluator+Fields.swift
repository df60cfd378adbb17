import QuoteBookings
import QuoteLanguage
import CVector
package import QuoteSyntax

extension Evaluator {
  /// A field of the bookings: the column itself where the block's elements lie
  /// together, else their cells gathered.
  func loadField(_ list: ListID, _ field: Int, _ instruction: PreparedInstruction) {
    let column = bookings.lists[list].columns[field]
    let state = lists[list]
    switch column.storage {
    case .integer: unsafe bind(column.integers, instruction.target, state)
    case .double: unsafe bind(column.doubles, instruction.target, state)
    case .flag: unsafe bind(column.flags, instruction.target, state)
    case .choice: unsafe bind(column.choices, instruction.target, state)
    case .text: bindTexts(column, instruction, state)
    case .point: unsafe bindPoints(column.points, instruction.target, state)
    }
  }

  /// Texts, and their codes if readers told them. Where only these are asked for, texts that
  /// are not written yet stay so.
  private func bindTexts(
    _ column: FieldColumn, _ instruction: PreparedInstruction, _ state: ListState
  ) {
    let known = unsafe state.sentRows == nil ? column.known(from: state.firstSent) : nil
    var texts: ColumnBuffer<TextSlice>?
    if case .codesAlone(let vocabulary) = instruction.step,
      unsafe known?.vocabulary == vocabulary
    {
      texts = column.heldTexts
    }
    unsafe bind(texts ?? column.texts, instruction.target, state, known: known)
  }

  @unsafe private func bind<Cell: BitwiseCopyable>(
    _ cells: ColumnBuffer<Cell>, _ target: Register, _ state: ListState, known: KnownTexts? = nil
  ) {
    guard let rows = state.sentRows else {
      let from = unsafe cells.pointer + state.firstSent
      unsafe registers.alias(target, to: UnsafeMutableRawPointer(from), known: known)
      return
    }
    unsafe registers.target(target, rows: state.sentCount)
    let (from, to, at) = unsafe (
      cells.pointer, registers.cells(target, as: Cell.self), rows.pointer
    )
    for i in 0..<state.sentCount { unsafe to[i] = from[Int(at[i])] }
  }

  @unsafe private func bindPoints(
    _ cells: ColumnBuffer<Double>, _ target: Register, _ state: ListState
  ) {
    guard let rows = state.sentRows else {
      unsafe registers.alias(
        target, to: UnsafeMutableRawPointer(cells.pointer + 2 * state.firstSent))
      return
    }
    unsafe registers.target(target, rows: state.sentCount)
    let (from, to, at) = unsafe (
      cells.pointer, registers.cells(target, as: Double.self), rows.pointer
    )
    for i in 0..<state.sentCount {
      unsafe to[2 * i] = from[2 * Int(at[i])]
      unsafe to[2 * i + 1] = from[2 * Int(at[i]) + 1]
    }
  }

  /// The validity bitmap as a byte a row.
  func loadGiven(_ list: ListID, _ field: Int, _ instruction: PreparedInstruction) {
    let bits = bookings.lists[list].columns[field].validity
    let state = lists[list]
    unsafe registers.target(instruction.target, rows: state.sentCount)
    let to = unsafe registers.cells(instruction.target, as: UInt8.self)
    let words = unsafe bits.pointer
    if let rows = state.sentRows {
      let at = unsafe rows.pointer
      for i in 0..<state.sentCount {
        let row = unsafe Int(at[i])
        unsafe to[i] = UInt8(truncatingIfNeeded: words[row >> 6] >> UInt64(row & 63) & 1)
      }
      return
    }
    unsafe cvector_spread_bits(words, state.firstSent, state.sentCount, to)
  }

  /// The bitmap of a field from the block's first element on, where these lie together and
  /// begin with one of sixteen bits that are read at a time.
  @unsafe package func validity(_ list: ListID, _ field: Int) -> UnsafeRawPointer? {
    let state = lists[list]
    guard state.sentRows == nil, state.firstSent & 15 == 0 else { return nil }
    let bits = bookings.lists[list].columns[field].validity
    return unsafe UnsafeRawPointer(bits.pointer) + state.firstSent / 8
  }

  func loadSource(_ list: ListID, _ source: Int, into target: Register) {
    let state = lists[list]
    unsafe registers.target(target, rows: state.sentCount)
    let to = unsafe registers.cells(target, as: UInt8.self)
    let sources = bookings.lists[list].sources
    for i in 0..<state.sentCount {
      let row = state.sentRows.map { Int($0[i]) } ?? state.firstSent + i
      let from = row < sources.count ? Int(sources[row]) : 0
      unsafe to[i] = from == source ? 1 : 0
    }
  }
}

extension FieldColumn {
  /// What readers told of the texts from a row on; nil if they did not tell it of all.
  @unsafe fileprivate func known(from row: Int) -> KnownTexts? {
    guard let vocabulary, codes.count > 0, codes.count == heldTexts.count else { return nil }
    return unsafe KnownTexts(
      codes: codes.pointer + row, vocabulary: ObjectIdentifier(vocabulary.vocabulary))
  }
}
