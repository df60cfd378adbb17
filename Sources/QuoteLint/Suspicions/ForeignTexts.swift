import QuoteLanguage
import QuoteSyntax

/// Labels and reasons written as other languages write texts with values in them: `${n}`, `%d`,
/// `f"…"`. Here the marks around the value are printed.
struct ForeignTexts: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let texts = ForeignTexts(model: model)
    var printed = model.declines.map(\.reason)
    for line in model.allLines { printed += [line.label].compactMap(\.self) + line.reasons }
    let found = printed.compactMap { texts.dollar($0) ?? texts.prefixed($0) ?? texts.directive($0) }
    return Array(found.prefix(most))
  }

  /// `${n}`. Before a number that has no currency, the sign of the rules' own may be
  /// meant, as in `A$`.
  private func dollar(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.template, let parts) = value.operation else { return nil }
    let isDollar = CurrencySign.mayBeDollar(model.currency)
    for (before, after) in zip(parts, parts.dropFirst()) {
      guard case .constant(.text(let words)) = before.operation, words.hasSuffix("$") else {
        continue
      }
      if case .constant = after.operation { continue }
      if isDollar, after.type.isPlainNumber { continue }
      let name = text(after.span)
      // A brace alone would begin a mapping.
      let whole = text(value.span)
      let needsQuotes = whole.hasPrefix("${") && !whole.contains("'") && !isQuoted(value.span)
      return .foreignText(
        "${\(name)}", prints: "`$` stands before the value",
        write: needsQuotes ? "'\(whole.replacing("${", with: "{"))'" : "{\(name)}", at: value.span)
    }
    return nil
  }

  /// Whether a text stands in quotation marks in the rules' own file.
  private func isQuoted(_ span: SourceSpan) -> Bool {
    let before = SourceSpan(file: span.file, lower: max(0, span.lower - 1), upper: span.lower)
    return "'\"".contains(model.sources.text(at: before))
  }

  /// `f"…"`: what is outside of the quotation marks is text, and so are they.
  private func prefixed(_ value: PriceExpression) -> Diagnostic? {
    let written = text(value.span)
    guard let last = written.last, "\"'`".contains(last),
      let match = written.wholeMatch(of: kept(/([fFrRtT$]{1,2})(["'`])(.*)(["'`])/)),
      match.2 == match.4
    else { return nil }
    return .foreignText(
      "\(match.1)\(match.2)…\(match.4)",
      prints: "`\(match.1)` and the quotation marks are printed too", write: "\"\(match.3)\"",
      at: value.span)
  }

  /// `%d × %s`, in a text without any value.
  private func directive(_ value: PriceExpression) -> Diagnostic? {
    guard case .constant(.text(let words)) = value.operation,
      words.utf8.contains(UInt8(ascii: "%")),
      let match = words.firstMatch(of: kept(/(?:^|[^\d%\w])(%(?:\.\d+)?[dsifDS])(?:\W|$)/))
    else { return nil }
    return .foreignText(
      String(match.1), prints: "`\(match.1)` is printed as it is", write: nil, at: value.span)
  }
}
