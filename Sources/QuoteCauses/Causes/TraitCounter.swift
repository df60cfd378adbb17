package import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Gathers what bookings have that depart at a value, and others on which both sides agree.
package final class TraitCounter {
  private struct Tally {
    let entry: PriceOrder.Entry
    /// Names of ours on which the sides agree in some of these, and differ in none.
    var agreed: Set<String> = []
    var differing: Set<String> = []
    var traits = SharedTraits()
  }

  private var tallies: [String: Tally] = [:]

  package init() {}

  /// This many bookings of a chunk are looked at for each value, and so many that agree: fewer
  /// once much was seen.
  package static func most(ofChunk ordinal: Int) -> Int { isLookedAtClosely(ordinal) ? 64 : 4 }

  /// For so many values of each column it is asked in which terms they say our numbers.
  package static func mostTerms(ofChunk ordinal: Int) -> Int {
    isLookedAtClosely(ordinal) ? 64 : 16
  }

  /// The first chunks of the input: some tens of thousands of bookings.
  private static func isLookedAtClosely(_ ordinal: Int) -> Bool { ordinal < 12 }

  /// How many that depart at a value were counted since the last taking.
  package func count(of name: String) -> Int { tallies[name]?.traits.lookedAt.differing ?? 0 }

  /// The values at which bookings depart, and names of ours on which the sides agree there.
  package var departing: [(entry: PriceOrder.Entry, agreed: Set<String>)] {
    tallies.sorted { $0.key < $1.key }.map { name, tally in
      (tally.entry, tally.agreed.subtracting(tally.differing))
    }
  }

  package func add(
    _ traits: SharedTraits.Description, departingAt entry: PriceOrder.Entry,
    of booking: BookingDifference
  ) {
    tallies[entry.name, default: Tally(entry: entry)].agreed.formUnion(booking.agreed)
    tallies[entry.name]?.differing.formUnion(booking.fields.map(\.name))
    tallies[entry.name]?.traits.add(differing: traits)
  }

  package func add(_ booking: SharedTraits.Description, agreeingAt entry: PriceOrder.Entry) {
    tallies[entry.name]?.traits.add(agreeing: booking)
  }

  /// What was gathered since it was last taken.
  package func take() -> [String: SharedTraits] {
    defer { tallies.removeAll() }
    return tallies.mapValues(\.traits)
  }
}
