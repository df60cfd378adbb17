import QuoteSyntax

/// Tables looked up: by their header formulas, or by the keys of a call.
extension FormulaChecker {
  /// A table looked up by its header formulas.
  func lookup(table index: Int, column: Spanned<String>?, at span: SourceSpan) -> PriceExpression {
    guard let table = rules.table(index, keys: nil, from: span) else { return invalid(at: span) }
    let keys = rules.tables[table].keys.map(\.value)
    return lookup(table, keys, column, at: span)
  }

  /// Stands for the cells of a column, as fine as the finest of them.
  private func cells(_ column: TableColumn, at span: SourceSpan) -> PriceExpression {
    PriceExpression(
      .constant(.notGiven), type: column.type, grain: column.grain, isOptional: column.isOptional,
      span: span)
  }

  /// A look-up with these keys.
  func lookup(
    _ table: TableID, _ keys: [PriceExpression], _ column: Spanned<String>?, at span: SourceSpan
  ) -> PriceExpression {
    let found = rules.tables[table]
    if found.hit == .graduated {
      if let column, column.value != found.columns[0].name {
        rules.log.report(.unknownColumn(column, of: found.name, among: [found.columns[0].name]))
        return invalid(at: span)
      }
      let price = found.columns[0]
      // A call may give another measure than the header's: longer, or in finer steps.
      let reach = keys.last.map { TableColumn.graduated(found, by: $0) }
      let brackets = made(
        .graduated(table: table, keys: keys), .quantity(.money),
        parts: keys + [cells(price, at: span)],
        at: span, units: price.units,
        range: reach?.range ?? price.range,
        quantum: rules.arithmetic.isBinary ? 0 : reach?.quantum ?? price.quantum,
        optional: price.isOptional || keys.last?.isOptional ?? true || !found.covers(keys))
      return found.belowZero == .mirrored ? mirrored(brackets, keys, at: span) : brackets
    }
    var position = 0
    if let column {
      guard let index = found.columns.firstIndex(where: { $0.name == column.value }) else {
        // A column whose name is none is told of by itself.
        if found.columns.allSatisfy({ Lexicon.isName($0.name) }) {
          rules.log.report(.unknownColumn(column, of: found.name, among: found.columns.map(\.name)))
        }
        return invalid(at: span)
      }
      position = index
    } else if found.columns.count > 1 {
      report(whichColumnOf: found, at: span)
      return invalid(at: span)
    }
    let shape = found.columns[position]
    let isCollecting = found.hit == .sum || found.hit == .product
    let type: ValueType = isCollecting && shape.type == .text ? .texts : shape.type
    if type == .invalid {
      let pending = invalid(at: span)
      rules.pendingColumns[ObjectIdentifier(pending)] = [
        ColumnPlace(table: found.name, column: position)
      ]
      rules.pendingExpressions.append(pending)
      return pending
    }
    // Which row of `max` and `min` counts hangs on the first column, whichever is asked for.
    let isOptional = shape.isOptional || !isCollecting && !found.covers(keys)
    let deciding = found.hit == .max || found.hit == .min ? [cells(found.columns[0], at: span)] : []
    return made(
      .lookup(table: table, column: position, keys: keys), type,
      parts: keys + [cells(shape, at: span)] + deciding, at: span,
      units: shape.units, range: shape.range, quantum: shape.quantum, optional: isOptional)
  }

  /// Two columns of one name are told of by themselves.
  func report(whichColumnOf table: ModelTable, at span: SourceSpan, wantsFlag: Bool = false) {
    guard Set(table.columns.map(\.name)).count == table.columns.count else { return }
    rules.log.report(
      .whichColumn(
        table.name, table.columns, input: rules.schema.input(choosingIn: table), at: span,
        wantsFlag: wantsFlag))
  }

  /// A table looked up by the keys of a call: `price("a")`, `price("a").each`.
  func lookup(
    table index: Int, by call: FormulaCall, _ column: Spanned<String>?, at span: SourceSpan
  ) -> PriceExpression {
    guard let (table, keys) = lookedUp(table: index, by: call) else { return invalid(at: span) }
    return lookup(table, keys, column, at: span)
  }

  /// A table's place in the model and the keys of a call; nil (reported) where they do not fit.
  func lookedUp(
    table index: Int, by call: FormulaCall
  ) -> (table: TableID, keys: [PriceExpression])? {
    rules.used.insert(call.name.value)
    guard takesOrder(call) else { return nil }
    if let condition = call.condition {
      rules.log.report(.conditionNotTaken(call, condition, isAmong: false, in: rules))
      return nil
    }
    var keys = call.arguments.map { expression(of: $0) }
    if case .table(let declaration) = rules.tree.lets[index].body {
      keys = keys.enumerated().map { key($1, $0, of: declaration) }
      guard keys.count == declaration.keys.count else {
        let headers = declaration.keys.map { rules.sources.text(at: $0.span).trimmedOfSpaces }
        let areEnds = headers.allSatisfy { rules.endOfRange(called: $0) != nil }
        rules.log.report(
          .keyCount(
            call.name, headers, given: keys.count, at: call.span,
            ends: areEnds ? ModelChecker.helpForEnds(of: nil) : nil))
        return nil
      }
      keys = withoutSign(keys, in: declaration)
    }
    guard keys.allSatisfy({ $0.type != .invalid }),
      let table = rules.table(index, keys: keys, from: call.span),
      let fitted = fitted(keys, to: table, call)
    else { return nil }
    for (key, header) in zip(fitted, rules.tables[table].keys) {
      warn(key, isWithout: header)
      warn(key, isNotIn: table, header)
    }
    for column in fitted.indices { warn(fitted[column], isNoKeyOf: table, column) }
    return (table, fitted)
  }

  /// A header says `lower(kind)`, and the call gives `kind`, or another text, as it is: keys of a
  /// call are looked up as they are given.
  private func warn(_ key: PriceExpression, isWithout header: TableKey) {
    let inner = folded(header.value)
    let name = rules.sources.text(at: inner.span).trimmedOfSpaces
    if let value = madeWithout(header, key) {
      rules.log.report(.headerNotApplied(header, inner, to: key, of: value, in: rules.sources))
      return
    }
    guard inner !== header.value, case .reference = inner.operation,
      case .reference = key.operation, header.header.contains("(\(name)"), key.type == inner.type,
      header.value.type == key.type || header.value.type.isPlainNumber && key.type.isPlainNumber
    else { return }
    // A name may stand for what the header does to it, and whole kilograms need no rounding.
    switch SameValues(rules.lets, isBinary: rules.arithmetic.isBinary).resolved(key).operation {
    case .reference(.field), .reference(.element): break
    case _: return
    }
    if case .apply(.round(let step, _), _) = header.value.operation, !key.quantum.isZero,
      (key.quantum / step).isWhole
    {
      return
    }
    rules.log.report(.headerNotApplied(header, inner, to: key, in: rules.sources))
  }

  /// A key that is a text as a function makes it, where the header's makes one spelling of several
  /// in a way that this one does not: `trim(kind)` below `lower(kind)`. What is never found by
  /// another case is told of by its row. That to which the header is to do what it does.
  private func madeWithout(_ header: TableKey, _ key: PriceExpression) -> PriceExpression? {
    let names = SameValues(rules.lets, isBinary: rules.arithmetic.isBinary)
    let (own, wanted) = (Self.foldings(of: key, names), Self.foldings(of: header.value, names))
    let inner = folded(header.value)
    guard !own.isEmpty, !wanted.isEmpty, own != wanted, Self.isPlain(key, names),
      case .reference = inner.operation,
      // A header that is a name has nothing in which another text can be put.
      header.header.contains("(\(rules.sources.text(at: inner.span).trimmedOfSpaces)")
    else { return nil }
    func lacks(_ function: TextFunction, _ others: TextFunction...) -> Bool {
      wanted.contains(function) && own.isDisjoint(with: others + [function])
    }
    let isLacking = lacks(.lower, .upper) || lacks(.upper, .lower) || lacks(.trim, .withoutSpaces)
      || lacks(.withoutSpaces)
    return isLacking ? (own.isSubset(of: wanted) ? folded(key) : key) : nil
  }

  /// The functions around a text that make one spelling of several.
  private static func foldings(
    of value: PriceExpression, _ names: SameValues
  ) -> Set<TextFunction> {
    guard case .apply(.text(let function), let parts) = names.resolved(value).operation else {
      return []
    }
    switch function {
    case .lower, .upper, .trim, .withoutSpaces:
      return foldings(of: parts[0], names).union([function])
    case _: return []
    }
  }

  /// Whether what such functions are applied to comes with the booking.
  private static func isPlain(_ value: PriceExpression, _ names: SameValues) -> Bool {
    switch names.resolved(value).operation {
    case .apply(.text, let parts): isPlain(parts[0], names)
    case .reference(.field), .reference(.element): true
    case _: false
    }
  }

  /// What the header does something to, `d` of `month(d)`, if it could do the same to a key.
  private func inner(of header: TableKey, takingFor key: PriceExpression) -> PriceExpression? {
    guard case .apply(_, let parts) = header.value.operation, let inner = parts.first,
      case .reference = inner.operation, inner.type == key.type,
      header.header.contains("(\(rules.sources.text(at: inner.span).trimmedOfSpaces)")
    else { return nil }
    return inner
  }

  /// What functions of one text or number are applied to; the value itself where none is.
  private func folded(_ value: PriceExpression) -> PriceExpression {
    guard case .apply(let function, let parts) = value.operation, parts.count == 1 else {
      return value
    }
    switch function {
    case .text, .round, .number: return folded(parts[0])
    case .negate, .arithmetic, .compare, .not, .placed, .converted, .within, .contains, .distance,
      .template, .printed, .date:
      return value
    }
  }

  /// A formula in a cell reads the name in the header, and the call gives another key: the cell
  /// does not see that.
  private func warn(_ key: PriceExpression, isNotIn table: TableID, _ header: TableKey) {
    guard case .reference(let name) = header.value.operation, !key.isReference(to: name) else {
      return
    }
    for row in rules.tables[table].rows {
      for case let cell? in row.values where cell.reads(name) {
        rules.log.report(
          .cellsNotApplied(header.header, key: key.span, cell: cell.span, in: rules.sources))
        return
      }
    }
  }

  /// A word in the place of a key that differs from one of the table's by case alone: no row is
  /// found for it, or one that is for others.
  private func warn(_ key: PriceExpression, isNoKeyOf table: TableID, _ column: Int) {
    guard case .constant(.text(let word)) = key.operation else { return }
    let (found, header) = (rules.tables[table], rules.tables[table].keys[column])
    let cells = found.rows.map(\.keys[column].body)
    let words: [String]
    if case .choice(let all) = header.value.type {
      words = all
    } else {
      words = cells.flatMap { cell -> [String] in
        if case .words(let words, _) = cell { words.sorted() } else { [] }
      }
    }
    guard !words.contains(word),
      let near = words.first(where: { $0.lowercased() == word.lowercased() })
    else { return }
    let isTaken = cells.contains { cell in
      if case .words(_, negated: true) = cell { true } else { cell == .everything }
    }
    rules.log.report(.noRowOf(word, in: found, isTaken: isTaken, near: near, at: key.span))
  }

  /// Keys of a look-up held against the types of the headers.
  func fitted(_ keys: [PriceExpression], to table: TableID, _ call: FormulaCall)
    -> [PriceExpression]?
  {
    let headers = rules.tables[table].keys
    guard keys.count == headers.count else {
      rules.log.report(
        .keyCount(call.name, headers.map(\.header), given: keys.count, at: call.span))
      return nil
    }
    for (key, header) in zip(keys, headers)
    where !areComparable(key.type, header.domain.type, ordered: false) {
      if let inner = inner(of: header, takingFor: key) {
        rules.log.report(.headerNotApplied(header, inner, to: key, in: rules.sources))
      } else {
        rules.log.report(.noComparison(key, header.value, at: key.span, in: rules))
      }
      return nil
    }
    return keys
  }
}

extension PriceExpression {
  fileprivate func isReference(to name: Reference) -> Bool {
    if case .reference(let own) = operation { return own == name }
    return false
  }

  fileprivate func reads(_ name: Reference) -> Bool {
    isReference(to: name) || parts.contains { $0.reads(name) }
  }
}
