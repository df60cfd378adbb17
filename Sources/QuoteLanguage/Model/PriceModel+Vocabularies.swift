extension PriceModel {
  /// Tells readers which texts the tables name for the bookings' own fields. The key's
  /// texts are left out: they are told apart, and mended before they are printed.
  mutating func noteVocabularies() {
    var named: [Int: [String]] = [:]
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard case .reference(.field(list: .booking, let field)) = key.value.operation,
          schema.lists[.booking].fields[field].storage == .text, field != schema.key
        else { continue }
        var words = named[field, default: []]
        for row in table.rows where words.count <= Vocabulary.most {
          guard case .words(let more, _) = row.keys[position].body else { continue }
          words += more.sorted().filter { !$0.isEmpty && !words.contains($0) }
        }
        named[field] = words
      }
    }
    for list in schema.lists.indices where !arithmetic.isBinary {
      for field in schema.lists[list].fields.indices {
        schema.lists[list].fields[field].composes = true
      }
    }
    for (field, words) in named {
      schema.lists[.booking].fields[field].vocabulary = Vocabulary(words)
    }
  }
}
