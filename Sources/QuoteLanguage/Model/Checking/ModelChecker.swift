package import QuoteSyntax

/// What is known of the rules while they are checked: names and what they stand
/// for, and the complaints so far. Lets and tables are typed when first used.
package final class ModelChecker {
  let tree: RuleTree
  let sources: Sources
  let arithmetic: Arithmetic
  var log = DiagnosticLog()
  /// What earlier rounds found, and this one.
  var hints: CheckHints
  private let earlier: CheckHints

  var zone: TimeZoneRules?
  var zoneNames: Set<String> = []
  var symbols: [String: Symbol] = [:]
  var declared: [String: Declaration] = [:]
  var lines: [String: Int] = [:]
  var used: Set<String> = []

  var schema: BookingSchema
  var lists: ByList<ModelList> = []
  var lets: ByLet<ModelLet> = []
  /// The ranges that fields of lists have in elements that are kept.
  var keptRanges: [PriceExpression.Reference: Interval] = [:]
  var tables: ByTable<ModelTable> = []
  var areas: [ModelArea] = []

  /// The words of choices, and of how many fields they are.
  var knownWords: (fieldCount: Int, words: Set<String>) = (0, [])

  /// A sign or code that was found to mean the file's currency.
  var ownSign: String?

  /// Ways of writing of all bookings that some input has.
  var usedNotations: Set<NotationKind> = []

  /// By index of the tree's lets: where it stands in `lets`, or that it is wrong.
  private var typedLets: [Int: LetID?] = [:]
  /// Lets that are quotients without an end. Each use is the quotient, as if it had been written
  /// out there.
  private(set) var quotients: [Int: PriceExpression] = [:]
  private var typedTables: [Int: TableID?] = [:]
  /// Lets and tables being typed, outermost first.
  private var typing: [Int] = []
  private var depths = NameDepths()
  /// Lines by id, as far as they are typed.
  var typedLines: [Int: TypedLine] = [:]
  var total: PriceExpression?
  /// What the entry just typed adds to the running value of its place.
  var contribution = Interval(point: 0)
  /// The line by which what is carried came to have fractions of the minor
  /// unit, and how fine they are; nil while it has none.
  var fraction: (LineDeclaration, Ratio)?
  /// The entry of the waterfall being typed, and those whose list is not known.
  var entry: SourceSpan?
  var misplaced: Set<SourceSpan> = []
  /// How many names of formulas nothing has so far.
  var unknownCount = 0
  /// By the names of a scope, with how many symbols there were.
  private var nearNames: [[String]: (count: Int, words: NearWords)] = [:]
  /// How many conditions or choices stand around the entry being typed, by
  /// which it may be left out and read as zero.
  var absences = 0
  /// Groups whose keys are typed, by list, and those whose keys are being typed.
  var typedGroups: Set<ListID> = []
  var typingGroups: [ListID] = []
  /// What the formula being typed asks of lists as a whole, and of which groups it names values.
  var asked = AskedLists()
  /// Names that formulas have for what their uses give.
  var parameters: [Spanned<String>] = []
  /// How often formulas with parameters were put in the place of a use.
  var useCount = 0
  /// Lets whose figures were taken into quotients and steps.
  var figures: Set<LetID> = []
  /// By index of the tree's lets: what stands for the keys that a table was looked up by.
  private var keyDomains: [Int: [PriceExpression]] = [:]
  /// By index of the tree's lets: the domains for which a table's rows were proved.
  private var provedDomains: [Int: [PriceExpression]] = [:]
  /// Look-ups whose column has no type yet, by identity (kept alive below).
  var pendingColumns: [ObjectIdentifier: Set<ColumnPlace>] = [:]
  /// Lets that hang on such columns, by index of the tree's lets.
  var pendingLets: [Int: PriceExpression] = [:]
  var pendingExpressions: [PriceExpression] = []

  package init(tree: RuleTree, sources: Sources, hints: CheckHints) {
    self.tree = tree
    self.sources = sources
    self.hints = hints
    earlier = hints
    arithmetic = tree.header.arithmetic?.value ?? .exact
    schema = BookingSchema(lists: [], key: nil, arithmetic: arithmetic)
  }

  package func check() -> PriceModel? {
    checkHeader()
    declareNames()
    checkParameters()
    readInputs()
    checkBookings()
    joinGroups()
    readMadeLists()
    readListConditions()
    typeGroups()
    let waterfall = readWaterfall()
    for index in tree.lets.indices { typeLet(index) }
    let declines = readDeclines()
    let outputs = readOutputs()
    let selection = readSelection(outputs)
    reportUntyped()
    reportLongTexts()
    guard !log.hasErrors else { return nil }
    var model = PriceModel(
      name: tree.header.name?.value ?? "", title: tree.header.title?.value, currency: currency,
      minorUnit: minorUnit, timezone: tree.header.timezone?.value, arithmetic: arithmetic,
      rounding: rounding, schema: schema, sources: sources)
    model.zone = zone
    (model.zones, model.zoneNames) = (tree.zones, zoneNames)
    (model.lists, model.lets) = (lists, lets)
    model.figures = figures
    model.tables = tables
    model.areas = areas
    model.waterfall = waterfall
    model.declines = declines
    model.outputs = outputs + selection
    return model
  }

  // MARK: - Lets, typed when first used

  private func typeLet(_ index: Int) {
    switch tree.lets[index].body {
    case .formula(let formula):
      if case .list = formula.kind { return }
      _ = letValue(index, from: tree.lets[index].name.span)
    case .table(let table):
      guard !hasFreeKeys(table) else { return }
      _ = self.table(index, keys: nil, from: tree.lets[index].name.span)
    case .steps, .placed: _ = letValue(index, from: tree.lets[index].name.span)
    case .area, .made, .groups, .function: break
    }
  }

  /// The typed value of a let and its place in `lets`; nil where it is wrong, or a quotient.
  func letValue(_ index: Int, from span: SourceSpan) -> (LetID, PriceExpression)? {
    if let known = typedLets[index] {
      depths.use(index)
      return known.map { ($0, lets[$0].value) }
    }
    let declaration = tree.lets[index]
    guard let value = typedValue(of: declaration, index, from: span) else { return nil }
    guard value.type != .invalid else {
      typedLets[index] = .some(nil)
      if pendingColumns[ObjectIdentifier(value)] != nil { pendingLets[index] = value }
      return nil
    }
    if !arithmetic.isBinary, value.isOpenQuotient {
      typedLets[index] = .some(nil)
      quotients[index] = value
      return nil
    }
    let name = declaration.name
    let id = lets.append(ModelLet(name: name.value, value: value, span: name.span))
    typedLets[index] = id
    return (id, value)
  }

  /// Nil for what is no value, is being typed already, or stands upon too many others.
  private func typedValue(
    of declaration: LetDeclaration, _ index: Int, from span: SourceSpan
  ) -> PriceExpression? {
    let type: () -> PriceExpression
    switch declaration.body {
    case .formula(let formula):
      type = {
        self.typingFormula(of: declaration.name) {
          let checker = FormulaChecker(rules: self)
          return checker.closed(checker.expression(of: formula), as: .name)
        }
      }
    case .steps(let steps):
      type = { self.steps(steps, named: declaration.name, number: index) }
    case .placed(let placed): type = { self.placed(placed) }
    case .table, .area, .made, .groups, .function: return nil
    }
    guard enter(index, from: span) else { return nil }
    defer { leave() }
    let value = asking(type)
    guard value.type != .invalid, depths.isInnermostTooDeep else { return value }
    log.report(.namesTooDeep(declaration.name, limit: NameDepths.most))
    typedLets[index] = .some(nil)
    return nil
  }

  /// Types what a formula with parameters comes to in one of its uses; nil (reported) in a circle.
  func typing(
    _ index: Int, from span: SourceSpan, _ body: () -> PriceExpression
  ) -> PriceExpression? {
    guard enter(index, from: span) else { return nil }
    defer { leave() }
    return body()
  }

  /// Begins to type a let; false (reported) if it is being typed already.
  private func enter(_ index: Int, from span: SourceSpan) -> Bool {
    if let start = typing.firstIndex(of: index) {
      let names = (typing[start...] + [index]).map { tree.lets[$0].name }
      let isSetting = sources[span.file]?.name == SourceFile.setting
      log.report(.circle(names, at: span, isSetting: isSetting))
      return false
    }
    if depths.isFull {
      log.report(.namesTooDeep(tree.lets[index].name, limit: NameDepths.most))
      return false
    }
    typing.append(index)
    depths.begin(index)
    return true
  }

  private func leave() {
    typing.removeLast()
    depths.end()
  }

  // MARK: - Tables

  func hasFreeKeys(_ table: TableDeclaration) -> Bool {
    table.keys.contains { isFreeKey($0) }
  }

  private func isFreeKey(_ header: Formula) -> Bool {
    guard case .name(let name) = header.kind, !tree.unread.contains(name) else { return false }
    return !FormulaChecker(rules: self).isKnown(name)
  }

  /// A table's place in `tables`. `keys` are the arguments of a look-up with
  /// other keys, which type its free keys.
  func table(_ index: Int, keys given: [PriceExpression]?, from span: SourceSpan) -> TableID? {
    if let given, typedTables[index] != nil { note(given, of: index) }
    if given == nil, case .table(let table) = tree.lets[index].body,
      let header = table.keys.first(where: isFreeKey)
    {
      report(freeKey: header, of: tree.lets[index].name, at: span)
      return nil
    }
    if let known = typedTables[index] {
      depths.use(index)
      return known
    }
    let declaration = tree.lets[index]
    guard case .table(let table) = declaration.body, enter(index, from: span) else { return nil }
    if let given, hasFreeKeys(table) { note(given, of: index) }
    let outer = asked
    asked = AskedLists()
    defer {
      asked = outer
      leave()
    }
    let checker = FormulaChecker(rules: self)
    var keys: [PriceExpression] = []
    for (position, header) in table.keys.enumerated() {
      if isFreeKey(header) {
        guard let given, given.indices.contains(position) else {
          report(freeKey: header, of: declaration.name, at: span)
          typedTables[index] = .some(nil)
          return nil
        }
        keys.append(given[position])
      } else {
        keys.append(checker.key(checker.expression(of: header), position, of: table))
      }
    }
    guard keys.allSatisfy({ $0.type != .invalid }) else {
      typedTables[index] = .some(nil)
      return nil
    }
    if !hasFreeKeys(table) {
      keys = checker.withoutSign(keys, in: table)
      note(keys, of: index)
      // A call may give keys of another type: the header is what the cells are written for.
      if let given { note(given, of: index) }
    }
    let domains = earlier.keys[index] ?? keys
    provedDomains[index] = domains
    guard
      let read = ModelTable(
        reading: table, name: declaration.name, keys: keys, domains: domains, checker: checker)
    else {
      typedTables[index] = .some(nil)
      return nil
    }
    if asksOfAll(
      beside: read.keys.map(\.value) + read.rows.flatMap { $0.values.compactMap(\.self) },
      in: declaration.name)
    {
      typedTables[index] = .some(nil)
      return nil
    }
    let id = tables.append(read)
    typedTables[index] = id
    return id
  }

  /// Keys that a table is looked up by: what is proved of its rows is to hold for them.
  private func note(_ keys: [PriceExpression], of declaration: Int) {
    guard let known = keyDomains[declaration] else { return keyDomains[declaration] = keys }
    guard known.count == keys.count else { return }
    keyDomains[declaration] = zip(known, keys).map { $0.joined(asKeyWith: $1) }
  }

  /// What another round is to know, if this one learnt something. `isLast` ends what would
  /// widen from round to round.
  func learnt(isLast: Bool) -> CheckHints? {
    var isMore = hints.columns.count > earlier.columns.count
    for (table, proved) in provedDomains {
      guard let domains = keyDomains[table],
        !zip(proved, domains).allSatisfy({ $0.covers(keysOf: $1) })
      else { continue }
      isMore = true
      hints.keys[table] = isLast ? domains.map(\.withoutRange) : domains
    }
    return isMore ? hints : nil
  }

  // MARK: - What formulas ask

  /// The constant behind a name or literal, if it is one.
  func figure(_ value: PriceExpression) -> PriceExpression? {
    switch value.operation {
    case .constant: return value
    case .reference(.letValue(let index)):
      guard let figure = figure(lets[index].value) else { return nil }
      figures.insert(index)
      return figure
    default: return nil
    }
  }

  /// The list or range behind a name right of `in`.
  package func list(behind formula: Formula) -> Formula {
    guard case .name(let name) = formula.kind, case .letValue(let index)? = symbols[name],
      case .formula(let inner) = tree.lets[index].body
    else { return formula }
    switch inner.kind {
    case .list, .invalid:
      used.insert(name)
      return inner
    case .literal, .text, .name, .member, .call, .negate, .not, .binary, .isGiven, .membership,
      .conditional, .range:
      return formula
    }
  }

  /// Columns whose type nothing tells, once nothing more is learnt.
  private func reportUntyped() {
    guard hints.columns.count == earlier.columns.count else { return }
    let places = pendingColumns.values.reduce(into: Set<ColumnPlace>()) { $0.formUnion($1) }
    for place in places where hints.columns[place] == nil {
      guard case .table(let index)? = symbols[place.table],
        case .table(let table) = tree.lets[index].body
      else { continue }
      log.report(.untypedColumn(table.values[place.column], of: place.table))
    }
  }

  /// The names that formulas of a scope may use, prepared once for all mistyped names, in the same
  /// order in every run.
  func knownNames(_ scope: FormulaScope) -> NearWords {
    let own =
      scope.columns.keys.sorted() + (scope.running != nil ? ["subtotal"] : [])
      + (scope.knowsTotal ? ["total"] : [])
    if let known = nearNames[own], known.count == symbols.count { return known.words }
    let words = NearWords(symbols.keys.sorted() + own)
    nearNames[own] = (symbols.count, words)
    return words
  }

  var tableNames: [String] {
    symbols.compactMap { name, symbol in
      if case .table = symbol { return name }
      return nil
    }.sorted()
  }
}
