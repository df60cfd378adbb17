package import QuoteSyntax

/// Bookings that both sides refuse, and that the other side has a price of all the same.
package struct PricedRefusals: Sendable {
  /// One of them, and an amount of theirs with its name.
  package struct Example: Sendable {
    package var key: String
    package var name: String
    package var amount: Ratio

    package init(key: String, name: String, amount: Ratio) {
      (self.key, self.name, self.amount) = (key, name, amount)
    }
  }

  package private(set) var count = 0
  package private(set) var first: Example?

  package mutating func add(_ example: @autoclosure () -> Example) {
    count += 1
    if first == nil { first = example() }
  }

  mutating func add(_ other: PricedRefusals) {
    count += other.count
    first = first ?? other.first
  }
}
