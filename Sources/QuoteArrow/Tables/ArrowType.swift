/// What the cells of an Arrow column are, of the types that a booking can be read from.
enum ArrowType: Hashable, Sendable {
  case nothing
  case flag
  case whole(bytes: Int, isSigned: Bool)
  case double
  /// It has 2 or 4 bytes.
  case shortFloat(bytes: Int)
  case decimal(bytes: Int, places: Int)
  case text(offsetBytes: Int)
  case textView
  case days
  case dayMilliseconds
  case time(bytes: Int, perSecond: Int64)
  /// A moment, or what a clock on a wall says where there is no zone.
  case moment(perSecond: Int64, hasZone: Bool)
  case list(offsetBytes: Int)
  case listView(offsetBytes: Int)
  case fixedList(size: Int)
  case structure
  case other(String)

  /// From the text by which a schema tells it.
  init(format: String) {
    if let plain = Self.plain[format] {
      self = plain
    } else if format.hasPrefix("d:") {
      self = Self.decimal(format)
    } else if let (perSecond, hasZone) = Self.moment(format) {
      self = .moment(perSecond: perSecond, hasZone: hasZone)
    } else if format.hasPrefix("+w:"), let size = Int32(format.dropFirst(3)), size >= 0 {
      self = .fixedList(size: Int(size))
    } else {
      self = .other(format)
    }
  }

  /// `ts`, a unit, a colon, and the zone if there is one.
  private static func moment(_ format: String) -> (perSecond: Int64, hasZone: Bool)? {
    let rest = format.dropFirst(2)
    guard format.hasPrefix("ts"), let unit = rest.first, let perSecond = units[unit],
      rest.dropFirst().first == ":"
    else { return nil }
    return (perSecond, rest.count > 2)
  }

  private static let units: [Character: Int64] = [
    "s": 1, "m": 1000, "u": 1_000_000, "n": 1_000_000_000,
  ]

  private static let plain: [String: ArrowType] = [
    "n": .nothing, "b": .flag,
    "c": .whole(bytes: 1, isSigned: true), "C": .whole(bytes: 1, isSigned: false),
    "s": .whole(bytes: 2, isSigned: true), "S": .whole(bytes: 2, isSigned: false),
    "i": .whole(bytes: 4, isSigned: true), "I": .whole(bytes: 4, isSigned: false),
    "l": .whole(bytes: 8, isSigned: true), "L": .whole(bytes: 8, isSigned: false),
    "e": .shortFloat(bytes: 2), "f": .shortFloat(bytes: 4), "g": .double,
    "u": .text(offsetBytes: 4), "U": .text(offsetBytes: 8), "vu": .textView,
    "tdD": .days, "tdm": .dayMilliseconds,
    "tts": .time(bytes: 4, perSecond: 1), "ttm": .time(bytes: 4, perSecond: 1000),
    "ttu": .time(bytes: 8, perSecond: 1_000_000), "ttn": .time(bytes: 8, perSecond: 1_000_000_000),
    "+l": .list(offsetBytes: 4), "+L": .list(offsetBytes: 8),
    "+vl": .listView(offsetBytes: 4), "+vL": .listView(offsetBytes: 8), "+s": .structure,
  ]

  /// `d:precision,places` and, unless it has 128, its bits.
  private static func decimal(_ format: String) -> ArrowType {
    let parts = format.dropFirst(2).split(separator: ",", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard parts.count == 2 || parts.count == 3, let precision = parts[0], let places = parts[1],
      let bits = parts.count == 3 ? parts[2] : 128, let most = mostDigits[bits],
      1...most ~= precision, -most...most ~= places
    else { return .other(format) }
    return .decimal(bytes: bits / 8, places: places)
  }

  /// How many digits a decimal of so many bits has at most.
  private static let mostDigits = [32: 9, 64: 18, 128: 38, 256: 76]

  /// How many buffers an array of it has at least.
  var bufferCount: Int {
    switch self {
    case .nothing: 0
    case .structure, .fixedList: 1
    case .flag, .whole, .double, .shortFloat, .decimal, .days, .dayMilliseconds, .time, .moment,
      .list:
      2
    case .text, .textView, .listView: 3
    case .other: 0
    }
  }

  /// How many children a column of it has; nil: any number.
  var childCount: Int? {
    switch self {
    case .list, .listView, .fixedList: 1
    case .structure, .other: nil
    case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .text, .textView, .days,
      .dayMilliseconds, .time, .moment:
      0
    }
  }

  /// Whether the first of its buffers says which cells are given: that of a type which is not
  /// read may say anything.
  var hasValidity: Bool {
    switch self {
    case .nothing, .other: false
    case .flag, .whole, .double, .shortFloat, .decimal, .text, .textView, .days, .dayMilliseconds,
      .time, .moment, .list, .listView, .fixedList, .structure:
      true
    }
  }

  /// Whether its cells are numbers.
  var isNumber: Bool {
    switch self {
    case .whole, .double, .shortFloat, .decimal: true
    case .nothing, .flag, .text, .textView, .days, .dayMilliseconds, .time, .moment, .list,
      .listView, .fixedList, .structure, .other:
      false
    }
  }

  /// What a column of a type is that no input is read from, and what helps.
  static func unread(_ format: String) -> (what: String, cure: String) {
    switch format.prefix(2) {
    case "z", "Z", "vz", "w:": ("bytes", "decode them to texts first")
    case "tD":
      ("lengths of time", "cast them to whole numbers first, in the unit that the rules declare")
    case "ti": ("intervals of a calendar", "write them as numbers of months or of days first")
    case "+m": ("maps", "turn them into lists of objects first, or a column for each of their keys")
    case "+r": ("run-end encoded values", "decode them to plain values first")
    case "+u": ("values of several types", "cast them to one type first")
    case _:
      ("cells of the Arrow type `\(format.prefix(40))`", "cast them to texts or numbers first")
    }
  }
}
