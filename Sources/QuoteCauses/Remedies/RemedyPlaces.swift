import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where the rules that a value is made of are written: formulas of lines and lets, cells of
/// tables.
struct RemedyPlaces {
  struct Place: Hashable {
    enum Kind: Hashable {
      /// `quote.levy.amount`.
      case formula
      case cell(table: TableID, row: Int)
      case key(table: TableID, row: Int, column: Int)

      var isKey: Bool {
        if case .key = self { true } else { false }
      }
    }

    var kind: Kind
    /// As a setting has it; empty of a key.
    var path: String
    var span: SourceSpan
    /// How the cell reads where its file writes it in another way: settings alone change it.
    var plain: String?
    /// What a bare number in the cell is an amount of.
    var currency: String?
    /// The input whose default it is, and its step.
    var input: String?
    var step: Ratio?

    func text(in sources: Sources) -> String { plain ?? sources.text(at: span) }

    /// The line whose amount or condition it is; nil of all else.
    var line: String? {
      let parts = path.split(separator: ".")
      return parts.count == 3 && parts[0] == "quote" ? String(parts[1]) : nil
    }
  }

  private let model: PriceModel
  private let names: RowNames
  private let lines: [ModelLine]
  /// Formulas of outputs: by where they are written, as settings have them.
  private let outputs: [SourceSpan: String]
  /// All formulas, by where they are written.
  private let formulas: [SourceSpan: PriceExpression]

  init(_ model: PriceModel) {
    self.model = model
    names = RowNames(model)
    lines = model.allLines
    let outputs = model.outputs.formulas(below: "outputs")
    self.outputs = Dictionary(outputs.map { ($0.value.span, $0.path) }) { first, _ in first }
    let all = lines.flatMap(\.formulas) + model.lets.map(\.value) + outputs.map(\.value)
      + model.declines.map(\.when) + model.tables.flatMap { $0.keys.map(\.value) }
    formulas = Dictionary(all.map { ($0.span, $0) }) { first, _ in first }
  }

  /// Values that say lines again: an output one line, in whatever terms, a subtotal and an output
  /// that is one all the lines above it, which it adds up.
  var restating: [(value: String, lines: [String])] {
    let outputs = model.outputs.compactMap { output -> (value: String, lines: [String])? in
      guard case .value(let value) = output.body, let lines = value.restatedLines(in: model),
        lines.count == 1, let line = self.lines.first(where: { $0.id == lines[0] })
      else { return nil }
      let isSubtotal = if case .reference(.subtotal) = value.operation { true } else { false }
      return (output.name, isSubtotal ? addedUp(to: line) : [line.name])
    }
    let subtotals = model.waterfall.filter { $0.kind == .subtotal }
    return outputs + subtotals.map { ($0.name, addedUp(to: $0)) }
  }

  /// A line, and with a subtotal of the booking all lines above it.
  private func addedUp(to line: ModelLine) -> [String] {
    guard line.kind == .subtotal, model.waterfall.contains(where: { $0.id == line.id }) else {
      return [line.name]
    }
    // Lines are numbered in their order.
    return lines.filter { $0.id <= line.id }.map(\.name)
  }

  /// The formula that is written there; nil of cells.
  func formula(at place: Place) -> PriceExpression? {
    place.kind == .formula ? formulas[place.span] : nil
  }

  /// What a value is made of, rows of tables only if their names are among `rows`: lines before
  /// lets before tables.
  /// `first` are lines of a total that are looked at before others, `said` those that both sides
  /// state alike.
  func places(
    of entry: PriceOrder.Entry, rows: Set<String>, lines first: [String] = [],
    but said: Set<String> = []
  ) -> [Place] {
    var walk = Walk(model: model)
    let lines = lines.filter { !said.contains($0.name) }
    for name in first {
      guard let line = lines.first(where: { $0.name == name }) else { continue }
      // What no line is between two lines may be wrong as well, and comes first.
      for subtotal in subtotals(before: line) { walk.add(subtotal) }
      walk.add(line)
    }
    switch entry.body {
    case .line(let line):
      walk.add(line)
      for group in model.groups(around: line.id).reversed() { walk.addCondition(self.lines[group]) }
    case .formula(let formula):
      if let path = outputs[formula.span] {
        walk.add(path, formula)
      } else {
        walk.visit(formula)
      }
      for id in walk.lines { walk.add(self.lines[id]) }
    case .records: for line in lines { walk.add(line) }
    }
    if entry.name == "total" { for line in lines { walk.add(line) } }
    let tables = walk.tables.sorted()
    return tables.flatMap { cells(of: $0, rows) } + walk.places
      + tables.flatMap { keys(of: $0, rows) }
  }

  private func subtotals(before line: ModelLine) -> [ModelLine] {
    guard let index = model.waterfall.firstIndex(where: { $0.id == line.id }) else { return [] }
    return model.waterfall[..<index].reversed().prefix { $0.kind == .subtotal }.reversed()
  }

  private func cells(of index: TableID, _ rows: Set<String>) -> [Place] {
    let table = model.tables[index]
    guard table.rows.count <= Self.mostRows else { return [] }
    return table.rows.indices.filter { rows.contains(names.name(of: $0, in: index)) }
      .flatMap { row -> [Place] in
        let keys = table.rows[row].keySpans.map { model.sources.text(at: $0).trimmedOfSpaces }
        return zip(table.rows[row].values, table.columns).compactMap { value, column in
          value.map {
            Place(
              kind: .cell(table: index, row: row),
              path: "let.\(table.name)[\(keys.joined(separator: ", "))].\(column.name)",
              span: $0.span, plain: table.plainTexts[$0.span],
              currency: column.type == .quantity(.money) ? model.currency : nil)
          }
        }
      }
  }

  private func keys(of index: TableID, _ rows: Set<String>) -> [Place] {
    let table = model.tables[index]
    guard table.rows.count <= Self.mostRows else { return [] }
    let fired = table.rows.indices.filter { rows.contains(names.name(of: $0, in: index)) }
    // Theirs may be a row that ours is not: of small tables all bounds are looked at.
    let others = table.rows.count <= Self.fewRows ? Set(table.rows.indices).subtracting(fired) : []
    return (fired + others.sorted())
      .flatMap { row in
        table.rows[row].keySpans.enumerated().map { column, span in
          Place(
            kind: .key(table: index, row: row, column: column), path: "", span: span,
            plain: table.plainTexts[span])
        }
      }
  }

  private static let mostRows = 2_000
  private static let fewRows = 12

  /// Formulas behind a value, each once.
  private struct Walk {
    let model: PriceModel
    private(set) var places: [Place] = []
    private(set) var tables: Set<TableID> = []
    private(set) var lines: [Int] = []
    private var lets: Set<LetID> = []
    private var known: Set<Int> = []

    init(model: PriceModel) { self.model = model }

    mutating func add(_ line: ModelLine) {
      guard known.insert(line.id).inserted else { return }
      let path = "quote.\(line.name)"
      switch line.effect {
      case .amount(let value): add("\(path).amount", value)
      case .becomes(let value): add("\(path).becomes", value)
      case .members(let members, _): for member in members { add(member) }
      case .nothing: break
      }
      addCondition(line)
    }

    /// Whether a line is asked for at all.
    mutating func addCondition(_ line: ModelLine) {
      if let when = line.when { add("quote.\(line.name).when", when) }
    }

    mutating func add(_ path: String, _ value: PriceExpression) {
      places.append(Place(kind: .formula, path: path, span: value.span))
      visit(value)
    }

    mutating func visit(_ value: PriceExpression) {
      switch value.operation {
      case .reference(.letValue(let index)):
        guard lets.insert(index).inserted else { return }
        add("let.\(model.lets[index].name)", model.lets[index].value)
        return
      case .reference(.lineAmount(let id)), .reference(.lineSum(let id)): lines.append(id)
      case .lookup(let table, _, _), .graduated(let table, _): visit(table: table)
      case .constant: visitNamed(value)
      default: break
      }
      for part in value.parts { visit(part) }
    }

    /// A figure that is written as the name of a let, as what divides is.
    private mutating func visitNamed(_ value: PriceExpression) {
      let text = model.sources.text(at: value.span).trimmedOfSpaces
      guard text.first?.isLetter == true,
        let index = model.lets.firstIndex(where: { $0.name == text }), lets.insert(index).inserted
      else { return }
      add("let.\(text)", model.lets[index].value)
    }

    private mutating func visit(table: TableID) {
      guard tables.insert(table).inserted else { return }
      for row in model.tables[table].rows.prefix(RemedyPlaces.mostRows) {
        for case let value? in row.values where !value.isConstant { visit(value) }
      }
    }
  }
}

/// A number in the text of some rules.
struct RemedyFigure: Hashable {
  var place: RemedyPlaces.Place
  /// Bytes of the file.
  var lower: Int
  var upper: Int
  var text: String
  var value: Ratio
  /// Digits after the point.
  var digits: Int
  /// Where else in the text the same figure stands, which is one figure with it.
  var twins: [Range<Int>] = []

  /// Figures of a text, and behind them those that stand there more than once, as one.
  static func allAndTwins(
    in place: RemedyPlaces.Place, _ sources: Sources
  ) -> [RemedyFigure] {
    let all = all(in: place, sources)
    guard place.kind == .formula else { return all }
    let several = Dictionary(grouping: all, by: \.text).values.filter { $0.count > 1 }
    let joint = several.map { same -> RemedyFigure in
      var figure = same[0]
      figure.twins = same.dropFirst().map { $0.lower..<$0.upper }
      return figure
    }
    return all + joint.sorted { $0.lower < $1.lower }
  }

  /// All numbers in a text, but for those of dates, times, names and quoted texts.
  static func all(in place: RemedyPlaces.Place, _ sources: Sources) -> [RemedyFigure] {
    let text = Array(place.text(in: sources).utf8)
    var found: [RemedyFigure] = []
    var at = 0
    var isQuoted = false
    func isDigit(_ index: Int) -> Bool {
      text.indices.contains(index) && (0x30...0x39).contains(text[index])
    }
    func isWord(_ index: Int) -> Bool {
      guard text.indices.contains(index) else { return false }
      let byte = text[index] | 0x20
      return (0x61...0x7A).contains(byte) || text[index] == UInt8(ascii: "_")
    }
    func isMark(_ index: Int, _ marks: String) -> Bool {
      text.indices.contains(index) && marks.utf8.contains(text[index])
    }
    while at < text.count {
      if text[at] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard isDigit(at), !isQuoted else {
        at += 1
        continue
      }
      let start = at
      while isDigit(at) { at += 1 }
      if isMark(at, "."), isDigit(at + 1) {
        at += 1
        while isDigit(at) { at += 1 }
      }
      let isPart =
        isWord(start - 1) || isMark(start - 1, ":") || isMark(at, ":")
        || isMark(start - 1, "-") && isDigit(start - 2) || isMark(at, "-") && isDigit(at + 1)
        || isWord(at) && text[at] == UInt8(ascii: "_")
      let written = String(decoding: text[start..<at], as: UTF8.self)
      guard !isPart, let value = Ratio(decimal: written) else { continue }
      let digits = written.split(separator: ".").dropFirst().first?.utf8.count ?? 0
      let first = Int(place.span.lower)
      found.append(
        RemedyFigure(
          place: place, lower: first + start, upper: first + at, text: written, value: value,
          digits: digits))
    }
    return found
  }

  /// Whether it stands within a call that makes steps of what it is given.
  func isStepped(in sources: Sources) -> Bool {
    let before = place.text(in: sources).utf8.prefix(lower - Int(place.span.lower))
    var calls: [String] = []
    var name = ""
    for character in String(decoding: Array(before), as: UTF8.self) {
      switch character {
      case "(": calls.append(name)
      case ")": _ = calls.popLast()
      case _ where character.isLetter || character == "_":
        name.append(character)
        continue
      default: break
      }
      name = ""
    }
    return calls.contains { ["ceil", "floor", "trunc", "round_up", "round_down"].contains($0) }
  }

  /// The text in which it stands with another number in its place, and what stands around it.
  func replaced(
    by text: String, in sources: Sources
  ) -> (whole: String, before: String, after: String) {
    var bytes = Array(place.text(in: sources).utf8)
    let (start, end) = (lower - Int(place.span.lower), upper - Int(place.span.lower))
    for twin in twins.reversed() {
      let (first, last) = (twin.lowerBound - Int(place.span.lower), twin.count)
      bytes.replaceSubrange(first..<first + last, with: Array(text.utf8))
    }
    let before = String(decoding: bytes[..<start], as: UTF8.self)
    let after = String(decoding: bytes[end...], as: UTF8.self)
    return (before + text + after, before, after)
  }

  /// The edit that makes it another number.
  func edit(_ number: String, in sources: Sources) -> RulesEdit {
    let isShare = place.text(in: sources).utf8.dropFirst(upper - Int(place.span.lower)).first
      == UInt8(ascii: "%")
    // Nobody writes `6.0%`, unless all are written so.
    let text = isShare && !self.text.hasSuffix("0")
      ? Ratio(decimal: number)?.description ?? number : number
    let (whole, before, after) = replaced(by: text, in: sources)
    // With what stands right beside it: `8%`, `$5`.
    let sign = before.last.map { "$€£¥".contains($0) ? String($0) : "" } ?? ""
    let unit = after.hasPrefix("%") ? "%" : ""
    let setting = place.path.isEmpty ? nil : RemedyTurns.setting(place, whole)
    let own = "\(sign)\(self.text)\(unit)"
    let said = place.input.map { "default \(own) of \($0)" } ?? own
    var edit = RulesEdit(
      setting: setting, what: "\(said) becomes \(sign)\(text)\(unit)", span: place.span)
    if place.plain != nil, let setting {
      edit.settings = [setting]
      return edit
    }
    edit.changes = ([lower..<upper] + twins).map {
      RulesEdit.Change(
        file: place.span.file, lower: $0.lowerBound, upper: $0.upperBound, text: text)
    }
    if !twins.isEmpty { edit.what += ", \(twins.count + 1) times" }
    edit.span = SourceSpan(file: place.span.file, lower: Int32(lower), upper: Int32(upper))
    return edit
  }
}
