import QuoteSyntax

extension PriceModel {
  /// The model as text: every name with its type, range, step and grain, and
  /// where it was written. What `quote dump --stage model` prints.
  package func dump() -> String {
    var text = "model \(name)  \(currency), \(arithmetic.rawValue)"
    text += timezone.map { ", \($0)\n" } ?? "\n"
    text += "inputs\n"
    for list in schema.lists.indices where lists[list].memberOf == nil { text += dump(list: list) }
    text += section("let", lets.map { (0, $0.name, described($0.value), $0.span) })
    text += section(
      "tables", tables.map { (0, $0.name, described($0), $0.span) })
    text += section(
      "areas", areas.map { (0, $0.name, "\($0.shapes.count) shapes", $0.span) })
    text += section("quote", waterfall.flatMap { rows(of: $0, depth: 0) })
    text += section(
      "decline", declines.map { (0, "when", described($0.when), $0.span) })
    text += section("outputs", outputs.flatMap { rows(of: $0, depth: 0) })
    return text
  }

  private typealias Row = (depth: Int, name: String, text: String, span: SourceSpan)

  private func section(_ title: String, _ rows: [Row]) -> String {
    guard !rows.isEmpty else { return "" }
    let width = rows.map { 2 * $0.depth + $0.name.count }.max() ?? 0
    let lines = rows.map { row in
      let name = String(repeating: "  ", count: row.depth) + row.name
      let blanks = String(repeating: " ", count: width - name.count + 2)
      return "  \(name)\(blanks)\(row.text)  \(sources.address(of: row.span))\n"
    }
    return title + "\n" + lines.joined()
  }

  private func dump(list: ListID) -> String {
    let schema = schema.lists[list]
    var text = list == .booking ? "" : "  \(schema.name)  at most \(schema.bound)\n"
    let width = schema.fields.map(\.name.count).max() ?? 0
    for (index, field) in schema.fields.enumerated() {
      let blanks = String(repeating: " ", count: width - field.name.count + 2)
      text += (list == .booking ? "  " : "    ") + field.name + blanks + described(field)
      text += list == .booking && index == self.schema.key ? ", key" : ""
      text += "  \(sources.address(of: field.span))\n"
    }
    return text
  }

  private func described(_ field: FieldSchema) -> String {
    var text = field.isOptional ? "optional \(field.storage)" : "\(field.storage)"
    if !field.choices.isEmpty { text = "one of \(field.choices.joined(separator: " | "))" }
    if field.range != .unbounded {
      text += " \(field.range)" + (field.unit.map { " \($0.name)" } ?? "")
    }
    if field.step != 0, field.storage == .integer { text += " step \(field.step)" }
    return text
  }

  private func described(_ table: ModelTable) -> String {
    let keys = table.keys.map(\.header).joined(separator: ", ")
    let columns = table.columns.map { "\($0.name) (\($0.type.described))" }
    let count = table.rows.count / table.rowsForOne
    let rows = "\(count) \(count == 1 ? "row" : "rows")"
    return "\(table.hit.rawValue), \(rows): \(keys) || " + columns.joined(separator: ", ")
  }

  /// Type, range in the unit shown, step, grain, and whether it is always given.
  private func described(_ value: PriceExpression) -> String {
    var text = value.type.described
    if case .quantity = value.type, value.range != .unbounded {
      let size = value.units.size
      text += " \(Interval(value.range.lower / size, value.range.upper / size))"
      text += value.units.numerator.map { " \($0.name)" } ?? ""
      text += value.units.denominator.map { "/\($0.name)" } ?? ""
      if value.quantum != 0 { text += " by \(value.quantum / size)" }
    }
    if value.grain != .booking { text += ", for each of \(schema.lists[value.grain.list].name)" }
    return text + (value.isOptional ? ", not always" : "")
  }

  private func rows(of line: ModelLine, depth: Int) -> [Row] {
    let kind = line.kind == .subtotal ? "subtotal " : ""
    let condition = line.when == nil ? "" : ", conditional"
    let name = kind + line.name
    switch line.effect {
    case .amount(let value):
      return [(depth, name, "adds \(described(value))\(condition)", line.span)]
    case .becomes(let value):
      return [(depth, name, "becomes \(described(value))\(condition)", line.span)]
    case .members(let members, let take):
      let taken = take.map { " the \($0.rawValue) of" } ?? ""
      return [(depth, name, "adds\(taken) its lines\(condition)", line.span)]
        + members.flatMap { rows(of: $0, depth: depth + 1) }
    case .nothing: return [(depth, name, "the running value", line.span)]
    }
  }

  private func rows(of output: ModelOutput, depth: Int) -> [Row] {
    switch output.body {
    case .value(let value): return [(depth, output.name, described(value), output.span)]
    case .records(let list, let fields):
      return [(depth, output.name, "for each of \(schema.lists[list].name)", output.span)]
        + fields.flatMap { rows(of: $0, depth: depth + 1) }
    }
  }
}
