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
    if let word = typeOfColumn(behind: header, of: table.value) {
      let isMoney = CurrencySign.isKnown(word.value.uppercased())
      return log.report(
        .noTypeOfColumn(
          word, right: isMoney ? "money" : "number", column: key.value,
          isShare: ["percent", "percentage", "%"].contains(word.value.lowercased()), usedAt: span))
    }
    let help = endOfRange(header, of: table.value)
    guard known.nearest(to: key.value) != nil else {
      return log.report(.freeKey(key, of: table, usedAt: span, help: help))
    }
    var diagnostic = Diagnostic.unknownName(
      key, among: known, outputs: [], isWord: false, wantsText: false)
    diagnostic.labels = [Diagnostic.Label(span, "looked up here")]
    if let help { diagnostic.help.append(help) }
    log.report(diagnostic)
  }

  /// What is written for a column that is called an end of a range; nil for any other. The input is
  /// named where its cells are dates and one input is a date.
  private func endOfRange(_ header: Formula, of table: String) -> String? {
    guard let called = endOfRange(called: sources.text(at: header.span)) else { return nil }
    let fields = schema.lists[.booking].fields
    let dates = fields.filter { $0.type == .date }
    let x =
      fields.first { $0.name == called }?.name
      ?? (dates.count == 1 && hasDates(header, in: table) ? dates[0].name : nil)
    return Self.helpForEnds(of: x)
  }

  /// What a header that names an end of a range says it is of: the input `weight` of
  /// `weight_from`, nothing of `from`. Nil where it names no end: what `from_place` has is a text.
  func endOfRange(called header: String) -> String? {
    let words = header.lowercased().split(separator: "_").map(String.init)
    if Self.ends.contains(header.lowercased()) { return "" }
    guard words.count > 1, let first = words.first, let last = words.last else { return nil }
    let called =
      Self.ends.contains(last)
      ? words.dropLast().joined(separator: "_")
      : Self.ends.contains(first) ? words.dropFirst().joined(separator: "_") : ""
    let input = schema.lists[.booking].fields.first { $0.name == called }
    guard let input, input.type != .text, input.type != .flag else { return nil }
    return called
  }

  /// What is written for columns of starts and ends, of an input or of whatever it is.
  static func helpForEnds(of x: String?) -> String {
    let name = x ?? "x"
    return "if it is a bound of a range, the header says of what: `\(name) >=` for lower bounds "
      + "and `\(name) <` for upper bounds, `\(name) <=` if they are included"
      + (x == nil ? ", with the input's name in place of `x`" : "")
  }

  /// Whether the first cell of a column of keys is a date.
  private func hasDates(_ header: Formula, in table: String) -> Bool {
    for case .table(let body) in tree.lets.filter({ $0.name.value == table }).map(\.body) {
      guard let column = body.keys.firstIndex(where: { $0.span == header.span }),
        let cell = body.rows.first?.keys[column]
      else { continue }
      return sources.text(at: cell.span).contains(kept(/^\d{4}-\d\d-\d\d$/))
    }
    return false
  }

  private static let ends: Set<String> = [
    "from", "to", "start", "end", "min", "max", "von", "bis", "lower", "upper", "low", "high", "ab",
    "since", "until", "starts", "ends", "valid_from", "valid_to", "minimum", "maximum",
  ]

  /// The currency, or the word for a share, that stands where a type belongs in the header of a
  /// table, `price: EUR`, which makes it a matrix of one column; nil for any other table.
  private func typeOfColumn(behind header: Formula, of table: String) -> Spanned<String>? {
    for case .table(let body) in tree.lets.filter({ $0.name.value == table }).map(\.body) {
      guard body.isMatrix, body.matrixCells.count == 1,
        case .tests(let tests) = body.matrixCells[0].content, tests.count == 1,
        case .value(let word) = tests[0], word.span.file == header.span.file,
        0...4 ~= word.span.lower - header.span.upper,
        CurrencySign.isKnown(word.value.uppercased())
          || ["percent", "percentage", "decimal", "float", "%"].contains(word.value.lowercased())
      else { continue }
      return word
    }
    return nil
  }
}
