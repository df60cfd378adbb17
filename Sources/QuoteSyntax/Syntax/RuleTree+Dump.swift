extension RuleTree {
  /// The tree as text, a part a line, indented, the place of each at its end:
  /// what `quote dump --stage tree` prints.
  package func dump(sources: Sources) -> String {
    var writer = RuleTreeWriter(sources: sources)
    writer.write(self)
    return writer.text
  }
}

/// Lines of a dump, places aligned behind them.
private struct RuleTreeWriter {
  let sources: Sources
  private var lines: [(text: String, place: String)] = []

  init(sources: Sources) { self.sources = sources }

  var text: String {
    let width = min(72, lines.map(\.text.count).max() ?? 0)
    return lines.map { line in
      if line.place.isEmpty { return line.text + "\n" }
      let blanks = String(repeating: " ", count: max(2, width + 2 - line.text.count))
      return "\(line.text)\(blanks)\(line.place)\n"
    }.joined()
  }

  private mutating func add(_ depth: Int, _ text: String, at span: SourceSpan? = nil) {
    let place = span.map { sources[$0.file] == nil ? "" : sources.address(of: $0) } ?? ""
    lines.append((String(repeating: "  ", count: depth) + text, place))
  }

  mutating func write(_ tree: RuleTree) {
    let header = tree.header
    add(0, "tree \(header.name?.value ?? "")", at: header.name?.span)
    for (key, text) in [
      ("schema", header.schema), ("title", header.title), ("currency", header.currency),
      ("timezone", header.timezone),
    ] {
      if let text { add(1, "\(key) \(text.value)", at: text.span) }
    }
    if let arithmetic = header.arithmetic {
      add(1, "arithmetic \(arithmetic.value.rawValue)", at: arithmetic.span)
    }
    if let rounding = header.rounding {
      add(1, "rounding \(rounding.value.rawValue)", at: rounding.span)
    }
    for unit in header.units { add(1, "unit \(unit.value)", at: unit.span) }
    write(tree.bookings)
    section("inputs", tree.inputs) { $0.write($1, 1) }
    section("let", tree.lets) { $0.write($1) }
    section("quote", tree.quote) { $0.write($1, 1) }
    section("decline", tree.declines) { $0.write($1) }
    section("outputs", tree.outputs) { $0.write($1, 1) }
  }

  private mutating func section<Part>(
    _ name: String, _ parts: [Part], _ write: (inout RuleTreeWriter, Part) -> Void
  ) {
    if parts.isEmpty { return }
    add(0, name)
    for part in parts { write(&self, part) }
  }

  private mutating func write(_ bookings: BookingsDeclaration) {
    var parts = NotationKind.allCases.map { ($0.rawValue, bookings.written[$0] ?? []) }
    parts.append(("nothing", bookings.nothing))
    parts.append(("total", bookings.total))
    let said = parts.filter { !$0.1.isEmpty }
    if said.isEmpty, bookings.header == nil, bookings.shortRows == nil { return }
    add(0, "bookings")
    for (key, texts) in said {
      let written = texts.map { Literal.quoted($0.value) }.joined(separator: ", ")
      add(1, "\(key): \(written)", at: texts[0].span)
    }
    if let header = bookings.header { add(1, "header: \(header.value)", at: header.span) }
    if let short = bookings.shortRows {
      add(1, "short_rows: \(short.value ? "yes" : "no")", at: short.span)
    }
  }

  // MARK: - Inputs

  private mutating func write(_ input: InputDeclaration, _ depth: Int) {
    switch input {
    case .field(let field):
      add(depth, "\(field.name.value): \(field.written)", at: field.name.span)
    case .list(let list):
      add(depth, "\(list.name.value): each", at: list.name.span)
      for field in list.fields { write(field, depth + 1) }
      if let keep = list.keep { add(depth + 1, "keep \(keep.written)", at: keep.span) }
      for source in list.sources { write(source, depth + 1) }
      if let atMost = list.atMost { add(depth + 1, "at_most \(atMost.value)", at: atMost.span) }
      if let cell = list.cell { add(depth + 1, "cell \(cell.value)", at: cell.span) }
    }
  }

  private mutating func write(_ source: ListSource, _ depth: Int) {
    switch source {
    case .path(let path): add(depth, "from \(path.written)", at: path.span)
    case .itself(let span): add(depth, "from itself", at: span)
    case .extra(let condition, let fields, let span):
      add(
        depth, "from an extra element" + (condition.map { " when \($0.written)" } ?? ""), at: span)
      for field in fields {
        add(depth + 1, "\(field.name.value): \(field.value.written)", at: field.name.span)
      }
    }
  }

  // MARK: - Let

  private mutating func write(_ declaration: LetDeclaration) {
    let (name, place) = (declaration.name.value, declaration.name.span)
    switch declaration.body {
    case .formula(let formula): add(1, "\(name): \(formula.written)", at: place)
    case .made(let element, let range, let atMost):
      let bound = atMost.map { ", at most \($0.value)" } ?? ""
      add(1, "\(name): each \(element.value) in \(range.written)\(bound)", at: place)
    case .function(let parameters, let formula):
      let all = parameters.map(\.value).joined(separator: ", ")
      add(1, "\(name)(\(all)): \(formula.written)", at: place)
    case .groups(let groups):
      let names = groups.names.map(\.value).joined(separator: ", ")
      let keys = groups.keys.map(\.written).joined(separator: ", ")
      add(1, "\(name): each \(names) in \(groups.list.value) by \(keys)", at: place)
    case .placed(let placed):
      add(1, "\(name): for \(placed.list.value), \(placed.value.written)", at: place)
    case .steps(let steps):
      add(1, "\(name): for \(steps.list.value) in order", at: place)
      add(2, "start \(steps.start.written)", at: steps.start.span)
      add(2, "each \(steps.each.written)", at: steps.each.span)
    case .area(let area): add(1, "\(name): \(area.written)", at: place)
    case .table(let table):
      let shape = table.isMatrix ? " matrix" : ""
      let rows = "\(table.rows.count) \(table.rows.count == 1 ? "row" : "rows")"
      let below = table.belowZero.map { ", below zero \($0.value.rawValue)" } ?? ""
      add(1, "\(name): \(table.hit.value.rawValue)\(shape), \(rows)\(below)", at: place)
      let keys = table.keys.map(\.written).joined(separator: " | ")
      add(
        2, "| \(keys) || \(table.values.map(\.value).joined(separator: " | ")) |",
        at: table.keys.first?.span)
      for row in table.rows {
        let keys = row.keys.map(\.written).joined(separator: " | ")
        let values = row.values.map(\.written).joined(separator: " | ")
        add(2, "| \(keys) || \(values) |", at: row.span)
      }
    }
  }

  // MARK: - Quote, decline, outputs

  private mutating func write(_ line: LineDeclaration, _ depth: Int) {
    var head = line.kind == .line ? "line \(line.name.value)" : "subtotal \(line.name.value)"
    if let list = line.list { head += " for \(list.value)" }
    if line.order != nil { head += " in order" }
    add(depth, head, at: line.name.span)
    if let when = line.when { add(depth + 1, "when \(when.written)", at: when.span) }
    if let label = line.label {
      add(depth + 1, "label \(label.written(isQuoted: false))", at: label.span)
    }
    write(line.isPublic, depth + 1)
    switch line.effect {
    case .amount(let formula): add(depth + 1, "amount \(formula.written)", at: formula.span)
    case .becomes(let formula): add(depth + 1, "becomes \(formula.written)", at: formula.span)
    case .itself: add(depth + 1, line.kind == .line ? "amount itself" : "becomes itself")
    case .lines(let lines, let take):
      if let take { add(depth + 1, "take \(take.value.rawValue)", at: take.span) }
      for line in lines { write(line, depth + 1) }
    }
    if let reasons = line.reasons { add(depth + 1, "reasons \(reasons.written)", at: reasons.span) }
  }

  private mutating func write(_ decline: DeclineDeclaration) {
    let list = decline.list.map { "for \($0.value) " } ?? ""
    add(1, "\(list)when \(decline.when.written)", at: decline.when.span)
    add(2, "reason \(decline.reason.written(isQuoted: false))", at: decline.reason.span)
    write(decline.isPublic, 2)
  }

  private mutating func write(_ isPublic: Spanned<Bool>?, _ depth: Int) {
    guard let isPublic else { return }
    add(depth, "public \(isPublic.value ? "yes" : "no")", at: isPublic.span)
  }

  private mutating func write(_ output: OutputDeclaration, _ depth: Int) {
    switch output.body {
    case .itself: add(depth, "\(output.name.value): itself", at: output.name.span)
    case .formula(let formula):
      add(depth, "\(output.name.value): \(formula.written)", at: output.name.span)
    case .records(let list, let fields):
      add(depth, "\(output.name.value): for \(list.value)", at: output.name.span)
      for field in fields { write(field, depth + 1) }
    }
    if let label = output.label { add(depth + 1, "label \(label.value)", at: label.span) }
    write(output.isPublic, depth + 1)
  }
}
