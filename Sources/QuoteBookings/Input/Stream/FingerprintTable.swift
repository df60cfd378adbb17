import QuoteLanguage
import QuoteSyntax

/// Fingerprints, each with a value: open addressing, nearly in ascending order.
///
/// A key's home is where its high bits say, so that growing goes through memory from
/// front to back, and so does bringing the keys into order. A byte a slot says which are
/// taken, and something of their keys: what looking for a key reads is a small part of the
/// memory, and that a key is new is seen without waiting for the rest.
package final class FingerprintTable<Value: BitwiseCopyable> {
  struct Slot: BitwiseCopyable {
    var key: Fingerprint
    var value: Value
  }

  private static var leastSlots: Int { 64 }

  private var slots = ColumnBuffer<Slot>()
  /// A part of the key in each slot; zero where the slot is empty.
  private var tags = ColumnBuffer<UInt8>()
  private var mask = 0
  /// How many of a key's bits do not say its home.
  private var shift: UInt64 = 0
  package private(set) var count = 0

  package init() { clear(to: Self.leastSlots) }

  /// What so many slots take, without the byte a slot.
  private static func bytes(ofSlots count: Int) -> Int { count * MemoryLayout<Slot>.stride }

  /// Whether so many keys are too many for so many slots.
  private static func isFull(_ count: Int, _ slots: Int) -> Bool { count * 10 > slots * 7 }

  /// How many bytes the slots take with one key more.
  package var bytesOfNext: Int {
    Self.bytes(ofSlots: Self.isFull(count + 1, slots.count) ? 2 * slots.count : slots.count)
  }

  /// How many keys it holds without ever taking more, while it grows too.
  package static func capacity(inBytes bytes: Int) -> Int {
    var slots = leastSlots
    while 3 * (Self.bytes(ofSlots: slots) + slots) <= bytes { slots *= 2 }
    return slots * 7 / 10
  }

  private func clear(to size: Int) {
    slots.resize(to: size)
    tags.resize(to: size)
    mask = size - 1
    shift = UInt64(64 - size.trailingZeroBitCount)
    count = 0
    unsafe tags.pointer.update(repeating: 0, count: size)
  }

  /// Forgets the keys and gives the memory back.
  package func removeAll() {
    slots = ColumnBuffer()
    tags = ColumnBuffer()
    clear(to: Self.leastSlots)
  }

  @inline(__always) private func home(_ key: Fingerprint) -> Int {
    Int(truncatingIfNeeded: key.high &>> shift)
  }

  @inline(__always) private func tag(_ key: Fingerprint) -> UInt8 {
    UInt8(truncatingIfNeeded: key.low) | 0x80
  }

  /// The slot of a key, or the empty one where it belongs.
  @inline(__always) private func place(of key: Fingerprint) -> (slot: Int, isTaken: Bool) {
    let (tags, cells) = unsafe (tags.pointer, slots.pointer)
    let (mask, tag) = (mask, tag(key))
    var at = home(key)
    while unsafe tags[at] != 0 {
      if unsafe tags[at] == tag, unsafe cells[at].key == key { return (at, true) }
      at = (at &+ 1) & mask
    }
    return (at, false)
  }

  /// The slot of a key; nil if it is not there.
  package func find(_ key: Fingerprint) -> Int? {
    let (at, isTaken) = place(of: key)
    return isTaken ? at : nil
  }

  package subscript(slot: Int) -> Value {
    get { slots[slot].value }
    set { slots[slot].value = newValue }
  }

  /// Adds a key; false where it is there, with the value that it has.
  package func insert(_ key: Fingerprint, _ value: Value) -> Bool {
    if Self.isFull(count + 1, slots.count) { grow() }
    let (at, isTaken) = place(of: key)
    guard !isTaken else { return false }
    slots[at] = Slot(key: key, value: value)
    tags[at] = tag(key)
    count += 1
    return true
  }

  private func grow() {
    let (old, taken) = (slots, tags)
    slots = ColumnBuffer(capacity: 2 * old.count)
    tags = ColumnBuffer(capacity: 2 * old.count)
    clear(to: 2 * old.count)
    for index in 0..<old.count where taken[index] != 0 {
      _ = insert(old[index].key, old[index].value)
    }
  }

  /// Takes a slot out; those behind it that belong further up move there.
  package func remove(at slot: Int) {
    var hole = slot
    var at = slot
    while true {
      at = (at + 1) & mask
      if tags[at] == 0 { break }
      let next = slots[at]
      if (at - home(next.key)) & mask >= (at - hole) & mask {
        slots[hole] = next
        tags[hole] = tags[at]
        hole = at
      }
    }
    tags[hole] = 0
    count -= 1
  }

  /// All keys, in no order that means anything.
  package func each<E: Error>(_ body: (Fingerprint, Value) throws(E) -> Void) throws(E) {
    for index in 0..<slots.count where tags[index] != 0 {
      try body(slots[index].key, slots[index].value)
    }
  }

  /// Calls with all keys in ascending order and forgets them; the memory stays.
  func drain(_ body: (Fingerprint) throws(Trouble) -> Void) throws(Trouble) {
    // Those that found no room before the end stand at the front, and belong behind all.
    var wrapped: [Slot] = []
    var sorted = 0
    for index in 0..<slots.count where tags[index] != 0 {
      let slot = slots[index]
      if home(slot.key) > index {
        wrapped.append(slot)
      } else {
        put(slot, behind: &sorted)
      }
    }
    for slot in wrapped { put(slot, behind: &sorted) }
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

/// The value of tables that hold keys alone.
struct NoValue: BitwiseCopyable {}
