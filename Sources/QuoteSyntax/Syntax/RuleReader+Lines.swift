/// The waterfall, what declines, and the outputs.
extension RuleReader {
  static let lineKeys = [
    "line", "subtotal", "for", "when", "label", "reasons", "amount", "becomes", "lines", "take",
    "below_zero", "falling", "public",
  ]

  mutating func readLines(_ node: YAMLNode) -> [LineDeclaration] {
    var previous: Spanned<String>?
    return elements(
      node, wanted: "a list of lines",
      help: "each line begins with a dash: `- line: name`, and below it `amount: formula`"
    ).compactMap { element -> LineDeclaration? in
      defer { previous = element.entries?["line"]?.scalar.map { text($0) } }
      if let known = known(\.lines, element.span) { return known }
      guard let entries = element.entries else {
        reportUnnamed(element)
        return nil
      }
      if let first = entries.first, entries["line"] == nil, entries["subtotal"] == nil,
        !Self.lineKeys.contains(first.key.value),
        first.value.isEmpty || holdsLineKeys(first.value)
      {
        log.report(.lineUnnamed(first.key, right: "line: \(first.key.value)"))
        unread.insert(first.key.value)
        return nil
      }
      if let first = entries.first, first.key.value == "lines", entries["line"] == nil,
        let name = first.value.scalar.map({ text($0).value }), Lexicon.isName(name)
      {
        log.report(.lineUnnamed(first.key, right: "line: \(name)"))
        unread.insert(name)
        return nil
      }
      if let first = entries.first, let previous, entries["line"] == nil,
        entries["subtotal"] == nil, Self.lineKeys.contains(first.key.value)
      {
        log.report(.lineParted(previous.value, first.key))
        unread.insert(previous.value)
        return nil
      }
      checkKeys(entries, of: "a line", Self.lineKeys)
      let line = readLine(entries, at: element.span)
      if let line, entries.contains(where: { !Self.lineKeys.contains($0.key.value) }) {
        unread.insert(line.name.value)
      }
      return line
    }
  }

  /// `- name:` with the keys of a line below it.
  private func holdsLineKeys(_ node: YAMLNode) -> Bool {
    (node.entries ?? []).contains { entry in Self.lineKeys.contains(entry.key.value) }
  }

  /// What is no mapping: `- subtotal x` lacks a colon.
  private mutating func reportUnnamed(_ element: YAMLNode) {
    guard let scalar = element.scalar, !element.isEmpty else {
      return log.report(.wrongForm("a line (`- line: name`)", found: element))
    }
    let text = self.text(scalar)
    unread.formUnion(text.value.words)
    guard let match = text.value.wholeMatch(of: kept(/(line|subtotal)\s*:?\s*(\w+)/)) else {
      return log.report(.wrongForm("a line (`- line: name`)", found: element))
    }
    log.report(
      .lineUnnamed(text, right: "\(match.1): \(match.2)", why: "a colon and a space are missing"))
  }

  mutating func readLine(_ entries: [YAMLEntry], at span: SourceSpan) -> LineDeclaration? {
    guard let (kind, name) = lineName(entries, at: span) else { return nil }
    if let formula = formula(insteadOf: name) {
      log.report(.formulaForName(name, of: kind, calling: formula))
      unread.formUnion(name.value.words)
    } else {
      checkName(name)
    }
    var line = LineDeclaration(kind: kind, name: name, effect: .itself, span: span)
    readFields(entries, into: &line)
    return line
  }

  /// What is called, or nothing, by a formula that stands in the place of a name: one with a
  /// function, or one that adds to or multiplies figures or what was added up. Words and signs
  /// alone, `net-total`, are a name that is written otherwise.
  private func formula(insteadOf name: Spanned<String>) -> String? {
    let text = name.value
    // Nearly all names are names, and a pattern costs more than all else that is done with one.
    if Lexicon.isName(text) { return nil }
    let functions = ["max", "min", "round", "round_up", "round_down", "sum"]
    let call = text.prefixMatch(of: kept(/-?\s*(\w+)\(/)).map { String($0.1) }
    let isFormula = call.map(functions.contains)
      ?? (text.contains(kept(/[*+]/)) && text.contains(kept(/\d|\bsubtotal\b|\btotal\b/)))
    var log = DiagnosticLog()
    guard isFormula, Formula.parse(PlacedText(name), units: units, log: &log) != nil,
      !log.hasErrors
    else { return nil }
    return call ?? ""
  }

  /// What the entry is and is called.
  mutating func lineName(
    _ entries: [YAMLEntry], at span: SourceSpan
  ) -> (kind: LineDeclaration.Kind, name: Spanned<String>)? {
    let heads = entries.filter { $0.key.value == "line" || $0.key.value == "subtotal" }
    guard let head = heads.first else {
      // A key that means it says so itself.
      let isSaid = entries.contains {
        OtherKey.meant(by: $0.key.value, among: Self.lineKeys) == "line"
      }
      if isSaid { return nil }
      log.report(.missingKey("line", in: "an entry of the waterfall", at: span))
      return nil
    }
    if heads.count > 1 {
      log.report(.exclusiveKeys("line", "subtotal", at: heads[1].key.span, first: head.key.span))
    }
    guard let name = scalarText(head.value, wanted: "a name") else { return nil }
    return (head.key.value == "line" ? .line : .subtotal, name)
  }

  /// Sets those parts of a line that are written, leaving the others alone.
  mutating func readFields(_ entries: [YAMLEntry], into line: inout LineDeclaration) {
    if let node = entries["for"] { (line.list, line.order) = readList(node) }
    if let node = entries["when"] { line.when = formula(node) }
    if let node = entries["label"] { line.label = template(node) }
    if let node = entries["public"] { line.isPublic = readYesOrNo(node) }
    if let node = entries["reasons"] { line.reasons = formula(node) }
    let effects = entries.filter { ["amount", "becomes", "lines"].contains($0.key.value) }
    if effects.count > 1 {
      log.report(
        .exclusiveKeys(
          effects[0].key.value, effects[1].key.value, at: effects[1].key.span,
          first: effects[0].key.span))
    }
    if let node = entries["below_zero"], let text = scalarText(node, wanted: "a word") {
      let wanted = "a word for a total below zero"
      line.belowZero = word(text, wanted: wanted, among: Allowance.self)
    }
    if let node = entries["falling"], let text = scalarText(node, wanted: "a word") {
      let wanted = "a word for an amount that falls"
      line.falling = word(text, wanted: wanted, among: Allowance.self)
    }
    var take: Spanned<LineDeclaration.Take>?
    if let node = entries["take"], let text = scalarText(node, wanted: "a word") {
      take = word(text, wanted: "a way of taking", among: LineDeclaration.Take.self)
    }
    switch effects.first?.key.value {
    case "amount": line.effect = .amount(formula(effects[0].value))
    case "becomes": line.effect = .becomes(formula(effects[0].value))
    case "lines": line.effect = .lines(readLines(effects[0].value), take: take)
    case _:
      if case .lines(let lines, _) = line.effect, take != nil {
        line.effect = .lines(lines, take: take)
      }
    }
    checkForm(of: line, entries)
  }

  /// `items`, or `items in order`, and where the order is said.
  mutating func readList(_ node: YAMLNode) -> (list: Spanned<String>?, order: SourceSpan?) {
    guard let text = scalarText(node, wanted: "the name of a list") else { return (nil, nil) }
    guard let scalar = node.scalar, !Lexicon.isName(text.value),
      let match = text.value.wholeMatch(of: kept(/(\w+)(\s+)in\s+order/))
    else { return (text, nil) }
    let placed = self.placed(scalar)
    let end = match.1.utf8.count
    let order = placed.span(end + match.2.utf8.count, placed.bytes.count)
    return (placed.spanned(0, end), order)
  }

  /// The list of what has no running total, and so no order of its elements.
  private mutating func readUnorderedList(
    _ node: YAMLNode, of place: String
  ) -> Spanned<String>? {
    let (list, order) = readList(node)
    if let list, let order { log.report(.orderOutsideLines(list.value, place, at: order)) }
    return list
  }

  private mutating func checkForm(of line: LineDeclaration, _ entries: [YAMLEntry]) {
    if let key = entries.first(where: { $0.key.value == "take" })?.key {
      if case .lines = line.effect {} else { log.report(.takeWithoutLines(at: key.span)) }
    }
    if line.kind == .subtotal {
      for entry in entries where ["for", "amount", "lines"].contains(entry.key.value) {
        log.report(.notOfSubtotals(entry.key))
      }
    }
    if let isPublic = line.isPublic, isPublic.value, line.label == nil {
      log.report(.publicWithoutLabel("line", line.name, at: isPublic.span))
    }
    if case .lines(let members, _) = line.effect, let hidden = line.isPublic, !hidden.value {
      for inner in members.publicMarks { log.report(.publicInHidden(line.name, hidden, at: inner)) }
    }
    switch line.effect {
    case .itself where line.kind == .line:
      // A key that means another says so itself.
      let isSaid = entries.contains {
        OtherKey.meant(by: $0.key.value, among: ["amount", "becomes", "lines"]) != nil
      }
      if line.when != nil || line.list != nil, !isSaid {
        log.report(.lineWithoutAmount(line.name, at: line.span))
        unread.insert(line.name.value)
      }
    case .becomes(let formula):
      if let list = line.list, line.order == nil {
        log.report(.becomesUnderFor(at: formula.span, list: list))
      }
    case .lines:
      if let order = line.order { log.report(.linesInOrder(at: order)) }
    case .amount, .itself: break
    }
  }

  // MARK: - Decline

  mutating func readDeclines(_ node: YAMLNode) -> [DeclineDeclaration] {
    elements(node, wanted: "a list of reasons to decline").compactMap { element in
      if let known = known(\.declines, element.span) { return known }
      guard let entries = element.entries else {
        log.report(.wrongForm("a mapping with `when` and `reason`", found: element))
        return nil
      }
      checkKeys(entries, of: "`decline`", ["for", "when", "reason", "public"])
      guard let when = entries["when"], let reason = entries["reason"] else {
        let key = entries["when"] == nil ? "when" : "reason"
        log.report(.missingKey(key, in: "an entry of `decline`", at: element.span))
        return nil
      }
      return DeclineDeclaration(
        list: entries["for"].flatMap { readUnorderedList($0, of: "a decline") },
        when: formula(when), reason: template(reason),
        isPublic: entries["public"].flatMap { readYesOrNo($0) }, span: element.span)
    }
  }

  // MARK: - Outputs

  mutating func readOutputs(_ node: YAMLNode) -> [OutputDeclaration] {
    entries(
      node, wanted: "a mapping of outputs",
      help: "leave the dashes out: below `outputs`, write `name: formula`, one on each line"
    ).compactMap { known(\.outputs, $0) ?? readOutput($0) }
  }

  mutating func readOutput(_ entry: YAMLEntry) -> OutputDeclaration? {
    let span = entry.key.span.joined(to: entry.value.span)
    let body: OutputDeclaration.Body
    switch entry.value.content {
    case .scalar, .sequence:
      body = entry.value.isEmpty ? .itself : .formula(formula(entry.value))
    case .mapping(let entries, let isFlow):
      guard let node = entries["for"] else {
        if Self.labelledKeys.contains(where: { entries[$0] != nil && !entries[$0]!.isEmpty }) {
          return readLabelled(entry, entries, at: span)
        }
        if isFlow, entries.allSatisfy({ $0.value.isEmpty }) {
          log.report(.textNeedsQuotes(at: entry.value.span))
        } else {
          log.report(.missingKey("for", in: "an output of records", at: entry.key.span))
        }
        return OutputDeclaration(
          name: entry.key, body: .formula(.invalid(at: entry.value.span)), span: span)
      }
      guard let list = readUnorderedList(node, of: "an output") else { return nil }
      let fields = entries.filter { $0.key.value != "for" }.compactMap { readOutput($0) }
      body = .records(list: list, fields: fields)
    }
    if entry.value.isEmpty { checkName(outputName: entry.key) }
    return OutputDeclaration(name: entry.key, body: body, span: span)
  }

  private static let labelledKeys = ["value", "label", "public"]

  /// `{ value: formula, label: words, public: no }`; without a value that of its name.
  private mutating func readLabelled(
    _ entry: YAMLEntry, _ entries: [YAMLEntry], at span: SourceSpan
  ) -> OutputDeclaration {
    checkKeys(entries, of: "an output with a label", Self.labelledKeys)
    var output = OutputDeclaration(
      name: entry.key, body: entries["value"].map { .formula(formula($0)) } ?? .itself, span: span)
    if entries["value"] == nil { checkName(outputName: entry.key) }
    if let node = entries["label"], let words = scalarText(node, wanted: "words") {
      output.label = words
      if words.value.contains("{") { log.report(.outputLabelFormula(entry.key, at: words.span)) }
    }
    output.isPublic = entries["public"].flatMap { readYesOrNo($0) }
    if let isPublic = output.isPublic, isPublic.value, output.label == nil {
      log.report(.publicWithoutLabel("output", entry.key, at: isPublic.span))
    }
    return output
  }

  /// An output alone is the value of its name, so it must be one.
  private mutating func checkName(outputName name: Spanned<String>) {
    if !Lexicon.isName(name.value) { log.report(.nameForm(name)) }
  }
}

extension [LineDeclaration] {
  /// Where lines, or those inside of them, are said to be public.
  fileprivate var publicMarks: [SourceSpan] {
    flatMap { line -> [SourceSpan] in
      let own = line.isPublic.flatMap { $0.value ? [$0.span] : nil } ?? []
      guard case .lines(let members, _) = line.effect else { return own }
      return own + members.publicMarks
    }
  }
}
