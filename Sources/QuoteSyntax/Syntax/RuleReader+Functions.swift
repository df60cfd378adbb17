/// Formulas with parameters.
extension RuleReader {
  /// `share(rate, amount): round(amount * rate)`.
  mutating func readFunction(_ entry: YAMLEntry) -> LetDeclaration? {
    let key = PlacedText(entry.key)
    let span = entry.key.span.joined(to: entry.value.span)
    guard let (name, parameters) = Self.head(key), entry.value.scalar != nil, !entry.value.isEmpty
    else {
      log.report(.parameterForm(entry.key))
      unread.formUnion(entry.key.value.words)
      return nil
    }
    for word in [name] + parameters { checkName(word) }
    let formula = formula(entry.value)
    var seen: [String: SourceSpan] = [:]
    let words = Set(written(entry.value))
    for parameter in parameters {
      if let first = seen.updateValue(parameter.span, forKey: parameter.value) {
        log.report(.repeatedName(parameter, first: first))
      } else if !words.contains(parameter.value) {
        log.report(.unusedParameter(parameter, of: name))
      }
    }
    return LetDeclaration(
      name: name, body: .function(parameters: parameters, formula: formula), span: span)
  }

  /// The words of a formula, as written.
  private func written(_ node: YAMLNode) -> [String] {
    guard let scalar = node.scalar else { return [] }
    return text(scalar).value.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }

  /// The name and the parameters; nil for another form.
  private static func head(_ key: PlacedText) -> (Spanned<String>, [Spanned<String>])? {
    let bytes = key.bytes
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), bytes.last == UInt8(ascii: ")"),
      let name = word(key, 0, open)
    else { return nil }
    var parameters: [Spanned<String>] = []
    var start = open + 1
    for at in start..<bytes.count where bytes[at] == UInt8(ascii: ",") || at == bytes.count - 1 {
      guard let parameter = word(key, start, at) else { return nil }
      parameters.append(parameter)
      start = at + 1
    }
    return (name, parameters)
  }

  /// A name between two places, with blanks around it left out.
  private static func word(_ key: PlacedText, _ lower: Int, _ upper: Int) -> Spanned<String>? {
    var (lower, upper) = (lower, upper)
    while lower < upper, key.bytes[lower] == UInt8(ascii: " ") { lower += 1 }
    while lower < upper, key.bytes[upper - 1] == UInt8(ascii: " ") { upper -= 1 }
    let word = key.spanned(lower, upper)
    return Lexicon.isName(word.value) ? word : nil
  }
}
