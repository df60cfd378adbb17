/// The unit that the name of an input says, where it has another.
enum UnitOfName {
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

  /// What an input is named for; nil where its name says no unit.
  static func said(by name: String) -> String? {
    let parts = name.lowercased().split(separator: "_").map(String.init)
    guard let last = parts.last else { return nil }
    if parts.count > 1, let unit = endings[last] { return unit }
    // `min` alone or in front may be the least of something.
    if last == "min", parts.count == 1 { return nil }
    return words[last] ?? (last.hasSuffix("s") ? words[String(last.dropLast())] : nil)
  }
}
