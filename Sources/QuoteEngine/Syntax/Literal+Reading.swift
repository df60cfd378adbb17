extension Literal {
  /// Reads a literal out of a whole text: a number with its unit or currency,
  /// a quoted text without formulas, a flag, date, time or instant; a minus
  /// may stand before a number. Nil if the text is none of these (a bare word).
  public static func read(_ raw: Spanned<String>, units: Set<String> = []) -> Literal? {
    nil
  }
}

extension NumberLiteral {
  /// Reads a number with its percent sign, unit or currency, and a minus
  /// before it. Nil if the text is not one, or its unit is unknown.
  public static func read(_ raw: Spanned<String>, units: Set<String> = []) -> NumberLiteral? {
    nil
  }
}
