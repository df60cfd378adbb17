/// How a record of configuration (rows of a database, the settings file of
/// another program) becomes an overlay of rules: which of its values replace
/// which figures, and which of its lists become the rows of which tables.
///
///     schema: quote-overlay/1
///     inputs: …            # what the record says, as in rules
///     overlay:
///       share: rate
///       price: { for: prices, where: active, row: { size: size, price: amount } }
package struct OverlayMap: Sendable {
  /// What a record holds, formulas over it and what is refused in it: the
  /// sections `inputs`, `let` and `decline`, under the header of the rules.
  package var tree: RuleTree
  package var entries: [Entry] = []

  /// One figure or table of the rules that the record may replace.
  package struct Entry: Sendable {
    /// The name of the `let`.
    package var name: Spanned<String>
    /// The `let` keeps its value unless this condition holds for certain.
    package var when: Formula?
    package var content: Content
    package var span: SourceSpan
  }

  package enum Content: Sendable {
    /// The figure itself; where it is not given the `let` stays as it is.
    case figure(Formula)
    case rows(Rows)
  }

  /// The rows of a table, one for each element of a list.
  package struct Rows: Sendable {
    package var list: Spanned<String>
    /// An element makes a row only if this condition holds for certain.
    package var condition: Formula?
    package var cells: [Cell]
  }

  /// One cell of every row, by the header of its column.
  package struct Cell: Sendable {
    package enum Content: Sendable {
      /// A value; one that is not given is written `-`.
      case value(Formula)
      /// A range, open at an end that is not given.
      case range(FormulaRange)
      /// Any of the values of a list below the element. A list without
      /// elements is any key; one of which no value is given is none.
      case each(list: Spanned<String>, value: Formula)
    }

    package var header: Spanned<String>
    package var content: Content
  }
}

extension OverlayMap {
  /// The map as rules whose outputs are what the overlay will hold, in the
  /// order of the entries. Names of outputs are labels only.
  package var rules: RuleTree {
    var rules = tree
    let nowhere = SourceSpan.nowhere
    let zero = NumberLiteral(
      value: 0, fractionDigits: 0, currency: tree.header.currency?.value)
    rules.quote = [
      LineDeclaration(
        kind: .line, name: Spanned("(nothing)", at: nowhere),
        effect: .amount(Formula(.literal(.number(zero)), at: nowhere)), span: nowhere)
    ]
    rules.outputs = entries.flatMap { entry in
      let when = entry.when ?? Formula(.literal(.flag(true)), at: entry.span)
      return [Self.output("when", when, at: entry.span), Self.output(entry)]
    }
    return rules
  }

  private static func output(_ entry: Entry) -> OutputDeclaration {
    switch entry.content {
    case .figure(let formula): return output(entry.name.value, formula, at: entry.span)
    case .rows(let rows):
      let condition = rows.condition ?? Formula(.literal(.flag(true)), at: entry.span)
      let fields = rows.cells.flatMap(outputs)
      return OutputDeclaration(
        name: entry.name,
        body: .records(
          list: rows.list, fields: [output("where", condition, at: entry.span)] + fields),
        span: entry.span)
    }
  }

  private static func outputs(_ cell: Cell) -> [OutputDeclaration] {
    let span = cell.header.span
    switch cell.content {
    case .value(let formula): return [output(cell.header.value, formula, at: span)]
    case .range(let range):
      return [output("from", range.lower, at: span), output("to", range.upper, at: span)]
    case .each(let list, let value):
      let field = output("each", value, at: span)
      return [
        OutputDeclaration(
          name: cell.header, body: .records(list: list, fields: [field]), span: span)
      ]
    }
  }

  private static func output(
    _ name: String, _ formula: Formula, at span: SourceSpan
  ) -> OutputDeclaration {
    OutputDeclaration(name: Spanned(name, at: span), body: .formula(formula), span: span)
  }
}
