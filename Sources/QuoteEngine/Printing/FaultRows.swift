import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// What is written of bookings at fault: of those of which the same is told it differs only in a
/// few places, so the rest is put together once.
final class FaultRows {
  /// What is filled in for each booking.
  enum Hole: BitwiseCopyable {
    case key, record, line, value
    case carried(Int)
    /// The end.
    case none
  }

  /// Bytes, and what comes after them.
  private struct Piece: BitwiseCopyable {
    var start: Int
    var count: Int
    var hole: Hole
  }

  /// Where what is written of those of which the same is told begins, how long it is, and how often
  /// it shows the value and the key.
  private struct Form: BitwiseCopyable {
    var identity: UInt
    var first: Int32 = 0
    var length: Int32 = 0
    var values: Int32 = 0
    var keys: Int32 = 0
  }

  private let bytes = ByteBuffer()
  private let stretches = ColumnBuffer<Piece>()
  private let forms = ColumnBuffer<Form>()
  /// One more than the form, by identity; 0 for none.
  private let slots = ColumnBuffer<Int32>()
  /// Kept, so that no other gets the identity of one of them.
  private var texts: [FaultText] = []
  /// What is wrong is wrong in many bookings, one after the other.
  @safe @exclusivity(unchecked) private var latest = Form(identity: 0)
  private let draft: (FaultText, FaultRows) -> Void

  private static let most = 512
  private static let slotCount = 1024

  /// `draft` writes the bytes that are alike, and between them says what is not.
  init(_ draft: @escaping (FaultText, FaultRows) -> Void) {
    self.draft = draft
  }

  private func clear() {
    bytes.removeAll()
    stretches.removeAll()
    forms.removeAll()
    texts.removeAll(keepingCapacity: true)
    latest.identity = 0
    for slot in 0..<Self.slotCount { slots[slot] = 0 }
  }

  // MARK: Drafting

  private var isDrafted = 0

  func write(_ body: (ByteBuffer) -> Void) { body(bytes) }

  func leave(_ hole: Hole) {
    stretches.append(Piece(start: isDrafted, count: bytes.count - isDrafted, hole: hole))
    isDrafted = bytes.count
  }

  // MARK: Writing

  /// Appends what is written of the faults of some rows, up to the first that has none; gives how
  /// many. `fill` writes the key of a row, and what was carried; of CSV's `keys` only those that
  /// are not short and plain.
  @inline(__always)
  func append(
    _ faults: RowFaults, _ rows: Range<Int>, to buffer: ByteBuffer, as notation: CellNotation,
    keys: PrintedColumn? = nil, fill: (Hole, Int) -> Void
  ) -> Int {
    faults.forEach(upToNoneIn: rows) { fault in
      append(fault, of: faults, to: buffer, as: notation, keys: keys, fill: fill)
    }
  }

  @inline(__always)
  private func append(
    _ fault: RowFaults.Lent, of faults: RowFaults, to buffer: ByteBuffer, as notation: CellNotation,
    keys: PrintedColumn?, fill: (Hole, Int) -> Void
  ) {
    if latest.identity != fault.identity { latest = form(of: fault, of: faults) }
    let isPlain = fault.kinds.isDisjoint(with: notation.special)
    let room =
      Int(latest.length) &+ Int(latest.values) &* (fault.value.count &+ 2)
      &+ Int(latest.keys) &* Self.otherRoom
    // What is drafted and plain values are written in this room, whose use is told before anything
    // else is appended: that makes its own.
    var cursor = unsafe ByteCursor(in: buffer, room: room + Self.otherRoom)
    // The form is of these bytes and stretches, and ends with one without a hole.
    var next = unsafe stretches.pointer + Int(latest.first)
    let drafted = unsafe bytes.bytes.baseAddress!
    while true {
      let piece = unsafe next.pointee
      unsafe next += 1
      unsafe cursor.put(TextSlice(base: drafted + piece.start, count: piece.count))
      if case .value = piece.hole, isPlain {
        // It has nothing to be escaped.
        if notation.isJSON { unsafe cursor.put(UInt8(ascii: "\"")) }
        unsafe cursor.put(fault.value)
        if notation.isJSON { unsafe cursor.put(UInt8(ascii: "\"")) }
        continue
      }
      if case .key = piece.hole, let keys, case let key = keys.cell(fault.row, as: TextSlice.self),
        key.count <= Self.otherRoom, unsafe cursor.put(csv: key)
      {
        continue
      }
      unsafe buffer.advance(by: cursor.count)
      switch piece.hole {
      case .value: buffer.append(fault.value, kinds: fault.kinds, as: notation)
      case .record: buffer.append(integer: fault.record)
      case .line: buffer.append(integer: fault.line)
      case .key, .carried: fill(piece.hole, fault.row)
      case .none: return
      }
      unsafe cursor = ByteCursor(in: buffer, room: room)
    }
  }

  private static let otherRoom = 64

  private func form(of fault: RowFaults.Lent, of faults: RowFaults) -> Form {
    if slots.count == 0 {
      slots.resize(to: Self.slotCount)
      clear()
    }
    var slot = Self.slot(of: fault.identity)
    while slots[slot] != 0 {
      let form = forms[Int(slots[slot]) - 1]
      if form.identity == fault.identity { return form }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return make(faults.told(of: fault), fault.identity)
  }

  private static func slot(of identity: UInt) -> Int {
    Int(truncatingIfNeeded: (identity >> 4) ^ (identity >> 14)) & (slotCount - 1)
  }

  @inline(never)
  private func make(_ told: FaultText, _ identity: UInt) -> Form {
    if forms.count == Self.most { clear() }
    var slot = Self.slot(of: identity)
    while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
    let (first, start) = (stretches.count, bytes.count)
    isDrafted = start
    draft(told, self)
    leave(.none)
    texts.append(told)
    var form = Form(
      identity: identity, first: Int32(truncatingIfNeeded: first),
      length: Int32(truncatingIfNeeded: bytes.count - start))
    for index in first..<stretches.count {
      switch stretches[index].hole {
      case .value: form.values += 1
      case .key: form.keys += 1
      case .record, .line, .carried, .none: break
      }
    }
    forms.append(form)
    slots[slot] = Int32(truncatingIfNeeded: forms.count)
    return form
  }
}
