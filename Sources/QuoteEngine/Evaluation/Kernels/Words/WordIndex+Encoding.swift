internal import CScan

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

extension WordIndex {
  /// The code of every text after `fold`.
  @unsafe func encode(
    _ texts: UnsafePointer<TextSlice>, into codes: UnsafeMutablePointer<Int32>, count: Int,
    fold: TextFold, scratch: KernelScratch
  ) {
    switch fold {
    case .none:
      if mask > WordIndex.mostNearSlots { return unsafe encodeFar(texts, into: codes, count) }
      for i in 0..<count { unsafe codes[i] = code(texts[i]) }
    case .trim:
      for i in 0..<count { unsafe codes[i] = code(texts[i].trimmed) }
    case .lower:
      for i in 0..<count { unsafe codes[i] = lowered(texts[i], scratch) }
    case .lowerTrim:
      for i in 0..<count { unsafe codes[i] = lowered(texts[i].trimmed, scratch) }
    }
  }

  /// Of more words than the caches near by hold: memory is asked for some texts before.
  @unsafe private func encodeFar(
    _ texts: UnsafePointer<TextSlice>, into codes: UnsafeMutablePointer<Int32>, _ count: Int
  ) {
    let ahead = 16
    for i in 0..<count {
      if i + ahead < count, unsafe texts[i + ahead].count <= 16 {
        let next = unsafe texts[i + ahead]
        let (low, high) = next.firstBytes
        let place = WordIndex.hash(low, high, next.count, seed) & mask
        unsafe cscan_ask_once(slots + Int(truncatingIfNeeded: place))
      }
      unsafe codes[i] = code(texts[i])
    }
  }

  /// So many slots stay in the second-level cache beside the bookings.
  private static let mostNearSlots: UInt64 = 1 << 13

  @inline(__always)
  func code(_ text: TextSlice) -> Int32 {
    guard text.count <= 16 else { return longCode(text) }
    let (low, high) = text.firstBytes
    return code(low, high, text.count)
  }

  /// Lower-cased on the way: capitals of ASCII in the machine words; a text
  /// with anything else, or a long one, by the full rules of Unicode.
  @inline(__always)
  private func lowered(_ text: TextSlice, _ scratch: KernelScratch) -> Int32 {
    guard text.count <= 16 else { return slowly(text, scratch) }
    let (low, high) = text.firstBytes
    if (low | high) & 0x8080_8080_8080_8080 != 0 { return slowly(text, scratch) }
    return code(WordIndex.lowered(low), WordIndex.lowered(high), text.count)
  }

  /// Eight ASCII bytes, capitals made small: a byte's top bit is raised by one
  /// sum from `A` on, by another from `Z` + 1 on, and where they differ it
  /// becomes the bit that tells small letters from capitals.
  @inline(__always)
  static func lowered(_ bytes: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let fromA = bytes &+ ones &* 0x3F
    let afterZ = bytes &+ ones &* 0x25
    return bytes | ((fromA ^ afterZ) & (ones &* 0x80)) &>> 2
  }

  @inline(__always)
  private func code(_ low: UInt64, _ high: UInt64, _ length: Int) -> Int32 {
    var place = WordIndex.hash(low, high, length, seed) & mask
    while true {
      let slot = unsafe slots + Int(truncatingIfNeeded: place)
      if unsafe slot.pointee.low == low && slot.pointee.high == high
        && slot.pointee.length == UInt32(truncatingIfNeeded: length)
      {
        return unsafe slot.pointee.code
      }
      if unsafe slot.pointee.length == Slot.empty { return unknown }
      place = (place &+ 1) & mask
    }
  }

  @inline(never)
  private func longCode(_ text: TextSlice) -> Int32 {
    let (low, high) = WordIndex.key(text)
    var place = WordIndex.hash(low, high, text.count, seed) & mask
    while true {
      let slot = unsafe slots[Int(place)]
      if slot.length == Slot.empty { return unknown }
      if slot.low == low, slot.high == high, Int(slot.length) == text.count,
        unsafe words[Int(slot.code)].isSame(as: text)
      {
        return slot.code
      }
      place = (place + 1) & mask
    }
  }

  @inline(never)
  private func slowly(_ text: TextSlice, _ scratch: KernelScratch) -> Int32 {
    code(TextKernels.lowered(text, arena: scratch.arena))
  }
}
