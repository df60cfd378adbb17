import QuoteSyntax

extension PriceModel {
  /// Tells readers which texts the tables name for the fields of bookings and of their lists. The
  /// key's texts are left out: they are told apart, and mended before they are printed.
  mutating func noteVocabularies() {
    var named: [ListID: [Int: [String]]] = [:]
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard case .reference(.field(let list, let field)) = key.value.operation,
          !schema.lists[list].isMade, schema.lists[list].fields[field].storage == .text,
          list != .booking || field != schema.key
        else { continue }
        var words = named[list]?[field] ?? []
        for row in table.rows where words.count <= Vocabulary.most {
          guard case .words(let more, _) = row.keys[position].body else { continue }
          words += more.sorted().filter { !$0.isEmpty && !words.contains($0) }
        }
        named[list, default: [:]][field] = words
      }
    }
    for list in schema.lists.indices where !arithmetic.isBinary {
      for field in schema.lists[list].fields.indices {
        schema.lists[list].fields[field].composes = true
      }
    }
    for (list, fields) in named {
      for (field, words) in fields {
        schema.lists[list].fields[field].vocabulary = Vocabulary(words)
      }
    }
  }
  /// Tells readers what the rules ask of each input, so that they can tell of values that few mean.
  mutating func noteQuestions() {
    var asked: Set<PriceExpression.Reference> = []
    var askedIfGiven: Set<PriceExpression.Reference> = []
    var compared: [PriceExpression.Reference: Set<String>] = [:]
    visitExpressions { value in
      switch value.operation {
      case .reference(let reference): asked.insert(reference)
      case .isGiven(let value):
        if case .reference(let reference) = value.operation { askedIfGiven.insert(reference) }
      case .defaulting(let value, let other):
        guard case .reference(let reference) = value.operation else { break }
        askedIfGiven.insert(reference)
        if case .constant(.text(let word)) = other.operation {
          compared[reference, default: []].insert(word)
        }
      case .apply(.compare(.equal), let sides), .apply(.compare(.notEqual), let sides):
        for (text, word) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          guard case .constant(.text(let word)) = word.operation else { continue }
          switch text.operation {
          case .reference(let reference): compared[reference, default: []].insert(word)
          case .defaulting(let value, _):
            guard case .reference(let reference) = value.operation else { continue }
            compared[reference, default: []].insert(word)
          case _: break
          }
        }
      case _: break
      }
    }
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard case .reference(let reference) = key.value.operation else { continue }
        let words = table.rows.map { row -> Set<String>? in
          guard case .words(let words, negated: false) = row.keys[position].body else { return nil }
          return words
        }
        let all = Set(words.flatMap { $0 ?? [] })
        // Elements are many: they are held against few words, where a row takes all other texts;
        // where none does, a text without a row is told of.
        let isFew = all.count <= Self.mostOfElements && words.contains(nil)
        if case .field(let list, _) = reference, list == .booking || isFew {
          compared[reference, default: []].formUnion(all)
        }
        noteKeys(words, of: table.name, reference)
      }
    }
    let ends = rangeEnds
    let ranged = rangedTexts
    let folded = foldedWords
    let areas = askedAreas
    let lengths = LengthsAsked(in: self)
    for reference in asked.union(compared.keys) {
      guard case .field(let list, let field) = reference else { continue }
      schema.lists[list].fields[field].isAsked = true
      schema.lists[list].fields[field].asksIfGiven = askedIfGiven.contains(reference)
      schema.lists[list].fields[field].areas = areas[reference] ?? []
      guard schema.lists[list].fields[field].storage == .text else { continue }
      schema.lists[list].fields[field].comparedWords = (compared[reference] ?? []).filter {
        !$0.isEmpty
      }
      schema.lists[list].fields[field].foldedWords = folded[reference] ?? []
      schema.lists[list].fields[field].rangedTexts = ranged[reference]
      schema.lists[list].fields[field].rangeEnds = ends[reference].flatMap { RangeEnds($0) }
        .flatMap { lengths.tellShorter($0.length, of: reference) ? nil : $0 }
    }
  }

  /// So many words of a table are looked for among the texts of elements.
  private static let mostOfElements = 32

  /// The texts by which values are told apart by order, in ranges of tables and in comparisons.
  private var rangeEnds: [PriceExpression.Reference: Set<String>] {
    var found: [PriceExpression.Reference: Set<String>] = [:]
    visitExpressions { value in
      guard case .apply(.compare(let comparison), let sides) = value.operation,
        comparison != .equal, comparison != .notEqual
      else { return }
      for (text, end) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard let (reference, length) = Self.beginning(text),
          case .constant(.text(let end)) = end.operation, end.count <= length
        else { continue }
        found[reference, default: []].insert(end)
      }
    }
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        guard let (reference, length) = Self.beginning(key.value) else { continue }
        for row in table.rows {
          guard case .textRanges(let ranges) = row.keys[position].body else { continue }
          for range in ranges where range.lower != range.upper {
            let ends = [range.lower, range.upper].compactMap(\.self)
            if ends.contains(where: { $0.count > length }) { continue }
            found[reference, default: []].formUnion(ends)
          }
        }
      }
    }
    return found
  }

  /// The text whose first letters a value is, so many of them: a shorter one is what it is.
  private static func beginning(
    _ value: PriceExpression
  ) -> (PriceExpression.Reference, length: Int)? {
    switch value.operation {
    case .reference(let reference): return (reference, .max)
    case .apply(.text(.left(let count)), let parts):
      guard case .reference(let reference) = parts[0].operation else { return nil }
      return (reference, count)
    case _: return nil
    }
  }

  /// By the input that is looked up there, the ranges of the first column that has some.
  private var rangedTexts: [PriceExpression.Reference: RangedTexts] {
    var found: [PriceExpression.Reference: RangedTexts] = [:]
    for table in tables {
      for (position, key) in table.keys.enumerated() {
        let text = told(by: key.value)
        guard case .reference(let reference) = text.operation, found[reference] == nil,
          let ranges = ranges(in: table, position), text !== key.value
            || ranges.contains(where: { $0.lower != $0.upper })
        else { continue }
        found[reference] = RangedTexts(
          table: table.name, isNatural: text !== key.value,
          ranges: ranges.map {
            RangedTexts.Range(
              lower: $0.lower, lowerIsIncluded: $0.lowerIsIncluded, upper: $0.upper,
              upperIsIncluded: $0.upperIsIncluded)
          })
      }
    }
    return found
  }

  /// The texts that the cells of a column name, as ranges; nil where one takes all others.
  private func ranges(in table: ModelTable, _ column: Int) -> [TextRange]? {
    var ranges: [TextRange] = []
    for row in table.rows {
      switch row.keys[column].body {
      case .textRanges(let more): ranges += more
      case .words(let words, negated: false): ranges += words.sorted().map(TextRange.init(just:))
      case .words, .indices, .areas, .ranges: return nil
      case .everything: break
      }
    }
    return ranges
  }

  /// A key of which each row of a table names words: any other finds no row.
  private mutating func noteKeys(
    _ words: [Set<String>?], of table: String, _ reference: PriceExpression.Reference
  ) {
    guard case .field(let list, let field) = reference, !words.isEmpty,
      !words.contains(nil), schema.lists[list].fields[field].keyWords == nil
    else { return }
    let all = words.reduce(into: Set<String>()) { $0.formUnion($1 ?? []) }
    schema.lists[list].fields[field].keyWords = KeyWords(table: table, words: all.sorted())
  }
}
