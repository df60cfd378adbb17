import QuoteSyntax

/// Where and as what a name was declared.
struct Declaration {
  /// `input`, `list`, `let`, `table`, `area`, `line`, `subtotal`.
  var kind: String
  var span: SourceSpan
}

/// What a name stands for.
enum Symbol {
  case field(list: ListID, field: Int)
  case list(ListID)
  /// The element of a made list.
  case element(list: ListID)
  /// What a part of the key is called in a group, by its position.
  case groupName(list: ListID, part: Int)
  /// Index into the tree's lets.
  case letValue(Int)
  /// Index into the tree's lets, of a formula with parameters.
  case function(Int)
  /// Indices into `areas`.
  case area([Int])
  /// Index into the tree's lets, too.
  case table(Int)
  case line(Int)
  case subtotal(Int)
}

/// What is known of a line above.
struct TypedLine {
  var kind: LineDeclaration.Kind
  var grain: Grain
  var range: Interval
  var quantum: Ratio
}
