import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What build servers sort differences by: an outcome that is not the other
/// side's, another reason for declining, or the line at which amounts depart.
struct DifferenceKind {
  var id: String
  /// `first departs at work`, said of a booking.
  var title: String
  var group: DifferenceGroup
  /// The worst booking of the kind, if it is among those that are kept.
  var worst: BookingDifference?

  /// What such bookings have in common.
  var common: [DifferenceWords.Trait] = []
  /// What theirs is of ours, and the edit that makes it ours.
  var reasons: [String] = []

  /// Where to look: at what nearly all of them have, and few others; else where they depart.
  var place: RulePlace? {
    if let place = group.remedy?.place { return place }
    if let first = common.first, first.isNearlyAll, let place = first.finding.place {
      return place
    }
    return group.place ?? worst?.place
  }

  /// What to do next.
  func help(_ words: DifferenceWords) -> String {
    let at = place.map { "\($0.file):\($0.line)" } ?? "the rules"
    return "Look at \(at). `\(words.explaining(group.example))` shows what our side is made from."
  }

  private static let reasonID = "another-reason"

  /// The kind of a booking's difference.
  static func id(of booking: BookingDifference) -> String {
    if booking.ours != booking.theirs {
      return "outcome/\(booking.ours.rawValue)-\(booking.theirs.rawValue)"
    }
    return booking.ours == .priced ? "departs-at/\(booking.departing)" : reasonID
  }

  /// All kinds that a comparison met: outcomes, reasons, lines, most bookings
  /// first.
  static func all(_ summary: DifferenceSummary) -> [DifferenceKind] {
    var worst: [String: BookingDifference] = [:]
    for booking in summary.worst where worst[id(of: booking)] == nil {
      worst[id(of: booking)] = booking
    }
    let outcomes = summary.outcomes.ordered.map { group in
      let words = group.name.split(separator: " ")
      let id = "outcome/\(words.first ?? "")-\(words.dropFirst(3).first ?? "")"
      return DifferenceKind(id: id, title: "is \(group.name)", group: group, worst: worst[id])
    }
    let common = Dictionary(grouping: DifferenceWords.traits(summary), by: \.departing)
    let departing = summary.departing.ordered.map { group in
      let id = "departs-at/\(group.name)"
      return DifferenceKind(
        id: id, title: "first departs at \(DifferenceWords.line(group.name))", group: group,
        worst: worst[id], common: common[group.name] ?? [])
    }
    return outcomes + reasons(summary, worst) + departing
  }

  /// The same, with the causes of bookings that both sides price in place of where these depart:
  /// each has the money that reports say of it.
  static func annotated(
    _ summary: DifferenceSummary, _ words: DifferenceWords
  ) -> [DifferenceKind] {
    let kinds = all(summary)
    let others = kinds.filter { !$0.id.hasPrefix("departs-at/") }
    let common = Dictionary(grouping: DifferenceWords.traits(summary), by: \.departing)
    let reasons = Dictionary(words.reasons(summary).map { ($0.cause, $0.sentences) }) { a, _ in a }
    var met: Set<String> = []
    let causes = summary.causes.ordered.compactMap { group -> DifferenceKind? in
      // What only shows behind an edit is called by the value.
      let departing = summary.departures[group.name] ?? group.name
      guard !departing.isEmpty else { return nil }
      let worst = summary.worst.first { booking in
        booking.cause == group.name || booking.parts.contains { $0.cause == group.name }
          || booking.isPricedByBoth && booking.departing == group.name
      }
      let isValue = DifferenceWords.isOfRows(group.name, at: departing)
      return DifferenceKind(
        id: "cause/\(group.name)",
        title: (isValue ? "differs at " : "") + DifferenceWords.line(group.name, atMost: 80),
        group: group, worst: worst,
        common: met.insert(departing).inserted ? common[departing] ?? [] : [],
        reasons: reasons[group.name] ?? [])
    }
    return others + causes
  }

  /// Refusals are held against each other as one value of their own.
  private static func reasons(
    _ summary: DifferenceSummary, _ worst: [String: BookingDifference]
  ) -> [DifferenceKind] {
    guard let booking = worst[reasonID], let field = booking.fields.first,
      let group = summary.fields[field.field]
    else { return [] }
    return [
      DifferenceKind(
        id: reasonID, title: "is declined for another reason", group: group, worst: booking)
    ]
  }
}
