import QuoteSyntax

/// The unit that the name of an input says, where it has another.
package enum UnitOfName {
  /// The words stand here without the `s` of more than one.
  private static let words: [String: String] = [
    "hour": "h", "hr": "h", "std": "h", "stunden": "h", "heure": "h",
    "minute": "min", "min": "min", "minuten": "min", "second": "s", "sec": "s", "sekunden": "s",
    "day": "day", "tage": "day", "jour": "day",
    "mile": "mi", "mi": "mi", "km": "km", "kilometer": "km", "kilometre": "km",
    "meter": "m", "metre": "m",
    "lb": "lb", "pound": "lb", "kg": "kg", "kilo": "kg", "gram": "g", "gramm": "g",
  ]
  /// Short ones, which say a unit only at the end of a name: `length_m`.
  private static let endings: [String: String] = ["h": "h", "m": "m", "g": "g", "s": "s"]

  /// Words that make another unit of the next: a nautical mile, a square foot.
  private static let otherKinds: Set<String> = ["nautical", "square", "cubic", "metric"]

  /// What an input is named for; nil where its name says no unit.
  package static func said(by name: String) -> String? {
    let parts = withoutParticiple(ModelChecker.words(of: name))
    guard let last = parts.last else { return nil }
    if parts.count > 1, otherKinds.contains(parts[parts.count - 2]) { return nil }
    if parts.count > 1, let unit = endings[last] { return unit }
    // `min` alone or in front may be the least of something.
    if last == "min", parts.count == 1 { return nil }
    return words[last] ?? (last.hasSuffix("s") ? words[String(last.dropLast())] : nil)
  }

  /// A name that says what is read in place of what it says now: `distance_mi` for `km`.
  static func renamed(_ name: String, for unit: String, of type: String) -> String {
    var parts = withoutParticiple(ModelChecker.words(of: name))
    if said(by: name) != nil { parts.removeLast() }
    return (parts.isEmpty ? type : parts.joined(separator: "_")) + "_" + unit
  }

  /// What is done with so many of a unit: `hours_worked`, `weeks_booked`.
  private static let participles: Set<String> = [
    "worked", "booked", "used", "rented", "hired", "stayed", "parked", "driven", "charged",
    "billed", "logged", "spent", "out",
  ]

  /// The words of a name up to its unit, which stands in the plural before what is done with it.
  package static func withoutParticiple(_ words: [String]) -> [String] {
    guard words.count > 1, let last = words.last, participles.contains(last),
      words[words.count - 2].hasSuffix("s")
    else { return words }
    return words.dropLast()
  }

  /// The same of a column, whose name may have its unit in brackets: `weight (lb)`.
  static func said(byColumn name: String) -> String? {
    let lowered = name.lowercased()
    if lowered.contains(where: { $0 == ")" || $0 == "]" }),
      let match = lowered.firstMatch(of: kept(/[(\[]\s*(\w+)\s*[)\]]\s*$/))
    {
      let unit = String(match.1)
      return words[unit] ?? endings[unit] ?? words[String(unit.dropLast())]
    }
    return said(by: name)
  }

  static func isLongitude(_ name: String) -> Bool {
    let letters = name.lowercased().filter(\.isLetter)
    return ["lng", "lon", "long", "longitude"].contains { letters == $0 || letters.hasSuffix($0) }
  }
}

extension FieldPath {
  /// The member at the end of the path, or the column: it says what comes in.
  package var lastMember: String? {
    guard case .member(let name)? = steps.last else { return nil }
    return name
  }

  /// The path as it is told to people, without the quotation marks of a column's name.
  func named(in sources: Sources) -> String {
    steps.count == 1 ? lastMember ?? "" : sources.text(at: span).trimmedOfSpaces
  }
}
