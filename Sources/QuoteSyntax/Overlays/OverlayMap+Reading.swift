extension OverlayMap {
  /// Reads a map for rules, whose header (currency, arithmetic, units) it
  /// shares. What is wrong goes to the log; throws where a file cannot be had.
  package init(
    readingFile name: String, for rules: RuleTree, from loader: FileLoader,
    sources: inout Sources, log: inout DiagnosticLog
  ) throws(Trouble) {
    tree = RuleTree()
    tree.header = rules.header
    var reader = RuleReader(
      fileName: name, bytes: try loader.read(name), loader: loader, sources: sources, log: log)
    reader.units = Set(rules.header.units.map(\.value))
    if let root = reader.readRoot() { reader.readOverlayMap(root, into: &self) }
    sources = reader.sources
    log = reader.log
    if let trouble = reader.trouble { throw trouble }
  }
}

extension RuleReader {
  private static let overlayMapKeys = ["schema", "inputs", "let", "decline", "overlay"]
  private static let rowKeys = ["for", "when", "where", "row"]

  fileprivate mutating func readOverlayMap(_ entries: [YAMLEntry], into map: inout OverlayMap) {
    let what = "an overlay map"
    checkKeys(entries, of: what, Self.overlayMapKeys)
    let top = SourceSpan(file: file, lower: 0, upper: 0)
    for key in ["schema", "inputs", "overlay"] where entries[key] == nil {
      log.report(.missingKey(key, in: what, at: top))
    }
    if let node = entries["schema"], let text = scalarText(node, wanted: "a text"),
      text.value != "quote-overlay/1"
    {
      log.report(.unknownWord(text, wanted: "a known version", among: ["quote-overlay/1"]))
    }
    if let node = entries["inputs"] { map.tree.inputs = readInputs(node) }
    if let node = entries["let"] { map.tree.lets = readLets(node) }
    if let node = entries["decline"] { map.tree.declines = readDeclines(node) }
    if let node = entries["overlay"] {
      for entry in self.entries(node, wanted: "a mapping of names of the rules") {
        if let read = readOverlayEntry(entry) { map.entries.append(read) }
      }
    }
  }

  /// `name: formula`, `name: { when: …, value: … }` or `name: { for: list, row: … }`.
  private mutating func readOverlayEntry(_ entry: YAMLEntry) -> OverlayMap.Entry? {
    let span = entry.key.span.joined(to: entry.value.span)
    func made(_ content: OverlayMap.Content, _ when: Formula?) -> OverlayMap.Entry {
      OverlayMap.Entry(name: entry.key, when: when, content: content, span: span)
    }
    guard let parts = entry.value.entries else {
      return made(.figure(formula(entry.value)), nil)
    }
    let when = parts["when"].map { formula($0) }
    if let value = parts["value"] {
      checkKeys(parts, of: "a figure of an overlay map", ["when", "value"])
      return made(.figure(formula(value)), when)
    }
    checkKeys(parts, of: "a table of an overlay map", Self.rowKeys)
    guard let listNode = parts["for"], let row = parts["row"] else {
      let key = parts["for"] == nil ? "for" : "row"
      log.report(.missingKey(key, in: "a table of an overlay map", at: entry.key.span))
      return nil
    }
    guard let list = scalarText(listNode, wanted: "the name of a list") else { return nil }
    let cells = entries(row, wanted: "a mapping of columns").compactMap { overlayCell($0) }
    let condition = parts["where"].map { formula($0) }
    return made(.rows(OverlayMap.Rows(list: list, condition: condition, cells: cells)), when)
  }

  /// A formula, a range of two, or the values of a list.
  private mutating func overlayCell(_ entry: YAMLEntry) -> OverlayMap.Cell? {
    if let parts = entry.value.entries {
      checkKeys(parts, of: "a cell of an overlay map", ["for", "each"])
      guard let listNode = parts["for"], let each = parts["each"] else {
        let key = parts["for"] == nil ? "for" : "each"
        log.report(.missingKey(key, in: "a cell of an overlay map", at: entry.key.span))
        return nil
      }
      guard let list = scalarText(listNode, wanted: "the name of a list") else { return nil }
      return OverlayMap.Cell(
        header: entry.key, content: .each(list: list, value: formula(each)))
    }
    if let range = overlayRange(entry.value) {
      return OverlayMap.Cell(header: entry.key, content: .range(range))
    }
    if let text = entry.value.scalar.map({ text($0) }),
      let match = text.value.wholeMatch(of: kept(/\{(\w+)\}\s*(?:-|–|\.\.|to)\s*\{(\w+)\}/))
    {
      log.report(.overlayRange(text, "[\(match.1)..\(match.2)]"))
      return nil
    }
    return OverlayMap.Cell(header: entry.key, content: .value(formula(entry.value)))
  }

  /// `[a..b]`, nil for what has no two dots between brackets. YAML takes the
  /// brackets for those of a list.
  private mutating func overlayRange(_ node: YAMLNode) -> FormulaRange? {
    let text =
      switch node.content {
      case .scalar(let scalar): placed(scalar)
      case .sequence, .mapping:
        PlacedText(
          bytes: Array(bytes[Int(node.span.lower)..<Int(node.span.upper)]), file: file,
          start: node.span.lower)
      }
    var parser = FormulaParser(text, units: units)
    parser.skipBlanks()
    guard "[(".utf8.contains(parser.peek()),
      case .range(let range)? = parser.parseBracketed(rangeAllowed: true)?.kind
    else { return nil }
    parser.skipBlanks()
    guard parser.isAtEnd else { return nil }
    log.append(contentsOf: parser.log)
    return range
  }
}
