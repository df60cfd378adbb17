import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits that take the same thing of something else: a part of another sum, the day of another
/// clock.
extension RemedyTurns {
  private static let mostBases = 32
  private static let mostNear = 12

  /// Sums of lines: of the subtotal instead, of a line more or of one less.
  static func lineSums(
    _ place: RemedyPlaces.Place, _ departing: String, _ model: PriceModel
  ) -> [RulesEdit] {
    let above = lines(above: departing, at: place, model)
    guard above.count > 1 else { return [] }
    let text = model.sources.text(at: place.span)
    let names = above.joined(separator: "|")
    guard let sum = try? Regex("\\b(?:\(names))(?: *\\+ *(?:\(names)))+\\b") else { return [] }
    return text.ranges(of: sum).flatMap { range -> [RulesEdit] in
      let parts = text[range].split { $0 == "+" || $0.isWhitespace }.map(String.init)
      let missing = above.reversed().filter { !parts.contains($0) }
      var others = ["subtotal"] + missing.map { (parts + [$0]).joined(separator: " + ") }
      for index in parts.indices {
        var fewer = parts
        fewer.remove(at: index)
        others.append(fewer.joined(separator: " + "))
      }
      return others.prefix(mostBases).map { other in
        let isWord = !other.contains(" ")
        let whole = isWord ? Self.withBrackets(range, in: text) : range
        var changed = text
        changed.replaceSubrange(whole, with: other)
        return RulesEdit(
          changes: [change(text, whole, other, at: place.span)],
          setting: setting(place, changed), what: "\(text[whole]) becomes \(other)",
          span: place.span)
      }
    }
  }

  /// What is rounded of a sum of lines, or of the subtotal, is rounded of each of these lines.
  static func byLines(
    _ rounded: String, _ place: RemedyPlaces.Place, _ model: PriceModel
  ) -> String? {
    let above = lines(above: "", at: place, model)
    let words = words(of: rounded)
    let whole = words.filter { rounded[$0] == "subtotal" }
    let sums = rounded.ranges(of: kept(/\([\w ]+(?:\+[\w ]+)+\)/))
    var parted: (range: Range<String.Index>, names: [String])?
    if whole.count == 1 {
      parted = (whole[0], above)
    } else if sums.count == 1 {
      let names = words.filter { sums[0].contains($0.lowerBound) }.map { String(rounded[$0]) }
      parted = (sums[0], names)
    }
    guard let parted, parted.names.count > 1, parted.names.allSatisfy(above.contains) else {
      return nil
    }
    let parts = parted.names.map { name in
      "round(\(rounded[..<parted.range.lowerBound])\(name)\(rounded[parted.range.upperBound...]))"
    }
    return parts.joined(separator: " + ")
  }

  /// A part of a text with the brackets around it, which no call needs.
  private static func withBrackets(
    _ range: Range<String.Index>, in text: String
  ) -> Range<String.Index> {
    guard let open = text[..<range.lowerBound].last, open == "(", range.upperBound < text.endIndex,
      text[range.upperBound] == ")"
    else { return range }
    let start = text.index(before: range.lowerBound)
    let isCall = text[..<start].last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    return isCall ? range : start..<text.index(after: range.upperBound)
  }

  /// Lines before that of a formula; of what is no line's, before the one that departs.
  private static func lines(
    above departing: String, at place: RemedyPlaces.Place, _ model: PriceModel
  ) -> [String] {
    guard place.kind == .formula else { return [] }
    return lines(above: place.line ?? departing, in: model.waterfall) ?? []
  }

  /// Nil where the line is not among these, nor in a group of theirs.
  private static func lines(above name: String, in lines: [ModelLine]) -> [String]? {
    var above: [String] = []
    for line in lines {
      if line.name == name { return above }
      if case .members(let members, _) = line.effect,
        let inner = self.lines(above: name, in: members)
      {
        return above + inner
      }
      above.append(line.name)
    }
    return nil
  }

  private static func takesOff(_ name: String, _ model: PriceModel) -> Bool {
    model.allLines.contains { line in
      guard line.name == name, case .amount(let amount) = line.effect else { return false }
      var value = amount
      while case .apply(.round, let parts) = value.operation { value = parts[0] }
      if case .apply(.negate, _) = value.operation { return true }
      return amount.range.upper <= 0
    }
  }

  /// What a line takes of the subtotal it takes of a line above it, or the other way round; or of
  /// the subtotal without such a line.
  static func bases(
    _ place: RemedyPlaces.Place, _ departing: String, _ model: PriceModel
  ) -> [RulesEdit] {
    let isOutput = place.path.hasPrefix("outputs.")
    let above = isOutput
      ? model.waterfall.map(\.name) : lines(above: departing, at: place, model)
    guard !above.isEmpty else { return [] }
    let text = model.sources.text(at: place.span)
    return words(of: text).flatMap { word -> [RulesEdit] in
      let name = String(text[word])
      var others: [String] = []
      if isOutput {
        guard name == "total" else { return [] }
        others = above.reversed().prefix(mostNear).map { "(total - \($0))" }
      } else if name == "subtotal" {
        let nearest = above.reversed().prefix(mostNear)
        // Nobody takes a part of what is only ever taken off.
        others = nearest.filter { !takesOff($0, model) }
          + nearest.map { "(subtotal - \($0))" } + without(above, of: model)
      } else if above.contains(name) {
        let rest = above.reversed().filter { $0 != name }
        let sums = rest.prefix(mostNear).map { "(\(name) + \($0))" }
        others = ["subtotal"] + alternating([Array(rest.prefix(6)), sums])
      }
      return others.prefix(mostBases).map { other in
        var changed = text
        changed.replaceSubrange(word, with: other)
        let setting = "\(place.path)=" + changed.split(whereSeparator: \.isNewline)
          .joined(separator: " ").trimmedOfSpaces
        return RulesEdit(
          changes: [change(text, word, other, at: place.span)], setting: setting,
          what: "\(name) becomes \(other)", span: place.span)
      }
    }
  }

  /// The subtotal as it was before the last lines, and without what was taken off.
  private static func without(_ above: [String], of model: PriceModel) -> [String] {
    let discounts = above.filter { name in
      guard let line = model.waterfall.first(where: { $0.name == name }),
        case .amount(let amount) = line.effect
      else { return false }
      return model.sources.text(at: amount.span).trimmedOfSpaces.hasPrefix("-")
    }
    let last = above.indices.dropFirst(2).prefix(4).map { Array(above.suffix($0)) }
    let taken = discounts.indices.dropFirst().prefix(3).map { Array(discounts.suffix($0 + 1)) }
    var several: [[String]] = []
    for some in taken + last where !several.contains(some) { several.append(some) }
    return several.prefix(6).map { "(subtotal - \($0.joined(separator: " - ")))" }
  }

  /// Days, times, weekdays and hours of moments, by the clock of the rules or that of UTC: all that
  /// a value is made of at once, and each by itself.
  static func clocks(_ places: [RemedyPlaces.Place], _ model: PriceModel) -> [RulesEdit] {
    let moments = model.schema.lists[.booking].fields.filter { $0.type == .instant }.map(\.name)
    guard !moments.isEmpty else { return [] }
    let formulas = places.filter { $0.kind == .formula }
    var spans = formulas.map(\.span)
    for case .key(let table, _, let column) in places.map(\.kind)
    where model.tables[table].keys.indices.contains(column) {
      spans.append(model.tables[table].keys[column].value.span)
    }
    var found: [RulesEdit] = []
    let call = kept(/\b(date|time|weekday|hour)\((\w+)(?:, *([^()]+))?\)/)
    for span in spans {
      let text = model.sources.text(at: span)
      for match in text.matches(of: call) where moments.contains(String(match.2)) {
        let bare = "\(match.1)(\(match.2)"
        for other in ["\(bare), 0)", "\(bare))"] where other != match.0 {
          let change = change(text, match.range, other, at: span)
          guard !found.contains(where: { $0.changes == [change] }) else { continue }
          var edit = RulesEdit(
            changes: [change], what: "\(match.0) becomes \(other)", span: span)
          edit.setting = setting(of: [edit], formulas, model)
          found.append(edit)
        }
      }
    }
    // One that does it alone is likelier than several that somebody forgot at once: all of one kind
    // by UTC, and all by the clock of the rules, before all there are.
    func isUTC(_ edit: RulesEdit) -> Bool { edit.changes[0].text.hasSuffix(", 0)") }
    let alike = Dictionary(grouping: found) { $0.changes[0].text }.sorted { $0.key < $1.key }
    let groups = alike.map(\.value)
      + [true, false].map { isSo in found.filter { isUTC($0) == isSo } }
    var met: Set<[RulesEdit.Change]> = []
    return found.prefix(mostClocks) + groups.compactMap { all in
      guard all.count > 1, met.insert(all.flatMap(\.changes)).inserted else { return nil }
      var said: [String] = []
      for one in all where !said.contains(one.what) { said.append(one.what) }
      return RulesEdit(
        changes: all.flatMap(\.changes), setting: setting(of: all, formulas, model),
        what: said.joined(separator: ", "), span: all[0].span)
    }
  }

  /// The setting that does what several edits of one formula do; nil where they are of several.
  private static func setting(
    of edits: [RulesEdit], _ places: [RemedyPlaces.Place], _ model: PriceModel
  ) -> String? {
    guard let first = edits.first, edits.allSatisfy({ $0.span == first.span }),
      let place = places.first(where: { $0.span == first.span })
    else { return nil }
    var bytes = Array(model.sources.text(at: place.span).utf8)
    for change in edits.flatMap(\.changes).sorted(by: { $1.lower < $0.lower }) {
      let start = change.lower - Int(place.span.lower)
      bytes.replaceSubrange(
        start..<start + change.upper - change.lower, with: Array(change.text.utf8))
    }
    return setting(place, String(decoding: bytes, as: UTF8.self))
  }

  private static let mostClocks = 8

  static func change(
    _ text: String, _ range: Range<String.Index>, _ other: String, at span: SourceSpan
  ) -> RulesEdit.Change {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let end = text.utf8.distance(from: text.startIndex, to: range.upperBound)
    return RulesEdit.Change(
      file: span.file, lower: Int(span.lower) + start, upper: Int(span.lower) + end, text: other)
  }

  /// Names in a formula, without those in texts.
  static func words(of text: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    var at = text.startIndex
    var isQuoted = false
    while at < text.endIndex {
      if text[at] == "\"" { isQuoted.toggle() }
      guard !isQuoted, text[at].isLetter || text[at] == "_" else {
        at = text.index(after: at)
        continue
      }
      let start = at
      while at < text.endIndex, text[at].isLetter || text[at].isNumber || text[at] == "_" {
        at = text.index(after: at)
      }
      found.append(start..<at)
    }
    return found
  }
}
