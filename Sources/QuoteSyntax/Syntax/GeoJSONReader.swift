/// Reads the polygons of a GeoJSON file (RFC 7946: longitude first).
struct GeoJSONReader {
  let bytes: [UInt8]
  let file: Int32
  var log = DiagnosticLog()

  init(bytes: [UInt8], file: Int32) {
    self.bytes = bytes
    self.file = file
  }

  /// The area of the file: polygons and single features as one area, a
  /// feature collection as areas with names of their own.
  mutating func readArea(named span: SourceSpan) -> AreaDeclaration? {
    var reader = JSONReader(bytes: bytes)
    guard let root = reader.readWhole() else {
      fail("not JSON", at: reader.at)
      return nil
    }
    if root["type"]?.text == "FeatureCollection", let features = root["features"]?.elements {
      var areas: [(name: String, rings: [[GeographicPoint]])] = []
      for feature in features {
        let name = feature["properties"]?["name"]?.text ?? feature["id"]?.text ?? ""
        guard let rings = rings(of: feature) else { return nil }
        areas.append((name, rings))
      }
      if !areas.isEmpty { return .features(areas, span: span) }
      log.report(.emptyArea("feature", at: place(root.offset)))
      return nil
    }
    return rings(of: root).map { .polygon($0, span: span) }
  }

  private mutating func fail(_ problem: String, at offset: Int) {
    log.report(.notGeoJSON(problem, at: place(offset)))
  }

  private func place(_ offset: Int) -> SourceSpan {
    let lower = Int32(min(offset, max(0, bytes.count - 1)))
    return SourceSpan(file: file, lower: lower, upper: min(lower + 1, Int32(bytes.count)))
  }

  private mutating func rings(of node: JSONValue) -> [[GeographicPoint]]? {
    switch node["type"]?.text {
    case "Feature":
      if let geometry = node["geometry"], geometry["type"] != nil { return rings(of: geometry) }
    case "Polygon":
      if let rings = node["coordinates"]?.elements { return points(of: rings, at: node.offset) }
    case "MultiPolygon":
      if let polygons = node["coordinates"]?.elements {
        return points(of: polygons.flatMap { $0.elements ?? [] }, at: node.offset)
      }
    case _: break
    }
    fail("a polygon is needed here", at: node.offset)
    return nil
  }

  private mutating func points(
    of rings: [JSONValue], at offset: Int
  ) -> [[GeographicPoint]]? {
    var result: [[GeographicPoint]] = []
    for ring in rings {
      var corners: [GeographicPoint] = []
      for corner in ring.elements ?? [] {
        guard let pair = corner.elements, pair.count >= 2, let longitude = pair[0].number,
          let latitude = pair[1].number
        else {
          fail("a corner is [longitude, latitude] in degrees", at: corner.offset)
          return nil
        }
        let point = GeographicPoint(latitude: latitude, longitude: longitude)
        guard point.isOnEarth else {
          log.report(.notOnEarth(point, at: place(corner.offset)))
          return nil
        }
        corners.append(point)
      }
      if corners.count > 1, corners.first == corners.last { corners.removeLast() }
      guard corners.count >= 3 else {
        log.report(.ringTooShort(at: place(ring.offset)))
        return nil
      }
      result.append(corners)
    }
    if result.isEmpty { log.report(.emptyArea("ring", at: place(offset))) }
    return result.isEmpty ? nil : result
  }
}

/// A JSON value and where it begins.
struct JSONValue {
  enum Content {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])
  }

  var content: Content
  var offset: Int

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: String? {
    if case .text(let text) = content { return text }
    if case .number(let number) = content { return "\(number)" }
    return nil
  }

  var number: Double? {
    guard case .number(let number) = content else { return nil }
    return number
  }

  var elements: [JSONValue]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }
}

/// Reads one JSON value (RFC 8259) of a file small enough to hold.
struct JSONReader {
  static let depthLimit = 64

  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The value and nothing behind it; nil if the bytes are not JSON, `at`
  /// then tells where.
  mutating func readWhole() -> JSONValue? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    guard let value = readValue(depth: 0) else { return nil }
    skip()
    return at == bytes.count ? value : nil
  }

  private mutating func skip() {
    while at < bytes.count, bytes[at].isBlank { at += 1 }
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skip()
    guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  private mutating func readValue(depth: Int) -> JSONValue? {
    skip()
    guard at < bytes.count, depth < Self.depthLimit else { return nil }
    let start = at
    let content: JSONValue.Content?
    switch bytes[at] {
    case UInt8(ascii: "{"): content = readObject(depth: depth)
    case UInt8(ascii: "["): content = readArray(depth: depth)
    case UInt8(ascii: "\""): content = readText().map { .text($0) }
    case UInt8(ascii: "t"): content = take(word: "true") ? .flag(true) : nil
    case UInt8(ascii: "f"): content = take(word: "false") ? .flag(false) : nil
    case UInt8(ascii: "n"): content = take(word: "null") ? .null : nil
    case _: content = readNumber().map { .number($0) }
    }
    return content.map { JSONValue(content: $0, offset: start) }
  }

  private mutating func take(word: String) -> Bool {
    let stop = at + word.utf8.count
    guard stop <= bytes.count, bytes[at..<stop].elementsEqual(word.utf8) else { return false }
    at = stop
    return true
  }

  private mutating func readObject(depth: Int) -> JSONValue.Content? {
    at += 1
    if take("}") { return .object([]) }
    var members: [(key: String, value: JSONValue)] = []
    repeat {
      skip()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\""), let key = readText(), take(":"),
        let value = readValue(depth: depth + 1)
      else { return nil }
      members.append((key, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func readArray(depth: Int) -> JSONValue.Content? {
    at += 1
    if take("]") { return .array([]) }
    var elements: [JSONValue] = []
    repeat {
      guard let value = readValue(depth: depth + 1) else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func readNumber() -> Double? {
    let start = at
    while at < bytes.count, bytes[at].isDigit || "+-.eE".utf8.contains(bytes[at]) { at += 1 }
    guard at > start, bytes[start].isDigit || bytes[start] == UInt8(ascii: "-") else { return nil }
    let value = Double(String(decoding: bytes[start..<at], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func readText() -> String? {
    at += 1
    var text: [UInt8] = []
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] != UInt8(ascii: "\\") {
        text.append(bytes[at])
        at += 1
      } else if let scalar = readEscape() {
        text += Array(String(scalar).utf8)
      } else {
        return nil
      }
    }
    at += 1
    return at <= bytes.count ? String(validating: text, as: UTF8.self) : nil
  }

  private mutating func readEscape() -> Unicode.Scalar? {
    guard at + 1 < bytes.count else { return nil }
    let letter = bytes[at + 1]
    at += 2
    switch letter {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "u"):
      guard let high = readUnit() else { return nil }
      guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      else { return nil }
      at += 2
      guard let low = readUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    case _: return nil
    }
  }

  private mutating func readUnit() -> UInt32? {
    guard at + 4 <= bytes.count else { return nil }
    let value = UInt32(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
    at += 4
    return value
  }
}
