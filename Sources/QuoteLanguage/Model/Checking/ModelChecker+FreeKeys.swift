package import QuoteSyntax

/// Keys of tables that are no names of the rules.
extension ModelChecker {
  /// A table is used by its name, and a key of it is no name of the rules: a mistyped one, or
  /// one that is meant to be given.
  package func report(freeKey header: Formula, of table: Spanned<String>, at span: SourceSpan) {
    let key = Spanned(sources.text(at: header.span), at: header.span)
    let known = knownNames(FormulaScope())
    if let input = input(whoseWordsAre: header) {
      return log.report(.headerForInput(key, input.name, input.words, at: span))
    }
    let help = otherHeader(key.value, of: table.value)
    guard known.nearest(to: key.value) != nil else {
      var diagnostic = Diagnostic.freeKey(key.value, of: table, at: span)
      if let help { diagnostic.help = [help] }
      return log.report(diagnostic)
    }
    var diagnostic = Diagnostic.unknownName(
      key, among: known, outputs: [], isWord: false, wantsText: false)
    diagnostic.labels = [Diagnostic.Label(span, "looked up here")]
    if let help { diagnostic.help.append(help) }
    log.report(diagnostic)
  }

  /// What other programs' headers of tables say here; nil for those that say nothing known.
  private func otherHeader(_ key: String, of table: String) -> String? {
    if let currency = typeOfColumn(table), !CurrencySign.isKnown(currency.uppercased()) {
      return "if `\(key)` is a column, what it holds is no `\(currency)` but a `number`: "
        + "`\(key): number`"
    }
    if let currency = typeOfColumn(table) {
      return "if `\(key)` is a column of amounts, its type is `money`, not `\(currency)`: "
        + "`\(key): money`"
    }
    guard Self.ends.contains(key.lowercased()) else { return nil }
    return "where it is an end of a range, the header says of what: `x >=` for the starts and "
      + "`x <` for the ends, with the input's name in place of `x`"
  }

  private static let ends: Set<String> = [
    "from", "to", "start", "end", "min", "max", "von", "bis", "lower", "upper", "low", "high", "ab",
    "since", "until", "starts", "ends", "valid_from", "valid_to", "minimum", "maximum",
  ]

  /// The currency, or the word for a share, that stands where a type belongs in the header of a
  /// table, `price: EUR`, which makes it a matrix of one column; nil for any other table.
  private func typeOfColumn(_ table: String) -> String? {
    for case .table(let body) in tree.lets.filter({ $0.name.value == table }).map(\.body) {
      guard body.isMatrix, body.matrixCells.count == 1,
        case .tests(let tests) = body.matrixCells[0].content, tests.count == 1,
        case .value(let word) = tests[0],
        CurrencySign.isKnown(word.value.uppercased())
          || ["percent", "percentage", "decimal", "float", "%"].contains(word.value.lowercased())
      else { continue }
      return word.value
    }
    return nil
  }
}
