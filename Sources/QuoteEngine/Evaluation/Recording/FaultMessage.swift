/// Says which value was missing where an amount is not given: an input, or a
/// row of a table with the keys that were looked up.
struct FaultMessage {
  private(set) var text = ""
  private(set) var field = ""

  init(recording: Recording, fault: PlanFault) {
    let model = recording.model
    guard fault.line >= 0, let amount = fault.amount else {
      text = "more elements than the list's bound allows"
      return
    }
    let line = model.allLines[fault.line]
    let place =
      recording.elements(of: amount.grain.list, below: recording.booking).first { place in
        recording.value(of: amount, at: place) == .notGiven && applies(line, recording, place)
      } ?? recording.booking
    let path = recording.path(of: place)
    field = path
    let what = Self.missing(amount, recording, place) ?? "it is not given"
    text = "the amount of `\(line.name)` is not given\(path.isEmpty ? "" : " for \(path)"): \(what)"
  }

  private func applies(_ line: ModelLine, _ recording: Recording, _ place: Recording.Place) -> Bool
  {
    guard let register = recording.plan.trace.lines[line.id]?.applies else { return true }
    return recording.cell(register, recording.index(of: register, at: place)).isTrue
  }

  /// The first part, from the left and inside out, that is not given by itself.
  private static func missing(
    _ expression: PriceExpression, _ recording: Recording, _ place: Recording.Place
  ) -> String? {
    let model = recording.model
    guard recording.value(of: expression, at: place) == .notGiven else { return nil }
    if case .reference(.letValue(let index)) = expression.operation {
      let value = model.lets[index].value
      let home = recording.enclosing(value.grain.list, of: place)
      return missing(value, recording, home) ?? "`\(model.lets[index].name)` is not given"
    }
    if case .reference(.field(let list, let field)) = expression.operation {
      return "`\(model.schema.lists[list].fields[field].name)` is not given"
    }
    if case .lookup(let table, _, let keys) = expression.operation {
      let words = zip(model.tables[table].keys, keys).map { key, value in
        let shown = recording.value(of: value, at: place).shown(as: value, in: model) ?? "not given"
        return "\(key.header) = \(shown)"
      }
      return "no row of `\(model.tables[table].name)` for \(words.joined(separator: ", "))"
    }
    for part in expression.parts {
      if let found = missing(part, recording, place) { return found }
    }
    if case .arithmetic(.divide, _, _) = expression.operation { return "a division by zero" }
    return nil
  }
}
