import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

extension ReferenceMap {
  /// Reads a map. Overlays are looked for beside it.
  ///
  /// Throws all that is wrong with it at once, or the trouble of a file that
  /// cannot be had.
  package init(
    readingFile name: String, from loader: FileLoader = .disk()
  ) throws(MapFailure) {
    self.init()
    let bytes: [UInt8]
    do throws(Trouble) { bytes = try loader.read(name) } catch { throw .trouble(error) }
    var reader = RuleReader(
      fileName: name, bytes: bytes, loader: loader, sources: Sources(), log: DiagnosticLog())
    if let entries = reader.readRoot(wanted: "sections such as `record` and `forms`") {
      reader.readMap(entries, into: &self)
    } else if [".csv", ".json", ".jsonl", ".xlsx"].contains(where: name.lowercased().hasSuffix) {
      reader.log = DiagnosticLog()
      reader.log.report(.mapOfAnswers(name, file: reader.file))
    } else if let mistake = reader.bracketInMapping {
      reader.log = DiagnosticLog()
      reader.log.report(mistake)
    }
    sources = reader.sources
    guard !reader.log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: reader.log.sorted, sources: sources))
    }
  }
}

/// Why there is no map.
package enum MapFailure: Error, Sendable {
  case rejected(RulesRejected)
  case trouble(Trouble)
}

/// What a status may mean.
private enum StatusMeaning: String, CaseIterable {
  case priced, declined, fault, other

  var outcome: ReferenceMap.Outcome {
    switch self {
    case .priced: .priced
    case .declined: .declined
    case .fault: .fault
    case .other: .other
    }
  }
}

extension RuleReader {
  private static let mapKeys = [
    "schema", "record", "statuses", "ignore", "forms", "counts", "join", "rows", "live",
  ]
  private static let placeKeys = [
    "key", "booking", "booking_text", "as_of", "form", "status", "reply", "refusal", "body",
  ]
  private static let falsyIsMissing = ", \(InputConversion.falsyIsMissing.rawValue)"
  private static let formKeys = ["overlay", "reply", "fields", "compare", "ignore"]
  /// The form of records that no other form names.
  private static let otherForms = "other"

  fileprivate mutating func readMap(_ entries: [YAMLEntry], into map: inout ReferenceMap) {
    if isOfOtherKind(entries, than: "quote-map/1") { return }
    checkKeys(entries, of: "a reference map", Self.mapKeys)
    let top = SourceSpan(file: file, lower: 0, upper: 0)
    for key in ["schema", "record"] where entries[key] == nil {
      log.report(.missingKey(key, in: "a reference map", at: top))
    }
    if let node = entries["schema"], let text = scalarText(node, wanted: "a text"),
      text.value != "quote-map/1"
    {
      log.report(.unknownWord(text, wanted: "a known version", among: ["quote-map/1"]))
    }
    if let node = entries["record"] { readPlaces(node, into: &map.places) }
    if let node = entries["statuses"] { readStatuses(node, into: &map.statuses) }
    let ignored = (entries["ignore"].map { names($0) } ?? []).map(\.value)
    if let node = entries["forms"] {
      for entry in self.entries(node, wanted: "a mapping of forms") {
        map.forms.append(readForm(entry, ignored: ignored))
      }
    }
    if map.forms.isEmpty {
      var form = ReferenceMap.Form()
      form.ignored = Set(ignored)
      map.forms = [form]
    }
    if let node = entries["counts"] {
      for entry in self.entries(node, wanted: "a mapping of inputs") {
        if let count = readCount(entry) { map.counts.append(count) }
      }
    }
    if let node = entries["join"] {
      if let scalar = node.scalar, !node.isEmpty {
        log.report(.joinForm(node, text(scalar).value))
        return
      }
      for entry in self.entries(node, wanted: "a mapping of inputs") {
        if let place = path(entry.value) { map.join.append((entry.key.value, place)) }
      }
    }
    if let node = entries["rows"] { map.rows = readRows(node) }
    if let entry = entries.first(where: { $0.key.value == "live" }) {
      map.live = readLive(entry.value, at: entry.key)
      checkLive(map, at: entry.key)
    }
  }

  /// `rows: lines`, or `rows: { as: lines, sum: [amount] }`.
  private mutating func readRows(_ node: YAMLNode) -> ReferenceMap.Rows? {
    guard let entries = node.entries else {
      return scalarText(node, wanted: "the name of a list").map { .init(list: $0.value) }
    }
    checkKeys(entries, of: "`rows`", ["as", "sum"])
    guard let list = entries["as"].flatMap({ scalarText($0, wanted: "the name of a list") }) else {
      log.report(.missingKey("as", in: "`rows`", at: node.span))
      return nil
    }
    let sums = (entries["sum"].map { names($0) } ?? []).map(\.value)
    return ReferenceMap.Rows(list: list.value, sums: sums)
  }

  private mutating func readPlaces(_ node: YAMLNode, into places: inout ReferenceMap.Places) {
    let entries = entries(node, wanted: "a mapping of places")
    checkKeys(entries, of: "`record`", Self.placeKeys)
    for entry in entries {
      guard var text = scalarText(entry.value, wanted: "a path such as `response.total`") else {
        continue
      }
      if entry.key.value == "booking", text.value.hasSuffix(Self.falsyIsMissing) {
        places.falsyIsMissing = true
        text = Spanned(String(text.value.dropLast(Self.falsyIsMissing.count)), at: text.span)
      }
      guard let path = path(text) else { continue }
      if Self.looksInside(text.value) { log.report(.placeForm(text)) }
      switch entry.key.value {
      case "key": places.key = path
      case "booking": places.booking = path
      case "booking_text": places.bookingText = path
      case "as_of": places.asOf = path
      case "form": places.form = path
      case "status": places.status = path
      case "reply": places.reply = path
      case "refusal": places.refusal = path
      case "body": places.body = path
      case _: break
      }
    }
  }

  /// `{ refusal: response.errors[0].detail }` is no YAML: brackets end a text there.
  fileprivate var bracketInMapping: Diagnostic? {
    let text = String(decoding: bytes, as: UTF8.self)
    let found = text.firstMatch(
      of: kept(/[{,][ \t]*(\w+):[ \t]+([\w.]+\[[^\[\],{}"]*\][\w.\[\]]*)/))
    let key = text.firstMatch(of: kept(/[{,][ \t]*([\w.]+\[[^\[\],{}"]*\][\w.\[\]]*):/))
    guard !log.hasErrors || log.all.allSatisfy({ $0.id == "text-needs-quotes" }) else { return nil }
    func spanned(_ part: Substring) -> Spanned<String> {
      let lower = Int32(text.utf8.distance(from: text.startIndex, to: part.startIndex))
      return Spanned(
        String(part),
        at: SourceSpan(file: file, lower: lower, upper: lower + Int32(part.utf8.count)))
    }
    if let found { return .placeForm(spanned(found.output.2)) }
    return key.map { .pathNeedsQuotes(spanned($0.output.1)) }
  }

  /// Whether it wants an element of a list, which places in records have not. `Cost [USD]` may
  /// be a column, and so may whatever is in quotes.
  private static func looksInside(_ text: String) -> Bool {
    let text = text.replacing(kept(/(^|\.)"[^"]*"/), with: "")
    let parts = text.split(separator: "[", omittingEmptySubsequences: false)
    return zip(parts, parts.dropFirst()).contains { name, rest in
      let inside = rest.prefix { $0 != "]" }
      let goesOn = rest.dropFirst(inside.count + 1).first == "."
      return name.last != " "
        && (inside.allSatisfy(\.isNumber) || inside.contains("=") || goesOn
          || name.contains("."))
    }
  }

  private mutating func readStatuses(
    _ node: YAMLNode, into statuses: inout [String: ReferenceMap.Outcome]
  ) {
    var first: [String: SourceSpan] = [:]
    for entry in entries(node, wanted: "a mapping of outcomes") {
      if StatusMeaning(rawValue: entry.key.value) == nil,
        let outcome = entry.value.scalar.map({ text($0).value }),
        StatusMeaning(rawValue: outcome) != nil
      {
        log.report(.outcomeBehind(entry.key, outcome))
        continue
      }
      guard
        let outcome = word(entry.key, wanted: "an outcome", among: StatusMeaning.self)
      else { continue }
      for status in names(entry.value) {
        let isClass = status.value.count == 3 && status.value.lowercased().hasSuffix("xx")
        let value = isClass ? status.value.lowercased() : status.value
        if let before = first[value] {
          var again = Diagnostic.repeatedName(status, first: before)
          again.help = ["a status has one meaning: take one of the two out"]
          log.report(again)
        }
        first[value] = status.span
        statuses[value] = outcome.value.outcome
      }
    }
  }

  private mutating func readForm(_ entry: YAMLEntry, ignored: [String]) -> ReferenceMap.Form {
    var form = ReferenceMap.Form()
    form.name = entry.key.value == Self.otherForms ? nil : entry.key.value
    form.ignored = Set(ignored)
    let parts = entries(entry.value, wanted: "a mapping that describes a form")
    if let tolerance = parts.first(where: { $0.key.value == "tolerance" }) {
      let figure = tolerance.value.scalar.map { text($0).value } ?? "…"
      log.report(.toleranceInMap(tolerance.key, figure))
    }
    checkKeys(parts.filter { $0.key.value != "tolerance" }, of: "a form", Self.formKeys)
    for part in parts {
      switch part.key.value {
      case "overlay":
        form.overlays = overlayFiles(part.value)
      case "reply": form.reply = path(part.value) ?? []
      case "fields":
        let help = "leave the dashes out: write `their_name: our_name`, one on each line"
        for field in entries(part.value, wanted: "a mapping of fields", help: help) {
          if let field = readField(field) { form.fields.append(field) }
        }
      case "compare":
        guard let text = scalarText(part.value, wanted: "`all`, `listed` or `shared`"),
          let compares = word(text, wanted: "what to compare", among: ReferenceMap.Compared.self)
        else { continue }
        form.compares = compares.value
      case "ignore": form.ignored.formUnion(names(part.value).map(\.value))
      case _: break
      }
    }
    return form
  }

  /// One file, or a list of them, named from the map's own folder.
  private mutating func overlayFiles(_ node: YAMLNode) -> [String] {
    let nodes = if case .sequence(let elements, _) = node.content { elements } else { [node] }
    let directory = FileLoader.directory(of: fileName)
    return nodes.compactMap { node in
      let name = scalarText(node, wanted: "the name of a file")
      return name.map { FileLoader.path($0.value, in: directory) }
    }
  }

  private mutating func readCount(_ entry: YAMLEntry) -> ReferenceMap.Count? {
    let parts = entries(entry.value, wanted: "a mapping that describes a count")
    checkKeys(parts, of: "a count", ["by", "forms"])
    guard let by = parts["by"] else {
      log.report(.missingKey("by", in: "a count", at: entry.key.span))
      return nil
    }
    guard let place = path(by) else { return nil }
    let forms = (parts["forms"].map { names($0) } ?? []).map(\.value)
    return ReferenceMap.Count(
      input: entry.key.value, span: entry.key.span, place: place, forms: Set(forms))
  }

  // MARK: - Parts

  private mutating func path(_ node: YAMLNode) -> ReferenceMap.Path? {
    scalarText(node, wanted: "a path such as `response.total`").flatMap { path($0) }
  }

  /// Names with points between them, in quotes where they have points in them; `itself` is the
  /// whole.
  private mutating func path(_ text: Spanned<String>) -> ReferenceMap.Path? {
    if text.value == "itself" { return [] }
    let steps = ReferenceMap.steps(of: text.value)
    if steps == nil { log.report(.placeForm(text)) }
    return steps
  }

  private mutating func names(_ node: YAMLNode) -> [Spanned<String>] {
    let written = node.scalar.map { text($0).value }
    return elements(
      node, wanted: "a list of names", help: written.map { "a list has brackets: write `[\($0)]`" }
    ).compactMap { scalarText($0, wanted: "a name") }
  }
}
