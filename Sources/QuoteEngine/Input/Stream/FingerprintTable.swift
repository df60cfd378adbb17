/// Fingerprints, each with a value: open addressing in one run of memory, nearly in
/// ascending order.
///
/// A key's home is where its high bits say, so that growing goes through memory from
/// front to back, and so does bringing the keys into order.
final class FingerprintTable<Value: BitwiseCopyable> {
  struct Slot: BitwiseCopyable {
    var key: Fingerprint
    var value: Value
  }

  private static var leastSlots: Int { 64 }

  private var slots = ColumnBuffer<Slot>()
  private var mask = 0
  /// Of a key's bits, how many do not say its home.
  private var shift: UInt64 = 0
  private(set) var count = 0
  /// What stands in empty slots.
  private let nothing: Value

  init(_ nothing: Value) {
    self.nothing = nothing
    clear(to: Self.leastSlots)
  }

  /// What so many slots take.
  private static func bytes(ofSlots count: Int) -> Int { count * MemoryLayout<Slot>.stride }

  /// Whether so many keys are too many for so many slots.
  private static func isFull(_ count: Int, _ slots: Int) -> Bool { count * 10 > slots * 7 }

  /// How many bytes it takes with one key more.
  var bytesOfNext: Int {
    Self.bytes(ofSlots: Self.isFull(count + 1, slots.count) ? 2 * slots.count : slots.count)
  }

  /// How many keys it holds without ever taking more, while it grows too.
  static func capacity(inBytes bytes: Int) -> Int {
    var slots = leastSlots
    while 3 * Self.bytes(ofSlots: slots) <= bytes { slots *= 2 }
    return slots * 7 / 10
  }

  private func clear(to size: Int) {
    slots.resize(to: size)
    mask = size - 1
    shift = UInt64(64 - size.trailingZeroBitCount)
    count = 0
    let empty = Slot(key: .none, value: nothing)
    let cells = unsafe slots.pointer
    for index in 0..<size { unsafe cells[index] = empty }
  }

  /// Forgets the keys and gives the memory back.
  func removeAll() {
    slots = ColumnBuffer()
    clear(to: Self.leastSlots)
  }

  @inline(__always) private func home(_ key: Fingerprint) -> Int {
    Int(truncatingIfNeeded: key.high &>> shift)
  }

  /// The slot of a key, or the empty one where it belongs.
  @inline(__always) private func place(of key: Fingerprint) -> Int {
    let cells = unsafe slots.pointer
    let mask = mask
    var at = home(key)
    while unsafe cells[at].key != key, unsafe cells[at].key != .none { at = (at &+ 1) & mask }
    return at
  }

  /// The slot of a key; nil where it is not there.
  func find(_ key: Fingerprint) -> Int? {
    let at = place(of: key)
    return slots[at].key == key ? at : nil
  }

  subscript(slot: Int) -> Value {
    get { slots[slot].value }
    set { slots[slot].value = newValue }
  }

  /// Adds a key; false where it is there, with the value that it has.
  func insert(_ key: Fingerprint, _ value: Value) -> Bool {
    if Self.isFull(count + 1, slots.count) { grow() }
    let at = place(of: key)
    guard slots[at].key != key else { return false }
    slots[at] = Slot(key: key, value: value)
    count += 1
    return true
  }

  private func grow() {
    let old = slots
    slots = ColumnBuffer(capacity: 2 * old.count)
    clear(to: 2 * old.count)
    for index in 0..<old.count where old[index].key != .none {
      _ = insert(old[index].key, old[index].value)
    }
  }

  /// Takes a slot out; those behind it that belong further up move there.
  func remove(at slot: Int) {
    var hole = slot
    var at = slot
    while true {
      at = (at + 1) & mask
      let next = slots[at]
      if next.key == .none { break }
      if (at - home(next.key)) & mask >= (at - hole) & mask {
        slots[hole] = next
        hole = at
      }
    }
    slots[hole].key = .none
    count -= 1
  }

  /// All keys, in no order that means anything.
  func each(_ body: (Fingerprint, Value) throws(Trouble) -> Void) throws(Trouble) {
    for index in 0..<slots.count where slots[index].key != .none {
      try body(slots[index].key, slots[index].value)
    }
  }

  /// Calls with all keys in ascending order and forgets them; the memory stays.
  func drain(_ body: (Fingerprint) throws(Trouble) -> Void) throws(Trouble) {
    // Those that found no room before the end stand at the front, and belong behind all.
    var late: [Slot] = []
    var sorted = 0
    for index in 0..<slots.count {
      let slot = slots[index]
      guard slot.key != .none else { continue }
      if home(slot.key) > index {
        late.append(slot)
      } else {
        put(slot, behind: &sorted)
      }
    }
    for slot in late { put(slot, behind: &sorted) }
    for index in 0..<sorted { try body(slots[index].key) }
    clear(to: slots.count)
  }

  /// Puts a slot among the first ones, which are in order: near their end.
  private func put(_ slot: Slot, behind count: inout Int) {
    var at = count
    while at > 0, slot.key < slots[at - 1].key {
      slots[at] = slots[at - 1]
      at -= 1
    }
    slots[at] = slot
    count += 1
  }
}

/// For tables of keys alone.
struct NoValue: BitwiseCopyable {}

extension Fingerprint {
  /// Stands for no key; of 2^128 keys one has it.
  static let none = Fingerprint(high: 0, low: 0)
}
