package import QuoteLanguage
package import QuoteSyntax

extension KeyEncoder {
  /// An encoder that tells apart what the cells of one key tell apart, and the
  /// codes that each cell holds for.
  static func make(
    _ key: PlanKey, cells: [KeySet], fold: TextFold, areas: [AreaGeometry]
  ) -> (KeyEncoder, RowCodes) {
    switch key.storage {
    case .text: return texts(cells, fold: fold, composes: key.composes)
    case .flag: return direct(key, cells, first: 0, count: 2)
    case .choice:
      guard case .choice(let words) = key.type else {
        return direct(key, cells, first: 0, count: largestIndex(cells) + 1)
      }
      return direct(key, cells, first: 0, count: words.count, words: words)
    case .integer:
      if case .weekday = key.type { return direct(key, cells, first: 1, count: 7) }
      return integers(key, cells)
    case .wide: return integers(key, cells)
    case .double: return doubles(key, cells)
    case .point: return points(cells, areas: areas)
    case .texts, .rowSet: preconditionFailure("lists are not looked up")
    }
  }

  /// The codes of each cell: `only`, where it is told that there is just one, `codes` of what
  /// any other names, everything else by rule.
  private static func finish(
    _ body: Body, _ storage: PlanStorage, named: Int, _ cells: [KeySet],
    only: [Int32?] = [], codes: (KeySet.Body) -> [ClosedRange<Int32>]
  ) -> (KeyEncoder, RowCodes) {
    let encoder = KeyEncoder(body: body, storage: storage, cardinality: Int32(named) + 2)
    let sets = cells.indices.map { index -> CodeSet in
      if !only.isEmpty, let only = only[index] { return .one(only) }
      let cell = cells[index]
      if case .everything = cell.body {
        if cell.matchesNotGiven { return .all }
        return CodeSet([0...encoder.unknown], of: encoder.cardinality)
      }
      var ranges = codes(cell.body)
      if cell.matchesNotGiven {
        if let last = ranges.last, last.upperBound == encoder.unknown {
          ranges[ranges.count - 1] = last.lowerBound...encoder.notGiven
        } else {
          ranges.append(encoder.notGiven...encoder.notGiven)
        }
      }
      return CodeSet(ranges, of: encoder.cardinality)
    }
    return (encoder, RowCodes(cardinality: encoder.cardinality, sets: sets))
  }

  /// Codes in any order as ascending runs, or their complement below and with `unknown`.
  private static func runs(
    _ codes: [Int32], negated: Bool = false, unknown: Int32 = 0
  ) -> [ClosedRange<Int32>] {
    if codes.count == 1, !negated { return [codes[0]...codes[0]] }
    var runs: [ClosedRange<Int32>] = []
    for code in codes.sorted() {
      if let last = runs.last, code <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...code
      } else {
        runs.append(code...code)
      }
    }
    guard negated else { return runs }
    var others: [ClosedRange<Int32>] = []
    var next: Int32 = 0
    for run in runs {
      if run.lowerBound > next { others.append(next...run.lowerBound - 1) }
      next = run.upperBound + 1
    }
    others.append(next...unknown)
    return others
  }

  // MARK: - Texts

  private static func texts(
    _ cells: [KeySet], fold: TextFold, composes: Bool
  ) -> (KeyEncoder, RowCodes) {
    if cells.contains(where: { if case .textRanges = $0.body { true } else { false } }) {
      return textRanges(cells, fold: fold, composes: composes)
    }
    var codeOf: [String: Int32] = [:]
    codeOf.reserveCapacity(cells.count)
    var words: [String] = []
    func code(_ word: String) -> Int32 {
      let next = Int32(words.count)
      let code = codeOf[word, default: next]
      if code == next {
        codeOf[word] = next
        words.append(word)
      }
      return code
    }
    // The one word of each cell that has only one; tables may have very many of them.
    var only: [Int32?] = []
    only.reserveCapacity(cells.count)
    for cell in cells {
      guard case .words(let named, let negated) = cell.body else {
        only.append(nil)
        continue
      }
      if named.count == 1, let word = named.first {
        let code = code(word)
        only.append(negated || cell.matchesNotGiven ? nil : code)
      } else {
        for word in named.sorted() { _ = code(word) }
        only.append(nil)
      }
    }
    let unknown = Int32(words.count)
    let index = KeyEncoder.Body.words(WordIndex(words, composes: composes), fold)
    return finish(index, .text, named: words.count, cells, only: only) { body in
      guard case .words(let named, let negated) = body else { return [] }
      return runs(named.map { codeOf[$0]! }, negated: negated, unknown: unknown)
    }
  }

  private static func textRanges(
    _ cells: [KeySet], fold: TextFold, composes: Bool
  ) -> (KeyEncoder, RowCodes) {
    var boundaries: Set<[UInt8]> = []
    for cell in cells {
      switch cell.body {
      case .words(let named, _): for word in named { boundaries.insert(Array(word.utf8)) }
      case .textRanges(let ranges):
        for bound in ranges.flatMap({ [$0.lower, $0.upper] }) {
          if let bound { boundaries.insert(Array(bound.utf8)) }
        }
      case .everything, .ranges, .indices, .areas: break
      }
    }
    let sorted = boundaries.sorted { $0.lexicographicallyPrecedes($1) }
    var place: [[UInt8]: Int32] = [:]
    for (index, text) in sorted.enumerated() { place[text] = Int32(index) }
    let bounds = TextBounds(
      sorted.map { String(decoding: $0, as: UTF8.self) }, composes: composes)
    let named = 2 * sorted.count + 1
    let last = Int32(named - 1)
    return finish(.textBounds(bounds, fold), .text, named: named, cells) { body in
      switch body {
      case .words(let words, let negated):
        let codes = words.map { 2 * place[Array($0.utf8)]! + 1 }
        return runs(codes, negated: negated, unknown: last + 1)
      case .textRanges(let ranges):
        var codes: Set<Int32> = []
        for range in ranges {
          let (below, above): (Int32, Int32) =
            (range.lowerIsIncluded ? 1 : 2, range.upperIsIncluded ? 1 : 0)
          let from = range.lower.map { 2 * place[Array($0.utf8)]! + below } ?? 0
          let to = range.upper.map { 2 * place[Array($0.utf8)]! + above } ?? last
          if from <= to { codes.formUnion(from...to) }
        }
        return runs(Array(codes))
      case .everything, .ranges, .indices, .areas: return []
      }
    }
  }

  // MARK: - Choices, flags, weekdays

  private static func largestIndex(_ cells: [KeySet]) -> Int {
    cells.reduce(0) { largest, cell in
      guard case .indices(let indices) = cell.body else { return largest }
      return max(largest, indices.max() ?? 0)
    }
  }

  private static func direct(
    _ key: PlanKey, _ cells: [KeySet], first: Int, count: Int, words: [String] = []
  ) -> (KeyEncoder, RowCodes) {
    finish(.direct(first: Int64(first)), key.storage, named: count, cells) { body in
      switch body {
      case .indices(let indices):
        return runs(indices.map { Int32($0 - first) }.filter { $0 >= 0 && $0 < count })
      case .words(let named, let negated):
        let codes = words.indices.filter { named.contains(words[$0]) }.map { Int32($0) }
        return runs(codes, negated: negated, unknown: Int32(count))
      case .ranges(let ranges):
        let codes = (0..<count).filter { code in
          ranges.contains { $0.contains(Ratio(code + first)) }
        }
        return runs(codes.map { Int32($0) })
      case .everything, .textRanges, .areas: return []
      }
    }
  }
}

extension KeyRange {
  /// Whether a number lies inside.
  package func contains(_ value: Ratio) -> Bool {
    let (lower, upper) = (interval.lower, interval.upper)
    return (lowerIsIncluded ? lower <= value : lower < value)
      && (upperIsIncluded ? value <= upper : value < upper)
  }
}
