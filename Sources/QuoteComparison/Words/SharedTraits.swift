import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What bookings that depart at one value have in common, beside bookings that both sides
/// price alike.
///
/// A trait that all of the first and none of the others have points at the rule that the other
/// side has otherwise.
package struct SharedTraits: Sendable {
  /// What a booking, or its price, may have.
  package struct Trait: Hashable, Sendable {
    /// `factor [100..249]`, `zone is outer`.
    package var text: String
    /// Where it stands in the rules.
    package var place: RulePlace?
    /// Among traits that tell as much, the one with the lowest rank is told.
    var rank: Int

    package init(text: String, place: RulePlace?, rank: Int) {
      self.text = text
      self.place = place
      self.rank = rank
    }
  }

  /// A number or a moment that a booking has: an input, the key of a table.
  package struct Measure: Hashable, Sendable {
    var name: String
    var place: RulePlace?
    /// The rank, which works like that of a trait.
    var rank: Int
    /// It is what our price comes to and not what it is made of: it tells something only where
    /// it tells all.
    var isOutcome = false

    package init(name: String, place: RulePlace?, rank: Int, isOutcome: Bool = false) {
      self.name = name
      self.place = place
      self.rank = rank
      self.isOutcome = isOutcome
    }
  }

  package struct Value: Hashable, Sendable {
    var number: Double
    /// As it is written.
    var text: String

    package init(number: Double, text: String) {
      self.number = number
      self.text = text
    }
  }

  /// What is known of one booking.
  package struct Description: Sendable {
    package var traits: Set<Trait> = []
    package var values: [Measure: Value] = [:]

    package init() {}
  }

  /// The same, traits and measures by their numbers.
  struct Booking: Sendable {
    /// Ascending.
    var traits: [Int32]
    var values: [(measure: Int32, value: Value)]

    func value(of measure: Int32) -> Double? {
      values.first { $0.measure == measure }?.value.number
    }
  }

  /// Bookings that depart at the value, and some that agree.
  private(set) var differing: [Booking] = []
  private(set) var agreeing: [Booking] = []
  private(set) var traits = Numbered<Trait>()
  private(set) var measures = Numbered<Measure>()
  /// This many of each are kept, the first ones.
  private static let most = 1024

  package init() {}

  package mutating func add(differing booking: Description) {
    if differing.count < Self.most { differing.append(numbered(booking)) }
  }

  package mutating func add(agreeing booking: Description) {
    if agreeing.count < Self.most { agreeing.append(numbered(booking)) }
  }

  private mutating func numbered(_ booking: Description) -> Booking {
    Booking(
      traits: booking.traits.map { traits.number(of: $0) }.sorted(),
      values: booking.values.map { (measures.number(of: $0.key), $0.value) })
  }

  package mutating func add(_ other: SharedTraits) {
    guard differing.count < Self.most || agreeing.count < Self.most else { return }
    let traits = other.traits.all.map { self.traits.number(of: $0) }
    let measures = other.measures.all.map { self.measures.number(of: $0) }
    func renumbered(_ booking: Booking) -> Booking {
      Booking(
        traits: booking.traits.map { traits[Int($0)] }.sorted(),
        values: booking.values.map { (measures[Int($0.measure)], $0.value) })
    }
    differing += other.differing.prefix(Self.most - differing.count).map(renumbered)
    agreeing += other.agreeing.prefix(Self.most - agreeing.count).map(renumbered)
  }
}

/// Things of one sort, each once, found by number.
struct Numbered<Element: Hashable & Sendable>: Sendable {
  private(set) var all: [Element] = []
  private var numbers: [Element: Int32] = [:]

  mutating func number(of element: Element) -> Int32 {
    if let known = numbers[element] { return known }
    let number = Int32(all.count)
    numbers[element] = number
    all.append(element)
    return number
  }
}
