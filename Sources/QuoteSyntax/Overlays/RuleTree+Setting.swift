extension RuleTree {
  /// Applies one `PATH=VALUE` setting: `rate=9%`,
  /// `let.price[small].price=$95`, `quote.base.amount=…`,
  /// `inputs.items.quantity=count [0..10]`, `currency=EUR`. Messages call it by the option
  /// with which it was given.
  package mutating func apply(
    setting: String, of option: String = SourceFile.setting, sources: inout Sources,
    log: inout DiagnosticLog
  ) {
    let bytes = Array(setting.utf8)
    var reader = RuleReader(
      fileName: option, bytes: bytes, loader: .memory([:]), sources: sources, log: log)
    reader.units = Set(header.units.map(\.value))
    reader.currency = header.currency?.value
    let text = PlacedText(bytes: bytes, file: reader.file, start: 0)
    if let equals = RulePath.equalsSign(in: bytes),
      let path = RulePath(text.slice(0, equals)), equals + 1 < bytes.count
    {
      let (lower, upper) = Lexicon.trimmed(bytes, equals + 1, bytes.count)
      let value = text.slice(lower, upper)
      if let second = secondSetting(in: value.string) {
        let first = text.slice(0, equals + 1).string + value.string.prefix(second.before)
        let rest = String(value.string.dropFirst(second.before + second.parting))
        let place = lower + value.string.prefix(second.before).utf8.count
        reader.log.report(.settingsTogether(first, rest, at: text.span(place, upper)))
      } else {
        reader.set(path, to: value, in: &self)
      }
    } else {
      reader.log.report(
        .settingForm(
          at: text.span, isCut: bytes.last == UInt8(ascii: "="),
          file: setting.hasSuffix(".yaml") || setting.hasSuffix(".yml") ? setting : nil,
          meant: SettingSlip.setting(meantBy: setting, in: self)))
    }
    sources = reader.sources
    log = reader.log
  }
}

extension RuleReader {
  package mutating func set(_ path: RulePath, to value: PlacedText, in tree: inout RuleTree) {
    let name = path.names.first ?? Spanned(path.section, at: path.span)
    switch path.section {
    case "let": setLet(path, to: value, in: &tree)
    case "quote": setLine(path, to: value, in: &tree)
    case "inputs": setInput(path.names[...], to: value, in: &tree.inputs)
    case "outputs": setOutput(path.names[...], to: value, in: &tree.outputs)
    case "decline": log.report(.declineIsWhole(at: path.span))
    case _:
      let isLet = tree.lets.contains { $0.name.value == name.value }
      if Self.headerKeys.contains(name.value), name.value != "units", path.names.count == 1, !isLet
      {
        readHeader(name.value, Spanned(value.string, at: value.span), into: &tree.header)
      } else {
        setLet(path, to: value, in: &tree)
      }
    }
  }

  // MARK: - Let

  private mutating func setLet(
    _ path: RulePath, to value: PlacedText, in tree: inout RuleTree
  ) {
    let name = path.names[0]
    guard let index = tree.lets.firstIndex(where: { $0.name.value == name.value }) else {
      if let key = tree.quote.effectKey(of: name.value) {
        let said = path.names.dropFirst().first?.value ?? key
        log.report(.lineOfThatName(name, part(key, of: name.value, said: said, value, in: tree)))
        return
      }
      if tree.inputs.contains(where: { $0.name.value == name.value }) {
        log.report(.settingOfInput(name))
        return
      }
      if let output = tree.outputs.first(where: { $0.name.value == name.value }) {
        let now: String? =
          if case .formula(let formula) = output.body {
            sources.text(at: formula.span).trimmedOfSpaces
          } else {
            nil
          }
        log.report(.settingOfOutput(name, now))
        return
      }
      let others = path.section.isEmpty ? Self.headerKeys : []
      log.report(.unknownPath(name, among: tree.lets.map(\.name.value) + others))
      return
    }
    if case .table(var table) = tree.lets[index].body {
      guard let cells = path.cells else {
        let rows = table.rows.prefix(4).map { written($0) }
        log.report(.cellWanted(name, columns: table.values.map(\.value), rows: rows))
        return
      }
      let isBound = path.cellsAreLast && path.names.count == 2
        && !table.values.contains { $0.value == path.names[1].value }
      let isSet = isBound
        ? moveBound(path.names[1], cells, to: value, of: name.value, in: &table)
        : setCell(cells, path.names.dropFirst(), to: value, of: name, in: &table)
      if isSet { tree.lets[index].body = .table(table) }
    } else if path.cells != nil || path.names.count > 1 {
      log.report(.notATable(name, tables: []))
    } else {
      let formula = Formula.parse(value, units: units, log: &log) ?? .invalid(at: value.span)
      if case .function(let parameters, _) = tree.lets[index].body {
        let words = Set(String(decoding: value.bytes, as: UTF8.self).words)
        if let unused = parameters.first(where: { !words.contains($0.value) }) {
          log.report(.setWithoutParameter(name, unused, at: value.span))
        }
        tree.lets[index].body = .function(parameters: parameters, formula: formula)
        return
      }
      warnOfLostPercents(from: tree.lets[index].body, to: .formula(formula))
      tree.lets[index].body = .formula(formula)
    }
  }

  private mutating func setCell(
    _ cells: Spanned<String>, _ rest: ArraySlice<Spanned<String>>, to value: PlacedText,
    of name: Spanned<String>, in table: inout TableDeclaration
  ) -> Bool {
    guard let column = column(rest, of: name, in: table),
      let row = row(cells, of: name, in: table)
    else { return false }
    let cell = CellText(bytes: value.bytes, file: file, placed: value)
    let new = readValueCell(cell)
    warnOfLostPercent(from: table.rows[row].values[column], to: new)
    warnOfLostCurrency(in: table, column, to: new)
    table.rows[row].values[column] = new
    return true
  }

  private mutating func column(
    _ rest: ArraySlice<Spanned<String>>, of name: Spanned<String>, in table: TableDeclaration
  ) -> Int? {
    let columns = table.values.map(\.value)
    guard let wanted = rest.first else {
      if columns.count == 1 { return 0 }
      let rows = table.rows.prefix(4).map { written($0) }
      log.report(.cellWanted(name, columns: columns, rows: rows))
      return nil
    }
    if table.isMatrix { return 0 }
    if let index = columns.firstIndex(of: wanted.value) { return index }
    log.report(.unknownPath(wanted, among: columns))
    return nil
  }

  /// The one row whose key cells are written so, blanks aside.
  private mutating func row(
    _ cells: Spanned<String>, of name: Spanned<String>, in table: TableDeclaration
  ) -> Int? {
    let wanted = withoutBlanks(cells.value)
    var found: [Int] = []
    for (index, row) in table.rows.enumerated() where withoutBlanks(written(row)) == wanted {
      found.append(index)
    }
    if found.count == 1 { return found[0] }
    if found.isEmpty {
      let shown = table.rows.prefix(10_000)
      if let row = row(meantBy: cells.value, in: table) {
        log.report(
          .unknownRow(
            cells, of: name.value, near: written(row), table: table.hit.span, isNamedByKeys: true))
        return nil
      }
      let near = Suggestion.nearest(to: cells.value, among: shown.map { written($0) })
      log.report(
        .unknownRow(
          cells, of: name.value, near: near, table: table.hit.span,
          rows: shown.count > 40 ? [] : shown.map { written($0) }))
    } else {
      log.report(
        .rowsAmbiguous(cells, of: name.value, rows: found.prefix(10).map { table.rows[$0].span }))
    }
    return nil
  }

  /// The row that somebody names by its number, from 1, or by what one of its cells says.
  private func row(meantBy text: String, in table: TableDeclaration) -> TableRow? {
    let wanted = text.trimmedOfSpaces
    let byValue = table.rows.prefix(10_000).filter { row in
      row.values.contains { $0.raw.value == wanted }
    }
    if byValue.count == 1 { return byValue[0] }
    let around = table.rows.prefix(10_000).filter { $0.holds(wanted) }
    if let row = around.first { return around.count == 1 ? row : nil }
    if let number = Int(wanted), (1...max(1, table.rows.count)).contains(number) {
      return table.rows.isEmpty ? nil : table.rows[number - 1]
    }
    return nil
  }

  /// A row's key cells as an address has them.
  private func written(_ row: TableRow) -> String {
    row.keys.map { sources.text(at: $0.span) }.joined(separator: ", ")
  }

  private func withoutBlanks(_ text: String) -> [UInt8] {
    text.utf8.filter { !$0.isBlank }
  }

  // MARK: - Lines

  private mutating func setLine(
    _ path: RulePath, to value: PlacedText, in tree: inout RuleTree
  ) {
    let keys = Self.lineKeys.filter { !["line", "subtotal", "lines"].contains($0) }
    if path.names.count == 1, let key = tree.quote.effectKey(of: path.names[0].value) {
      let part = part(key, of: path.names[0].value, said: key, value, in: tree)
      log.report(.wholeLine(path.names[0], part, keys: keys))
      return
    }
    if path.names.count == 1, let cells = path.cells, keys.contains(path.names[0].value) {
      let lines = tree.quote.allNames
      let name = Int(cells.value).flatMap { lines.indices.contains($0) ? lines[$0] : nil } ?? "NAME"
      log.report(.lineByNumber(cells, "quote.\(name).\(path.names[0].value)"))
      return
    }
    guard path.names.count >= 2, let key = path.names.last, keys.contains(key.value) else {
      log.report(.unknownPath(path.names.last!, among: keys))
      return
    }
    let name = path.names[path.names.count - 2]
    let found = tree.quote.edit(named: name.value) { list, index in
      set(key.value, of: &list[index], to: value)
    }
    if !found {
      log.report(.unknownLine(name, among: tree.quote.allNames, isSetting: true))
    }
  }

  private mutating func set(_ key: String, of line: inout LineDeclaration, to value: PlacedText) {
    func formula() -> Formula {
      Formula.parse(value, units: units, log: &log) ?? .invalid(at: value.span)
    }
    switch key {
    case "amount":
      warnOfAdding(to: line, by: Spanned(key, at: value.span), value.string)
      line.effect = .amount(formula())
    case "becomes": line.effect = .becomes(formula())
    case "when": line.when = formula()
    case "reasons": line.reasons = formula()
    case "label": line.label = Template.parse(value, units: units, log: &log)
    case "for": line.list = Spanned(value.string, at: value.span)
    case "public":
      line.isPublic = yesOrNo(Spanned(value.string, at: value.span))
      if let isPublic = line.isPublic, isPublic.value, line.label == nil {
        log.report(.publicWithoutLabel("line", line.name, at: isPublic.span))
      }
    case _:
      let text = Spanned(value.string, at: value.span)
      let take = word(text, wanted: "a way of taking", among: LineDeclaration.Take.self)
      if case .lines(let lines, _) = line.effect {
        line.effect = .lines(lines, take: take)
      } else {
        log.report(.takeWithoutLines(at: value.span))
      }
    }
  }

  // MARK: - Inputs and outputs

  private mutating func setInput(
    _ names: ArraySlice<Spanned<String>>, to value: PlacedText, in inputs: inout [InputDeclaration]
  ) {
    guard let name = names.first,
      let index = inputs.firstIndex(where: { $0.name.value == name.value })
    else {
      log.report(.unknownPath(names.first!, among: inputs.map(\.name.value)))
      return
    }
    switch inputs[index] {
    case .field(let field):
      if names.count > 1 {
        let now = sources.text(at: field.span).drop { $0 != ":" }.dropFirst().trimmedOfSpaces
        log.report(.settingOfClause(names.last!, of: name.value, now: now))
      } else if let field = readField(name, value, at: value.span) {
        inputs[index] = .field(field)
      }
    case .list(var list):
      let rest = names.dropFirst()
      let text = Spanned(value.string, at: value.span)
      switch rest.first?.value {
      case nil:
        log.report(
          .unknownPath(name, among: list.fields.map { "\(name.value).\($0.name.value)" }))
      case "keep":
        list.keep = Formula.parse(value, units: units, log: &log) ?? .invalid(at: value.span)
      case "at_most":
        if let number = Int(text.value), (1...1_000_000).contains(number) {
          list.atMost = Spanned(number, at: text.span)
        } else {
          log.report(.wholeNumberWanted(at: text.span, "at_most", text.value))
        }
      case "cell": list.cell = text
      case _: setInput(rest, to: value, in: &list.fields)
      }
      inputs[index] = .list(list)
    }
  }

  private mutating func setOutput(
    _ names: ArraySlice<Spanned<String>>, to value: PlacedText,
    in outputs: inout [OutputDeclaration]
  ) {
    guard let name = names.first,
      let index = outputs.firstIndex(where: { $0.name.value == name.value })
    else {
      log.report(.unknownPath(names.first!, among: outputs.map(\.name.value)))
      return
    }
    if names.count > 1 {
      guard case .records(let list, var fields) = outputs[index].body else {
        log.report(.unknownPath(names.last!, among: []))
        return
      }
      setOutput(names.dropFirst(), to: value, in: &fields)
      outputs[index].body = .records(list: list, fields: fields)
    } else {
      let formula = Formula.parse(value, units: units, log: &log)
      outputs[index].body = .formula(formula ?? .invalid(at: value.span))
    }
  }

  // MARK: - Removing

  /// Takes what a path names out of the rules.
  package mutating func remove(_ written: Spanned<String>, from tree: inout RuleTree) {
    guard let path = RulePath(PlacedText(written)), path.cells == nil else {
      log.report(.settingForm(at: written.span))
      return
    }
    let name = path.names.last ?? Spanned(path.section, at: path.span)
    if path.section.isEmpty || path.section == "decline", tree.empty(section: name.value) {
      return
    }
    func drop<Part>(_ parts: inout [Part], _ nameOf: (Part) -> String) -> [String] {
      let known = parts.map(nameOf)
      parts.removeAll { nameOf($0) == name.value }
      return known
    }
    let known: [String]
    switch path.section {
    case "inputs": known = drop(&tree.inputs) { $0.name.value }
    case "outputs": known = drop(&tree.outputs) { $0.name.value }
    case "quote":
      known = tree.quote.allNames
      _ = tree.quote.edit(named: name.value) { list, index in list.remove(at: index) }
    case _: known = drop(&tree.lets) { $0.name.value }
    }
    if known.contains(name.value) {
      tree.removed[name.value] = written.span
      return
    }
    if path.section.isEmpty, let section = tree.section(of: name.value) {
      log.report(.pathWithoutSection(name, "\(section).\(name.value)"))
    } else {
      log.report(.unknownPath(name, among: known))
    }
  }
}

extension RuleTree {
  /// Takes out everything in a section; false if there is none of that name.
  fileprivate mutating func empty(section: String) -> Bool {
    switch section {
    case "inputs": inputs = []
    case "let": lets = []
    case "quote": quote = []
    case "decline": declines = []
    case "outputs": outputs = []
    case _: return false
    }
    return true
  }
}
