/// What is known of phrases of inputs from what stands beside them.
extension RuleReader {
  /// What is written for a phrase together with the ones beside it; nil where nothing is known.
  func instead(of phrase: Spanned<String>, in field: FieldDeclaration? = nil) -> [String]? {
    let length = kept(/(?i)(?:(min)|max)(?:imum)?(?:[ _-]?length)?\s*[:=]?\s*(\d+)/)
    if let field, field.type.value == .text, let match = phrase.value.wholeMatch(of: length) {
      let mark = match.1 == nil ? ">" : "<"
      return [
        "texts have no range: a condition below `decline:` refuses others, "
          + "`length(\(field.name.value)) \(mark) \(match.2)`"
      ]
    }
    guard let file = sources[phrase.span.file] else { return nil }
    let line = file.line(file.position(of: phrase.span.lower).line)
    let word = phrase.value.lowercased().prefix(3)
    if word == "min" || word == "max",
      let low = line.firstMatch(of: kept(/(?i)\bmin(?:imum)?\s*[:=]?\s*(-?[\d.]+[^,#"'}]*)/)),
      let high = line.firstMatch(of: kept(/(?i)\bmax(?:imum)?\s*[:=]?\s*(-?[\d.]+[^,#"'}]*)/)),
      low.range.upperBound <= high.range.lowerBound, !low.1.contains(kept(/\bmax/))
    {
      let range = "[\(low.1.trimmedOfSpaces)..\(high.1.trimmedOfSpaces)]"
      return ["a range has both ends: in place of `min` and `max`, write `\(range)`"]
    }
    if phrase.value.hasPrefix("step "),
      let before = line.firstMatch(of: kept(/:\s*([^,:]+),\s*step\s/))
    {
      // Only what is a number has steps: a comma less would be refused as well.
      if before.1.contains(kept(/^(?:optional\s+)?(?:flag|text|date|time|instant|point|one of)\b/))
      {
        return ["steps are of numbers, money and measures: leave `\(phrase.value)` out"]
      }
      return ["no comma comes before `step`: `\(before.1.trimmedOfSpaces) \(phrase.value)`"]
    }
    return nil
  }

  /// A clause that nothing knows; a number whose comma was to separate its decimals is shown whole.
  func wholeClause(_ text: PlacedText, decimal: String?) -> Spanned<String> {
    var clause = Spanned(text.string, at: text.span)
    guard let decimal else { return clause }
    clause.value = decimal.replacing(".", with: ",", maxReplacements: 1)
    clause.span.lower -= Int32(decimal.prefix { $0 != "." }.utf8.count + 1)
    return clause
  }

  /// Where the key of a value stands, which is on the same line or shortly before it.
  func place(ofKey key: String, before value: SourceSpan) -> SourceSpan {
    let end = Int(value.lower)
    guard value.file == file, end <= bytes.count else { return value }
    let before = String(decoding: bytes[max(0, end - 60)..<end], as: UTF8.self)
    guard let found = before.ranges(of: key).last else { return value }
    let lower = Int32(end - before[found.lowerBound...].utf8.count)
    return SourceSpan(file: file, lower: lower, upper: lower + Int32(key.utf8.count))
  }
}
