import QuoteLanguage
import QuoteSyntax

/// Which notations would read the values of each field that cannot be read: where most of a
/// column is written in one way, that is said once.
struct NotationTally {
  fileprivate struct Field {
    var count = 0
    /// How many of them each declaration reads, and the first of these as what.
    var byClause: [(guess: NotationGuess, text: String, count: Int)] = []
  }

  private var fields: [(name: String, field: Field)] = []

  mutating func removeAll() { fields.removeAll(keepingCapacity: true) }

  mutating func add(
    _ text: String, _ guesses: [NotationGuess], to name: String, times: Int = 1
  ) {
    let index = index(of: name)
    fields[index].field.count += times
    for guess in guesses { fields[index].field.add(guess, of: text, times) }
  }

  mutating func add(_ other: NotationTally) {
    for (name, theirs) in other.fields {
      let index = index(of: name)
      fields[index].field.count += theirs.count
      for (guess, text, count) in theirs.byClause {
        fields[index].field.add(guess, of: text, count)
      }
    }
  }

  private mutating func index(of name: String) -> Int {
    if let index = fields.firstIndex(where: { $0.name == name }) { return index }
    fields.append((name, Field()))
    return fields.count - 1
  }

  /// A sentence for each field of whose values a declaration would read more than one, and most.
  var remarks: [String] {
    fields.compactMap { name, field in
      guard let most = field.byClause.map(\.count).max(), most > 1, 2 * most > field.count else {
        return nil
      }
      let best = field.byClause.filter { $0.count == most }
      guard let text = best.first?.text else { return nil }
      let guesses = NotationGuess.withoutRepeats(best.filter { $0.text == text }.map(\.guess))
      let all =
        field.count > most ? "\(most) of \(field.count)" : most == 2 ? "both" : "all \(most)"
      return "\(all) values of `\(name)` that cannot be read are written alike: "
        + NotationGuess.cure(Array(guesses.prefix(2)), of: text)
    }
  }
}

extension NotationTally.Field {
  fileprivate mutating func add(_ guess: NotationGuess, of text: String, _ count: Int) {
    if let index = byClause.firstIndex(where: { $0.guess.clause == guess.clause }) {
      byClause[index].count += count
    } else {
      byClause.append((guess, text, count))
    }
  }
}
