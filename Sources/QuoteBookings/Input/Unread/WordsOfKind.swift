import QuoteLanguage
import QuoteSyntax

/// Words that people add to the name of an input for what it is: `cargo_kg` is a cargo that is
/// a weight.
enum WordsOfKind {
  static func of(_ type: InputType) -> Set<String> {
    switch type {
    case .weight: ["weight", "kg", "kgs", "kilos", "lb", "lbs", "pounds", "mass", "tonnes"]
    case .distance:
      ["distance", "length", "width", "height", "m", "km", "metres", "meters", "mile", "mi"]
    case .duration: ["duration", "minutes", "min", "mins", "hours", "h", "time", "seconds"]
    case .money: ["amount", "price", "value", "sum", "eur", "usd", "gbp", "euro", "euros"]
    case .count, .number, .declared: ["count", "number", "num", "qty", "quantity", "nr", "no", "n"]
    case .date: ["date", "day"]
    case .time: ["time"]
    case .instant: ["time", "datetime", "timestamp", "date", "at"]
    case .flag: ["flag", "is", "has", "was", "at", "with", "time", "wanted", "booked", "needed"]
    case .oneOf: ["type", "kind", "name", "code"]
    case .text: ["name", "text"]
    case .point: ["point", "position", "location", "coordinates"]
    }
  }

  /// Whether a member's name is that of an input with such a word before or behind it.
  static func isMeant(_ name: String, for input: String, _ kind: Set<String>) -> Bool {
    isMeant(words(of: name), for: words(of: input), kind)
  }

  /// The same of the words of both.
  static func isMeant(_ words: [String], for own: [String], _ kind: Set<String>) -> Bool {
    guard words.count == own.count + 1 else { return false }
    return words.dropLast() == own[...] && kind.contains(words.last ?? "")
      || words.dropFirst() == own[...] && kind.contains(words.first ?? "")
  }

  private static let latitudes: Set<String> = ["lat", "latitude", "y"]
  private static let longitudes: Set<String> = ["lng", "lon", "long", "longitude", "x"]

  /// Whether a name says latitude or longitude, and what else it says: `quay` of `quay_lat`.
  static func coordinate(_ name: String) -> (isLatitude: Bool, rest: [String])? {
    var rest = words(of: name)
    guard let index = rest.firstIndex(where: { latitudes.contains($0) || longitudes.contains($0) })
    else { return nil }
    let word = rest.remove(at: index)
    return (latitudes.contains(word), rest)
  }

  /// Whether both are latitudes, or both longitudes, of the same thing.
  static func isSameCoordinate(_ name: String, as other: String) -> Bool {
    guard let one = coordinate(name), let two = coordinate(other) else { return false }
    return one.isLatitude == two.isLatitude && one.rest == two.rest
  }

  /// The parts of `cargo_kg`, `cargoKg` and `cargo-kg`, in small letters.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for letter in name {
      guard letter.isLetter || letter.isNumber else {
        isOpen = false
        continue
      }
      if !isOpen || letter.isUppercase && !(words.last?.last?.isUppercase ?? true) {
        words.append("")
      }
      words[words.count - 1].append(letter)
      isOpen = true
    }
    return words.map { $0.lowercased() }
  }
}
