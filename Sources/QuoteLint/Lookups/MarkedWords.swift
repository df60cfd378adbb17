import QuoteLanguage
import QuoteSyntax

/// The words of a key column that end in `*` or `%`, which may be part of them: the stars of a
/// house, the share of a fibre, the best of its kind.
struct MarkedWords {
  private let header: String
  private let areUnique: Bool
  /// The row of each word.
  private let order: [String: Int]

  init(in table: ModelTable, _ column: Int) {
    header = table.keys[column].header
    areUnique = table.hit == .unique
    var order: [String: Int] = [:]
    for (index, row) in table.rows.enumerated() {
      guard case .words(let cell, _) = row.keys[column].body else { continue }
      for word in cell where order[word] == nil { order[word] = index }
    }
    self.order = order
  }

  /// Whether a word that ends in such a mark is this word and no other.
  func isOneOfItsOwn(_ marked: PartOfText) -> Bool {
    let (word, start) = (marked.word, marked.part)
    guard word.hasPrefix(start), !NamesOfCodes.isIn(header) else { return false }
    if Self.isShare(word) { return true }
    if header.contains("(") { return false }
    return isBesideItsStart(word, start) || isGrade(start) || isOfLetterX(word)
      || Self.hasStars(word)
        && order.keys.allSatisfy { !$0.hasSuffix("*") || Self.hasStars($0) }
  }

  /// Whether `A` stands beside `A*`, in rows of which only one may match, or below it, where it
  /// would never be found: neither is then all that begin with A.
  private func isBesideItsStart(_ word: String, _ start: String) -> Bool {
    guard let first = order[word], let plain = order[start] else { return false }
    return areUnique || first < plain
  }

  /// Whether `A*` is one of the grades `A`, `A-` and `B+`.
  private func isGrade(_ start: String) -> Bool {
    guard start.count == 1, start.allSatisfy(\.isLetter) else { return false }
    return order.keys.contains { $0.wholeMatch(of: kept(/\p{L}[-+−]/)) != nil }
  }

  /// Whether `2XX` is a size as `XX` is.
  private func isOfLetterX(_ word: String) -> Bool {
    guard let mark = word.last, mark == "x" || mark == "X" else { return false }
    return order.keys.contains { $0.allSatisfy { $0 == mark } }
  }

  /// Whether a star or several of them are words as `***` is.
  var areStars: Bool {
    order.keys.count { word in word.allSatisfy { $0 == "*" } } > 1
  }

  /// `3*` and `5*`.
  private static func hasStars(_ word: String) -> Bool {
    word.wholeMatch(of: kept(/[1-7]\*/)) != nil
  }

  /// `80%`, `2.5%` and `SAVE10%`.
  private static func isShare(_ word: String) -> Bool {
    word.hasSuffix("%") && word.dropLast().last?.isNumber == true
  }
}
