import QuoteSyntax

extension PriceModel {
  /// By input, the texts that tables and conditions hold against it in one form of letters, as in
  /// `lower(trim(name))`, in small letters.
  var foldedWords: [PriceExpression.Reference: Set<String>] {
    var found: [PriceExpression.Reference: Set<String>] = [:]
    visitExpressions { value in
      switch value.operation {
      case .apply(.compare(.equal), let sides), .apply(.compare(.notEqual), let sides):
        for (text, word) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          guard case .constant(.text(let word)) = word.operation, let input = folded(text) else {
            continue
          }
          found[input, default: []].insert(word)
        }
      case _: break
      }
    }
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard let input = folded(key.value) else { continue }
        for row in table.rows {
          guard case .words(let words, negated: false) = row.keys[position].body else { continue }
          found[input, default: []].formUnion(words)
        }
      }
    }
    return found.mapValues { words in Set(words.filter { !$0.isEmpty }.map { $0.lowercased() }) }
  }

  /// The input that a value is in one form of letters; nil where it is the input as it stands.
  private func folded(_ value: PriceExpression) -> PriceExpression.Reference? {
    var (inner, isFolded) = (value, false)
    while true {
      switch inner.operation {
      case .reference(.letValue(let index)): inner = lets[index].value
      case .reference(let reference): return isFolded ? reference : nil
      case .apply(.text(let function), let parts):
        guard [.lower, .upper, .trim].contains(function) else { return nil }
        (inner, isFolded) = (parts[0], true)
      case .defaulting(let value, _): inner = value
      case _: return nil
      }
    }
  }
}
