/// How a value of a reply is put into our terms before it is compared: other
/// signs, cents, numbers in texts, other words. Exact: decimals stay decimals.
public struct ReplyConversion: Sendable {
  /// Which way up the other side writes a number.
  public enum Sign: String, Hashable, Sendable, CaseIterable {
    case positive
    /// What of ours is below zero is above zero there.
    case negative
  }

  public var sign = Sign.positive
  /// What one of ours is over there: 100 where ours are dollars and theirs cents.
  public var scale = Ratio.one
  /// How numbers stand in texts; nil where they are plain.
  public var spelling: NumberSpelling?
  /// Texts of theirs, and what we say instead; nil for nothing.
  public var words: [(theirs: String, ours: String?)] = []
  /// What it means that nothing is there, in our terms; nil for nothing.
  public var absent: String?

  public init() {}

  /// Values are compared as they come.
  public var isNone: Bool { !isOfNumbers && words.isEmpty && absent == nil }

  /// Numbers are something else afterwards, or stand in texts.
  var isOfNumbers: Bool { sign == .negative || scale != .one || spelling != nil }

  /// What a number of theirs is multiplied with.
  var factor: Ratio { (sign == .negative ? Ratio(-1) : .one) / scale }
}

extension ReferenceMap {
  /// A value of the reply, and what it is of ours.
  public struct Field: Sendable {
    /// Where a value may be: steps in the compared object, and as the map writes them; behind
    /// each `[]` they go on in the elements of a list.
    public struct Place: Sendable {
      public var levels: [(steps: [FieldPath.Step], path: String)]
    }

    /// Where it is, and where it is looked for if nothing is there.
    public var places: [Place]
    /// An output or a line; `boxes.price` for the member of one that is records.
    public var ours: String
    public var conversion = ReplyConversion()
    /// Which of several entries of a list count; nil where the map does not say.
    public var entries: Entries?
    /// Where the map says the name.
    public var span: SourceSpan

    /// What becomes of several entries that are called the same.
    public enum Entries: String, Hashable, Sendable, CaseIterable {
      case first, sum
    }

    init(
      _ places: [Place], ours: String, conversion: ReplyConversion = ReplyConversion(),
      entries: Entries? = nil, span: SourceSpan
    ) {
      self.places = places
      self.ours = ours
      self.conversion = conversion
      self.entries = entries
      self.span = span
    }

    /// As the map writes it.
    public var path: String { places[0].levels.map(\.path).joined(separator: "[].") }

    /// In how many lists it is.
    var depth: Int { places[0].levels.count - 1 }

    /// Our names, level by level.
    var names: [String] {
      depth == 0 ? [ours] : ours.split(separator: ".", maxSplits: depth).map(String.init)
    }
  }
}
