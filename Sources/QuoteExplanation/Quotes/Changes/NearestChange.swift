import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What other bookings near this one would cost, and what was not looked at.
package struct NearestChanges: Sendable {
  package var changes: [NearestChange]
  package var limits: [ChangeLimit]
}

/// Where a search ended before it was through.
package struct ChangeLimit: Hashable, Sendable {
  /// `items[2].quantity`.
  package var path: String
  /// `not followed beyond 612 mi`.
  package var what: String
}

/// What another value of one input would make of a price, or an element more
/// or less of a list.
package struct NearestChange: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// One step: one more, one day later.
    case step
    /// The least change in its direction by which other rules fire.
    case jump
    /// Another word, or the other side of a flag.
    case choice
    /// Left out.
    case omission
    /// A list with one more element like one it has, or without that one.
    case element
  }

  package var kind: Kind
  /// `items[2].quantity`; of elements the list, `items`.
  package var path: String
  /// The same input of elements that are equal: there it makes the same.
  package var alike: [String] = []
  /// All of these for people: `items[2,3,5].quantity`.
  var shownPath: String
  /// The value, or how many elements a list has; nil if it is not given.
  package var from: String?
  package var to: String?
  /// `1 more`, `2 days later`, `without items[2]`; empty for choices.
  package var by: String
  /// What fires otherwise: `base applies`.
  package var rules: [String]
  /// What it would be: a quote, declined, or at fault.
  package var status: Explanation.Status
  package var reason: String
  /// As amounts of the currency; empty where there is no quote.
  package var total: String
  package var difference: String
}

/// What a booking comes to, and which way each decision about it went.
struct BookingOutcome {
  var status: Explanation.Status
  var reason: String
  /// The total in base units; nil without a quote.
  var total: Ratio?
  var shownTotal: String
  var outcomes: [Decision.Key: Decision.Outcome]

  /// Reads it off a recording of one booking.
  init(_ recording: Recording, _ walk: DecisionWalk) {
    let quotes = recording.quotes
    outcomes = walk.outcomes
    reason = ""
    shownTotal = ""
    switch QuoteBatch.Status(rawValue: quotes.statuses[recording.row]) {
    case .quoted:
      status = .quoted
      let register = recording.plan.results[quotes.schema.total].cells
      let value = recording.cell(register, recording.index(of: register, at: recording.booking))
      shownTotal =
        value.shown(type: .quantity(.money), units: UnitPair(), in: recording.model) ?? ""
      switch value {
      case .exact(let number): total = number
      case .double(let number):
        total = number.isFinite && abs(number) < 1e15
          ? Ratio(Int128((number * 1e6).rounded()), 1_000_000) : nil
      case .notGiven, .flag, .text, .texts, .choice, .integer, .point: total = nil
      }
    case .declined:
      status = .declined
      reason = quotes.declineReason(of: recording.row).string
    case .fault, nil:
      status = .fault
      reason = quotes.faults[quotes.firstRow + recording.row]?.message ?? ""
    }
  }

  /// Whether the same rules fired.
  func firesLike(_ other: BookingOutcome) -> Bool {
    status == other.status && outcomes == other.outcomes
  }
}
