import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How a value of a reply is put into our terms before it is compared: other
/// signs, cents, numbers in texts, other words. Exact: decimals stay decimals.
package struct ReplyConversion: Sendable {
  /// Which way up the other side writes a number.
  package enum Sign: String, Hashable, Sendable, CaseIterable {
    case positive
    /// What of ours is below zero is above zero there.
    case negative
  }

  package var sign = Sign.positive
  /// What one of ours is over there: 100 where ours are dollars and theirs cents.
  package var scale = Ratio.one
  /// How numbers are written in texts; nil if they are plain.
  package var spelling: NumberSpelling?
  /// How dates, times and moments are written; nil if they are as ours.
  package var moment: MomentNotation?
  /// Texts of theirs, and what we say instead; nil for nothing.
  package var words: [(theirs: String, ours: String?)] = []
  /// What it means that nothing is there, in our terms; nil for nothing.
  package var absent: String?

  package init() {}

  /// Values are compared as they come.
  package var isNone: Bool { !isOfNumbers && moment == nil && words.isEmpty && absent == nil }

  /// Numbers are something else afterwards, or stand in texts.
  var isOfNumbers: Bool { sign == .negative || scale != .one || spelling != nil }

  /// Whether the scale is a rate between currencies, and not that of cents.
  package var hasRate: Bool { ![Ratio.one, 10, 100, 1000].contains(scale) }

  /// What a number of theirs is multiplied with.
  var factor: Ratio { (sign == .negative ? Ratio(-1) : .one) / scale }
}

extension ReferenceMap {
  /// A value of the reply, and what it is of ours.
  package struct Field: Sendable {
    /// Where a value may be: steps in the compared object, and as the map writes them; behind
    /// each `[]` they go on in the elements of a list.
    package struct Place: Sendable {
      package var levels: [(steps: [FieldPath.Step], path: String)]
      /// What the object has to have as well, for the value to be there.
      package var beside: [FieldPath.Step] = []

      package init(levels: [(steps: [FieldPath.Step], path: String)]) { self.levels = levels }
    }

    /// Where it is, and where it is looked for if nothing is there.
    package var places: [Place]
    /// An output or a line; `boxes.price` for the member of one that is records.
    package var ours: String
    package var conversion = ReplyConversion()
    /// Which of several entries of a list count; nil if the map does not say.
    package var entries: Entries?
    /// Where the map says the name.
    package var span: SourceSpan

    /// What becomes of several entries that are called the same.
    package enum Entries: String, Hashable, Sendable, CaseIterable {
      case first, sum
    }

    package init(
      _ places: [Place], ours: String, conversion: ReplyConversion = ReplyConversion(),
      entries: Entries? = nil, span: SourceSpan
    ) {
      self.places = places
      self.ours = ours
      self.conversion = conversion
      self.entries = entries
      self.span = span
    }

    /// The path as the map writes it.
    package var path: String { places[0].levels.map(\.path).joined(separator: "[].") }

    /// In how many lists it is.
    package var depth: Int { places[0].levels.count - 1 }

    /// Our names, level by level.
    var names: [String] {
      depth == 0 ? [ours] : ours.split(separator: ".", maxSplits: depth).map(String.init)
    }
  }
}
