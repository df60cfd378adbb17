import QuoteSyntax

/// How the cells of a column cut what its key can be.
extension KeyDomain {
  static func atoms(
    _ key: PriceExpression, cells: [KeySet], areas: AreaOverlaps, isContinuous: Bool
  ) -> Atoms? {
    switch key.type {
    case .flag: return .indices(first: 0, count: 2)
    case .choice(let words): return words.isEmpty ? nil : .indices(first: 0, count: words.count)
    case .weekday: return .indices(first: 1, count: 7)
    case .text: return textAtoms(cells)
    case .point: return areas.sets(in: cells).map(Atoms.areas)
    case .quantity, .date, .time, .instant: return numberAtoms(key, cells, isContinuous)
    case .texts, .invalid: return .one
    }
  }

  static func knownAtoms(_ words: Set<String>) -> Atoms? {
    if words.isEmpty { return nil }
    let sorted = words.sorted()
    let places = zip(sorted, 0...).map { ($0, Int32($1)) }
    return .known(sorted, places: Dictionary(uniqueKeysWithValues: places))
  }

  private static func textAtoms(_ cells: [KeySet]) -> Atoms? {
    var hasRanges = false
    for cell in cells {
      if case .textRanges = cell.body { hasRanges = true }
    }
    if hasRanges { return textLine(cells).map(Atoms.texts) }
    var words: [String] = []
    var places: [String: Int32] = [:]
    places.reserveCapacity(cells.count)
    func place(_ word: String) -> Int32 {
      let next = Int32(words.count)
      let place = places[word, default: next]
      if place == next {
        places[word] = next
        words.append(word)
      }
      return place
    }
    var ofCells: [Int32] = []
    ofCells.reserveCapacity(cells.count)
    for cell in cells {
      guard case .words(let named, let negated) = cell.body else {
        ofCells.append(-1)
        continue
      }
      if named.count == 1 {
        let place = place(named[named.startIndex])
        ofCells.append(negated ? -1 : place)
      } else {
        for word in named.sorted() { _ = place(word) }
        ofCells.append(-1)
      }
    }
    return .words(words, places: places, ofCells: ofCells)
  }

  private static func textLine(_ cells: [KeySet]) -> KeyLine<TextCut>? {
    var inner: [TextCut] = []
    for cell in cells {
      switch cell.body {
      case .words(let words, _):
        for word in words { inner += [TextCut(before: word), TextCut(after: word)] }
      case .textRanges(let ranges):
        for range in ranges {
          let (lower, upper) = cuts(range)
          inner += [lower, upper]
        }
      case .everything, .ranges, .indices, .areas: break
      }
    }
    return KeyLine(from: TextCut(before: ""), to: .end, at: inner)
  }

  private static func numberAtoms(
    _ key: PriceExpression, _ cells: [KeySet], _ isContinuous: Bool
  ) -> Atoms? {
    guard let possible = possible(key) else { return nil }
    // Steps that 62 bits do not count are told apart as if there were none.
    if !isContinuous, let step = step(of: key), let (lower, upper) = steps(possible, step) {
      var inner: [Int64] = []
      inner.reserveCapacity(cells.count * 2)
      forEachRange(cells) { range in
        guard let (from, to) = steps(range, step) else { return }
        inner.append(from)
        inner.append(to)
      }
      return KeyLine(from: lower, to: upper, at: inner).map { .steps($0, step: step) }
    }
    var inner: [NumberCut] = []
    forEachRange(cells) { range in
      let (from, to) = cuts(range)
      inner.append(from)
      inner.append(to)
    }
    let (lower, upper) = cuts(possible)
    return KeyLine(from: lower, to: upper, at: inner).map(Atoms.numbers)
  }

  /// The range of a key, within what its type can be; nil if that is nothing. What clocks show
  /// of the first and the last moments is not in the calendar.
  package static func possible(_ key: PriceExpression) -> KeyRange? {
    let type: Interval
    switch key.type {
    case .date: type = key.range.isFinite ? key.range : CalendarReach.days
    case .time: type = Interval(0, 86_399)
    case .instant: type = key.range.isFinite ? key.range : CalendarReach.moments
    case .quantity, .flag, .text, .choice, .weekday, .point, .texts, .invalid: type = .unbounded
    }
    let lower = max(type.lower, key.range.lower)
    let upper = min(type.upper, key.range.upper)
    return lower <= upper ? KeyRange(Interval(lower, upper)) : nil
  }

  private static func forEachRange(_ cells: [KeySet], _ body: (KeyRange) -> Void) {
    for cell in cells {
      if case .ranges(let ranges) = cell.body { ranges.forEach(body) }
    }
  }
}
