import QuoteLanguage
import QuoteSyntax

extension NeverWords {
  /// `left(zip, 3)` in a column that has beginnings of two digits alone: no longer text has one.
  mutating func checkBeginnings(_ table: ModelTable, _ column: Int, _ key: TableKey) {
    guard case .apply(.text(.left(let length)), let parts) = names.resolved(key.value).operation
    else { return }
    var words: Set<String> = []
    var first: Spanned<String>?
    for row in table.rows {
      switch row.keys[column].body {
      case .everything: continue
      case .words(let own, negated: false):
        words.formUnion(own)
        first = first ?? own.min().map { Spanned($0, at: row.keySpans[column]) }
      case .words, .ranges, .textRanges, .indices, .areas: return
      }
    }
    guard let first, words.count > 1, case let size = first.value.utf8.count,
      size > 1, size < length,
      words.allSatisfy({ $0.utf8.count == size && $0.utf8.allSatisfy(\.isDigit) })
    else { return }
    let text = model.sources.text(at: parts[0].span).trimmedOfSpaces
    found.append(
      .beginningTooShort(
        first.value, by: model.sources.text(at: key.value.span).trimmedOfSpaces, of: text,
        write: "left(\(text), \(size))", at: first.span))
  }

  /// `left(zip, 3) in ["10", "11"]`, which no longer text begins with: those that all conditions
  /// ask of one value, each told of once.
  mutating func checkBeginningsInConditions() {
    var asked: [(value: PriceExpression, words: [Spanned<String>])] = []
    func note(_ value: PriceExpression, _ words: [Spanned<String>]) {
      guard cut(names.resolved(value)) != nil else { return }
      if let index = asked.firstIndex(where: { names.areSame($0.value, value) }) {
        asked[index].words += words
      } else {
        asked.append((value, words))
      }
    }
    model.visitExpressions { value in
      switch value.operation {
      case .apply(.compare(let comparison), let sides)
      where comparison == .equal || comparison == .notEqual:
        for (value, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
          guard case .constant(.text(let word)) = names.resolved(other).operation else { continue }
          note(value, [Spanned(word, at: other.span)])
        }
      case .apply(.within(let set), let parts):
        if case .words(let words, _) = set.body {
          note(parts[0], words.sorted().map { Spanned($0, at: value.span) })
        }
      case _: return
      }
    }
    for (value, words) in asked {
      guard let (name, text, length) = cut(names.resolved(value)), let first = words.first,
        case let size = first.value.utf8.count, size > 1, size < length,
        words.allSatisfy({ $0.value.utf8.count == size && $0.value.utf8.allSatisfy(\.isDigit) })
      else { continue }
      found.append(
        .beginningTooShort(
          first.value, by: model.sources.text(at: value.span).trimmedOfSpaces, of: text,
          write: "\(name)(\(text), \(size))", at: first.span, isCondition: true))
    }
  }

  /// The name, the text and the number of letters of `left(zip, 3)` and `right(zip, 3)`; nil of
  /// other values.
  private func cut(_ value: PriceExpression) -> (name: String, text: String, length: Int)? {
    func text(_ parts: [PriceExpression]) -> String {
      model.sources.text(at: parts[0].span).trimmedOfSpaces
    }
    switch value.operation {
    case .apply(.text(.left(let length)), let parts): return ("left", text(parts), length)
    case .apply(.text(.right(let length)), let parts): return ("right", text(parts), length)
    case _: return nil
    }
  }

  /// `left(zip, 2)` in a column of words of three letters, of which two become one: true if told.
  mutating func checkLonger(_ table: ModelTable, _ column: Int, _ key: TableKey) -> Bool {
    guard case .apply(.text(.left(let length)), let parts) = names.resolved(key.value).operation,
      length > 0
    else { return false }
    var words: Set<String> = []
    var first: Spanned<String>?
    for row in table.rows {
      guard case .words(let own, negated: false) = row.keys[column].body else { continue }
      words.formUnion(own)
      first = first ?? own.min().map { Spanned($0, at: row.keySpans[column]) }
    }
    guard let first, case let size = first.value.unicodeScalars.count, size > length,
      words.allSatisfy({ $0.unicodeScalars.count == size && $0.utf8.allSatisfy(\.isDigit) }),
      Set(words.map { $0.prefix(length) }).count < words.count
    else { return false }
    let text = model.sources.text(at: parts[0].span).trimmedOfSpaces
    found.append(
      .beginningCut(
        first.value, by: model.sources.text(at: key.value.span).trimmedOfSpaces,
        look: "left(\(text), \(size))", at: first.span))
    return true
  }
}

extension PriceModel {
  /// The ranges of texts in conditions, by what asks for their lower ends: `["a".."f"]`.
  var rangesOfTexts: [ObjectIdentifier: TextRange] {
    var found: [ObjectIdentifier: TextRange] = [:]
    visitExpressions { value in
      guard case .and(let low, let high) = value.operation, low.span == high.span,
        case .apply(.compare(let above), let starts) = low.operation,
        case .apply(.compare(let below), let ends) = high.operation,
        case .constant(.text(let start)) = starts[1].operation,
        case .constant(.text(let end)) = ends[1].operation
      else { return }
      found[ObjectIdentifier(low)] = TextRange(
        lower: start, lowerIsIncluded: above == .greaterOrEqual, upper: end,
        upperIsIncluded: below == .lessOrEqual)
    }
    return found
  }
}
