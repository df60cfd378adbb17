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
    /// Steps in the compared object, and as the map writes them.
    public var steps: [FieldPath.Step]
    public var path: String
    /// An output or a line.
    public var ours: String
    public var conversion = ReplyConversion()
    /// Where the map says the name.
    public var span: SourceSpan

    /// A member of the object that is compared as it is; nil for what must be
    /// walked to or converted.
    var member: String? {
      guard steps.count == 1, conversion.isNone, case .member(let name) = steps[0] else {
        return nil
      }
      return name
    }
  }
}
