import QuoteLanguage
import QuoteSyntax

/// Which codes of a key each row holds for.
struct RowCodes: Sendable {
  /// Codes are below this.
  var cardinality: Int32
  /// One a row.
  var sets: [CodeSet]
}

/// A set of codes.
enum CodeSet: Sendable, Hashable {
  case all
  case one(Int32)
  /// Disjoint, ascending; possibly none.
  case ranges([ClosedRange<Int32>])

  init(_ ranges: [ClosedRange<Int32>], of cardinality: Int32) {
    if ranges.count == 1, let only = ranges.first {
      if only.lowerBound == 0, only.upperBound == cardinality - 1 { self = .all; return }
      if only.count == 1 { self = .one(only.lowerBound); return }
    }
    self = .ranges(ranges)
  }

  func contains(_ code: Int32) -> Bool {
    switch self {
    case .all: true
    case .one(let only): only == code
    case .ranges(let ranges): ranges.contains { $0.contains(code) }
    }
  }

  func ranges(of cardinality: Int32) -> [ClosedRange<Int32>] {
    switch self {
    case .all: [0...cardinality - 1]
    case .one(let only): [only...only]
    case .ranges(let ranges): ranges
    }
  }

  func count(of cardinality: Int32) -> Int {
    switch self {
    case .all: Int(cardinality)
    case .one: 1
    case .ranges(let ranges): ranges.reduce(0) { $0 + $1.count }
    }
  }
}
