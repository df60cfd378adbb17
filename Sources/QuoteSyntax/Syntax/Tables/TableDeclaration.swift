/// A table as written: its key is its hit policy, `||` parts what is looked up
/// from what is found. A matrix has been spread into plain rows, in reading
/// order, each cell keeping its own place.
package struct TableDeclaration: Sendable {
  package var hit: Spanned<HitPolicy>
  /// Left of `||`: formulas whose value is looked up.
  package var keys: [Formula]
  /// Right of `||`: names of columns. A matrix has one, named after the table.
  package var values: [Spanned<String>]
  package var rows: [TableRow]
  /// Whether the rows were written as a matrix.
  package var isMatrix: Bool
  /// What the header says the values are (`price: money`), nil where it does
  /// not; one for each of `values`, or empty if no header says.
  package var valueTypes: [Spanned<InputType>?] = []
  /// The key cells a matrix spreads over its columns, in order; else empty.
  package var matrixCells: [KeyCell] = []
  /// The headers of a file's columns of ends, where ends belong to their ranges, by the key of
  /// which they are.
  package var includedEnds: [Int: Spanned<String>] = [:]
  /// What a measure below zero costs in a `graduated` table, where that is said.
  package var belowZero: Spanned<BelowZero>?
  /// Whether it is said that more may cost less at the bounds of its rows.
  package var mayFall = false
  /// Whether its file writes some of its cells in another way than tables have them.
  package var isRewritten = false
  /// The keys beside its file that say how its numbers and dates are written.
  package var stated: Set<String> = []
  package var span: SourceSpan

  /// The cells of the only key, if each is one value.
  package var singleValues: [Spanned<String>]? {
    let cells = rows.compactMap { $0.keys.count == 1 ? $0.keys[0].singleValue : nil }
    return cells.count == rows.count && cells.count > 1 ? cells : nil
  }

  package init(
    hit: Spanned<HitPolicy>, keys: [Formula], values: [Spanned<String>], rows: [TableRow],
    isMatrix: Bool, span: SourceSpan
  ) {
    self.hit = hit
    self.keys = keys
    self.values = values
    self.rows = rows
    self.isMatrix = isMatrix
    self.span = span
  }
}

/// What a table does with the rows that hold.
package enum HitPolicy: String, Hashable, Sendable, CaseIterable {
  case unique, first, sum, product, max, min, graduated
}

/// What a measure below zero costs by a `graduated` table.
package enum BelowZero: String, Hashable, Sendable, CaseIterable {
  /// It costs as much as the same measure above zero, with the sign changed.
  case mirrored
  /// Nothing: it is in no bracket.
  case free
}

/// What the amounts by a table may do where a quantity rises.
package enum AmountsOfRows: String, Hashable, Sendable, CaseIterable {
  case mayFall = "may_fall"
}

package struct TableRow: Sendable {
  package var keys: [KeyCell]
  package var values: [ValueCell]
  package var span: SourceSpan

  package init(keys: [KeyCell], values: [ValueCell], span: SourceSpan) {
    self.keys = keys
    self.values = values
    self.span = span
  }
}

/// A key cell in the notation of the DMN standard's unary tests (S-FEEL). What
/// a bare word means is decided by the type of its header.
package struct KeyCell: Sendable {
  package enum Test: Sendable {
    /// A bare word, a quoted text or a literal, as written.
    case value(Spanned<String>)
    case range(RangeSyntax)
    /// `none`: matches a key that is not given.
    case none(SourceSpan)
  }
  package enum Content: Sendable {
    /// `-`: every key, given or not.
    case any
    /// `a, b, [c..d]`: one of these.
    case tests([Test])
    /// `not(…)`: none of these; a key that is not given does not match.
    case not([Test])
  }

  package var content: Content
  package var span: SourceSpan

  package init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }

  /// One value alone.
  var singleValue: Spanned<String>? {
    if case .tests(let tests) = content, tests.count == 1, case .value(let value) = tests[0] {
      return value
    }
    return nil
  }

  /// Whether it is one value alone.
  package var isSingle: Bool { singleValue != nil }
}

/// `[a..b)`, `< a`, `>= a` and so on, ends as written; a missing end is open.
package struct RangeSyntax: Sendable {
  package var lower: Spanned<String>?
  package var lowerIsIncluded: Bool
  package var upper: Spanned<String>?
  package var upperIsIncluded: Bool
  package var span: SourceSpan

  package init(
    lower: Spanned<String>?, lowerIsIncluded: Bool, upper: Spanned<String>?,
    upperIsIncluded: Bool, span: SourceSpan
  ) {
    self.lower = lower
    self.lowerIsIncluded = lowerIsIncluded
    self.upper = upper
    self.upperIsIncluded = upperIsIncluded
    self.span = span
  }
}

/// A value cell: literal unless it begins with `=`.
package struct ValueCell: Sendable {
  package enum Content: Sendable {
    /// `-`.
    case notGiven
    case formula(Formula)
    /// Anything else; read as a literal of the column's type, or, in a column
    /// of texts, as this template.
    case written(Template)
  }

  /// The cell as written, trimmed.
  package var raw: Spanned<String>
  package var content: Content

  package init(raw: Spanned<String>, content: Content) {
    self.raw = raw
    self.content = content
  }
}
