import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Conditions that somebody has turned round, or has written a part of, or not at all.
extension RemedyTurns {
  /// What a condition may have been: its opposite, `or` for `and`, each part away, always.
  static func conditions(_ place: RemedyPlaces.Place, _ model: PriceModel) -> [RulesEdit] {
    guard isCondition(place, model) else { return [] }
    let text = text(at: place, model)
    func edit(_ changed: String, _ what: String) -> RulesEdit { self.edit(place, changed, what) }
    var edits = [opposite(text, edit)]
    if place.path.hasSuffix(".when") { edits.append(edit("yes", "\(text) is not tested")) }
    edits += fewerConditions(place, model)
    for (word, other) in [("and", "or"), ("or", "and")] {
      let parts = parts(of: text, at: word)
      guard parts.count > 1 else { continue }
      for index in parts.indices {
        var left = parts
        let gone = left.remove(at: index)
        let isDenied = gone.hasPrefix("not ")
        left.insert(isDenied ? String(gone.dropFirst("not ".count)) : "not (\(gone))", at: index)
        edits.append(
          edit(
            left.joined(separator: " \(word) "),
            "\(gone) \(isDenied ? "holds" : "does not hold")"))
      }
      edits.append(edit(parts.joined(separator: " \(other) "), "\(word) becomes \(other)"))
      break
    }
    return edits
  }

  /// A condition of several parts without one of them, also within a formula.
  static func fewerConditions(
    _ place: RemedyPlaces.Place, _ formula: PriceExpression?, _ model: PriceModel
  ) -> [RulesEdit] {
    if isCondition(place, model) { return fewerConditions(place, model) }
    var edits: [RulesEdit] = []
    guard let formula else { return [] }
    visit(formula, within: place) { node in
      switch node.operation {
      case .and(let one, let other), .or(let one, let other):
        guard one.span.upper < other.span.lower, node.span.encloses(one.span),
          node.span.encloses(other.span)
        else { return }
        edits += [(one, other), (other, one)].map { kept, gone in
          var edit = replaced(node, by: kept, place, model)
          edit.what = "without \(text(gone, model))"
          return edit
        }
      default: return
      }
    }
    return edits
  }

  private static func fewerConditions(
    _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    let text = text(at: place, model)
    return ["and", "or"].flatMap { word -> [RulesEdit] in
      let parts = parts(of: text, at: word)
      guard parts.count > 1 else { return [] }
      return parts.indices.map { index in
        var left = parts
        let gone = left.remove(at: index)
        return edit(place, left.joined(separator: " \(word) "), "without \(gone)")
      }
    }
  }

  /// The condition on one line.
  private static func text(at place: RemedyPlaces.Place, _ model: PriceModel) -> String {
    model.sources.text(at: place.span).split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmedOfSpaces
  }

  private static func edit(
    _ place: RemedyPlaces.Place, _ changed: String, _ what: String
  ) -> RulesEdit {
    guard let setting = setting(place, changed) else {
      let change = RulesEdit.Change(
        file: place.span.file, lower: Int(place.span.lower), upper: Int(place.span.upper),
        text: changed)
      return RulesEdit(changes: [change], what: what, span: place.span)
    }
    var edit = RulesEdit(settings: [setting], what: what, span: place.span)
    edit.setting = setting
    return edit
  }

  /// The same condition where it does not hold.
  private static func opposite(
    _ text: String, _ edit: (String, String) -> RulesEdit
  ) -> RulesEdit {
    let isOne = ["and", "or"].allSatisfy { parts(of: text, at: $0).count == 1 }
    guard isOne, text.hasPrefix("not ") else {
      return edit("not (\(text))", "\(text) does not hold")
    }
    let held = String(text.dropFirst("not ".count)).trimmedOfSpaces
    return edit(held, "\(held) holds")
  }

  /// `= 3` becomes `>= 3` or `<= 3`; `> 0` of what is counted becomes `= 1`.
  static func equalities(
    _ node: PriceExpression, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [RulesEdit] {
    guard case .apply(.compare(let sign), let sides) = node.operation, sides.count == 2,
      sides[1].isConstant, case .quantity(let type) = sides[0].type,
      place.span.encloses(node.span), sides[0].span.upper < sides[1].span.lower
    else { return [] }
    let (left, right) = (text(sides[0], model), text(sides[1], model))
    var others: [String] = []
    if sign == .equal { others = [">= \(right)", "<= \(right)"] }
    if type.isWhole, let bound = Int(right) {
      switch sign {
      case .greater: others = ["= \(bound + 1)"]
      case .greaterOrEqual, .lessOrEqual: others = ["= \(bound)"]
      case .less: others = ["= \(bound - 1)"]
      case .equal, .notEqual: break
      }
    }
    return others.map { other in
      edit(
        place, span: node.span, becomes: "\(left) \(other)",
        what: "\(text(node, model)) becomes \(left) \(other)", model: model)
    }
  }

  private static func isCondition(_ place: RemedyPlaces.Place, _ model: PriceModel) -> Bool {
    // What no setting reaches is the condition of a decline.
    if place.path.hasSuffix(".when") || place.path.isEmpty { return true }
    let name = place.path.hasPrefix("let.") ? place.path.dropFirst("let.".count) : ""
    return model.lets.contains { $0.name == name && $0.value.type == .flag }
  }

  /// What stands between the words, outside of brackets and texts; the whole where none is there.
  static func parts(of text: String, at word: String) -> [String] {
    var parts: [String] = []
    var current: [Substring] = []
    var depth = 0
    var isQuoted = false
    for piece in text.split(separator: " ") {
      if depth == 0, !isQuoted, piece == word {
        parts.append(current.joined(separator: " "))
        current = []
        continue
      }
      for character in piece {
        if character == "\"" { isQuoted.toggle() }
        if "([{".contains(character), !isQuoted { depth += 1 }
        if ")]}".contains(character), !isQuoted { depth -= 1 }
      }
      current.append(piece)
    }
    return parts + [current.joined(separator: " ")]
  }
}
