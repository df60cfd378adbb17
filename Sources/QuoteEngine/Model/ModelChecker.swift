/// What is known of the rules while they are checked: names and what they stand
/// for, and the complaints so far. Lets and tables are typed when first used.
final class ModelChecker {
  let tree: RuleTree
  let sources: Sources
  let arithmetic: Arithmetic
  var log = DiagnosticLog()
  /// Types of columns of empty tables, as an earlier round found them.
  var hints: [ColumnPlace: ColumnHint]

  var symbols: [String: Symbol] = [:]
  var declared: [String: Declaration] = [:]
  var lines: [String: Int] = [:]
  var used: Set<String> = []

  var schema = BookingSchema(lists: [], key: nil, arithmetic: .exact)
  var lists: [ModelList] = []
  var lets: [ModelLet] = []
  var tables: [ModelTable] = []
  var areas: [ModelArea] = []

  init(tree: RuleTree, sources: Sources, hints: [ColumnPlace: ColumnHint]) {
    self.tree = tree
    self.sources = sources
    self.hints = hints
    arithmetic = tree.header.arithmetic?.value ?? .exact
  }

  func check() -> PriceModel? { nil }
}

/// Where and as what a name was declared.
struct Declaration {
  /// `input`, `list`, `let`, `table`, `area`, `line`, `subtotal`.
  var kind: String
  var span: SourceSpan
}

/// What a name stands for.
enum Symbol {
  case field(list: Int, field: Int)
  case list(Int)
  /// The element of a made list.
  case element(list: Int)
  /// Index into the tree's lets.
  case letValue(Int)
  /// Indices into `areas`.
  case area(Int)
  /// Index into the tree's lets, too.
  case table(Int)
  case line(Int)
  case subtotal(Int)
}
