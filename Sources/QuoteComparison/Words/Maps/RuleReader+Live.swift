import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension RuleReader {
  private static let liveKeys = ["path", "method", "headers", "body", "form", "as_of"]
  private static let methods = ["GET", "POST", "PUT", "PATCH"]
  /// Headers that the sending decides.
  private static let ownHeaders: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "accept-encoding",
  ]

  /// Reads the map's `live` section: how bookings are asked of a backend.
  mutating func readLive(_ node: YAMLNode, at key: Spanned<String>) -> ReferenceMap.Live {
    var live = ReferenceMap.Live()
    let entries = entries(node, wanted: "a mapping that describes a request")
    checkKeys(entries, of: "`live`", Self.liveKeys)
    if entries["path"] == nil { log.report(.missingKey("path", in: "`live`", at: key.span)) }
    for entry in entries {
      switch entry.key.value {
      case "path": live.path = livePath(entry.value)
      case "method":
        guard let text = scalarText(entry.value, wanted: "a method") else { continue }
        live.method = text.value
        if !Self.methods.contains(text.value) {
          log.report(.unknownWord(text, wanted: "a method", among: Self.methods))
        }
      case "headers":
        for header in self.entries(entry.value, wanted: "a mapping of headers") {
          if let value = liveHeader(header) { live.headers.append((header.key.value, value)) }
        }
      case "body":
        live.body = []
        appendBody(entry.value, to: &live.body)
      case "form":
        live.form = scalarText(entry.value, wanted: "the name of a form")?.value
      case "as_of":
        guard let text = scalarText(entry.value, wanted: "`now` or `record`") else { continue }
        live.isAsOfRecorded = text.value == "record"
        if text.value != "record", text.value != "now" {
          log.report(.unknownWord(text, wanted: "a moment of quoting", among: ["now", "record"]))
        }
      case _: break
      }
    }
    if live.method == "GET" {
      if let body = entries["body"] { log.report(.getWithBody(at: body.span)) }
      live.body = []
    }
    return live
  }

  /// What a live request needs of the rest of the map.
  mutating func checkLive(_ map: ReferenceMap, at key: Spanned<String>) {
    guard let live = map.live else { return }
    let places = map.places
    let wanted: [(String, ReferenceMap.Path?, usual: String)] = [
      ("booking", places.booking, "request"), ("status", places.status, "status"),
      ("reply", places.reply, "response"),
    ]
    var areApart = true
    for (index, (name, path, usual)) in wanted.enumerated() {
      guard let path, !path.isEmpty else {
        log.report(.livePlace(name, usual: usual, at: key.span))
        areApart = false
        continue
      }
      for (other, otherPath, _) in wanted[..<index] {
        guard let otherPath, !otherPath.isEmpty else { continue }
        if path.starts(with: otherPath) || otherPath.starts(with: path) {
          log.report(.livePlacesOverlap(name, other, at: key.span))
          areApart = false
        }
      }
    }
    if areApart { checkBody(places, at: key) }
    if map.statuses.isEmpty {
      log.report(.missingKey("statuses", in: "a map with `live`", at: key.span))
    }
    if let form = live.form, map.form(named: form) == nil {
      log.report(.liveForm(form, among: map.forms.compactMap(\.name), at: key.span))
    }
  }

  /// All of an answer has one place, of which the rest of the map reads parts.
  private mutating func checkBody(_ places: ReferenceMap.Places, at key: Spanned<String>) {
    let parts = [("reply", places.reply), ("refusal", places.refusal ?? places.reply)]
    func text(_ path: ReferenceMap.Path) -> String { "`\(path.joined(separator: "."))`" }
    let usual = text(places.possibleBodies.first ?? [places.reply[0]])
    if let body = places.body {
      let others = [("booking", places.booking), ("status", places.status ?? [])]
      if let part = parts.first(where: { !$0.1.starts(with: body) || body.isEmpty }) {
        let why = "`\(part.0)` is not in \(body.isEmpty ? "an object of the answer" : text(body))"
        log.report(.liveBody(why, usual: usual, at: key.span))
      } else if let other = others.first(where: { $0.1.starts(with: body) }) {
        log.report(.livePlacesOverlap("body", other.0, at: key.span))
      }
      return
    }
    let possible = places.possibleBodies
    if possible.isEmpty {
      let why = "\(text(parts[0].1)) and \(text(parts[1].1)) have no place in common"
      log.report(.liveBody(why, usual: nil, at: key.span))
    } else if possible.count > 1 {
      let why = "is it all at \(possible.map(text).joined(separator: " or at "))?"
      log.report(.liveBody(why, usual: usual, at: key.span))
    }
  }

  private mutating func livePath(_ node: YAMLNode) -> LiveText {
    guard let text = scalarText(node, wanted: "a path such as `/api/quotes`") else {
      return LiveText()
    }
    let path = liveText(text)
    let isAscii = text.value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    let begins = text.value.hasPrefix("/") || text.value.hasPrefix("${form}")
    if !isAscii || !begins || text.value.contains("#") {
      log.report(.livePathForm(text))
    }
    return path
  }

  private mutating func liveHeader(_ entry: YAMLEntry) -> LiveText? {
    let name = entry.key
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken = name.value.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || marks.contains(byte)
    }
    if !isToken || name.value.isEmpty || Self.ownHeaders.contains(name.value.lowercased()) {
      log.report(.liveHeader(name))
      return nil
    }
    guard let text = scalarText(entry.value, wanted: "the value of a header") else { return nil }
    return liveText(text)
  }

  /// JSON out of YAML: plain numbers, true, false and null are themselves, all
  /// else is text.
  private mutating func appendBody(_ node: YAMLNode, to body: inout [LiveBodyPart]) {
    switch node.content {
    case .mapping(let entries, _):
      body.append(.json("{"))
      for (index, entry) in entries.enumerated() {
        if index > 0 { body.append(.json(",")) }
        body += [.text(LiveText([.text(entry.key.value)])), .json(":")]
        appendBody(entry.value, to: &body)
      }
      body.append(.json("}"))
    case .sequence(let elements, _):
      body.append(.json("["))
      for (index, element) in elements.enumerated() {
        if index > 0 { body.append(.json(",")) }
        appendBody(element, to: &body)
      }
      body.append(.json("]"))
    case .scalar(let scalar):
      if node.isEmpty { return body.append(.json("null")) }
      let spanned = text(scalar)
      let isPlain = scalar.style == .plain
      if isPlain, Self.isJSONScalar(spanned.value) { return body.append(.json(spanned.value)) }
      let filled = liveText(spanned)
      if filled.parts.count == 1, case .hole(let hole) = filled.parts[0] {
        body.append(.value(hole))
      } else {
        body.append(.text(filled))
      }
    }
  }

  private static func isJSONScalar(_ text: String) -> Bool {
    ["true", "false", "null"].contains(text)
      || text.wholeMatch(of: kept(#/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#)) != nil
  }

  // MARK: - Holes

  /// A text with `${holes}`.
  private mutating func liveText(_ text: Spanned<String>) -> LiveText {
    var parts: [LiveText.Part] = []
    var rest = text.value[...]
    while let start = rest.firstRange(of: "${") {
      if start.lowerBound > rest.startIndex {
        parts.append(.text(String(rest[..<start.lowerBound])))
      }
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(of: "}") else {
        log.report(.holeOpen(at: text.span))
        return LiveText(parts)
      }
      let name = String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      if let hole = Self.hole(named: name) {
        parts.append(.hole(hole))
      } else {
        log.report(.holeName(name, at: text.span))
      }
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return LiveText(parts)
  }

  private static func hole(named name: String) -> LiveHole? {
    switch name {
    case "key": return .key
    case "form": return .form
    case "as_of": return .asOf
    case "booking": return .booking([])
    case _: break
    }
    if name.wholeMatch(of: kept(/[A-Z_][A-Z0-9_]*/)) != nil { return .environment(name) }
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard steps.first == "booking", steps.count > 1, !steps.contains("") else { return nil }
    return .booking(Array(steps.dropFirst()))
  }
}
