extension ModelTable {
  /// Reads a declaration's cells by the types of their columns. `keys` are the
  /// types and units of the header formulas in order (for a free key those of
  /// the first look-up's argument). Nil, with complaints in `checker.rules.log`,
  /// where something is wrong.
  ///
  /// A column of a table without rows takes its type from its header, else from
  /// `checker.rules.hints`; else it is `invalid`, without a complaint.
  init?(
    reading declaration: TableDeclaration, name: Spanned<String>, keys: [PriceExpression],
    checker: FormulaChecker
  ) {
    return nil
  }
}
