import QuoteBookings
import QuoteLanguage
import CScan
import QuoteSyntax

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
      let longer = unsafe cscan_find_words(table, texts.lentToScan, count, codes)
      if longer > 0 {
        for i in 0..<count where unsafe codes[i] < 0 { unsafe codes[i] = longCode(texts[i]) }
      }
    case .trim:
      for i in 0..<count { unsafe codes[i] = code(texts[i].trimmed) }
    case .lower:
      for i in 0..<count { unsafe codes[i] = lowered(texts[i], scratch) }
    case .lowerTrim:
      for i in 0..<count { unsafe codes[i] = lowered(texts[i].trimmed, scratch) }
    }
    guard composes else { return }
    for i in 0..<count where unsafe codes[i] == unknown && texts[i].mayCompose {
      let text = unsafe texts[i].composed(in: scratch.arena)
      unsafe codes[i] = code(fold.applied(to: text, arena: scratch.arena))
    }
  }

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
    unsafe cscan_find_word(table, low, high, UInt32(truncatingIfNeeded: length))
  }

  @inline(never)
  private func longCode(_ text: TextSlice) -> Int32 {
    guard unsafe table.is_wide != 0 else { return unknown }
    let (low, high) = WordIndex.key(text)
    var place = unsafe cscan_word_hash(low, high, UInt64(text.count), table.seed)
    while true {
      let slot = unsafe table.slots[Int(place & table.mask)]
      if slot.length == cscan_no_length { return unknown }
      if slot.low == low, slot.high == high, Int(slot.length) == text.count,
        unsafe words[Int(slot.code)].isSame(as: text)
      {
        return slot.code
      }
      place &+= 1
    }
  }

  @inline(never)
  private func slowly(_ text: TextSlice, _ scratch: KernelScratch) -> Int32 {
    code(TextKernels.lowered(text, arena: scratch.arena))
  }
}
