/// The unit that the name of an input says, where it has another.
enum UnitOfName {
  private static let words: [String: String] = [
    "hours": "h", "hour": "h", "hrs": "h", "std": "h", "stunden": "h", "heures": "h",
    "minutes": "min", "minute": "min", "mins": "min", "minuten": "min",
    "seconds": "s", "secs": "s", "sec": "s", "sekunden": "s",
    "days": "day", "tage": "day", "jours": "day",
    "miles": "mi", "mile": "mi", "mi": "mi", "km": "km", "kilometers": "km", "kilometres": "km",
    "kilometer": "km", "meters": "m", "metres": "m", "meter": "m",
    "lb": "lb", "lbs": "lb", "pounds": "lb", "kg": "kg", "kilos": "kg", "grams": "g", "gramm": "g",
    "min": "min",
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
    return words[last]
  }
}
