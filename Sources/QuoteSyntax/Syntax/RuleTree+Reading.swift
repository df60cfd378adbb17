extension RuleReader {
  static let headerKeys = [
    "schema", "name", "title", "currency", "timezone", "arithmetic", "rounding", "units",
  ]
  static let sectionKeys = ["bookings", "inputs", "let", "quote", "decline", "outputs"]
  private static let keys = headerKeys + sectionKeys + ["extends"]

  package mutating func read(_ entries: [YAMLEntry], into tree: inout RuleTree) {
    let before = log.all.count
    if isOfOtherKind(entries, than: "quote/1") { return }
    if looksLikeOverlay(entries) {
      log.report(.overlayAlone(fileName, at: SourceSpan(file: file, lower: 0, upper: 0)))
      return
    }
    readHeader(entries, into: &tree.header)
    known = known.of(units: Set(tree.header.units.map(\.value)))
    let present = entries.map(\.key.value).filter(Self.keys.contains)
    for entry in entries where !Self.sectionKeys.contains(entry.key.value) {
      if let type = inputType(of: entry) {
        log.report(.inputOutside(entry.key, type))
        unread.insert(entry.key.value)
      } else {
        checkSection(entry.key, beside: present)
      }
    }
    for key in ["schema", "name", "currency", "quote"] { require(key, of: entries) }
    tree.isWhole = log.all.count == before && Self.sectionKeys.allSatisfy { key in
      guard let value = entries[key], !value.isEmpty else { return true }
      if case .sequence = value.content { return key == "quote" || key == "decline" }
      return value.entries != nil
    }
    for entry in entries {
      switch entry.key.value {
      case "bookings": readBookings(entry.value, into: &tree.bookings)
      case "inputs": tree.inputs = readInputs(entry.value)
      case "let": tree.lets = readLets(entry.value)
      case "quote": tree.quote = readLines(entry.value)
      case "decline": tree.declines = readDeclines(entry.value)
      case "outputs": tree.outputs = readOutputs(entry.value)
      case _: break
      }
    }
    tree.unread = unread
  }

  /// The type of an input that stands at the top of a file, where a section is wanted.
  private func inputType(of entry: YAMLEntry) -> String? {
    guard !(Self.headerKeys + ["extends"]).contains(entry.key.value),
      let scalar = entry.value.scalar
    else { return nil }
    let text = self.text(scalar).value
    let first = text.split { " ,[".contains($0) }.map(String.init).first { $0 != "optional" }
    let types = [
      "text", "count", "number", "money", "date", "time", "instant", "flag", "weight", "distance",
      "duration", "point", "one",
    ]
    return first.map(types.contains) ?? false ? text : nil
  }

  /// Whether a file has nothing of its own, and only changes others.
  private func looksLikeOverlay(_ entries: [YAMLEntry]) -> Bool {
    let keys = Set(entries.map(\.key.value))
    guard keys.isDisjoint(with: ["schema", "name", "currency", "extends"]),
      keys.isSubset(of: Self.headerKeys + Self.sectionKeys + ["remove"])
    else { return false }
    if keys.contains("remove") { return true }
    guard let quote = entries["quote"] else { return !keys.isDisjoint(with: Self.sectionKeys) }
    guard case .sequence(let lines, _) = quote.content else { return false }
    return lines.contains { $0.entries?["after"] != nil || $0.entries?["before"] != nil }
  }

  /// Whether a file says that it is one of the other kinds, which is all that is said of it.
  package mutating func isOfOtherKind(_ entries: [YAMLEntry], than wanted: String) -> Bool {
    let kinds = [
      "quote/1": "a rules file: it is given with `--rules`",
      "quote-map/1": "a reference map: it is given with `--map`",
      "quote-accepted/1": "a ledger of accepted differences: it is given with `--accepted`",
    ]
    guard let scalar = entries["schema"]?.scalar, case let schema = text(scalar),
      schema.value != wanted, let kind = kinds[schema.value]
    else { return false }
    log.report(.otherKind(schema, kind, wanted: wanted))
    return true
  }

  /// Reports a key that a rules file cannot do without.
  mutating func require(_ key: String, of entries: [YAMLEntry]) {
    // It may be in a second document, or mistyped.
    let known = Self.headerKeys + Self.sectionKeys
    guard entries[key] == nil, !log.all.contains(where: { $0.id == "several-documents" }),
      !entries.contains(where: { entry in
        !known.contains(entry.key.value)
          && (OtherKey.meant(by: entry.key.value, among: known)
            ?? Suggestion.nearest(to: entry.key.value, among: known)) == key
      })
    else { return }
    let top = SourceSpan(file: file, lower: 0, upper: 0)
    log.report(.missingKey(key, in: "the rules file", at: top))
  }

  mutating func checkSection(
    _ key: Spanned<String>, also: [String] = [], beside present: [String] = []
  ) {
    let known = Self.keys + also
    if known.contains(key.value) { return }
    if ["must", "examples"].contains(key.value) {
      log.report(.reservedKey(key))
    } else {
      log.report(.unknownKey(key, in: "a rules file", among: known, beside: present))
    }
  }

  mutating func readHeader(_ entries: [YAMLEntry], into header: inout RuleHeader) {
    for entry in entries where Self.headerKeys.contains(entry.key.value) {
      if entry.key.value == "units" {
        header.units = readUnits(entry.value)
      } else if let text = scalarText(entry.value, wanted: "a text") {
        readHeader(entry.key.value, text, into: &header)
      }
    }
    units.formUnion(header.units.map(\.value))
  }

  mutating func readHeader(
    _ key: String, _ text: Spanned<String>, into header: inout RuleHeader
  ) {
    switch key {
    case "schema":
      header.schema = text
      if text.value != "quote/1" {
        log.report(.unknownWord(text, wanted: "a known version", among: ["quote/1"]))
      }
    case "name": header.name = text
    case "title": header.title = text
    case "currency":
      header.currency = text
      currency = text.value
      if text.value.utf8.count != 3 || !text.value.utf8.allSatisfy(\.isUppercaseLetter) {
        log.report(.currencyForm(text))
      }
    case "timezone": header.timezone = text
    case "arithmetic":
      header.arithmetic = word(text, wanted: "a way of computing", among: Arithmetic.self)
    case "rounding":
      header.rounding = word(text, wanted: "a way of rounding", among: RoundingMode.self)
    case _: break
    }
  }

  /// One of the words of a closed list.
  package mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: Spanned<String>, wanted: String, among: Word.Type
  ) -> Spanned<Word>? {
    if let word = Word(rawValue: text.value) { return Spanned(word, at: text.span) }
    let known = Word.allCases.map(\.rawValue)
    log.report(.unknownWord(text, wanted: wanted, among: known))
    return nil
  }

  private mutating func readUnits(_ node: YAMLNode) -> [Spanned<String>] {
    var units: [Spanned<String>] = []
    if let scalar = node.scalar, !node.isEmpty {
      let text = placed(scalar)
      let parts = PhraseClauses.split(text).map { text.spanned($0.lower, $0.upper) }
      log.report(.listOfUnits(parts.map(\.value), found: node))
      return parts.filter { Lexicon.isName($0.value) }
    }
    for element in elements(node, wanted: "a list of units") {
      guard let name = scalarText(element, wanted: "a unit"), checkName(name) else { continue }
      if let first = units.first(where: { $0.value == name.value }) {
        log.report(.repeatedName(name, first: first.span))
      } else if MeasureUnit.named(name.value) != nil || name.value == "each" {
        log.report(.builtInUnit(name))
      } else {
        units.append(name)
      }
    }
    return units
  }
}
