import QuoteSyntax

/// A line cut at the bounds that the cells of a column name; the stretches
/// between neighbouring cuts are its atoms.
struct KeyLine<Cut: Comparable & Hashable & Sendable>: Sendable {
  /// Ascending, at least two: the first and last bound the line.
  private(set) var cuts: [Cut]

  /// Cuts outside the bounds are left out. Nil if nothing lies between these.
  init?(from lower: Cut, to upper: Cut, at inner: [Cut]) {
    guard lower < upper else { return nil }
    var sorted = inner.filter { lower < $0 && $0 < upper }
    sorted.sort()
    cuts = [lower]
    cuts.reserveCapacity(sorted.count + 2)
    for cut in sorted where cut != cuts[cuts.count - 1] { cuts.append(cut) }
    cuts.append(upper)
  }

  var atomCount: Int { cuts.count - 1 }

  /// The atoms from one cut to another; nil if there are none within the line.
  func stretch(from lower: Cut, to upper: Cut) -> TableBoxes.Stretch? {
    let from = max(lower, cuts[0])
    let to = min(upper, cuts[cuts.count - 1])
    guard from < to else { return nil }
    return TableBoxes.Stretch(lower: Int32(place(of: from)), upper: Int32(place(of: to) - 1))
  }

  private func place(of cut: Cut) -> Int {
    var (low, high) = (0, cuts.count)
    while low < high {
      let middle = (low + high) / 2
      if cuts[middle] < cut { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A cut of the numbers, just before or just after one of them.
package struct NumberCut: Comparable, Hashable, Sendable {
  var value: Ratio
  var isAfter: Bool

  package static func < (a: NumberCut, b: NumberCut) -> Bool {
    a.value == b.value ? !a.isAfter && b.isAfter : a.value < b.value
  }
}

/// A cut of the texts in the order of their code points, just before one of
/// them. Just after a text is before that text with a zero byte; after all is nil.
struct TextCut: Comparable, Hashable, Sendable {
  var bytes: [UInt8]?

  init(before text: String) { bytes = Array(text.utf8) }
  init(after text: String) { bytes = Array(text.utf8) + [0] }
  private init() { bytes = nil }

  static let end = TextCut()

  static func < (a: TextCut, b: TextCut) -> Bool {
    guard let left = a.bytes else { return false }
    guard let right = b.bytes else { return true }
    return left.lexicographicallyPrecedes(right)
  }

  /// A text from here on and before another cut, a plain one if there is one.
  func text(before end: TextCut) -> String {
    let least = bytes ?? []
    guard least.last == 0 else { return String(decoding: least, as: UTF8.self) }
    let stem = Array(least.dropLast())
    for more in [UInt8(ascii: "a"), UInt8(ascii: "0"), UInt8(ascii: " ")] {
      let candidate = TextCut(bytes: stem + [more])
      if candidate < end { return String(decoding: stem + [more], as: UTF8.self) }
    }
    return String(decoding: least, as: UTF8.self)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}
