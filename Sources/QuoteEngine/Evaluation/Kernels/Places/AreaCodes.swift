import QuoteLanguage
import QuoteSyntax

/// Which of several areas a point lies in, as one small number: an area alone,
/// two that overlap, none.
struct AreaCodes: Sendable {
  private let outlines: [AreaGeometry]
  /// Codes of up to so many areas are simply their bits.
  private static let mostBits = 8
  private let tree: AreaTree?
  /// Codes are below this.
  let count: Int

  init(_ outlines: [AreaGeometry]) {
    self.outlines = outlines
    tree = outlines.count > Self.mostBits ? AreaTree(outlines) : nil
    count = tree?.sets.count ?? 1 << outlines.count
  }

  /// All codes for which the areas (by position) satisfy a condition, ascending.
  func codes(where condition: (Set<Int>) -> Bool) -> [Int32] {
    (0..<count).filter { code in
      if let tree { return condition(Set(tree.sets[code])) }
      return condition(Set(outlines.indices.filter { code >> $0 & 1 == 1 }))
    }.map { Int32($0) }
  }

  /// Points are two doubles side by side, latitude and longitude.
  @unsafe func encode(
    _ points: UnsafePointer<Double>, into codes: UnsafeMutablePointer<Int32>, count: Int
  ) {
    if let tree {
      for i in 0..<count {
        unsafe codes[i] = tree.code(points[2 * i], points[2 * i + 1], outlines)
      }
      return
    }
    for i in 0..<count {
      var code: Int32 = 0
      for (bit, outline) in outlines.enumerated() {
        let inside = unsafe outline.contains(latitude: points[2 * i], longitude: points[2 * i + 1])
        code |= inside ? 1 << Int32(bit) : 0
      }
      unsafe codes[i] = code
    }
  }
}
