import QuoteLanguage
package import QuoteSyntax

extension PlanOperation {
  /// Where values come from.
  package enum Values: Hashable, Sendable {
    /// A figure of the parameters, to a constant register.
    case parameter(Int)
    /// A column of the bookings (of the elements as sent).
    case field(list: ListID, field: Int)
    case fieldGiven(list: ListID, field: Int)
    /// Flag: the element came from this source of its list.
    case cameFrom(list: ListID, source: Int)
    /// The value of a made list's elements.
    case element(list: ListID)
  }
}
