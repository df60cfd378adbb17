import QuoteLanguage
import QuoteSyntax

/// Which texts a computed value may be, where all of them are written in the rules.
struct ModelWords {
  let model: PriceModel
  /// The words of each let.
  private var known: [LetID: Set<String>?] = [:]
  private var warnings: [Diagnostic] = []
  /// What was looked at: keys of a table stand wherever it is looked up.
  private var seen: Set<ObjectIdentifier> = []
  /// Whether texts of dates and times count as written in the rules too.
  private var printsDates = false

  /// Rows of a table that are looked at; more hardly list a few words.
  private static let mostRows = 1000
  private static let mostWarnings = 20

  private init(_ model: PriceModel) { self.model = model }

  /// The texts that a key can be, dates and times in a pattern among them; nil if it may be
  /// any.
  static func words(ofKey key: PriceExpression, in model: PriceModel) -> Set<String>? {
    guard key.type == .text else { return nil }
    var words = ModelWords(model)
    words.printsDates = true
    return words.words(of: key)
  }

  /// Words that a value is held against and that it never is: slips, for such a condition never
  /// holds, and such a row is never found.
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var words = ModelWords(model)
    for value in model.lets { words.check(value.value) }
    let keys = model.keysOfTables
    for (table, keys) in zip(model.tables, keys) { words.check(table, lookedUpBy: keys) }
    for line in model.allLines {
      for part in [line.when, line.label].compactMap({ $0 }) + line.reasons { words.check(part) }
      if let value = line.formula { words.check(value) }
    }
    for decline in model.declines { words.check(decline.when) }
    for output in model.outputs {
      if case .value(let value) = output.body { words.check(value) }
    }
    return Array(words.warnings.prefix(mostWarnings))
  }

  private mutating func check(_ table: ModelTable, lookedUpBy keys: [[PriceExpression]]) {
    for (column, key) in table.keys.enumerated() {
      check(key.value)
      let given = keys.map { $0[column] }
      guard let words = union(given), !words.isEmpty else { continue }
      if let only = given.first, words.count == 1, let word = words.first,
        given.allSatisfy(isWritten)
      {
        warn(table, column, alwaysLookedUpBy: word, at: only.span)
        continue
      }
      for row in table.rows {
        guard case .words(let wanted, false) = row.keys[column].body else { continue }
        warn(of: wanted, among: words, at: row.keySpans[column])
      }
    }
  }

  private func isWritten(_ value: PriceExpression) -> Bool {
    if case .constant(.text) = value.operation { return true }
    return false
  }

  /// A table that a call looks up by one word alone: said where that is, and not at each row that
  /// is never found.
  private mutating func warn(
    _ table: ModelTable, _ column: Int, alwaysLookedUpBy word: String, at span: SourceSpan
  ) {
    var words: Set<String> = []
    for row in table.rows {
      // A row for the rest, or for all words but some, may hold.
      guard case .words(let wanted, false) = row.keys[column].body else { return }
      words.formUnion(wanted)
    }
    guard words.count > 1 || !words.isEmpty && !words.contains(word) else { return }
    // What differs by case alone was told when the call was read.
    let isNear = words.contains { $0 != word && $0.lowercased() == word.lowercased() }
    guard words.contains(word) || !isNear else { return }
    let header = table.keys[column].header
    let isInput = model.schema.lists.contains { list in
      list.fields.contains { $0.name == header }
    }
    warnings.append(
      .alwaysThisWord(
        word, of: table.name, header: isInput ? header : nil, among: words.sorted(), at: span))
  }

  private mutating func check(_ expression: PriceExpression) {
    guard seen.insert(ObjectIdentifier(expression)).inserted else { return }
    switch expression.operation {
    case .apply(.compare(.equal), let sides), .apply(.compare(.notEqual), let sides):
      for (written, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard case .constant(.text(let word)) = written.operation,
          let words = words(of: other), !words.isEmpty
        else { continue }
        warn(of: [word], among: words, at: written.span)
      }
    case .apply(.within(let set), let parts):
      if case .words(let wanted, false) = set.body, let words = words(of: parts[0]), !words.isEmpty
      {
        warn(of: wanted, among: words, at: expression.span)
      }
    default: break
    }
    for part in expression.parts { check(part) }
  }

  private mutating func warn(of wanted: Set<String>, among words: Set<String>, at span: SourceSpan)
  {
    for word in wanted.sorted() where !words.contains(word) {
      warnings.append(.neverThisWord(word, among: words.sorted(), at: span))
    }
  }

  /// Nil if it may be any text.
  private mutating func words(of expression: PriceExpression) -> Set<String>? {
    switch expression.operation {
    case .constant(.text(let word)): return [word]
    case .constant(.notGiven): return []
    case .reference(.letValue(let index)):
      if let words = known[index] { return words }
      let words = words(of: model.lets[index].value)
      known[index] = .some(words)
      return words
    case .conditional(_, let then, let otherwise):
      guard let otherwise else { return words(of: then) }
      return union([then, otherwise])
    case .defaulting(let first, let second): return union([first, second])
    case .lookup(let table, let column, _):
      let rows = model.tables[table].rows
      guard rows.count <= Self.mostRows else { return nil }
      return union(rows.compactMap { $0.values[column] })
    case .apply(.printed(let pattern?), let parts) where printsDates:
      return DatePattern(pattern).texts(of: parts[0])
    default: return nil
    }
  }

  private mutating func union(_ values: [PriceExpression]) -> Set<String>? {
    var all: Set<String> = []
    for value in values {
      guard let words = words(of: value) else { return nil }
      all.formUnion(words)
    }
    return all
  }
}

extension PriceModel {
  /// What each table is looked up by, look-up by look-up.
  var keysOfTables: ByTable<[[PriceExpression]]> {
    var all: ByTable<[[PriceExpression]]> = tables.mapped { _ in [] }
    visitExpressions { expression in
      switch expression.operation {
      case .lookup(let table, _, let keys), .isFound(let table, let keys),
        .graduated(let table, let keys):
        all[table].append(keys)
      default: break
      }
    }
    return all
  }
}
