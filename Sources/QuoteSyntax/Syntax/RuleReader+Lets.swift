/// Figures, formulas, tables, areas and made lists.
extension RuleReader {
  static let areaKeys = ["area", "polygon", "circle", "box"]

  mutating func readLets(_ node: YAMLNode) -> [LetDeclaration] {
    let entries = entries(
      node, wanted: "a mapping of names and values",
      help: "leave the dashes out: below `let`, write `name: value`, one on each line")
    var result: [LetDeclaration] = []
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      index += 1
      if entry.value.isEmpty, index < entries.count, isBody(entries[index]) {
        log.report(.bodyNotFurtherIn(entries[index].key, of: entry.key))
        unread.insert(entry.key.value)
        index += 1
        continue
      }
      if let read = known(\.lets, entry) ?? readLet(entry) { result.append(read) }
    }
    return result
  }

  /// Whether an entry is what belongs under the name of a table.
  private func isBody(_ entry: YAMLEntry) -> Bool {
    HitPolicy(rawValue: entry.key.value) != nil && (entry.value.scalar?.isBlock ?? false)
  }

  mutating func readLet(_ entry: YAMLEntry) -> LetDeclaration? {
    if entry.key.value.contains("(") { return readFunction(entry) }
    checkName(entry.key)
    let span = entry.key.span.joined(to: entry.value.span)
    if let scalar = entry.value.scalar, scalar.style == .literal,
      String(decoding: scalar.text, as: UTF8.self).trimmedOfSpaces.hasPrefix("|")
    {
      log.report(.hitMissing(entry.key))
      unread.insert(entry.key.value)
      return LetDeclaration(
        name: entry.key, body: .formula(.invalid(at: entry.value.span)), span: span)
    }
    guard let entries = entry.value.entries else {
      return LetDeclaration(name: entry.key, body: .formula(formula(entry.value)), span: span)
    }
    if case .mapping(_, isFlow: true) = entry.value.content,
      entries.allSatisfy({ $0.value.isEmpty })
    {
      log.report(.textNeedsQuotes(at: entry.value.span))
      return LetDeclaration(
        name: entry.key, body: .formula(.invalid(at: entry.value.span)), span: span)
    }
    guard let body = readBody(entry.key, entries) else {
      unread.insert(entry.key.value)
      return LetDeclaration(
        name: entry.key, body: .formula(.invalid(at: entry.value.span)), span: span)
    }
    return LetDeclaration(name: entry.key, body: body, span: span)
  }

  private mutating func readBody(
    _ name: Spanned<String>, _ entries: [YAMLEntry]
  ) -> LetDeclaration.Body? {
    if let list = entries["for"] {
      return entries["value"] == nil ? readSteps(list, entries) : readPlaced(list, entries)
    }
    for entry in entries {
      let key = entry.key
      if let hit = HitPolicy(rawValue: key.value) {
        let isFile = entry.value.scalar.map { $0.style != .literal } ?? false
        let isGraduated = hit == .graduated
        checkKeys(
          entries, of: "a table",
          [key.value] + (isFile ? TableNotation.keys : []) + (isGraduated ? [Self.belowZero] : [])
            + (hit == .unique || hit == .first ? [Self.amounts] : []))
        let notation = isFile ? readTableNotation(entries) : TableNotation()
        var table = readTable(name, hit: Spanned(hit, at: key.span), entry.value, notation)
        if isGraduated { table?.belowZero = readBelowZero(entries) }
        if let node = entries[Self.amounts], let text = scalarText(node, wanted: "a word") {
          let said = word(text, wanted: "what amounts may do", among: AmountsOfRows.self)
          table?.mayFall = said?.value == .mayFall
        }
        return table.map { .table($0) }
      }
      if Self.areaKeys.contains(key.value) {
        checkKeys(entries, of: "an area", [key.value])
        return readArea(key, entry.value).map { .area($0) }
      }
      if key.value == "each" {
        checkKeys(entries, of: "a made list", ["each", "at_most"])
        let atMost = entries["at_most"].flatMap { wholeNumber($0, "at_most") }
        return readMadeList(entry.value, atMost: atMost)
      }
    }
    if let key = entries.first?.key {
      let known = HitPolicy.allCases.map(\.rawValue) + Self.areaKeys + ["each", "for"]
      let holdsRows = entries[0].value.scalar?.style == .literal
      log.report(
        Suggestion.nearest(to: key.value, among: known) == nil && !holdsRows
          ? .letForm(name, of: entries, over: laidOver)
          : .unknownKey(key, in: "a table, area or made list", among: known))
    } else {
      log.report(.letForm(name))
    }
    return nil
  }

  /// `for: movements in order`, `start: opening`, `each: balance + amount`.
  private mutating func readSteps(
    _ node: YAMLNode, _ entries: [YAMLEntry]
  ) -> LetDeclaration.Body? {
    checkKeys(entries, of: "steps along a list", ["for", "start", "each"])
    let (list, order) = readList(node)
    for key in ["start", "each"] where entries[key] == nil {
      log.report(.missingKey(key, in: "steps along a list", at: node.span))
    }
    guard let list, let start = entries["start"], let each = entries["each"] else { return nil }
    guard order != nil else {
      log.report(.stepsWithoutOrder(list))
      return nil
    }
    return .steps(StepsDeclaration(list: list, start: formula(start), each: formula(each)))
  }

  private static let belowZero = "below_zero"
  private static let amounts = "amounts"

  private mutating func readBelowZero(_ entries: [YAMLEntry]) -> Spanned<BelowZero>? {
    guard let node = entries[Self.belowZero] else { return nil }
    let known = BelowZero.allCases.map(\.rawValue)
    guard let word = scalarText(node, wanted: known.joined(separator: " or ")) else { return nil }
    guard let said = BelowZero(rawValue: word.value) else {
      log.report(.notAChoice(word.value, among: known, at: word.span))
      return nil
    }
    return Spanned(said, at: word.span)
  }
}
