/// Puts into a few words what a person would name as the cause of a difference.
struct BookingCause {
  /// Names of the lines of both sides in their order, where both are known; nil
  /// where the other side's values are all that is known of it.
  var lines: [String]?

  /// `rules` are what made our price.
  func cause(of booking: BookingDifference, rules: [FiredRule]) -> String {
    if booking.ours != booking.theirs { return outcome(of: booking) }
    if booking.ours != .priced { return "refused for another reason" }
    if case .removed(let profiles) = booking.rounding {
      return "rounding: the same with \(profiles.joined(separator: ", "))"
    }
    let ours = names(.onlyOurs, in: booking)
    let theirs = names(.onlyTheirs, in: booking)
    if !ours.isEmpty || !theirs.isEmpty {
      return [("only ours: ", ours), ("only theirs: ", theirs)].filter { !$0.1.isEmpty }
        .map { $0.0 + $0.1.joined(separator: ", ") }.joined(separator: "; ")
    }
    // An output of its own has rows of its own, and else those of the line it stands beside.
    let own = rules.filter { $0.kind == .row && $0.line == booking.departing }.map(\.name)
    let rows =
      own.isEmpty
      ? rules.filter { $0.kind == .row && $0.line == booking.departingLine }.map(\.name) : own
    let named = rows.count <= 2 ? rows : Self.tables(rows)
    return booking.departing + (named.isEmpty ? "" : " by " + named.joined(separator: ", "))
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
    let names = booking.fields.compactMap { field -> String? in
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

  private static func tables(_ rows: [String]) -> [String] {
    var names: [String] = []
    for row in rows {
      let name = String(row.prefix { $0 != " " })
      if !names.contains(name) { names.append(name) }
    }
    return names.sorted()
  }
}
