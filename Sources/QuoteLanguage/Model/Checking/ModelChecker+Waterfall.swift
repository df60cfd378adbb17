import QuoteSyntax

extension ModelChecker {
  /// The waterfall, entry by entry, with what is carried between.
  func readWaterfall() -> [ModelLine] {
    var id = 0
    var running = amount(.running, Interval(point: 0), quantum: 0, at: .booking, span: .nowhere)
    let lines = read(tree.quote, place: .booking, running: &running, &id)
    total = amount(.total, running.range, quantum: running.quantum, at: .booking, span: .nowhere)
    if !arithmetic.isBinary, !log.hasErrors, !running.quantum.isZero {
      let ratio = running.quantum / minorUnit
      if !ratio.isWhole, let (line, quantum) = fraction {
        log.report(.needsRounding(line, value(of: line, in: lines), quantum: quantum, in: self))
      }
    }
    return lines
  }

  /// What a line of the waterfall adds or becomes.
  private func value(of line: LineDeclaration, in lines: [ModelLine]) -> PriceExpression? {
    for candidate in lines {
      switch candidate.effect {
      case .amount(let value), .becomes(let value):
        if candidate.span == line.span { return value }
      case .members(let members, _):
        if let value = value(of: line, in: members) { return value }
      case .nothing: break
      }
    }
    return nil
  }

  func amount(
    _ reference: PriceExpression.Reference, _ range: Interval, quantum: Ratio, at grain: Grain,
    span: SourceSpan
  ) -> PriceExpression {
    PriceExpression(
      .reference(reference), type: .quantity(.money), grain: grain, isOptional: false, range: range,
      quantum: arithmetic.isBinary ? 0 : quantum, span: span)
  }

  private func read(
    _ entries: [LineDeclaration], place: Grain, running: inout PriceExpression, _ id: inout Int
  ) -> [ModelLine] {
    entries.map { read($0, place: place, running: &running, &id) }
  }

  private func read(
    _ entry: LineDeclaration, place: Grain, running: inout PriceExpression, _ id: inout Int
  ) -> ModelLine {
    let own = id
    id += 1
    let grain = self.grain(of: entry, place)
    let outer = self.entry
    self.entry = entry.span
    defer { self.entry = outer }
    if let order = entry.order, !entry.hasLines, grain != place {
      checkAlong(grain, from: place, order)
      return readSteps(entry, own, grain, from: &running)
    }
    var checker = FormulaChecker(rules: self)
    checker.scope = FormulaScope(place: grain, linesBelow: own)
    checker.scope.running = running
    let when = entry.when.map { formula in
      typingFormula(of: entry.name) { at(grain, checker.flag(formula)) }
    }
    let before = running
    let above = fraction
    if case .lines = entry.effect { fraction = nil }
    if when != nil { absences += 1 }
    var (effect, amount) = self.effect(
      entry, own, checker: checker, at: grain, place: place, running: &running, id: &id)
    if when != nil {
      absences -= 1
      amount.0 = amount.0.joined(to: Interval(point: 0))
    }
    contribution = amount.0
    if grain != place { addRepeated(amount, grain, at: place, before: before, running: &running) }
    if when != nil {
      running = self.amount(
        .running, running.range.joined(to: before.range),
        quantum: Ratio.commonQuantum(running.quantum, before.quantum), at: place, span: .nowhere)
    }
    _ = checker.checked(running)
    let isWhole = running.quantum.isZero || (running.quantum / minorUnit).isWhole
    fraction = isWhole ? nil : above ?? fraction ?? (entry, amount.1)
    var range = entry.kind == .subtotal ? running.range : amount.0
    if absences > 0 { range = range.joined(to: Interval(point: 0)) }
    typedLines[own] = TypedLine(
      kind: entry.kind, grain: entry.kind == .subtotal ? place : grain, range: range,
      quantum: arithmetic.isBinary ? 0 : entry.kind == .subtotal ? running.quantum : amount.1)
    checker.scope.linesBelow = own + 1
    checker.scope.running = running
    var line = ModelLine(
      id: own, kind: entry.kind, name: entry.name.value, grain: grain, place: place, when: when,
      label: entry.label.map { at(grain, checker.text(of: $0)) },
      reasons: reasons(entry, checker, grain),
      effect: effect, span: entry.span)
    line.paysOut = entry.belowZero != nil
    line.mayFall = entry.falling != nil
    line.isPublic = entry.isPublic?.value ?? true
    return line
  }

  private func grain(of entry: LineDeclaration, _ place: Grain) -> Grain {
    guard let list = entry.list else { return place }
    guard case .list(let index)? = symbols[list.value] else {
      let known = listNames
      log.report(.unknownList(list, among: known))
      // What is wrong with the entry otherwise is seen as if it were there.
      if let near = Suggestion.nearest(to: list.value, among: known),
        case .list(let index)? = symbols[near], lists.nests(place.list, index)
      {
        return Grain(list: index)
      }
      misplaced.insert(entry.span)
      return place
    }
    used.insert(list.value)
    completeGroups(index)
    let below = elements(of: index, in: groups(around: place))
    guard lists.nests(place.list, below), below != place.list else {
      log.report(.listNotBelow(list, lists[place.list].name))
      return place
    }
    return Grain(list: below)
  }

  /// Used at a place, a value may not be finer than it.
  func at(_ place: Grain, _ value: PriceExpression) -> PriceExpression {
    guard value.type != .invalid, !holds(value.grain, place) else { return value }
    if let entry {
      if !misplaced.contains(entry) {
        let mistake = "list \(lists[value.grain.list].name) at \(entry.file):\(entry.lower)"
        log.report(Diagnostic.tooFine(value, at: place, in: self).of(mistake: mistake))
      }
    } else {
      log.report(.tooFine(value, at: place, in: self))
    }
    return FormulaChecker(rules: self).invalid(at: value.span)
  }

  /// What an entry does, its amount's range and quantum; `running` moves on.
  private func effect(
    _ entry: LineDeclaration, _ own: Int, checker: FormulaChecker, at grain: Grain, place: Grain,
    running: inout PriceExpression, id: inout Int
  ) -> (ModelLine.Effect, (Interval, Ratio)) {
    switch entry.effect {
    case .amount(let formula):
      let value = typingFormula(of: entry.name) {
        money(
          checker.closed(checker.expression(of: formula), as: .amount), grain, formula.span)
      }
      if grain == place {
        let after = reach(from: running).after(adding: value)
        let quantum = Ratio.commonQuantum(running.quantum, value.quantum)
        running = self.amount(.running, after, quantum: quantum, at: place, span: .nowhere)
      }
      return (.amount(value), (value.range, value.quantum))
    case .becomes(let formula):
      if grain != place { log.report(.becomesUnderFor(formula.span)) }
      let value = typingFormula(of: entry.name) {
        money(
          checker.closed(checker.expression(of: formula), as: .amount), grain, formula.span)
      }
      let change = reach(from: running).change(to: value)
      let quantum = Ratio.commonQuantum(value.quantum, running.quantum)
      running = amount(.running, value.range, quantum: value.quantum, at: place, span: .nowhere)
      return (.becomes(value), (change, quantum))
    case .lines(let members, let take):
      return self.members(members, take?.value, at: grain, place: place, running: &running, id: &id)
    case .itself:
      if entry.kind == .subtotal { return (.nothing, (Interval(point: 0), 0)) }
      if symbols[entry.name.value] == nil, !tree.unread.contains(entry.name.value),
        tree.removed[entry.name.value] == nil,
        knownNames(FormulaScope()).nearest(to: entry.name.value) == nil
      {
        log.report(.lineOfNothing(entry.name))
        return (.amount(checker.invalid(at: entry.name.span)), (Interval(point: 0), 0))
      }
      let value = money(
        checker.value(of: entry.name.value, at: entry.name.span), grain, entry.name.span)
      if grain == place { running = sum(running, value.range, quantum: value.quantum, at: place) }
      return (.amount(value), (value.range, value.quantum))
    }
  }

  func reach(from running: PriceExpression) -> RunningReach {
    RunningReach(running: running.range, isBinary: arithmetic.isBinary)
  }

  private func members(
    _ members: [LineDeclaration], _ take: LineDeclaration.Take?, at grain: Grain, place: Grain,
    running: inout PriceExpression, id: inout Int
  ) -> (ModelLine.Effect, (Interval, Ratio)) {
    let before = running
    let zero = Interval(point: 0)
    var inner =
      grain == place ? running : amount(.running, zero, quantum: 0, at: grain, span: .nowhere)
    let start = inner
    let picks = take == .lowest || take == .highest
    if picks { absences += 1 }
    var lines: [ModelLine] = []
    var change = zero
    var quantum = start.quantum
    for member in members {
      if take != nil { inner = start }
      lines.append(read(member, place: grain, running: &inner, &id))
      change = picks ? change.joined(to: contribution) : change + contribution
      quantum = Ratio.commonQuantum(quantum, inner.quantum)
    }
    if picks { absences -= 1 }
    var reached = start.range + change
    if take == nil { reached = reached.met(with: inner.range) }
    inner = amount(
      .running, reached, quantum: take == nil ? inner.quantum : quantum, at: grain, span: .nowhere)
    running = grain == place ? inner : before
    if grain != place { return (.members(lines, take: take), (inner.range, inner.quantum)) }
    return (.members(lines, take: take), (change, Ratio.commonQuantum(inner.quantum, quantum)))
  }

  /// A line that stands once for each element: bounded by how many there may be.
  private func addRepeated(
    _ amount: (Interval, Ratio), _ grain: Grain, at place: Grain, before: PriceExpression,
    running: inout PriceExpression
  ) {
    var most: Ratio = 1
    var list = grain.list
    while list != place.list, let parent = lists[list].parent {
      // All groups together have no more members than the list has elements.
      if lists[list].groups == nil || grain.list == list {
        most = most * Ratio(schema.lists[list].bound)
      }
      list = parent
    }
    contribution = amount.0 * Interval(0, most)
    running = sum(before, contribution, quantum: amount.1, at: place)
  }

  private func sum(
    _ running: PriceExpression, _ range: Interval, quantum: Ratio, at place: Grain
  ) -> PriceExpression {
    amount(
      .running, running.range + range, quantum: Ratio.commonQuantum(running.quantum, quantum),
      at: place,
      span: .nowhere)
  }

  private func notMoney(_ value: PriceExpression) -> Diagnostic {
    if let (cell, help) = decimalCommas(in: [value]) {
      var diagnostic = Diagnostic.wrongType(value, wants: "money", in: sources, help: help)
      (diagnostic.labels, diagnostic.primary) = ([diagnostic.primary], cell)
      return diagnostic
    }
    if let diagnostic = withoutCurrency(value) { return diagnostic }
    if let (column, table, cell) = plainCell(behind: value) {
      return .plainCell(value, cell, column, of: table, in: self)
    }
    var diagnostic = Diagnostic.wrongType(
      value, wants: "money", in: sources, help: moneyInstead(of: value))
    diagnostic.labels = declarations(behind: value, outside: value.span.file)
    return diagnostic
  }

  func money(_ value: PriceExpression, _ grain: Grain, _ span: SourceSpan)
    -> PriceExpression
  {
    guard value.type != .invalid else {
      // An amount is money, whatever an empty table has to do with it.
      learn(value, as: .quantity(.money))
      return value
    }
    guard value.type == .quantity(.money) else {
      log.report(notMoney(value))
      return FormulaChecker(rules: self).invalid(at: span)
    }
    return at(grain, value)
  }

  func reasons(
    _ entry: LineDeclaration, _ checker: FormulaChecker, _ grain: Grain
  ) -> [PriceExpression] {
    guard let formula = entry.reasons else { return [] }
    var checker = checker
    checker.scope.wantsText = true
    let formulas: [Formula] = if case .list(let parts) = formula.kind { parts } else { [formula] }
    return formulas.compactMap { formula in
      let value = at(grain, checker.closed(checker.expression(of: formula)))
      guard value.type != .invalid else { return nil }
      guard value.type.isTextual else {
        let written = sources.text(at: value.span)
        log.report(
          .wrongType(
            value, wants: "a text", in: sources,
            help: ["`reasons` is a formula, in which a text is quoted: `(\"\(written)\")`"]))
        return nil
      }
      return value
    }
  }

  // MARK: - Declines and outputs

  private func finalChecker(_ place: Grain) -> FormulaChecker {
    var checker = FormulaChecker(rules: self)
    checker.scope = FormulaScope(place: place, linesBelow: .max)
    checker.scope.knowsTotal = true
    return checker
  }

  func readDeclines() -> [ModelDecline] {
    tree.declines.map { entry in
      var grain = Grain.booking
      if let list = entry.list {
        if case .list(let index)? = symbols[list.value] {
          grain = Grain(list: index)
          completeGroups(index)
          used.insert(list.value)
        } else {
          log.report(.unknownList(list, among: listNames))
        }
      }
      let checker = finalChecker(grain)
      return ModelDecline(
        grain: grain, when: at(grain, checker.flag(entry.when)),
        reason: told(at(grain, checker.text(of: entry.reason)), checker),
        isPublic: entry.isPublic?.value ?? true, span: entry.span)
    }
  }

  /// A reason that may be not given with a sentence that stands in for it.
  private func told(_ reason: PriceExpression, _ checker: FormulaChecker) -> PriceExpression {
    guard reason.isOptional else { return reason }
    let instead = checker.constant(.text(Self.untoldReason), .text, at: reason.span)
    return checker.made(
      .defaulting(reason, instead), .text, parts: [reason, instead], at: reason.span,
      optional: false)
  }

  private static let untoldReason = "the reason cannot be told: a value in it is not given"

  func readOutputs() -> [ModelOutput] {
    tree.outputs.map { output($0, at: .booking) }
  }

  private func output(_ declaration: OutputDeclaration, at grain: Grain) -> ModelOutput {
    let checker = finalChecker(grain)
    let body: ModelOutput.Body
    switch declaration.body {
    case .formula(let formula):
      body = .value(shown(at(grain, checker.closed(checker.expression(of: formula)))))
    case .itself:
      body = .value(
        shown(at(grain, checker.value(of: declaration.name.value, at: declaration.name.span))))
    case .records(let list, let fields):
      guard case .list(let named)? = symbols[list.value],
        case let index = elements(of: named, in: groups(around: grain)),
        lists.nests(grain.list, index)
      else {
        log.report(.unknownList(list, among: listNames))
        return ModelOutput(
          name: declaration.name.value, body: .records(list: .booking, fields: []),
          span: declaration.span)
      }
      used.insert(list.value)
      completeGroups(index)
      body = .records(list: index, fields: fields.map { output($0, at: Grain(list: index)) })
    }
    var made = ModelOutput(name: declaration.name.value, body: body, span: declaration.span)
    if declaration.isPublic?.value ?? true { made.publicLabel = declaration.label?.value }
    return made
  }

  /// The condition on quotes, if one is asked for, as an output without a name
  /// after all others. It may name outputs that no input, line or let hides.
  func readSelection(_ outputs: [ModelOutput]) -> [ModelOutput] {
    guard let formula = tree.selection else { return [] }
    var checker = finalChecker(.booking)
    for output in outputs where !checker.isKnown(output.name) {
      if case .value(let value) = output.body { checker.scope.columns[output.name] = value }
    }
    let condition = at(.booking, checker.flag(formula))
    return [ModelOutput(name: "", body: .value(condition), span: formula.span)]
  }

  /// An exact number that is shown must have an end.
  package func shown(_ value: PriceExpression) -> PriceExpression {
    // Texts are shown as they were given, not as they are put in order.
    if case .apply(.text(.natural), let parts) = told(by: value).operation { return parts[0] }
    guard !arithmetic.isBinary, value.type.isQuantity, !value.quantum.isZero else { return value }
    if (value.quantum / value.units.size).decimalDigits == nil {
      log.report(.endless(value, in: sources))
    }
    return value
  }
}
