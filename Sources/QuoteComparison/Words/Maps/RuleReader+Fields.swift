import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension RuleReader {
  private static let conversionKeys = [
    "is", "or", "entries", "sign", "scale", "written", "text", "absent",
  ]

  /// `amount.due: total`, or `cents: { is: total, scale: 100 }`.
  mutating func readField(_ entry: YAMLEntry) -> ReferenceMap.Field? {
    guard let place = fieldPlace(entry.key) else { return nil }
    guard let parts = entry.value.entries else {
      let name = scalarText(entry.value, wanted: "the name of an output or a line")
      return name.map { ReferenceMap.Field([place], ours: $0.value, span: $0.span) }
    }
    // `{ total, scale: 100 }`.
    if parts["is"] == nil, let name = parts.first, name.value.isEmpty,
      !Self.conversionKeys.contains(name.key.value)
    {
      log.report(.fieldUnnamed(name.key))
      return nil
    }
    checkKeys(parts, of: "a field", Self.conversionKeys)
    guard let named = parts["is"] else {
      log.report(.missingKey("is", in: "a field", at: entry.key.span))
      return nil
    }
    guard let name = scalarText(named, wanted: "the name of an output or a line") else {
      return nil
    }
    var field = ReferenceMap.Field(
      [place], ours: name.value, conversion: conversion(parts), span: name.span)
    if let node = parts["or"] { field.places += otherPlaces(node, than: place) }
    if let node = parts["entries"], let text = scalarText(node, wanted: "`sum` or `first`"),
      let entries = word(text, wanted: "what counts", among: ReferenceMap.Field.Entries.self)
    {
      field.entries = entries.value
    }
    return field
  }

  /// One path, or a list of them; of members of a list, in the same list.
  private mutating func otherPlaces(
    _ node: YAMLNode, than first: ReferenceMap.Field.Place
  ) -> [ReferenceMap.Field.Place] {
    let nodes = if case .sequence(let elements, _) = node.content { elements } else { [node] }
    let lists = first.levels.dropLast().map(\.path)
    return nodes.compactMap { node in
      guard let text = scalarText(node, wanted: "a path in the reply"),
        let place = fieldPlace(text)
      else { return nil }
      if place.levels.dropLast().map(\.path) != lists {
        log.report(.fieldForm(text))
      }
      return place
    }
  }

  private mutating func conversion(_ parts: [YAMLEntry]) -> ReplyConversion {
    var conversion = ReplyConversion()
    if let node = parts["sign"], let text = scalarText(node, wanted: "`negative`"),
      let sign = word(text, wanted: "a sign", among: ReplyConversion.Sign.self)
    {
      conversion.sign = sign.value
    }
    if let node = parts["scale"], let text = scalarText(node, wanted: "a number such as 100") {
      if let scale = Self.scale(text.value) {
        conversion.scale = scale
      } else {
        log.report(.scaleForm(text))
      }
    }
    if let node = parts["written"], let text = scalarText(node, wanted: "a number as an example") {
      conversion.spelling = NumberSpelling(example: text.value)
      if conversion.spelling == nil { conversion.moment = Self.moment(text.value) }
      if conversion.spelling == nil, conversion.moment == nil { log.report(.writtenForm(text)) }
    }
    if let node = parts["absent"], !node.isEmpty {
      conversion.absent = scalarText(node, wanted: "a number or a text")?.value
    }
    if let node = parts["text"] {
      for entry in entries(node, wanted: "a mapping of their texts to ours") {
        if entry.value.isEmpty {
          conversion.words.append((entry.key.value, nil))
        } else if let ours = scalarText(entry.value, wanted: "a text") {
          conversion.words.append((entry.key.value, ours.value))
        }
      }
    }
    return conversion
  }

  /// `d/M/yyyy`, `unix seconds`; nil if it is no way to write a moment.
  private static func moment(_ text: String) -> MomentNotation? {
    let notation = MomentNotation(text)
    if case .pattern(let pattern) = notation, pattern.mistake != nil { return nil }
    return notation
  }

  /// `100`, `0.01`, `1/60`: decimals divided by it have an end.
  private static func scale(_ text: String) -> Ratio? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let first = Ratio(decimal: parts[0]), first.isFinite,
      let below = parts.count == 2 ? Ratio(decimal: parts[1]) : .one, below.isFinite,
      !below.isZero, !first.isZero, !first.isNegative, !below.isNegative
    else { return nil }
    let scale = first / below
    return scale.isFinite && (Ratio.one / scale).decimalDigits != nil ? scale : nil
  }

  /// Names with points between them, `itself`, entries of lists as
  /// `lines[name=a b].amount`, and members of all of them as `lines[].amount`; a name with
  /// points in it stands in quotes.
  private mutating func fieldPlace(_ text: Spanned<String>) -> ReferenceMap.Field.Place? {
    if text.value == "itself" { return ReferenceMap.Field.Place(levels: [([], "itself")]) }
    var levels: [(steps: [FieldPath.Step], path: String)] = []
    var steps: [FieldPath.Step] = []
    var rest = text.value[...]
    var level = rest
    repeat {
      guard let name = Self.takeName(&rest, until: ".["), !name.isEmpty else { break }
      steps.append(.member(name))
      while rest.first == "[", !rest.hasPrefix("[]") {
        guard let entry = Self.takeEntry(&rest) else {
          log.report(.fieldForm(text))
          return nil
        }
        steps.append(entry)
      }
      if rest.isEmpty {
        levels.append((steps, String(level)))
        return ReferenceMap.Field.Place(levels: levels)
      }
      if rest.hasPrefix("[].") {
        levels.append((steps, String(level[..<rest.startIndex])))
        steps = []
        rest = rest.dropFirst(3)
        level = rest
      } else if rest.first == "." {
        rest = rest.dropFirst()
      } else {
        break
      }
    } while true
    log.report(.fieldForm(text))
    return nil
  }

  /// `[name=a b]`.
  private static func takeEntry(_ rest: inout Substring) -> FieldPath.Step? {
    rest = rest.dropFirst()
    guard let member = takeName(&rest, until: "=]"), !member.isEmpty, rest.first == "=",
      let end = rest.firstIndex(of: "]")
    else { return nil }
    let value = String(rest[rest.index(after: rest.startIndex)..<end])
    // As other notations have it, `==`, `="a"` and `='a'`; no reply has such a word.
    let isQuoted = ["\"", "'"].contains { value.hasPrefix($0) && value.hasSuffix($0) }
    if value.hasPrefix("=") || isQuoted { return nil }
    rest = rest[rest.index(after: end)...]
    return .entry(member: member, equals: value)
  }

  /// A name up to a mark, or in quotes, in the form in which names are compared; nil if a quote
  /// stays open.
  private static func takeName(_ rest: inout Substring, until marks: String) -> String? {
    if rest.first == "\"" {
      let inside = rest.dropFirst()
      guard let end = inside.firstIndex(of: "\"") else { return nil }
      rest = inside[inside.index(after: end)...]
      return String(inside[..<end]).composed
    }
    let end = rest.firstIndex { marks.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end]).composed
  }
}
