import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Bounds of integers, ascending: the code of a number is how many bounds it
/// has reached.
///
/// A table says for every stretch of 2ˢʰⁱᶠᵗ integers where its bounds begin, so that
/// few are left to search; where bounds lie close together a stretch is one
/// integer, and nothing is searched at all. A few bounds need no table.
struct IntegerBounds: Sendable {
  private let table: ColumnBuffer<Int32>
  private let first: Int64
  private let span: UInt64
  private let shift: UInt64
  private let bounds: ColumnBuffer<Int64>
  var list: [Int64] { (0..<bounds.count).map { bounds[$0] } }

  /// Up to this many bounds are all compared with every number.
  private static let mostCompared = 16

  /// `list` ascending, without repetitions.
  init(_ list: [Int64]) {
    bounds = ColumnBuffer(capacity: list.count)
    for bound in list { bounds.append(bound) }
    let first = list.first ?? 0
    let span = UInt64(bitPattern: (list.last ?? 0) &- first)
    let most = UInt64(max(1 << 16, list.count * 4))
    var shift: UInt64 = 0
    while span >> shift >= most { shift += 1 }
    (self.first, self.span, self.shift) = (first, span, shift)
    table = ColumnBuffer(capacity: 2)
    guard list.count > IntegerBounds.mostCompared else { return }
    var code = 0
    for stretch in 0...(span >> shift) {
      let start = stretch << shift
      while code < list.count, UInt64(bitPattern: list[code] &- first) <= start { code += 1 }
      table.append(Int32(code))
    }
    table.append(Int32(list.count))
  }

  @unsafe func encode(
    _ cells: UnsafePointer<Int64>, into codes: UnsafeMutablePointer<Int32>, count: Int
  ) {
    let number = bounds.count
    let list = unsafe bounds.pointer
    if number <= IntegerBounds.mostCompared {
      return unsafe cvector_key_bounds(cells, count, list, number, codes)
    }
    let table = unsafe self.table.pointer
    if shift == 0 {
      for i in 0..<count {
        let x = unsafe cells[i]
        let code = unsafe table[Int(min(UInt64(bitPattern: x &- first), span))]
        unsafe codes[i] = x < first ? 0 : code
      }
      return
    }
    for i in 0..<count { unsafe codes[i] = search(list, table, cells[i]) }
  }

  /// Finds a place among the bounds of one stretch.
  @inline(__always)
  @unsafe private func search(
    _ list: UnsafePointer<Int64>, _ table: UnsafePointer<Int32>, _ x: Int64
  ) -> Int32 {
    if x < first { return 0 }
    let stretch = Int(min(UInt64(bitPattern: x &- first), span) &>> shift)
    var (low, high) = unsafe (table[stretch], table[stretch + 1])
    while low < high {
      let middle = (low &+ high) &>> 1
      if unsafe list[Int(middle)] <= x { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

/// Bounds of wide integers, likewise.
struct WideBounds: Sendable {
  let bounds: [Int128]

  func code(_ x: Int128) -> Int32 { bounds.countReached(by: x) }
}

extension Array where Element: Comparable {
  /// How many of its ascending elements are at or below a value.
  func countReached(by value: Element) -> Int32 {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return Int32(low)
  }
}

/// Bounds of doubles, likewise; a bound that is not reached by its own number
/// is the next double above it.
struct DoubleBounds: Sendable {
  private let bounds: ColumnBuffer<Double>
  var list: [Double] { (0..<bounds.count).map { bounds[$0] } }

  init(_ list: [Double]) {
    bounds = ColumnBuffer(capacity: list.count)
    for bound in list { bounds.append(bound) }
  }

  /// What is not a number gets the code `unknown`.
  @unsafe func encode(
    _ cells: UnsafePointer<Double>, into codes: UnsafeMutablePointer<Int32>, count: Int,
    unknown: Int32
  ) {
    let number = bounds.count
    let list = unsafe bounds.pointer
    if number <= 8 {
      for i in 0..<count { unsafe codes[i] = cells[i].isNaN ? unknown : 0 }
      for k in 0..<number {
        let bound = unsafe list[k]
        for i in 0..<count { unsafe codes[i] &+= cells[i] >= bound ? 1 : 0 }
      }
      return
    }
    for i in 0..<count {
      let x = unsafe cells[i]
      var base = 0
      var length = number
      while length > 1 {
        let half = length &>> 1
        base = unsafe list[base &+ half] <= x ? base &+ half : base
        length &-= half
      }
      let code = Int32(truncatingIfNeeded: base) &+ (unsafe list[base] <= x ? 1 : 0)
      unsafe codes[i] = x.isNaN ? unknown : code
    }
  }
}

/// Single integers with a code each, by open addressing.
struct IntegerIndex: Sendable {
  private let keys: ColumnBuffer<Int64>
  /// −1 for a free place.
  private let codes: ColumnBuffer<Int32>
  private let shift: UInt64

  /// Codes are positions in `list`, which has no repetitions.
  init(_ list: [Int64]) {
    var bits: UInt64 = 4
    while 1 << bits < list.count * 2 { bits += 1 }
    shift = 64 - bits
    keys = ColumnBuffer(capacity: 1 << Int(bits))
    codes = ColumnBuffer(capacity: 1 << Int(bits))
    keys.resize(to: 1 << Int(bits))
    codes.resize(to: 1 << Int(bits))
    for place in 0..<codes.count { codes[place] = -1 }
    for (code, key) in list.enumerated() {
      var place = IntegerIndex.place(key, shift)
      while codes[place] >= 0 { place = (place + 1) & (codes.count - 1) }
      keys[place] = key
      codes[place] = Int32(code)
    }
  }

  @inline(__always)
  private static func place(_ key: Int64, _ shift: UInt64) -> Int {
    let mixed = UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15
    return Int(((mixed ^ (mixed &>> 32)) &* 0xD6E8_FEB8_6659_FD93) &>> shift)
  }

  /// nil for a number that is not among them.
  @inline(__always)
  func code(_ key: Int64) -> Int32? {
    let (keys, codes) = unsafe (self.keys.pointer, self.codes.pointer)
    var place = IntegerIndex.place(key, shift)
    while true {
      let code = unsafe codes[place]
      if code < 0 { return nil }
      if unsafe keys[place] == key { return code }
      place = (place &+ 1) & (self.codes.count &- 1)
    }
  }
}

/// Texts in order of code points, by binary search: code 2k lies below the
/// k-th boundary, 2k + 1 is the boundary itself.
struct TextBounds: Sendable {
  private let owner = TextBoundsOwner()
  /// Whether texts are brought into Unicode's form C first, in which the boundaries are.
  private let composes: Bool

  /// Ascending by code point, without repetitions.
  init(_ list: [String], composes: Bool) {
    self.composes = composes
    for text in list { owner.texts.append(owner.arena.copy(text)) }
  }

  @unsafe func encode(
    _ texts: UnsafePointer<TextSlice>, into codes: UnsafeMutablePointer<Int32>, count: Int,
    fold: TextFold, scratch: KernelScratch
  ) {
    for i in 0..<count {
      let text = unsafe fold.applied(to: texts[i], arena: scratch.arena)
      unsafe codes[i] = code(composes ? text.composed(in: scratch.arena) : text)
    }
  }

  func code(_ text: TextSlice) -> Int32 {
    var (low, high) = (0, owner.texts.count)
    while low < high {
      let middle = (low + high) / 2
      let order = owner.texts[middle].order(to: text)
      if order == 0 { return Int32(2 * middle + 1) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return Int32(2 * low)
  }
}

/// Keeps the boundaries' bytes. Written only while it is made, so sound to share.
private final class TextBoundsOwner: @unchecked Sendable {
  let arena = BlockTexts()
  let texts = ColumnBuffer<TextSlice>()
}

extension TextFold {
  func applied(to text: TextSlice, arena: BlockTexts) -> TextSlice {
    switch self {
    case .none: text
    case .trim: text.trimmed
    case .lower: TextKernels.lowered(text, arena: arena)
    case .lowerTrim: TextKernels.lowered(text.trimmed, arena: arena)
    }
  }
}
