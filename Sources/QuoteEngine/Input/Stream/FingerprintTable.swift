/// Fingerprints, each with a number: open addressing in one run of memory.
final class FingerprintTable {
  struct Slot: BitwiseCopyable {
    var key: Fingerprint
    var value: UInt64
  }

  /// Stands for an empty slot; no key has this number.
  static let none = UInt64.max

  private var slots = ColumnBuffer<Slot>()
  private var mask = 0
  private(set) var count = 0

  init() { clear(to: 64) }

  /// What the slots take.
  var bytes: Int { slots.count * MemoryLayout<Slot>.stride }

  /// How many bytes it takes with one key more.
  var bytesOfNext: Int { (count + 1) * 10 > slots.count * 7 ? bytes * 2 : bytes }

  private func clear(to size: Int) {
    slots = ColumnBuffer<Slot>(capacity: size)
    slots.resize(to: size)
    mask = size - 1
    count = 0
    let empty = Slot(key: Fingerprint(high: 0, low: 0), value: Self.none)
    for index in 0..<size { slots[index] = empty }
  }

  func removeAll() { clear(to: 64) }

  @inline(__always) private func home(_ key: Fingerprint) -> Int {
    Int(truncatingIfNeeded: key.low) & mask
  }

  /// The slot of a key; nil where it is not there.
  func find(_ key: Fingerprint) -> Int? {
    var at = home(key)
    while true {
      let slot = slots[at]
      if slot.value == Self.none { return nil }
      if slot.key == key { return at }
      at = (at + 1) & mask
    }
  }

  subscript(slot: Int) -> UInt64 {
    get { slots[slot].value }
    set { slots[slot].value = newValue }
  }

  /// Adds a key; false where it is there, with the number that it has.
  func insert(_ key: Fingerprint, _ value: UInt64) -> Bool {
    if (count + 1) * 10 > slots.count * 7 { grow() }
    var at = home(key)
    while true {
      let slot = slots[at]
      if slot.value == Self.none { break }
      if slot.key == key { return false }
      at = (at + 1) & mask
    }
    slots[at] = Slot(key: key, value: value)
    count += 1
    return true
  }

  private func grow() {
    let old = slots
    clear(to: old.count * 2)
    for index in 0..<old.count where old[index].value != Self.none {
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
      if next.value == Self.none { break }
      if (at - home(next.key)) & mask >= (at - hole) & mask {
        slots[hole] = next
        hole = at
      }
    }
    slots[hole].value = Self.none
    count -= 1
  }

  /// All keys, in no order that means anything.
  func each(_ body: (Fingerprint, UInt64) throws(Trouble) -> Void) throws(Trouble) {
    for index in 0..<slots.count where slots[index].value != Self.none {
      try body(slots[index].key, slots[index].value)
    }
  }

  var sortedKeys: [Fingerprint] {
    var keys: [Fingerprint] = []
    keys.reserveCapacity(count)
    for index in 0..<slots.count where slots[index].value != Self.none {
      keys.append(slots[index].key)
    }
    return keys.sorted()
  }
}
