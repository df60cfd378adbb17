import QuoteSyntax

/// The words of a key column that end in `*` or `%`, which may be part of them: the stars of a
/// house, the share of a fibre, the best of its kind.
struct MarkedWords {
  private let header: String
  private let areUnique: Bool
  private let words: Set<String>

  init(in table: ModelTable, _ column: Int) {
    header = table.keys[column].header
    let isUnique = table.hit == .unique
    areUnique = isUnique
    words = table.rows.reduce(into: []) { found, row in
      guard case .words(let cell, _) = row.keys[column].body else { return }
      // One of them may stand there without its mark, too.
      found.formUnion(isUnique ? cell : cell.filter { $0.hasSuffix("*") })
    }
  }

  /// Whether a word that ends in such a mark is this word and no other.
  func isOneOfItsOwn(_ marked: PartOfText) -> Bool {
    let (word, start) = (marked.word, marked.part)
    guard word.hasPrefix(start), !header.contains("("), !NamesOfCodes.isIn(header) else {
      return false
    }
    // Where `A` and `A*` stand beside each other, rows of which only one may match, neither is all
    // that begin with A.
    return areUnique && words.contains(start) || Self.isShare(word)
      || Self.hasStars(word)
        && words.allSatisfy { !$0.hasSuffix("*") || Self.hasStars($0) }
  }

  /// `3*` and `5*`.
  private static func hasStars(_ word: String) -> Bool { word.wholeMatch(of: /[1-7]\*/) != nil }

  /// `100%`, `80%`, `2.5%`.
  private static func isShare(_ word: String) -> Bool {
    word.wholeMatch(of: /(?:100|\d{1,2}(?:\.\d+)?)%/) != nil
  }
}

/// Names of inputs that bring postal codes, in several languages.
enum NamesOfCodes {
  private static let words: Set<Substring> = [
    "zip", "zipcode", "zips", "postcode", "postal", "plz", "postleitzahl",
  ]

  static func isIn(_ name: String) -> Bool {
    !words.isDisjoint(with: name.lowercased().split { !$0.isLetter })
  }
}
