/// What a file was named as by another one.
///
/// Messages show the lines that they are about. So that rules cannot have the lines of some
/// other file shown, a file must look like what it was named as before anything is said of its
/// content: by the ending of its name, links followed, and by a first look.
enum FileKind {
  /// `extends: base.yaml`, the overlay of a form.
  case rules
  /// `first: prices.csv`, `first: prices.xlsx#Zones`.
  case table
  /// `area: zones.geojson`.
  case area

  /// By its name, links followed, and what is in it.
  func fits(_ path: String, _ bytes: [UInt8]) -> Bool {
    let name = path.lowercased()
    guard endings.contains(where: name.hasSuffix) else { return false }
    switch self {
    case .rules: return Self.looksLikeRules(bytes)
    case .table: return !Self.isSpreadsheet(name) || bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
    case .area: return Self.looksLikeArea(bytes)
    }
  }

  /// Whether a table's name is that of a spreadsheet.
  static func isSpreadsheet(_ name: String) -> Bool {
    name.lowercased().hasSuffix(".xlsx") || name.lowercased().hasSuffix(".xlsm")
  }

  func trouble(_ name: String) -> Trouble {
    Trouble("of-other-kind", "`\(name)` is not \(wanted)")
  }

  private var endings: [String] {
    switch self {
    case .rules: [".yaml", ".yml"]
    case .table: [".csv", ".xlsx", ".xlsm"]
    case .area: [".geojson", ".json"]
    }
  }

  private var wanted: String {
    switch self {
    case .rules:
      "a rules file: those end in `.yaml` or `.yml` and have a line `schema:` or a section of rules"
    case .table:
      "a CSV file or a spreadsheet: the name of those, links followed, ends in `.csv` or `.xlsx`"
    case .area: "a GeoJSON file: those end in `.geojson` or `.json` and hold a GeoJSON object"
    }
  }

  /// Whether some line begins with a key that rules and overlays have, and others rarely.
  private static func looksLikeRules(_ bytes: [UInt8]) -> Bool {
    let keys = ["schema", "extends", "remove"] + RuleReader.sectionKeys
    // A file without any line of its own changes nothing and shows nothing.
    if bytes.allSatisfy({ $0.isBlank || $0 == 10 || $0 == 13 }) { return true }
    return bytes.split(omittingEmptySubsequences: true) { $0 == 10 || $0 == 13 }.contains { line in
      let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
      return keys.contains { line.starts(with: ($0 + ":").utf8) }
    }
  }

  /// Whether a member `type` says one of the things that GeoJSON consists of, even if the file
  /// is not JSON throughout.
  private static func looksLikeArea(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    let (quote, type) = (UInt8(ascii: "\""), Array("\"type\"".utf8))
    var at = 0
    while let found = bytes[at...].firstIndex(of: quote) {
      at = found + 1
      guard bytes[found...].starts(with: type) else { continue }
      let colon = bytes[(found + type.count)...].drop(while: isSpace)
      guard colon.first == UInt8(ascii: ":") else { continue }
      let value = colon.dropFirst().drop(while: isSpace)
      guard value.first == quote else { continue }
      let word = value.dropFirst().prefix { $0 != quote }
      guard word.endIndex < bytes.count else { return false }
      if areaTypes.contains(where: { word.elementsEqual($0.utf8) }) { return true }
    }
    return false
  }

  private static let areaTypes = [
    "Feature", "FeatureCollection", "GeometryCollection", "Polygon", "MultiPolygon", "Point",
    "MultiPoint", "LineString", "MultiLineString",
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
}
