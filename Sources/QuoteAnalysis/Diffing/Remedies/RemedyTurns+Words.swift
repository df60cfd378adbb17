import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// One of several words that another program has not, and another input of the same kind.
extension RemedyTurns {
  private static let mostInputs = 12

  /// A key with several alternatives, or a list in a formula, without one of them.
  static func alternatives(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    let text = sources.text(at: place.span)
    switch place.kind {
    case .key: return fewer(text, in: text.startIndex..<text.endIndex, place)
    case .formula:
      return text.matches(of: /\[[^\[\]]*,[^\[\]]*\]/).flatMap { found -> [RulesEdit] in
        let inside = text.index(after: found.range.lowerBound)
        return fewer(text, in: inside..<text.index(before: found.range.upperBound), place)
      }
    case .cell: return []
    }
  }

  private static func fewer(
    _ text: String, in range: Range<String.Index>, _ place: RemedyPlaces.Place
  ) -> [RulesEdit] {
    let parts = segments(of: text[range])
    guard parts.count > 1 else { return [] }
    let whole = text[range].trimmingPrefix { $0.isWhitespace }
    let written = String(whole).trimmedOfSpaces
    return parts.indices.map { gone in
      var left = parts
      left.remove(at: gone)
      let kept = left.joined(separator: ", ")
      let start = text.utf8.distance(from: text.startIndex, to: whole.startIndex)
      let change = RulesEdit.Change(
        file: place.span.file, lower: Int(place.span.lower) + start,
        upper: Int(place.span.lower) + start + written.utf8.count, text: kept)
      var changed = Array(text.utf8)
      changed.replaceSubrange(start..<start + written.utf8.count, with: Array(kept.utf8))
      return RulesEdit(
        changes: [change], setting: setting(place, String(decoding: changed, as: UTF8.self)),
        what: "\(written) becomes \(kept)", span: place.span)
    }
  }

  /// What stands between commas outside of brackets and texts.
  static func segments(of text: Substring) -> [String] {
    var segments = [""]
    var depth = 0
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, "([{".contains(character) { depth += 1 }
      if !isQuoted, ")]}".contains(character) { depth -= 1 }
      if character == ",", depth == 0, !isQuoted {
        segments.append("")
      } else {
        segments[segments.count - 1].append(character)
      }
    }
    let bare = segments.map(\.trimmedOfSpaces)
    return depth == 0 && !bare.contains("") ? bare : []
  }

  /// A date or a moment of the booking that should be another one of its kind, in formulas and in
  /// what tables ask for.
  static func inputs(_ places: [RemedyPlaces.Place], _ model: PriceModel) -> [RulesEdit] {
    let fields = model.schema.lists[.booking].fields.filter {
      $0.type == .date || $0.type == .instant
    }
    guard fields.count > 1 else { return [] }
    var spots = places.filter { $0.kind == .formula }
    for case .key(let table, _, let column) in places.map(\.kind)
    where model.tables[table].keys.indices.contains(column) {
      let span = model.tables[table].keys[column].value.span
      if !spots.contains(where: { $0.span == span }) {
        spots.append(RemedyPlaces.Place(kind: .formula, path: "", span: span))
      }
    }
    let edits = spots.flatMap { place -> [RulesEdit] in
      let text = model.sources.text(at: place.span)
      return words(of: text).flatMap { word -> [RulesEdit] in
        guard let own = fields.first(where: { $0.name == text[word] }) else { return [] }
        return fields.filter { $0.type == own.type && $0.name != own.name }.map { other in
          var changed = text
          changed.replaceSubrange(word, with: other.name)
          return RulesEdit(
            changes: [change(text, word, other.name, at: place.span)],
            setting: setting(place, changed),
            what: text.count > 40
              ? "\(own.name) becomes \(other.name)"
              : "\(text.trimmedOfSpaces) becomes \(changed.trimmedOfSpaces)",
            span: place.span)
        }
      }
    }
    return Array(edits.prefix(mostInputs))
  }
}
