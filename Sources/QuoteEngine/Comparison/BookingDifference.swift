/// One value of a reply that is not ours.
public struct FieldDifference: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case different
    /// Given by us, and not or as null by the other side.
    case onlyOurs = "only-ours"
    case onlyTheirs = "only-theirs"
    /// One side has a list or an object where the other has a plain value.
    case notComparable = "not-comparable"
  }

  public var kind: Kind
  /// Where in the compared object: `parts[0].price`, elements from 0.
  public var path: String
  /// The output or line it is held against; the path where it is none.
  public var name: String
  /// JSON texts; empty where the side does not give it.
  public var ours: String
  public var theirs: String
  /// Ours less theirs, where both are numbers.
  public var amount: Ratio?

  /// The path without element numbers: what differences are grouped by.
  public var field: String {
    var text = ""
    var isNumber = false
    for character in path {
      if character == "]" { isNumber = false }
      if !isNumber { text.append(character) }
      if character == "[" { isNumber = true }
    }
    return text
  }
}

/// A booking that the two sides do not agree on.
public struct BookingDifference: Sendable {
  public var key: String
  /// Number of the record in the input, from 1, and the line it starts at.
  public var record: Int64
  public var line: Int64
  public var form: String
  public var ours: ReferenceMap.Outcome
  public var theirs: ReferenceMap.Outcome
  /// Why we declined it or found it at fault.
  public var ourReason: String
  public var theirReason: String
  public var fields: [FieldDifference]
  /// The first line of the waterfall that departs; the first output where
  /// nothing that is compared is a line.
  public var departing: String
  /// Totals as written, empty where a side has none.
  public var ourTotal: String
  public var theirTotal: String
  /// Our total less theirs.
  public var amount: Ratio?
}

/// How far apart two numbers may be and still count as the same.
public struct Tolerance: Hashable, Sendable {
  public var absolute: Ratio = .zero
  /// A part of the other side's number.
  public var relative: Ratio = .zero

  public init() {}

  /// `0.01`, `0.5%`, or both with a comma between; nil for anything else.
  public init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isShare = part.hasSuffix("%")
      guard let value = Ratio(decimal: String(isShare ? part.dropLast() : part)),
        !value.isNegative
      else { return nil }
      if isShare { relative = value / 100 } else { absolute = value }
    }
  }

  var isNone: Bool { absolute.isZero && relative.isZero }

  func holds(_ difference: Ratio, of theirs: Ratio) -> Bool {
    let size = difference.magnitude
    return size <= absolute || size <= relative * theirs.magnitude
  }
}
