/// What a walk from a value down to its causes has met, each at a place: found by the bits of
/// what it is, and forgotten at no cost when the next walk begins.
final class SeenPlaces {
  private struct Entry {
    var what: UInt = 0
    var list: Int32 = 0
    var index: Int32 = 0
    /// The walk that it is of; that of no walk is 0.
    var walk: UInt32 = 0
  }

  @safe @exclusivity(unchecked) private var entries = Array(repeating: Entry(), count: 256)
  @safe @exclusivity(unchecked) private var count = 0
  @safe @exclusivity(unchecked) private var walk: UInt32 = 1

  func removeAll() {
    count = 0
    walk &+= 1
    if walk == 0 {
      entries = Array(repeating: Entry(), count: entries.count)
      walk = 1
    }
  }

  /// True the first time that it is met there: at an element of a list, or wherever two numbers
  /// say.
  func insert(_ what: UInt, _ list: Int32, _ index: Int32) -> Bool {
    if 2 * count >= entries.count { grow() }
    let mask = entries.count - 1
    var at = Self.first(what, list, index) & mask
    while entries[at].walk == walk {
      if entries[at].what == what, entries[at].list == list, entries[at].index == index {
        return false
      }
      at = (at + 1) & mask
    }
    entries[at] = Entry(what: what, list: list, index: index, walk: walk)
    count += 1
    return true
  }

  private static func first(_ what: UInt, _ list: Int32, _ index: Int32) -> Int {
    let mixed = (what >> 4) ^ (UInt(bitPattern: Int(list)) << 7) ^ UInt(bitPattern: Int(index))
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  private func grow() {
    let old = entries
    entries = Array(repeating: Entry(), count: 2 * old.count)
    let mask = entries.count - 1
    for entry in old where entry.walk == walk {
      var at = Self.first(entry.what, entry.list, entry.index) & mask
      while entries[at].walk == walk { at = (at + 1) & mask }
      entries[at] = entry
    }
  }
}

/// A set of small numbers: of registers, of lines.
struct NumberSet {
  private var words: [UInt64] = []

  func contains(_ number: Int) -> Bool {
    number >> 6 < words.count && words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }

  mutating func insert(_ number: Int) {
    while words.count <= number >> 6 { words.append(0) }
    words[number >> 6] |= 1 << UInt64(number & 63)
  }
}
