/// A table as written: its key is its hit policy, `||` parts what is looked up
/// from what is found. A matrix has been spread into plain rows, in reading
/// order, each cell keeping its own place.
public struct TableDeclaration: Sendable {
  public var hit: Spanned<HitPolicy>
  /// Left of `||`: formulas whose value is looked up.
  public var keys: [Formula]
  /// Right of `||`: names of columns. A matrix has one, named after the table.
  public var values: [Spanned<String>]
  public var rows: [TableRow]
  /// Whether the rows were written as a matrix.
  public var isMatrix: Bool
  /// What the header says the values are (`price: money`), nil where it does
  /// not; one for each of `values`, or empty if no header says.
  public var valueTypes: [Spanned<InputType>?] = []
  /// The key cells a matrix spreads over its columns, in order; else empty.
  public var matrixCells: [KeyCell] = []
  /// Of a `graduated` table: what a measure below zero costs, where that is said.
  public var belowZero: Spanned<BelowZero>?
  public var span: SourceSpan

  public init(
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
public enum HitPolicy: String, Hashable, Sendable, CaseIterable {
  case unique, first, sum, product, max, min, graduated
}

/// What a measure below zero costs by a `graduated` table.
public enum BelowZero: String, Hashable, Sendable, CaseIterable {
  /// As much as the same measure above zero, with the sign changed.
  case mirrored
  /// Nothing: it is in no bracket.
  case free
}

public struct TableRow: Sendable {
  public var keys: [KeyCell]
  public var values: [ValueCell]
  public var span: SourceSpan

  public init(keys: [KeyCell], values: [ValueCell], span: SourceSpan) {
    self.keys = keys
    self.values = values
    self.span = span
  }
}

/// A key cell in the notation of the DMN standard's unary tests (S-FEEL). What
/// a bare word means is decided by the type of its header.
public struct KeyCell: Sendable {
  public enum Test: Sendable {
    /// A bare word, a quoted text or a literal, as written.
    case value(Spanned<String>)
    case range(RangeSyntax)
    /// `none`: matches a key that is not given.
    case none(SourceSpan)
  }
  public enum Content: Sendable {
    /// `-`: every key, given or not.
    case any
    /// `a, b, [c..d]`: one of these.
    case tests([Test])
    /// `not(…)`: none of these; a key that is not given does not match.
    case not([Test])
  }

  public var content: Content
  public var span: SourceSpan

  public init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }
}

/// `[a..b)`, `< a`, `>= a` and so on, ends as written; a missing end is open.
public struct RangeSyntax: Sendable {
  public var lower: Spanned<String>?
  public var lowerIsIncluded: Bool
  public var upper: Spanned<String>?
  public var upperIsIncluded: Bool
  public var span: SourceSpan

  public init(
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
public struct ValueCell: Sendable {
  public enum Content: Sendable {
    /// `-`.
    case notGiven
    case formula(Formula)
    /// Anything else; read as a literal of the column's type, or, in a column
    /// of texts, as this template.
    case written(Template)
  }

  /// The cell as written, trimmed.
  public var raw: Spanned<String>
  public var content: Content

  public init(raw: Spanned<String>, content: Content) {
    self.raw = raw
    self.content = content
  }
}
