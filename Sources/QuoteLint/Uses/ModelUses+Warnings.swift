import QuoteLanguage
import QuoteSyntax

extension ModelUses {
  /// A name that no line, decline or output comes to use.
  struct Unused {
    var kind: Kind
    var name: String
    var span: SourceSpan

    enum Kind: String {
      case input, list, `let`, table, area
    }
  }

  /// What nothing uses, in the order of sections.
  var unused: [Unused] {
    var unused: [Unused] = []
    for (list, schema) in model.schema.lists.withIDs {
      for (field, input) in schema.fields.enumerated() {
        if list == .booking, field == model.schema.key { continue }
        if fields[list].contains(field) { continue }
        unused.append(Unused(kind: .input, name: input.name, span: input.span))
      }
      if list != .booking, !lists.contains(list), model.lists[list].memberOf == nil {
        let kind: Unused.Kind = schema.isMade ? .let : .list
        unused.append(Unused(kind: kind, name: schema.name, span: schema.span))
      }
    }
    let names = Set(model.lists.flatMap { $0.groups?.names ?? [] })
    for (index, value) in model.lets.withIDs
    where !lets.contains(index) && !names.contains(index) {
      unused.append(Unused(kind: .let, name: value.name, span: value.span))
    }
    for (index, table) in model.tables.withIDs where !tables.contains(index) {
      unused.append(Unused(kind: .table, name: table.name, span: table.span))
    }
    for (index, area) in model.areas.enumerated() where !areas.contains(index) {
      unused.append(Unused(kind: .area, name: area.name, span: area.span))
    }
    return unused
  }

  /// Warns of names under `let` that nothing uses. An input that nothing uses is no mistake: it
  /// says what bookings hold, and is read and checked; a line that is named for it and uses another
  /// one in its place is. What overlays brought has names that were there before; an input among it
  /// is one if it is named almost like one of those.
  func unusedWarnings(brought: [String: [String]]) -> [Diagnostic] {
    // A label that is the word of a name is told of by itself.
    let labels = Set(model.labelsThatAreNames.map(\.value))
    lazy var lines = linesByWord
    return unused.compactMap { name in
      let before = brought[name.name]
      let near = before.flatMap { Suggestion.nearest(to: name.name, among: $0) }
      switch name.kind {
      case .let, .table, .area:
        if before != nil {
          return .nothingReplaced(name.name, kind: name.kind.rawValue, near: near, at: name.span)
        }
        if labels.contains(name.name) { return nil }
        return .unusedName(name.name, kind: name.kind.rawValue, at: name.span)
      case .input, .list:
        if let near {
          return .nothingReplaced(name.name, kind: name.kind.rawValue, near: near, at: name.span)
        }
        guard name.kind == .input, let line = line(among: lines, namedFor: name.name),
          isMeasured(name)
        else { return nil }
        return .unusedInput(name.name, of: line, at: name.span)
      }
    }
  }

  /// Whether an input is a number or a measure, which lines are computed from.
  private func isMeasured(_ input: Unused) -> Bool {
    model.schema.lists.flatMap(\.fields).contains { field in
      guard field.span == input.span else { return false }
      switch field.type {
      case .count, .number, .money, .duration, .distance, .weight, .declared: return true
      case .text, .flag, .date, .time, .instant, .point, .oneOf: return false
      }
    }
  }

  /// Lines by each of the words of their names, so that not every input asks all of them.
  private var linesByWord: [Substring: [ModelLine]] {
    var lines: [Substring: [ModelLine]] = [:]
    for line in model.allLines where line.kind == .line && line.when == nil {
      for word in Set(line.name.split(separator: "_")) { lines[word, default: []].append(line) }
    }
    return lines
  }

  /// The line that is named for an input, `bathrooms_fee`, and whose amount comes from others.
  private func line(
    among lines: [Substring: [ModelLine]], namedFor input: String
  ) -> ModelLine? {
    let words = input.split(separator: "_")
    return words.first.flatMap { lines[$0] }?.first { line in
      let said = line.name.split(separator: "_")
      return said.count <= words.count + 1
        && said.indices.contains { said[$0...].starts(with: words) }
        && line.formula.map { !model.inputs(of: $0).isEmpty } ?? false
    }
  }

  /// How a table is asked for whose keys a call has given; nil if its name is enough.
  private func lookedUp(_ table: ModelTable) -> String? {
    let given = table.keys.map { model.sources.text(at: $0.value.span).trimmedOfSpaces }
    guard given != table.keys.map(\.header) else { return nil }
    return "\(table.name)(\(given.joined(separator: ", ")))"
  }

  /// Warns of tables that have no row for some bookings, where the rules use them as if they had,
  /// and nothing around the look-up keeps those bookings away.
  var gapWarnings: [Diagnostic] {
    let tables = model.tables.indices.filter { index in
      let table = model.tables[index]
      switch table.hit {
      case .unique, .first, .graduated: break
      case .sum, .product, .max, .min: return false
      }
      let mayMiss = !table.findings.gaps.isEmpty || table.keys.contains { $0.value.type == .text }
      return mayMiss && bareLookups.contains(index) && !asked.contains(index)
    }
    if tables.isEmpty { return [] }
    let sites = LookupSites(of: model, tables: Set(tables))
    return tables.compactMap { index in
      let table = model.tables[index]
      // What is computed of one input goes as far as is known; of two, they may hang together.
      let computed = table.keys.filter { key in
        key.value.type.isQuantity && sites.names.inputs(of: key.value).count > 1
      }
      return sites.missing(in: index).map {
        .gapInTable(
          table, missing: $0, computed: computed.map(\.header),
          alike: keysOfOneInput(table, sites.names), lookedUp: lookedUp(table))
      }
    }
  }

  /// Two keys that are computed from the same input, and so may never have some values together.
  private func keysOfOneInput(
    _ table: ModelTable, _ names: SameValues
  ) -> (String, String)? {
    let inputs = table.keys.map { names.inputs(of: $0.value) }
    for (first, one) in table.keys.enumerated() {
      for (second, other) in table.keys.enumerated().dropFirst(first + 1)
      where !inputs[first].isDisjoint(with: inputs[second]) {
        return (one.header, other.header)
      }
    }
    return nil
  }
}
