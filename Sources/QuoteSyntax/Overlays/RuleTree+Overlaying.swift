extension RuleTree {
  /// Applies an overlay file: rules of the same form that hold only what they
  /// change. Header keys, fields of inputs and outputs are replaced one by
  /// one, a `let` whole or its `rows:` under the header it has, a line by the
  /// keys that are written, also in the `lines` of a group; new lines say `after:` or
  /// `before:`; `decline` is replaced whole; `remove:` lists paths of what goes, or whole sections,
  /// before anything is laid over. An overlay that says `extends: FILE` is laid over
  /// what that one makes of the rules. What is wrong goes to the log; throws where
  /// a file cannot be had.
  package mutating func apply(
    overlayFile name: String, from loader: FileLoader, sources: inout Sources,
    log: inout DiagnosticLog
  ) throws(Trouble) {
    let loader = loader.rooted(besideRules: name)
    let bytes = try loader.read(name)
    try apply(name, bytes, extending: [], from: loader, sources: &sources, log: &log)
  }

  private mutating func apply(
    _ name: String, _ bytes: [UInt8], extending chain: [String], from loader: FileLoader,
    sources: inout Sources, log: inout DiagnosticLog
  ) throws(Trouble) {
    try RuleReader.read(name, bytes, from: loader, sources: &sources, log: &log) {
      reader throws(Trouble) in
      reader.units = Set(header.units.map(\.value))
      guard let entries = reader.readOverlayRoot() else { return }
      if let base = try reader.base(of: entries, chain: chain + [name]) {
        try apply(
          base.name, base.bytes, extending: chain + [name], from: loader,
          sources: &reader.sources, log: &reader.log)
        reader.units = Set(header.units.map(\.value))
      }
      reader.overlay(entries, on: &self, isExtended: !chain.isEmpty)
    }
  }
}

extension RuleReader {
  /// The sections of an overlay; nil if it is no mapping. One that changes nothing is reported.
  fileprivate mutating func readOverlayRoot() -> [YAMLEntry]? {
    let root = YAMLReader.read(bytes, file: file, log: &log)
    let entries = root?.entries
    if let root, entries == nil, !root.isEmpty {
      log.report(.noSections(root, in: fileName))
    } else if !log.hasErrors,
      entries?.allSatisfy({ $0.key.value == "schema" || $0.value.isEmpty }) ?? true
    {
      let span = root?.span ?? SourceSpan(file: file, lower: 0, upper: 0)
      log.report(.overlayEmpty(at: span, in: fileName))
    }
    return entries
  }

  mutating func overlay(
    _ entries: [YAMLEntry], on tree: inout RuleTree, isExtended: Bool = false
  ) {
    if isOfOtherKind(entries, than: "quote/1") { return }
    if isWhole(entries, over: tree), let schema = entries["schema"] {
      log.report(.overlayWhole(schema.span, in: fileName, isExtended: isExtended))
    }
    readHeader(entries, into: &tree.header)
    if let node = entries["remove"] {
      for element in elements(node, wanted: "a list of paths", help: helpForRemoved(node, tree)) {
        if let path = scalarText(element, wanted: "a path") { remove(path, from: &tree) }
      }
    }
    for entry in entries {
      switch entry.key.value {
      case "bookings": readBookings(entry.value, into: &tree.bookings)
      case "inputs":
        let before = tree.inputs.allNames
        overlayInputs(
          self.entries(entry.value, wanted: "a mapping of inputs"), on: &tree.inputs)
        tree.noteBrought(tree.inputs.allNames, before)
      case "let":
        let before = tree.lets.map(\.name.value)
        for part in self.entries(entry.value, wanted: "a mapping of names and values") {
          overlayLet(part, on: &tree.lets)
        }
        tree.noteBrought(tree.lets.map(\.name.value), before)
      case "quote": overlayLines(entry.value, on: &tree.quote)
      case "decline":
        let declines = readDeclines(entry.value)
        warnOfGone(tree.declines, replacedBy: declines, at: entry.key)
        tree.declines = declines
      case "outputs":
        let parts = self.entries(entry.value, wanted: "a mapping of outputs")
        overlayOutputs(parts, on: &tree.outputs)
      case let key where tree.section(of: key) != nil && !Self.headerKeys.contains(key):
        log.report(.outsideOfSection(entry.key, tree.section(of: key) ?? ""))
      case _: checkSection(entry.key, also: ["remove"])
      }
    }
  }

  /// Whether an overlay has all that rules of their own have. One that says again in which
  /// currency the rules are changes nothing by that, and so was hardly written as an overlay.
  private func isWhole(_ entries: [YAMLEntry], over tree: RuleTree) -> Bool {
    guard ["name", "currency", "quote"].allSatisfy({ entries[$0] != nil }) else { return false }
    let currency = entries["currency"]?.scalar.map { text($0).value }
    return entries["inputs"] != nil || currency == tree.header.currency?.value
  }

  /// Reasons to decline of the rules of which an overlay that gives its own has none: they are
  /// replaced all together. An empty list says by itself that none are to be left.
  private mutating func warnOfGone(
    _ before: [DeclineDeclaration], replacedBy after: [DeclineDeclaration],
    at key: Spanned<String>
  ) {
    if after.isEmpty || log.hasErrors { return }
    func text(_ span: SourceSpan) -> String { sources.text(at: span).trimmedOfSpaces }
    var left = before
    for entry in after {
      let names = Set(text(entry.when.span).words)
      let index =
        left.firstIndex { text($0.when.span) == text(entry.when.span) }
        ?? left.firstIndex { text($0.reason.span) == text(entry.reason.span) }
        ?? left.firstIndex { !names.isDisjoint(with: text($0.when.span).words.filter(isNoNumber)) }
      if let index { left.remove(at: index) }
      // One condition may say what several said, `a or b`.
      left.removeAll { old in
        let own = text(old.when.span).words.filter(isNoNumber)
        return !own.isEmpty && names.isSuperset(of: own) && names.contains("or")
      }
    }
    if left.isEmpty { return }
    log.report(.declinesGone(left.map { ($0.span, text($0.reason.span)) }, at: key.span))
  }

  private func isNoNumber(_ word: String) -> Bool {
    !(word.first?.isNumber ?? true) && !Lexicon.keywords.contains(word)
  }

  /// How a name that stands by itself is written in a list of paths.
  private func helpForRemoved(_ node: YAMLNode, _ tree: RuleTree) -> String? {
    guard let scalar = node.scalar else { return nil }
    let name = text(scalar).value
    let path = tree.section(of: name).map { "\($0).\(name)" } ?? name
    return "write `remove: [\(path)]`"
  }

  private mutating func overlayInputs(
    _ entries: [YAMLEntry], on inputs: inout [InputDeclaration]
  ) {
    for entry in entries {
      let index = inputs.firstIndex { $0.name.value == entry.key.value }
      if let index, case .list(var list) = inputs[index], let parts = entry.value.entries {
        checkKeys(parts, of: "a list", Self.listKeys)
        if let each = parts["each"] {
          overlayInputs(self.entries(each, wanted: "a mapping of fields"), on: &list.fields)
        }
        readList(parts.filter { $0.key.value != "each" }, into: &list)
        inputs[index] = .list(list)
      } else if let input = readInput(entry) {
        if let index { inputs[index] = input } else { inputs.append(input) }
      }
    }
  }

  private mutating func overlayLet(_ entry: YAMLEntry, on lets: inout [LetDeclaration]) {
    let index = lets.firstIndex { $0.name.value == entry.key.value }
    guard let parts = entry.value.entries, let node = parts["rows"] else {
      if let index, case .table(let table) = lets[index].body { laidOver = table }
      defer { laidOver = nil }
      guard let declaration = readLet(entry) else { return }
      // With parameters, what stands before the colon is more than the name.
      guard let index = lets.firstIndex(where: { $0.name.value == declaration.name.value }) else {
        lets.append(declaration)
        return
      }
      warnOfLostPercents(from: lets[index].body, to: declaration.body)
      lets[index] = declaration
      return
    }
    checkKeys(parts, of: "the rows of a table", ["rows"])
    guard let index, case .table(var table) = lets[index].body else {
      let tables = lets.filter { if case .table = $0.body { true } else { false } }
      log.report(.notATable(entry.key, tables: tables.map(\.name.value)))
      return
    }
    var notation = TableNotation()
    // The header is that of the table.
    notation.header = 0
    guard var rows = tableRows(node, notation) else { return }
    if let header = headerAgain(rows, of: table) {
      log.report(.headerAgain(header, of: entry.key.value))
      return
    }
    table.rows = []
    readRows(&rows, into: &table, header: table.span, RowForm(rows, keys: nil))
    table.span = node.span
    warnOfLostPercents(from: lets[index].body, to: .table(table))
    lets[index].body = .table(table)
  }

  /// Where the first of a table's new rows is its header once more; nil where it is a row.
  private func headerAgain(_ rows: TableRows, of table: TableDeclaration) -> SourceSpan? {
    var (rows, unsaid) = (rows, DiagnosticLog())
    guard let first = rows.next(log: &unsaid), let parting = first.parting, parting > 0,
      parting <= table.keys.count
    else { return nil }
    let isHeader = zip(first.cells[..<parting], table.keys).allSatisfy { cell, key in
      cell.raw.value == sources.text(at: key.span).trimmedOfSpaces
    }
    return isHeader ? first.span : nil
  }

  // MARK: - Lines

  private mutating func overlayLines(
    _ node: YAMLNode, on lines: inout [LineDeclaration], of group: String? = nil
  ) {
    if lines.isEmpty {
      lines = readLines(node)
      return
    }
    for element in elements(node, wanted: "a list of lines", help: dashMissing(node)) {
      guard let entries = element.entries else {
        log.report(.wrongForm("a line (`- line: name`)", found: element))
        continue
      }
      checkKeys(entries, of: "a line of an overlay", Self.lineKeys + ["after", "before"])
      guard let (kind, name) = lineName(entries, at: element.span) else { continue }
      let anchor = entries.first { ["after", "before"].contains($0.key.value) }
      let found = lines.edit(named: name.value) { list, index in
        if let anchor {
          log.report(.lineExists(name, at: anchor.key.span))
          return
        }
        list[index].kind = kind
        overlayFields(entries, of: &list[index])
      }
      if found { continue }
      guard let anchor else {
        log.report(.unknownLine(name, of: group, among: lines.allNames))
        continue
      }
      insert(entries, named: name, at: element.span, beside: anchor, in: &lines, of: group)
    }
  }

  /// The lines of a group are laid over those that it has.
  private mutating func overlayFields(
    _ entries: [YAMLEntry], of line: inout LineDeclaration
  ) {
    guard let node = entries["lines"], entries["amount"] == nil, entries["becomes"] == nil,
      case .lines(var members, let take) = line.effect
    else {
      if let amount = entries.first(where: { $0.key.value == "amount" }),
        let value = amount.value.scalar.map({ text($0).value })
      {
        warnOfAdding(to: line, by: amount.key, value)
      }
      return readFields(entries, into: &line)
    }
    overlayLines(node, on: &members, of: line.name.value)
    line.effect = .lines(members, take: take)
    readFields(entries.filter { $0.key.value != "lines" }, into: &line)
  }

  /// An amount laid over what a line makes of the whole: it is added, and the rest goes.
  mutating func warnOfAdding(
    to line: LineDeclaration, by key: Spanned<String>, _ value: String
  ) {
    guard case .becomes(let formula) = line.effect else { return }
    let old = sources.text(at: formula.span).trimmedOfSpaces
    log.report(.addedForBecomes(line.name.value, old: formula.span, old, value, at: key.span))
  }

  /// What to write for `heating: €3` where lines are wanted; nil where it is no such mapping.
  private func dashMissing(_ node: YAMLNode) -> String? {
    guard let first = node.entries?.first else { return nil }
    let value = first.value.scalar.map { text($0).value } ?? "…"
    return "each line begins with a dash: `- line: \(first.key.value)`, and below it, "
      + "`amount: \(value)`"
  }

  private mutating func insert(
    _ entries: [YAMLEntry], named name: Spanned<String>, at span: SourceSpan,
    beside anchor: YAMLEntry, in lines: inout [LineDeclaration], of group: String?
  ) {
    guard let other = scalarText(anchor.value, wanted: "the name of a line"),
      let line = readLine(entries, at: span)
    else { return }
    let found = lines.edit(named: other.value) { list, index in
      list.insert(line, at: anchor.key.value == "after" ? index + 1 : index)
    }
    if !found {
      log.report(.unknownLine(other, of: group, among: lines.allNames, isAnchor: true))
    }
  }

  // MARK: - Outputs

  private mutating func overlayOutputs(
    _ entries: [YAMLEntry], on outputs: inout [OutputDeclaration]
  ) {
    for entry in entries {
      let index = outputs.firstIndex { $0.name.value == entry.key.value }
      if let index, let parts = entry.value.entries, parts["for"] == nil,
        case .records(let list, var fields) = outputs[index].body
      {
        overlayOutputs(parts, on: &fields)
        outputs[index].body = .records(list: list, fields: fields)
      } else if let output = readOutput(entry) {
        if let index { outputs[index] = output } else { outputs.append(output) }
      }
    }
  }
}

extension RuleTree {
  fileprivate mutating func noteBrought(_ names: [String], _ before: [String]) {
    guard names.count > before.count else { return }
    let known = Set(before)
    for name in names where !known.contains(name) { brought[name] = before }
  }
}

extension [InputDeclaration] {
  /// Names of all inputs and lists, and of the fields of those.
  fileprivate var allNames: [String] {
    flatMap { input -> [String] in
      if case .list(let list) = input { return [list.name.value] + list.fields.allNames }
      return [input.name.value]
    }
  }
}

extension [LineDeclaration] {
  /// Names of all lines and subtotals, those inside of groups included.
  var allNames: [String] {
    flatMap { line -> [String] in
      if case .lines(let members, _) = line.effect { return [line.name.value] + members.allNames }
      return [line.name.value]
    }
  }

  /// The key of what a line does, by its name; nil if there is no such line.
  func effectKey(of name: String) -> String? {
    for line in self {
      if line.name.value == name {
        switch line.effect {
        case .amount, .itself: return line.kind == .subtotal ? "becomes" : "amount"
        case .becomes: return "becomes"
        case .lines: return "when"
        }
      }
      if case .lines(let members, _) = line.effect, let key = members.effectKey(of: name) {
        return key
      }
    }
    return nil
  }

  /// Lets a change happen to the list that holds a line, wherever it is;
  /// false if there is none of that name.
  mutating func edit(
    named name: String, _ change: (inout [LineDeclaration], Int) -> Void
  ) -> Bool {
    if let index = firstIndex(where: { $0.name.value == name }) {
      change(&self, index)
      return true
    }
    for index in indices {
      guard case .lines(var members, let take) = self[index].effect else { continue }
      if members.edit(named: name, change) {
        self[index].effect = .lines(members, take: take)
        return true
      }
    }
    return false
  }
}
