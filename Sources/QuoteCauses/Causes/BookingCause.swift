package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Puts into a few words what a person would name as the cause of a difference.
package struct BookingCause {
  /// Names of the lines of both sides in their order, where both are known; nil
  /// where the other side's values are all that is known of it.
  private let lines: [String]?

  /// The other side is known by its values alone.
  package init() { lines = nil }

  /// Compares two sets of rules.
  package init(_ ours: Pricer, _ theirs: Pricer) {
    let known = ours.plan.quoteSchema.lines.filter { $0.kind == .line }.map(\.name)
    let others = theirs.plan.quoteSchema.lines.filter { $0.kind == .line }.map(\.name)
    lines = known + others.filter { !known.contains($0) }
  }

  /// `rows` stand behind the value at which the sides depart, in a few words.
  package func cause(of booking: BookingDifference, rows: [String]) -> String {
    if booking.ours != booking.theirs { return outcome(of: booking) }
    if booking.ours != .priced { return "refused for another reason" }
    if case .removed = booking.rounding {
      return "rounding at \(booking.roundedFormula ?? booking.departing)"
    }
    let ours = names(.onlyOurs, in: booking)
    let theirs = names(.onlyTheirs, in: booking)
    if !ours.isEmpty || !theirs.isEmpty {
      return [("only ours: ", ours), ("only theirs: ", theirs)].filter { !$0.1.isEmpty }
        .map { $0.0 + $0.1.joined(separator: ", ") }.joined(separator: "; ")
    }
    if let moved = booking.moved { return moved.cause }
    // No rule makes a text of a number.
    if booking.fields.contains(where: { $0.name == booking.departing && $0.isTextForNumber }) {
      return "their \(booking.departing) is not a number"
    }
    return booking.departing + (rows.isEmpty ? "" : " by " + rows.joined(separator: ", "))
  }

  /// The value that the cause is about, where it is not the one that departs: the line that
  /// rounds otherwise, or the first that the other side has not.
  package func place(of booking: BookingDifference) -> String? {
    if case .removed = booking.rounding { return booking.roundedFormula }
    return names(.onlyOurs, in: booking).first
  }

  private func outcome(of booking: BookingDifference) -> String {
    func side(_ outcome: ReferenceMap.Outcome, _ who: String, _ reason: String) -> String {
      let said = reason.isEmpty ? "" : ": " + Self.withoutNumbers(reason)
      return "\(outcome.rawValue) by \(who)\(said)"
    }
    if booking.ours == .priced || booking.theirs == .missing {
      return side(booking.theirs, "them", booking.theirReason)
    }
    return side(booking.ours, "us", booking.ourReason)
  }

  /// A sentence without the numbers of elements.
  private static func withoutNumbers(_ reason: String) -> String {
    var text = ""
    var isNumber = false
    for character in reason {
      if character == "]" { isNumber = false }
      if !isNumber || !character.isNumber { text.append(character) }
      if character == "[" { isNumber = true }
    }
    return text
  }

  /// Lines, or values at the top of the reply, that are a number on one side
  /// and nothing on the other.
  private func names(_ kind: FieldDifference.Kind, in booking: BookingDifference) -> [String] {
    let names = booking.fieldsWithSilent.compactMap { field -> String? in
      guard field.kind == kind, lines?.contains(field.path) ?? Self.isTop(field.path) else {
        return nil
      }
      let value = kind == .onlyOurs ? field.ours : field.theirs
      guard let number = Ratio(decimal: value), !number.isZero else { return nil }
      return field.path
    }
    guard let lines else { return names }
    return lines.filter { names.contains($0) }
  }

  private static func isTop(_ path: String) -> Bool { !path.contains(".") && !path.contains("[") }
}
