import QuoteLanguage

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
    var end: Int
    var hole: Hole
  }

  private struct Form: BitwiseCopyable {
    var identity: UInt
    var first: Int
  }

  private let bytes = ByteBuffer()
  private let stretches = ColumnBuffer<Piece>()
  private let forms = ColumnBuffer<Form>()
  /// One more than the form, by identity; 0 for none.
  private let slots = ColumnBuffer<Int32>()
  /// Kept, so that no other gets the identity of one of them.
  private var texts: [FaultText] = []
  private let draft: (FaultText, FaultRows) -> Void

  private static let most = 512
  private static let slotCount = 1024

  /// `draft` writes the bytes that are alike, and between them says what is not.
  init(_ draft: @escaping (FaultText, FaultRows) -> Void) {
    self.draft = draft
    slots.resize(to: Self.slotCount)
    clear()
  }

  private func clear() {
    bytes.removeAll()
    stretches.removeAll()
    forms.removeAll()
    texts.removeAll(keepingCapacity: true)
    for slot in 0..<Self.slotCount { slots[slot] = 0 }
  }

  // MARK: Drafting

  private var isDrafted = 0

  func write(_ body: (ByteBuffer) -> Void) { body(bytes) }

  func leave(_ hole: Hole) {
    stretches.append(Piece(start: isDrafted, end: bytes.count, hole: hole))
    isDrafted = bytes.count
  }

  // MARK: Writing

  /// Appends what is written of a fault. `fill` writes its key, and what was carried.
  @inline(__always)
  func append(
    _ fault: RowFaults.Lent, of faults: RowFaults, to buffer: ByteBuffer, as notation: CellNotation,
    fill: (Hole) -> Void
  ) {
    var at = first(fault, of: faults)
    while true {
      let piece = stretches[at]
      buffer.append(bytes.slice(piece.start, piece.end))
      switch piece.hole {
      case .value: buffer.append(fault.value, as: notation)
      case .record: buffer.append(integer: fault.record)
      case .line: buffer.append(integer: fault.line)
      case .key, .carried: fill(piece.hole)
      case .none: return
      }
      at += 1
    }
  }

  /// The first piece of a fault's form.
  @inline(__always)
  private func first(_ fault: RowFaults.Lent, of faults: RowFaults) -> Int {
    var slot = Self.slot(of: fault.identity)
    while slots[slot] != 0 {
      let form = forms[Int(slots[slot]) - 1]
      if form.identity == fault.identity { return form.first }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return make(faults.told(of: fault), fault.identity)
  }

  private static func slot(of identity: UInt) -> Int {
    Int(truncatingIfNeeded: (identity >> 4) ^ (identity >> 14)) & (slotCount - 1)
  }

  @inline(never)
  private func make(_ told: FaultText, _ identity: UInt) -> Int {
    if forms.count == Self.most { clear() }
    var slot = Self.slot(of: identity)
    while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
    let first = stretches.count
    isDrafted = bytes.count
    draft(told, self)
    leave(.none)
    texts.append(told)
    forms.append(Form(identity: identity, first: first))
    slots[slot] = Int32(truncatingIfNeeded: forms.count)
    return first
  }
}
