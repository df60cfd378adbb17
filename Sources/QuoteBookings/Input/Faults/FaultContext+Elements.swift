import QuoteLanguage
import QuoteSyntax

/// What is said of elements of a list, which a cell of a CSV file may hold all together.
extension FaultContext {
  /// The words that it may be, and what is odd about the one that it is.
  var allowed: String {
    if isWholeElement { return "\(wanted); in a CSV file, an element is written \(spelling)" }
    return (words ?? "one of a list") + cure + severalElements
  }

  /// What parts the elements of a list, where a word of it is several with another mark between.
  private var severalElements: String {
    guard let schema, let cell = list?.cell else { return "" }
    let parts = value.split { ",/|+&".contains($0) }.map(\.trimmedOfSpaces)
    guard parts.count > 1, parts.allSatisfy(schema.choices.contains) else { return "" }
    return isSpelled
      ? "; in a cell, elements are separated so: `"
        + parts.joined(separator: "\(cell.separator)") + "`"
      : "; it is several: each is an element of its own"
  }

  /// Whether a word has a number beside it, in a list of which a cell holds more than words.
  var isWholeElement: Bool {
    guard isSpelled, let schema, let cell = list?.cell, cell.parts.count > 1 else { return false }
    return value.contains(where: \.isNumber)
      && !schema.choices.contains { $0.contains(where: \.isNumber) }
  }

  /// `kind:size*quantity;` as the rules have it.
  var spelling: String {
    guard let list, let cell = list.cell else { return "JSON, in square brackets" }
    let parts = cell.parts.map { $0.mark + list.fields[$0.field].name }
    let whole = "\(parts.joined())\(cell.separator)"
    let dense = String(whole.filter { $0 != " " })
    // A space that stands beside a mark belongs to it.
    let isSpaced = whole.contains(kept(/\w +\W|\W +\w/)) && !whole.contains(kept(/\w +\w/))
    return "`\(whole)`" + (isSpaced ? ", with its spaces; without, `cell: \"\(dense)\"`" : "")
  }
}

extension FaultContext {
  /// What is said where nothing stands.
  var missing: String {
    "\(name) is missing: every booking must give \(wanted)" + nothingSaid + inCell
  }

  /// How an element is written in a cell, where it was read from one and could not be.
  var inCell: String {
    isSpelled && list?.cell != nil ? "; in a cell, each element is written \(spelling)" : ""
  }

  /// What is said of a word that stands for nothing where something has to stand.
  private var nothingSaid: String {
    value.trimmedOfSpaces.isEmpty || guesses.isEmpty == false ? ""
      : "; the rules read `\(value)` as not given: if it may be missing, write `optional` before "
        + "its type"
  }
}
