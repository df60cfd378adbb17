package import QuoteSyntax

/// Some of the points that the keys of a look-up can be at, as boxes.
///
/// A box has sets for some of the key columns; the others it takes whole, keys that are not
/// given included. A region is never more than what it was asked for: where that is not known,
/// or would be too many boxes, it is less.
package struct KeyRegion {
  /// The keys of a box, by key column.
  package typealias Box = [Int: KeySet]

  package private(set) var boxes: [Box]

  /// Beyond so many boxes, a region is cut down.
  static let boxLimit = 256

  static let nothing = KeyRegion(boxes: [])
  static let everything = KeyRegion(boxes: [[:]])

  /// Where the key of any one of these columns is in the set, which is one and the same key.
  init(columns: [Int], in set: KeySet) {
    boxes = columns.map { [$0: set] }
  }

  init(boxes: [Box]) { self.boxes = boxes }

  package func union(_ other: KeyRegion) -> KeyRegion {
    KeyRegion(boxes: Array((boxes + other.boxes).prefix(Self.boxLimit)))
  }

  func intersection(_ other: KeyRegion) -> KeyRegion {
    var common: [Box] = []
    for a in boxes {
      for b in other.boxes {
        guard common.count < Self.boxLimit else { return KeyRegion(boxes: common) }
        if let both = Self.common(a, b) { common.append(both) }
      }
    }
    return KeyRegion(boxes: common)
  }

  /// Nil where it is not known.
  private static func common(_ a: Box, _ b: Box) -> Box? {
    var result = a
    for (column, set) in b {
      guard let own = result[column] else {
        result[column] = set
        continue
      }
      guard let both = own.intersection(set) else { return nil }
      result[column] = both
    }
    return result
  }
}

extension KeySet {
  /// Keys that are not given, and no others.
  static let notGiven = KeySet(.ranges([]), matchesNotGiven: true)
  static let given = KeySet(.everything, matchesNotGiven: false)

  /// Whether it holds for a number, a date or a time that is given.
  package func contains(_ value: Ratio) -> Bool {
    switch body {
    case .everything: true
    case .ranges(let ranges): ranges.contains { $0.holds(value) }
    case .words, .textRanges, .indices, .areas: false
    }
  }

  /// What both hold for, of keys of one type; nil where no set says it.
  package func intersection(_ other: KeySet) -> KeySet? {
    guard let body = Self.intersection(body, other.body) else { return nil }
    return KeySet(body, matchesNotGiven: matchesNotGiven && other.matchesNotGiven)
  }

  private static func intersection(_ a: Body, _ b: Body) -> Body? {
    switch (a, b) {
    case (.everything, let other), (let other, .everything): return other
    case (.ranges([]), _), (_, .ranges([])): return .ranges([])
    case (.ranges(let x), .ranges(let y)):
      return .ranges(complement(of: ascending(complement(of: x) + complement(of: y))))
    case (.indices(let x), .indices(let y)): return .indices(x.intersection(y))
    case (.words(let x, false), .words(let y, false)):
      return .words(x.intersection(y), negated: false)
    case (.words(let x, true), .words(let y, true)): return .words(x.union(y), negated: true)
    case (.words(let x, false), .words(let y, true)),
      (.words(let y, true), .words(let x, false)):
      return .words(x.subtracting(y), negated: false)
    case (.ranges, _), (.indices, _), (.words, _), (.textRanges, _), (.areas, _): return nil
    }
  }
}
