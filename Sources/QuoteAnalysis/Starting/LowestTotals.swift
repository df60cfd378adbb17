import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The lowest totals that a second file has of the bookings with each word of a column.
struct LowestTotals {
  private(set) var figures: [String: Double] = [:]

  /// Joins the files by the draft's key. Empty where that is not in both, or no column of the
  /// second file has totals.
  init(
    _ reference: ByteSource, of draft: RulesDraft, from source: ByteSource, _ format: InputFormat?
  ) throws(Trouble) {
    guard let key = draft.inputs.first(where: \.isKey) else { return }
    let notation = try RowNotation(guessedFrom: reference, nil)
    let shape = try BookingShape(reference, nil, notation)
    guard let theirs = Self.key(of: shape, like: key), let total = Self.total(of: shape) else {
      return
    }
    var totals: [String: Double] = [:]
    try ReferenceRows(reference, format: nil, key: [], notation: notation).each { _, text in
      BookingShape.read(text) { root in
        guard let name = Self.text(root, theirs), let amount = Self.text(root, total),
          let figure = ColumnEvidence.number(amount)
        else { return }
        totals[name] = figure
      }
      return totals.count < 1_000_000
    }
    let tabled = draft.tabled
    var found: [String: Double] = [:]
    try ReferenceRows(source, format: format, key: [], notation: draft.notation).each { _, text in
      BookingShape.read(text) { root in
        guard let name = Self.text(root, key.evidence.path), let figure = totals[name] else {
          return
        }
        let word = tabled.map { Self.text(root, $0.evidence.path) ?? "" } ?? ""
        found[word] = min(found[word] ?? figure, figure)
      }
      return true
    }
    figures = found
  }

  private static func key(of shape: BookingShape, like key: InputGuess) -> [String]? {
    let same = shape.columns.first { $0.path == key.evidence.path }
    let near = shape.columns.first {
      InputGuess.name(from: $0.name, taken: []) == key.name || $0.isUnique && !$0.isList
    }
    return (same ?? near)?.path
  }

  private static func total(of shape: BookingShape) -> [String]? {
    let numbers = shape.columns.filter { $0.plain.contains(.number) && $0.given > 0 }
    for word in ["total", "price", "amount", "charge", "sum"] {
      let named = numbers.first { InputGuess.words(of: $0.name).contains(word) }
      if let named { return named.path }
    }
    return nil
  }

  private static func text(_ root: JSONNode, _ path: [String]) -> String? {
    var node = root
    for name in path {
      var found: JSONNode?
      node.eachMember { key, value in if key.text.string == name { found = value } }
      guard let found else { return nil }
      node = found
    }
    return node.isNothing ? nil : node.plainText?.string
  }
}
