package import QuoteSyntax

extension FormulaChecker {
  /// What a name stands for here.
  package func value(of name: String, at span: SourceSpan) -> PriceExpression {
    if let column = scope.columns[name] { return moved(column, to: span) }
    if name == "subtotal" {
      guard let running = scope.running else {
        rules.log.report(
          .noSubtotal(span, inLet: scope.place == nil, knowsTotal: scope.knowsTotal))
        return invalid(at: span)
      }
      if let place = scope.place, place != running.grain {
        rules.log.report(.subtotalUnderFor(span, each: rules.lists[place.list].name))
        return invalid(at: span)
      }
      return moved(running, to: span)
    }
    if name == "total" {
      guard scope.knowsTotal, let total = rules.total else {
        rules.log.report(.noTotal(span, inLet: scope.place == nil))
        return invalid(at: span)
      }
      return moved(total, to: span)
    }
    guard let symbol = rules.symbols[name] else {
      reportUnknown(Spanned(name, at: span))
      return invalid(at: span)
    }
    rules.used.insert(name)
    let value = self.value(of: symbol, name, at: span)
    if let groups = rules.groups(around: value.grain) { rules.asked.groups.insert(groups) }
    // A line that is its own name's value: from above, its sum.
    if let place = scope.place, let id = rules.lines[name], rules.typedLines[id] != nil,
      !scope.readsLinesFinely, !rules.holds(value.grain, place)
    {
      return line(id, name, at: span)
    }
    return value
  }

  private func value(of symbol: Symbol, _ name: String, at span: SourceSpan) -> PriceExpression {
    switch symbol {
    case .field(let list, let field): return self.field(list, field, at: span)
    case .element(let list): return element(list, at: span)
    case .groupName(let list, let part): return groupName(list, part, at: span)
    case .letValue(let index): return letValue(index, name, at: span)
    case .table(let index): return lookup(table: index, column: nil, at: span)
    case .list:
      rules.log.report(.listAlone(name, at: span))
      return invalid(at: span)
    case .area:
      rules.log.report(.areaAlone(name, at: span))
      return invalid(at: span)
    case .function(let index):
      rules.log.report(.functionAlone(name, rules.form(of: index), at: span))
      return invalid(at: span)
    case .line(let id), .subtotal(let id): return line(id, name, at: span)
    }
  }

  func moved(
    _ value: PriceExpression, to span: SourceSpan, use: FormulaUse? = nil
  ) -> PriceExpression {
    PriceExpression(
      value.operation, type: value.type, units: value.units, grain: value.grain,
      isOptional: value.isOptional, range: value.range, quantum: value.quantum, span: span,
      over: value.over, use: use ?? value.use)
  }

  private func field(_ list: ListID, _ field: Int, at span: SourceSpan) -> PriceExpression {
    // Fields of a list whose name something else has are not read; that it has is reported.
    let fields = rules.schema.lists[list].fields
    guard fields.indices.contains(field) else { return invalid(at: span) }
    let schema = fields[field]
    let (type, _) = ValueColumnReader.type(of: schema.type)
    let unit = schema.unit
    var range = schema.range
    if let unit { range = Interval(range.lower * unit.size, range.upper * unit.size) }
    var quantum = type.isQuantity ? schema.quantum : 0
    // An element that rules add may have what they compute here.
    for extra in rules.lists[list].extras {
      for computed in extra.computed where computed.field == field {
        range = range.joined(to: computed.value.range)
        if type.isQuantity { quantum = .commonQuantum(quantum, computed.value.quantum) }
      }
    }
    if !scope.isBeforeKeep, let kept = rules.keptRanges[.field(list: list, field: field)] {
      range = kept
    }
    return PriceExpression(
      .reference(.field(list: list, field: field)), type: type, units: UnitPair(unit),
      grain: Grain(list: list), isOptional: schema.isOptional, range: range,
      quantum: rules.arithmetic.isBinary ? 0 : quantum, span: span)
  }

  private func element(_ list: ListID, at span: SourceSpan) -> PriceExpression {
    guard let made = rules.lists[list].made else { return invalid(at: span) }
    let range = Interval(made.lower.range.lower, made.upper.range.upper)
    return PriceExpression(
      .reference(.element(list: list)), type: made.lower.type, grain: Grain(list: list),
      isOptional: false, range: Interval(range.lower, max(range.lower, range.upper)),
      quantum: made.lower.type.isQuantity && !rules.arithmetic.isBinary ? 1 : 0, span: span)
  }

  /// What a part of the key is in a group.
  private func groupName(_ list: ListID, _ part: Int, at span: SourceSpan) -> PriceExpression {
    rules.completeGroups(list)
    guard let names = rules.lists[list].groups?.names, names.indices.contains(part) else {
      return invalid(at: span)
    }
    return named(names[part], at: span)
  }

  private func named(_ id: LetID, at span: SourceSpan) -> PriceExpression {
    let value = rules.lets[id].value
    return PriceExpression(
      .reference(.letValue(id)), type: value.type, units: value.units, grain: value.grain,
      isOptional: value.isOptional, range: value.range, quantum: value.quantum, span: span)
  }

  private func letValue(_ index: Int, _ name: String, at span: SourceSpan) -> PriceExpression {
    guard let (id, value) = rules.letValue(index, from: span) else {
      if let quotient = rules.quotients[index] {
        warnOfWhole(index, quotient, name, at: span)
        return moved(quotient, to: span)
      }
      let unknown = invalid(at: span)
      if let pending = rules.pendingLets[index] { rules.hang(unknown, on: [pending]) }
      return unknown
    }
    warnOfWhole(index, value, name, at: span)
    return named(id, at: span)
  }

  /// A line's amount: its own where the reader is as fine, else the sum.
  private func line(_ id: Int, _ name: String, at span: SourceSpan) -> PriceExpression {
    guard id < scope.linesBelow || scope.place == nil, let typed = rules.typedLines[id] else {
      rules.log.report(.lineBelow(name, at: span, isOwn: id == scope.linesBelow))
      return invalid(at: span)
    }
    let place = scope.place ?? scope.list.map { Grain(list: $0) } ?? .booking
    func reference(_ reference: PriceExpression.Reference, _ grain: Grain, _ range: Interval)
      -> PriceExpression
    {
      PriceExpression(
        .reference(reference), type: .quantity(.money), grain: grain, isOptional: false,
        range: range,
        quantum: typed.quantum, span: span)
    }
    let ownGrain = grainAsked(of: typed.grain, from: place)
    if typed.kind == .subtotal { return reference(.subtotal(id), ownGrain, typed.range) }
    if scope.readsLinesFinely || rules.holds(ownGrain, place) {
      return reference(.lineAmount(id), ownGrain, typed.range)
    }
    if let group = groupOfSeveral(typed.grain.list) {
      rules.log.report(
        .linesOfMembers(
          name, rules.lists[typed.grain.list].name, groups: rules.lists[group].name, at: span))
      return invalid(at: span)
    }
    var range = typed.range
    var list = typed.grain.list
    while !rules.holds(Grain(list: list), place), let parent = rules.lists[list].parent {
      range = range * Interval(0, Ratio(rules.schema.lists[list].bound))
      list = parent
    }
    return reference(.lineSum(id), Grain(list: list), range)
  }

  /// The grain at which a line of the members of groups is asked for: outside of those groups, in
  /// the place of an element or of another group of them, each amount is of the element that the
  /// member is.
  private func grainAsked(of own: Grain, from place: Grain) -> Grain {
    guard let list = rules.lists[own.list].memberOf, let groups = rules.lists[own.list].parent,
      !rules.lists.nests(groups, place.list)
    else { return own }
    let asked = rules.elements(of: list, in: groupsAround)
    if scope.readsLinesFinely {
      return asked == list || asked == own.list ? own : Grain(list: list)
    }
    return rules.holds(Grain(list: list), place) ? Grain(list: list) : own
  }

  /// The groups at whose place a line would be summed up over all of them, for it is in the list
  /// whose elements they hold.
  private func groupOfSeveral(_ list: ListID) -> ListID? {
    guard let group = groupsAround, !rules.lists.nests(group, list),
      rules.lists.holds(group, list)
    else { return nil }
    return group
  }

  private func reportUnknown(_ name: Spanned<String>, _ guesses: [Diagnostic.Guess] = []) {
    // Each is compared with all names there are: of hundreds, most have one cause.
    rules.unknownCount += 1
    if rules.unknownCount <= 200, let meant = meantOtherwise(name) {
      return rules.log.report(meant)
    }
    if let removed = rules.tree.removed[name.value] {
      return rules.log.report(.removedName(name, at: removed))
    }
    let known = rules.unknownCount <= 200 ? rules.knownNames(scope) : NearWords([String]())
    var diagnostic = Diagnostic.unknownName(
      name, among: known, outputs: rules.tree.outputs,
      isWord: rules.isWord(name.value), word: rules.wordInFull(name.value),
      wantsText: scope.wantsText)
    if rules.unknownCount <= 200 {
      if diagnostic.help.isEmpty {
        diagnostic.help = namesInstead(of: name.value)
      } else if let list = scope.place?.list, list != .booking,
        let near = known.nearest(to: name.value),
        !rules.schema.lists[list].fields.contains(where: { $0.name == near })
      {
        diagnostic.help += rules.fields(of: list)
      }
    }
    rules.log.report(diagnostic.guessing(guesses + self.guesses(ofWord: name)))
  }

  // MARK: - Members

  package func member(
    _ base: Formula, _ column: Spanned<String>, at span: SourceSpan
  ) -> PriceExpression {
    if case .call(let name, let arguments, let condition, let by) = base.kind,
      case .table(let index)? = rules.symbols[name.value]
    {
      let call = FormulaCall(
        name: name, arguments: arguments, condition: condition, key: by, span: base.span)
      return lookup(table: index, by: call, column, at: span)
    }
    guard case .name(let name) = base.kind else {
      rules.log.report(.noMember(column, at: span))
      return invalid(at: span)
    }
    guard let symbol = rules.symbols[name] else {
      reportUnknown(
        Spanned(name, at: base.span),
        isKnown(column.value) ? guesses(ofMember: column, at: span) : [])
      return invalid(at: span)
    }
    rules.used.insert(name)
    switch symbol {
    case .table(let index): return lookup(table: index, column: column, at: span)
    case .line(let id), .subtotal(let id):
      guard column.value == "reasons" else { break }
      guard id < scope.linesBelow else {
        rules.log.report(.lineBelow(name, at: span))
        return invalid(at: span)
      }
      let grain =
        rules.typedLines[id].map {
          let place = scope.place ?? .booking
          let own = grainAsked(of: $0.grain, from: place)
          return rules.holds(own, place) ? own : place
        } ?? .booking
      return PriceExpression(
        .reference(.lineReasons(id)), type: .texts, grain: grain, isOptional: false, span: span)
    case .field, .list, .element, .groupName, .letValue, .area, .function: break
    }
    let isFunction = FormulaFunction.named(column.value) != nil
    var call =
      isFunction
      ? "write `\(column.value)(\(name))`"
      : "`\(name)` has no parts: write `\(name)` alone, or a function of it"
    if case .list = symbol {
      let counts = ["length", "count", "size", "len"].contains(column.value.lowercased())
      call = counts
        ? "write `count(\(name))`"
        : "the elements of `\(name)` have no `\(column.value)`"
    }
    rules.log.report(
      .noMember(column, at: span, isField: isField(column.value, of: name), call: call))
    return invalid(at: span)
  }

  // MARK: - What is given

  package func isGiven(_ formula: Formula, _ span: SourceSpan) -> PriceExpression {
    if case .name(let name) = formula.kind, case .table(let index)? = rules.symbols[name] {
      rules.used.insert(name)
      guard let table = rules.table(index, keys: nil, from: span) else { return invalid(at: span) }
      let keys = rules.tables[table].keys.map(\.value)
      if rules.tables[table].columns.count > 1 {
        return made(
          .isFound(table: table, keys: keys), .flag, parts: keys, at: span, optional: false)
      }
    }
    if case .call(let name, let arguments, _, _) = formula.kind,
      case .table(let index)? = rules.symbols[name.value]
    {
      let call = FormulaCall(name: name, arguments: arguments, span: formula.span)
      guard let (table, keys) = lookedUp(table: index, by: call) else { return invalid(at: span) }
      if rules.tables[table].columns.count > 1 {
        return made(
          .isFound(table: table, keys: keys), .flag, parts: keys, at: span, optional: false)
      }
    }
    let value = closed(expression(of: formula))
    return made(.isGiven(value), .flag, parts: [value], at: span, optional: false)
  }

  /// Whether an area (or a feature of one) has this name, and its indices in the model.
  package func areas(named name: String) -> Set<Int>? {
    if case .area(let indices)? = rules.symbols[name] {
      rules.used.insert(name)
      return Set(indices)
    }
    guard let index = rules.areas.firstIndex(where: { $0.name == name }) else { return nil }
    if let dot = name.firstIndex(of: ".") { rules.used.insert(String(name[..<dot])) }
    return [index]
  }
}

extension ValueType {
  package var isQuantity: Bool {
    if case .quantity = self { return true }
    return false
  }
}
