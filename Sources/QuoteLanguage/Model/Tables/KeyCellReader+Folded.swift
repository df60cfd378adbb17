import QuoteSyntax

/// Beginnings and ends of ranges of texts that are made all of capital letters, of small ones or
/// without spaces: `[a..f]` of `upper(code)`.
extension KeyCellReader {
  static func foldings(of key: PriceExpression, in rules: ModelChecker) -> Set<TextFunction> {
    guard key.type == .text else { return [] }
    let names = SameValues(rules.lets, isBinary: rules.arithmetic.isBinary)
    let told = names.resolved(key)
    guard case .apply(.text(.natural), let parts) = told.operation else {
      return MadeTexts.foldings(of: told, names)
    }
    return MadeTexts.foldings(of: parts[0], names)
  }

  /// Warns of a word with which no such text begins, as `ph` under `natural(upper(code))`.
  func checkAsFolded(_ word: Spanned<String>) {
    if let made = folded(word) { tell(word, made) }
  }

  /// Warns of an end that no such text can be. Beside a start that one can be, it may be what comes
  /// after all of them: `[N..z]`.
  func checkAsFolded(_ range: RangeSyntax) {
    guard let first = range.lower ?? range.upper, let made = folded(first) else { return }
    guard range.lower != nil, let last = range.upper else { return tell(first, made) }
    let end = folded(last) ?? unquoted(last.value)
    tell(
      first,
      "\(range.lowerIsIncluded ? "[" : "(")\(made)..\(end)\(range.upperIsIncluded ? "]" : ")")")
  }

  private func tell(_ word: Spanned<String>, _ made: String) {
    report(
      .neverMadeWord(
        unquoted(word.value), by: header.trimmedOfSpaces, instead: made, at: word.span))
  }

  /// What the functions make of a word; nil where they leave it as it is.
  private func folded(_ word: Spanned<String>) -> String? {
    let text = unquoted(word.value)
    var made = text
    if foldings.contains(.lower) { made = made.lowercased() }
    if foldings.contains(.upper) { made = made.uppercased() }
    if foldings.contains(.withoutSpaces) { made = made.filter { !$0.isWhitespace } }
    return made == text || made.isEmpty ? nil : made
  }
}
