extension RuleReader {
  private static let conversionKeys = ["is", "sign", "scale", "written", "text", "absent"]

  /// `amount.due: total`, or `cents: { is: total, scale: 100 }`.
  mutating func readField(_ entry: YAMLEntry) -> ReferenceMap.Field? {
    guard let steps = fieldSteps(entry.key) else { return nil }
    guard let parts = entry.value.entries else {
      let name = scalarText(entry.value, wanted: "the name of an output or a line")
      return name.map {
        ReferenceMap.Field(steps: steps, path: entry.key.value, ours: $0.value, span: $0.span)
      }
    }
    checkKeys(parts, of: "a field", Self.conversionKeys)
    guard let named = parts["is"] else {
      log.report(.missingKey("is", in: "a field", at: entry.key.span))
      return nil
    }
    guard let name = scalarText(named, wanted: "the name of an output or a line") else {
      return nil
    }
    return ReferenceMap.Field(
      steps: steps, path: entry.key.value, ours: name.value, conversion: conversion(parts),
      span: name.span)
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
      if conversion.spelling == nil { log.report(.writtenForm(text)) }
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

  /// Names with points between them, `itself`, and entries of lists as
  /// `lines[name=a b].amount`; a name with points in it stands in quotes.
  private mutating func fieldSteps(_ text: Spanned<String>) -> [FieldPath.Step]? {
    if text.value == "itself" { return [] }
    var steps: [FieldPath.Step] = []
    var rest = text.value[...]
    repeat {
      guard let name = Self.takeName(&rest, until: ".["), !name.isEmpty else {
        log.report(.pathForm(text.value, at: text.span))
        return nil
      }
      steps.append(.member(name))
      while rest.first == "[" {
        rest = rest.dropFirst()
        guard let member = Self.takeName(&rest, until: "=]"), !member.isEmpty, rest.first == "=",
          let end = rest.firstIndex(of: "]")
        else {
          log.report(.pathForm(text.value, at: text.span))
          return nil
        }
        let value = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        steps.append(.entry(member: member, equals: value))
      }
      if rest.isEmpty { return steps }
      guard rest.first == "." else { break }
      rest = rest.dropFirst()
    } while true
    log.report(.pathForm(text.value, at: text.span))
    return nil
  }

  /// A name up to a mark, or in quotes; nil where a quote stays open.
  private static func takeName(_ rest: inout Substring, until marks: String) -> String? {
    if rest.first == "\"" {
      let inside = rest.dropFirst()
      guard let end = inside.firstIndex(of: "\"") else { return nil }
      rest = inside[inside.index(after: end)...]
      return String(inside[..<end])
    }
    let end = rest.firstIndex { marks.contains($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
