import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A value as the slow evaluator holds it: one booking's, or one element's.
package enum ScalarValue: Hashable, Sendable {
  case notGiven
  case flag(Bool)
  case text(String)
  case choice(Int)
  /// The number itself, in base units, under `exact`.
  case exact(Ratio)
  /// A number in its expression's own unit, in the binary profiles.
  case double(Double)
  /// A count, in the binary profiles.
  case integer(Int64)
  case date(Int)
  case time(Int)
  case instant(Int64)
  case weekday(Int)
  case point(GeographicPoint)
  case texts([String])

  package var isGiven: Bool { self != .notGiven }

  /// Whether a condition certainly holds.
  package var isTrue: Bool { self == .flag(true) }

  var flag: Bool? {
    if case .flag(let value) = self { return value }
    return nil
  }

  /// A number, or a day, second or microsecond count, as an exact fraction;
  /// doubles as the fraction they are, where that fits.
  var ratio: Ratio? {
    switch self {
    case .exact(let value): value
    case .integer(let value): Ratio(value)
    case .double(let value): value == value.rounded() && abs(value) < 1e15 ? Ratio(Int(value)) : nil
    case .date(let days): Ratio(days)
    case .time(let seconds): Ratio(seconds)
    case .instant(let microseconds): Ratio(microseconds)
    case .weekday(let number): Ratio(number)
    case .notGiven, .flag, .text, .choice, .point, .texts: nil
    }
  }

  /// A binary number, counts converted.
  var double: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(value)
    case .exact, .notGiven, .flag, .text, .choice, .date, .time, .instant, .weekday, .point,
      .texts:
      nil
    }
  }
}

/// One booking, or one element of a list, with what hangs below it.
package final class ScalarNode {
  package let list: ListID
  package let parent: ScalarNode?
  package var fields: [ScalarValue] = []
  /// The value of an element that the rules made.
  package var element: ScalarValue = .notGiven
  package var children: [ListID: [ScalarNode]] = [:]
  /// Nodes that stand for the same element: as a member of a group, and the other way round.
  var twins: [ScalarNode] = []

  package init(list: ListID, parent: ScalarNode?) {
    self.list = list
    self.parent = parent
  }

  /// Itself or the enclosing element that is of this list.
  func enclosing(_ list: ListID) -> ScalarNode? {
    var seen: Set<ObjectIdentifier> = []
    var next = [self]
    while !next.isEmpty {
      let node = next.removeFirst()
      if node.list == list { return node }
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      next += [node.parent].compactMap(\.self) + node.twins
    }
    return nil
  }

  /// All elements of a list below, in order.
  func descendants(of list: ListID, parents: ByList<ListID?>) -> [ScalarNode] {
    guard let above = parents[list] else { return [] }
    if above == self.list { return children[list] ?? [] }
    return descendants(of: above, parents: parents).flatMap { $0.children[list] ?? [] }
  }
}

/// What one booking costs, by the slow evaluator.
package struct ScalarQuote: Sendable {
  package enum Status: Hashable, Sendable {
    case quoted
    case declined(String)
    /// The reason's id, as in `RowFault.reason`.
    case fault(String)
  }

  package struct Instance: Hashable, Sendable {
    package var applies: Bool
    package var amount: ScalarValue
    package var label: ScalarValue
    package var reasons: [String]
  }

  package indirect enum Output: Hashable, Sendable {
    case value(ScalarValue)
    case records([[Output]])
  }

  package var status: Status
  package var total: ScalarValue
  /// The instances of each line in order, by line id.
  package var lines: [Int: [Instance]]
  /// The sum of each line over the booking, by line id.
  package var sums: [Int: ScalarValue]
  package var outputs: [Output]
}
