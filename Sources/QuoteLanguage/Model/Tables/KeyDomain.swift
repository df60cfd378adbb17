package import QuoteSyntax

/// What a key can be, cut into atoms by the cells of its column.
package struct KeyDomain {
  enum Atoms {
    /// Whole multiples of a step, counted in steps; a cut is just before one.
    case steps(KeyLine<Int64>, step: Ratio)
    /// Numbers with anything between them.
    case numbers(KeyLine<NumberCut>)
    /// Words that cells name, then all others; the atom of each cell that names just one, and
    /// -1 of the others.
    case words([String], places: [String: Int32], ofCells: [Int32])
    /// All the texts that there can be.
    case known([String], places: [String: Int32])
    /// Texts by code point, where cells have ranges of them.
    case texts(KeyLine<TextCut>)
    /// The values of a choice from 0, of a flag from 0, of weekdays from 1.
    case indices(first: Int, count: Int)
    /// The sets of areas that a point can be in at once, the empty one first.
    case areas([Set<Int>])
    /// Nothing that a cell could tell apart.
    case one
  }

  let atoms: Atoms
  /// Last of all, if the key may be not given.
  let notGiven: Int32?
  /// Atoms apart from that one.
  let givenCount: Int32
  let silentFrom: Int32

  var atomCount: Int32 { givenCount + (notGiven == nil ? 0 : 1) }

  /// Nil if no value is possible at all.
  /// `words` are the texts that the key can be, where that is known. `isContinuous` where what
  /// lies between two steps counts, too.
  init?(
    _ key: PriceExpression, cells: [KeySet], areas: AreaOverlaps, words: Set<String>? = nil,
    isContinuous: Bool = false
  ) {
    guard
      let atoms = words.flatMap(KeyDomain.knownAtoms)
        ?? KeyDomain.atoms(key, cells: cells, areas: areas, isContinuous: isContinuous)
    else { return nil }
    self.atoms = atoms
    var isOpen = false
    switch atoms {
    case .steps(let line, _): givenCount = Int32(line.atomCount)
    case .numbers(let line): givenCount = Int32(line.atomCount)
    case .words(let words, _, _):
      givenCount = Int32(words.count) + 1
      isOpen = !words.isEmpty
    case .known(let words, _): givenCount = Int32(words.count)
    case .texts(let line): givenCount = Int32(line.atomCount)
    case .indices(_, let count): givenCount = Int32(count)
    case .areas(let sets): givenCount = Int32(sets.count)
    case .one: givenCount = 1
    }
    notGiven = key.isOptional ? givenCount : nil
    silentFrom = isOpen ? givenCount - 1 : givenCount
  }

  /// The atoms that a cell holds for, ascending, apart. It is the one with this number of
  /// those that the domain was made of.
  func append(_ set: KeySet, cell: Int, to stretches: inout [TableBoxes.Stretch]) {
    let from = stretches.count
    if case .words(_, _, let ofCells) = atoms, ofCells[cell] >= 0 {
      stretches.append(TableBoxes.Stretch(lower: ofCells[cell], upper: ofCells[cell]))
    } else {
      appendGiven(set.body, to: &stretches)
    }
    if set.matchesNotGiven, let notGiven {
      stretches.append(TableBoxes.Stretch(lower: notGiven, upper: notGiven))
    }
    guard stretches.count > from + 1 else { return }
    var last = from
    for index in from + 1..<stretches.count {
      if stretches[last].upper + 1 >= stretches[index].lower {
        stretches[last].upper = max(stretches[last].upper, stretches[index].upper)
      } else {
        last += 1
        stretches[last] = stretches[index]
      }
    }
    stretches.removeSubrange((last + 1)...)
  }

  private func appendGiven(_ body: KeySet.Body, to stretches: inout [TableBoxes.Stretch]) {
    switch (body, atoms) {
    case (.everything, _): stretches.append(TableBoxes.Stretch(lower: 0, upper: givenCount - 1))
    case (.ranges(let ranges), .steps(let line, let step)):
      for range in ranges {
        guard let (lower, upper) = KeyDomain.steps(range, step) else { continue }
        if let stretch = line.stretch(from: lower, to: upper) { stretches.append(stretch) }
      }
    case (.ranges(let ranges), .numbers(let line)):
      for range in ranges {
        let (lower, upper) = KeyDomain.cuts(range)
        if let stretch = line.stretch(from: lower, to: upper) { stretches.append(stretch) }
      }
    case (.words(let words, let negated), .words(_, let places, _)):
      appendIndices(words.compactMap { places[$0] }, negated: negated, to: &stretches)
    case (.words(let words, let negated), .known(_, let places)):
      appendIndices(words.compactMap { places[$0] }, negated: negated, to: &stretches)
    case (.textRanges(let ranges), .known(let words, _)):
      let cuts = ranges.map(KeyDomain.cuts)
      let inside = words.indices.filter { index in
        let word = TextCut(before: words[index])
        return cuts.contains { $0.0 <= word && word < $0.1 }
      }
      for index in inside { appendIndices([Int32(index)], negated: false, to: &stretches) }
    case (.words(let words, let negated), .texts(let line)):
      let found = words.compactMap {
        line.stretch(from: TextCut(before: $0), to: TextCut(after: $0))?.lower
      }
      appendIndices(found, negated: negated, to: &stretches)
    case (.textRanges(let ranges), .texts(let line)):
      for range in ranges {
        let (lower, upper) = KeyDomain.cuts(range)
        if let stretch = line.stretch(from: lower, to: upper) { stretches.append(stretch) }
      }
    case (.indices(let indices), .indices(let first, let count)):
      let inside = indices.filter { (first..<first + count).contains($0) }
      appendIndices(inside.map { Int32($0 - first) }, negated: false, to: &stretches)
    case (.areas(let named, let negated), .areas(let sets)):
      let found = sets.indices.filter { !sets[$0].isDisjoint(with: named) }
      appendIndices(found.map(Int32.init), negated: negated, to: &stretches)
    case (.ranges, _), (.words, _), (.textRanges, _), (.indices, _), (.areas, _): break
    }
  }

  private func appendIndices(
    _ indices: [Int32], negated: Bool, to stretches: inout [TableBoxes.Stretch]
  ) {
    if !negated, indices.count == 1 {
      stretches.append(TableBoxes.Stretch(lower: indices[0], upper: indices[0]))
      return
    }
    var held: [Int32] = indices.sorted()
    if negated {
      var next: Int32 = 0
      for index in held {
        if next < index { stretches.append(TableBoxes.Stretch(lower: next, upper: index - 1)) }
        next = index + 1
      }
      held = []
      if next < givenCount {
        stretches.append(TableBoxes.Stretch(lower: next, upper: givenCount - 1))
      }
    }
    for index in held { stretches.append(TableBoxes.Stretch(lower: index, upper: index)) }
  }
}

// MARK: - Cuts

extension KeyDomain {
  /// From the first step inside to the first one past the range; nil if it
  /// holds for none. Ends beyond 62 bits count as open.
  package static func steps(_ range: KeyRange, _ step: Ratio) -> (Int64, Int64)? {
    let limit = Int128(1) << 62
    var lower = -limit
    var upper = limit
    if range.interval.lower.isFinite {
      let steps = step == 1 ? range.interval.lower : range.interval.lower / step
      if steps.isWhole {
        lower = max(-limit, steps.numerator + (range.lowerIsIncluded ? 0 : 1))
      } else if let first = steps.ceiling {
        lower = max(-limit, first)
      }
    }
    if range.interval.upper.isFinite {
      let steps = step == 1 ? range.interval.upper : range.interval.upper / step
      if steps.isWhole {
        upper = min(limit, steps.numerator + (range.upperIsIncluded ? 1 : 0))
      } else if let last = steps.floor {
        upper = min(limit, last + 1)
      }
    }
    return lower < upper ? (Int64(lower), Int64(upper)) : nil
  }

  /// The cuts at its ends; one that is open is before or after everything.
  package static func cuts(_ range: KeyRange) -> (NumberCut, NumberCut) {
    let (lower, upper) = (range.interval.lower, range.interval.upper)
    return (
      NumberCut(value: lower, isAfter: lower.isFinite && !range.lowerIsIncluded),
      NumberCut(value: upper, isAfter: !upper.isFinite || range.upperIsIncluded)
    )
  }

  static func cuts(_ range: TextRange) -> (TextCut, TextCut) {
    var lower = TextCut(before: "")
    if let text = range.lower {
      lower = range.lowerIsIncluded ? TextCut(before: text) : TextCut(after: text)
    }
    var upper = TextCut.end
    if let text = range.upper {
      upper = range.upperIsIncluded ? TextCut(after: text) : TextCut(before: text)
    }
    return (lower, upper)
  }

  /// The step of a key's values; nil if anything may lie between two.
  package static func step(of key: PriceExpression) -> Ratio? {
    switch key.type {
    case .date, .time, .instant: return 1
    case .quantity(let quantity):
      if key.isOpenQuotient { return nil }
      if !key.quantum.isZero, key.quantum.isFinite { return key.quantum.magnitude }
      return quantity.isWhole ? 1 : nil
    case .flag, .text, .choice, .weekday, .point, .texts, .invalid: return nil
    }
  }
}
