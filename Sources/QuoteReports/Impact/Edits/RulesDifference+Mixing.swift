import QuoteLint
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Rules before with some of the edits.
extension RulesDifference {
  /// What only the rules after name is there in all of them, and what only those before name
  /// stays: neither does anything before something uses it.
  func tree(with parts: Set<RuleEdit.Part>) -> RuleTree {
    let (old, new) = (pair.before, pair.after)
    var tree = old
    tree.outputs = []
    let known = Set(old.header.units.map(\.value))
    tree.header.units += new.header.units.filter { !known.contains($0.value) }
    if parts.contains(.rounding) { tree.header.rounding = new.header.rounding }
    if parts.contains(.arithmetic) { tree.header.arithmetic = new.header.arithmetic }
    if parts.contains(.bookings) { tree.bookings = new.bookings }
    if parts.contains(.timezone) { tree.header.timezone = new.header.timezone }
    tree.inputs = inputs(parts)
    tree.lets = lets(parts)
    tree.quote = lines(old.quote, new.quote, below: "", parts)
    tree.declines = declines(parts)
    return tree
  }

  private func inputs(_ parts: Set<RuleEdit.Part>) -> [InputDeclaration] {
    var inputs = pair.before.inputs
    for input in pair.after.inputs {
      let name = input.name.value
      if let index = inputs.firstIndex(where: { $0.name.value == name }) {
        if parts.contains(.input(name)) { inputs[index] = input }
      } else if !InputWords.isRequired(input) || parts.contains(.input(name)) {
        inputs.append(input)
      }
    }
    return inputs
  }

  private func lets(_ parts: Set<RuleEdit.Part>) -> [LetDeclaration] {
    var lets = pair.before.lets
    for named in pair.after.lets {
      guard let index = lets.firstIndex(where: { $0.name.value == named.name.value }) else {
        lets.append(named)
        continue
      }
      if parts.contains(.named(named.name.value)) {
        lets[index] = named
      } else if case .table(var table) = lets[index].body, case .table(let other) = named.body {
        for row in table.rows.indices where other.rows.indices.contains(row) {
          if parts.contains(.keys(table: named.name.value)) {
            table.rows[row].keys = other.rows[row].keys
          }
          for column in table.rows[row].values.indices
          where parts.contains(.cell(table: named.name.value, row: row, column: column)) {
            table.rows[row].values[column] = other.rows[row].values[column]
          }
        }
        lets[index].body = .table(table)
      }
    }
    return lets
  }

  private func lines(
    _ old: [LineDeclaration], _ new: [LineDeclaration], below path: String,
    _ parts: Set<RuleEdit.Part>
  ) -> [LineDeclaration] {
    let isNewOrder = parts.contains(.order(path))
    let (first, second) = isNewOrder ? (new, old) : (old, new)
    func name(_ line: LineDeclaration) -> String { line.name.value }
    func isThere(_ line: LineDeclaration) -> Bool {
      let isOld = old.contains { name($0) == name(line) }
      let isNew = new.contains { name($0) == name(line) }
      return isOld && isNew || isNew == parts.contains(.line(path + name(line)))
    }
    var names = first.filter(isThere).map(name)
    // What the other side alone has stands behind what it stands behind there.
    var last: String?
    for line in second where isThere(line) {
      if !names.contains(name(line)) {
        let place = last.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        names.insert(name(line), at: place)
      }
      last = name(line)
    }
    return names.compactMap { wanted -> LineDeclaration? in
      let (a, b) = (old.first { name($0) == wanted }, new.first { name($0) == wanted })
      guard let a, let b else { return a ?? b }
      return line(a, b, path: path + wanted, parts: parts)
    }
  }

  private func line(
    _ old: LineDeclaration, _ new: LineDeclaration, path: String, parts: Set<RuleEdit.Part>
  ) -> LineDeclaration {
    var line = parts.contains(.amount(path)) ? new : old
    line.when = parts.contains(.condition(path)) ? new.when : old.when
    if case .lines(let a, let take) = old.effect, case .lines(let b, _) = new.effect,
      !parts.contains(.amount(path))
    {
      line.effect = .lines(lines(a, b, below: path + "/", parts), take: take)
    }
    return line
  }

  private func declines(_ parts: Set<RuleEdit.Part>) -> [DeclineDeclaration] {
    let (old, new) = (declines(pair.before), declines(pair.after))
    var all = old.compactMap { name, decline -> DeclineDeclaration? in
      if parts.contains(.reason(name)) { return reworded(name) }
      guard parts.contains(.decline(name)) else { return decline }
      return new.first { $0.name == name }?.decline
    }
    for (name, decline) in new
    where parts.contains(.decline(name)) && !old.contains(where: { $0.name == name }) {
      all.append(decline)
    }
    return all
  }
}
