package import QuoteSyntax

extension Sources {
  /// Whether what is written at a span ends with a percent sign.
  package func isPercent(at span: SourceSpan) -> Bool {
    guard let file = self[span.file], span.lower < span.upper, Int(span.upper) <= file.text.count
    else { return false }
    return file.text[Int(span.lower)..<Int(span.upper)].last { !$0.isBlank } == UInt8(ascii: "%")
  }

  /// Whether a cell says by `=` that it is to be computed as it is.
  package func isFormula(at span: SourceSpan) -> Bool {
    guard let file = self[span.file], Int(span.upper) <= file.text.count else { return false }
    let before = file.text[..<Int(span.lower)].last { !$0.isBlank }
    return before == UInt8(ascii: "=") || file.text[Int(span.lower)] == UInt8(ascii: "=")
  }
}
