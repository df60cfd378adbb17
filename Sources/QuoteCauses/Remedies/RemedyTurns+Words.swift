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
      return text.matches(of: kept(/\[[^\[\]]*,[^\[\]]*\]/)).flatMap { found -> [RulesEdit] in
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
    let formulas = places.filter { $0.kind == .formula }.flatMap { dates(of: $0, fields, model) }
    var tables: [TableID] = []
    for case .key(let table, _, _) in places.map(\.kind) where !tables.contains(table) {
      tables.append(table)
    }
    let asked = tables.map { table in
      model.tables[table].keys.flatMap { key in
        let place = RemedyPlaces.Place(kind: .formula, path: "", span: key.value.span)
        return formulas.contains { $0.edit.span == key.value.span }
          ? [] : dates(of: place, fields, model)
      }
    }
    let all = formulas + asked.flatMap(\.self)
    let single = all.map(\.edit)
    // One that does it alone is likelier than several that somebody mistook at once.
    let several = (asked + [all]).flatMap(together)
    return Array(single.prefix(mostInputs / 2)) + several.prefix(mostInputs)
      + single.dropFirst(mostInputs / 2).prefix(mostInputs / 2)
  }

  /// One date for another at a single place.
  private struct DateSwap {
    var own: String
    var other: String
    var edit: RulesEdit
  }

  private static func dates(
    of place: RemedyPlaces.Place, _ fields: [FieldSchema], _ model: PriceModel
  ) -> [DateSwap] {
    let text = model.sources.text(at: place.span)
    return words(of: text).flatMap { word -> [DateSwap] in
      guard let own = fields.first(where: { $0.name == text[word] }) else { return [] }
      return fields.filter { $0.type == own.type && $0.name != own.name }.map { other in
        var changed = text
        changed.replaceSubrange(word, with: other.name)
        let edit = RulesEdit(
          changes: [change(text, word, other.name, at: place.span)],
          setting: setting(place, changed),
          what: text.count > 40
            ? "\(own.name) becomes \(other.name)"
            : "\(text.trimmedOfSpaces) becomes \(changed.trimmedOfSpaces)",
          span: place.span)
        return DateSwap(own: own.name, other: other.name, edit: edit)
      }
    }
  }

  /// The same one for the same other one at several places.
  private static func together(_ swaps: [DateSwap]) -> [RulesEdit] {
    let alike = Dictionary(grouping: swaps) { [$0.own, $0.other] }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    return alike.map(\.value).filter { $0.count > 1 }.map { swaps in
      RulesEdit(
        changes: swaps.flatMap(\.edit.changes),
        what: "\(swaps[0].own) becomes \(swaps[0].other), wherever it is asked for",
        span: swaps[0].edit.span)
    }
  }
}
