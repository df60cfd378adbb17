import QuoteSyntax

/// What a condition may come to, of yes, no and not certain.
package enum Verdict {
  case yes, no
  /// No, or not certain.
  case notYes
  /// Yes, or not certain.
  case notNo

  /// The verdict on a condition, where the one that it denies comes to this.
  var denied: Verdict {
    switch self {
    case .yes: .no
    case .no: .yes
    case .notYes: .notNo
    case .notNo: .notYes
    }
  }

  /// Whether a condition that is yes, or no, comes to this.
  func takes(_ flag: Bool) -> Bool {
    switch self {
    case .yes, .notNo: flag
    case .no, .notYes: !flag
    }
  }

  /// The verdict on a condition, where the same with this for what is not certain comes to this.
  func settled(by flag: Bool) -> Verdict {
    switch self {
    case .yes, .notNo: flag ? .notNo : .yes
    case .no, .notYes: flag ? .no : .notYes
    }
  }

  var takesUncertain: Bool {
    switch self {
    case .yes, .no: false
    case .notYes, .notNo: true
    }
  }
}

/// Conditions as regions of the keys of one look-up: at every point of the region, the condition
/// surely comes to what was asked for.
package struct KeyConditions {
  let names: SameValues
  package let keys: [PriceExpression]
  /// By column, of the type by which the cells were read.
  package let domains: [PriceExpression]
  let isBinary: Bool
  /// What is known besides, wherever the look-up is made.
  let known: KnownConditions

  package init(
    names: SameValues, keys: [PriceExpression], domains: [PriceExpression], isBinary: Bool,
    known: KnownConditions = KnownConditions()
  ) {
    self.names = names
    self.keys = keys
    self.domains = domains
    self.isBinary = isBinary
    self.known = known
  }

  /// Conditions with more parts, those of names written out, are nowhere sure.
  private static let mostParts = 500

  package func region(where condition: PriceExpression, is verdict: Verdict) -> KeyRegion {
    guard let size = names.size(of: condition), size <= Self.mostParts else { return .nothing }
    return part(where: condition, is: verdict)
  }

  /// The same of a condition that is not too large.
  private func part(where condition: PriceExpression, is verdict: Verdict) -> KeyRegion {
    if known.holds(condition, names, is: verdict) { return .everything }
    switch condition.operation {
    case .apply(.not, let parts): return part(where: parts[0], is: verdict.denied)
    case .and(let a, let b): return joint(a, b, verdict, isAll: verdict.takes(true))
    case .or(let a, let b): return joint(a, b, verdict, isAll: verdict.takes(false))
    case .constant(.flag(let flag)): return verdict.takes(flag) ? .everything : .nothing
    case .isGiven(let value):
      if !value.isOptional { return verdict.takes(true) ? .everything : .nothing }
      return KeyRegion(columns: columns(of: value), in: verdict.takes(true) ? .given : .notGiven)
    case .apply(.compare(let comparison), let sides):
      let (a, b) = (sides[0], sides[1])
      return region(a, comparison, other: b, verdict: verdict)
        .union(region(b, comparison.turned, other: a, verdict: verdict))
        .union(region(ofDifference: a, comparison, b, verdict))
    case .apply(.within(let set), let parts):
      return leaf(columns(of: parts[0]), verdict) { Self.complemented(set.body, of: $0.type) }
        .union(printedMonths(of: parts[0], verdict) { set.contains(Ratio($0)) })
    case .apply(.contains(let area), let parts):
      return leaf(columns(of: parts[0]), verdict) { _ in
        (.areas([area], negated: false), .areas([area], negated: true))
      }
    case .reference(let reference):
      let own = leaf(columns(of: condition), verdict) { _ in (.indices([1]), .indices([0])) }
      guard own.boxes.isEmpty, case .letValue(let index) = reference else { return own }
      return part(where: names.lets[index].value, is: verdict)
    case .defaulting(let inner, let otherwise):
      guard case .constant(.flag(let flag)) = otherwise.operation else {
        return leaf(columns(of: condition), verdict) { _ in (.indices([1]), .indices([0])) }
      }
      return part(where: inner, is: verdict.settled(by: flag))
    case .lookup, .conditional, .aggregate:
      return leaf(columns(of: condition), verdict) { _ in (.indices([1]), .indices([0])) }
    case .constant, .apply, .extreme, .sumBefore, .split,
      .neighbour, .steps, .isFound, .graduated, .texts:
      return .nothing
    }
  }

  private func joint(
    _ a: PriceExpression, _ b: PriceExpression, _ verdict: Verdict, isAll: Bool
  ) -> KeyRegion {
    let (x, y) = (part(where: a, is: verdict), part(where: b, is: verdict))
    return isAll ? x.intersection(y) : x.union(y)
  }

  private func columns(of value: PriceExpression) -> [Int] {
    keys.indices.filter { names.areSame(keys[$0], value) }
  }

  /// Where a key that holds and fails by these sets makes a condition come to the verdict.
  private func leaf(
    _ columns: [Int], _ verdict: Verdict,
    _ sets: (PriceExpression) -> (holds: KeySet.Body, fails: KeySet.Body)?
  ) -> KeyRegion {
    columns.reduce(KeyRegion.nothing) { region, column in
      guard let sets = sets(domains[column]) else { return region }
      let body = verdict.takes(true) ? sets.holds : sets.fails
      let set = KeySet(body, matchesNotGiven: verdict.takesUncertain)
      return region.union(KeyRegion(columns: [column], in: set))
    }
  }
}

// MARK: - Comparisons

extension KeyConditions {
  private func region(
    _ value: PriceExpression, _ comparison: PriceExpression.Comparison, other: PriceExpression,
    verdict: Verdict
  ) -> KeyRegion {
    let figure = names.resolved(other)
    guard case .constant(let constant) = figure.operation else { return .nothing }
    var region = leaf(columns(of: value), verdict) {
      sets($0, comparison, constant: constant, figure: figure)
    }
    for column in keys.indices {
      guard let reach = RisingKey(keys[column], of: value, names: names, isBinary: isBinary),
        let sets = sets(value, comparison, constant: constant, figure: figure),
        case .ranges(let ranges) = verdict.takes(true) ? sets.holds : sets.fails
      else { continue }
      let within = ranges.map(reach.keys).filter { KeyDomain.cuts($0).0 < KeyDomain.cuts($0).1 }
      let set = KeySet(
        .ranges(KeySet.ascending(within)), matchesNotGiven: verdict.takesUncertain)
      region = region.union(KeyRegion(columns: [column], in: set))
    }
    guard case .constant(.quantity(let size)) = figure.operation else { return region }
    return region.union(
      printedMonths(of: value, verdict) { month in
        comparison.holds(Ratio(month) < size ? -1 : Ratio(month) == size ? 0 : 1)
      })
  }

  /// The region of keys that print the month that a condition asks for: `text(on, "MM")` where
  /// it is `month(on) = 11`.
  private func printedMonths(
    of value: PriceExpression, _ verdict: Verdict, where holds: (Int) -> Bool
  ) -> KeyRegion {
    guard case .apply(.date(.month), let asked) = names.resolved(value).operation else {
      return .nothing
    }
    let printing = keys.indices.filter { column in
      guard case .apply(.printed("MM"), let parts) = names.resolved(keys[column]).operation else {
        return false
      }
      return names.areSame(parts[0], asked[0])
    }
    let months = (1...12).filter { holds($0) == verdict.takes(true) }
    let words = Set(months.map { paddedNumber($0, to: 2) })
    return leaf(printing, .yes) { _ in
      (.words(words, negated: false), .words(words, negated: true))
    }
  }

  /// The region of keys that rise, or fall, with how much two values are apart.
  private func region(
    ofDifference a: PriceExpression, _ comparison: PriceExpression.Comparison,
    _ b: PriceExpression, _ verdict: Verdict
  ) -> KeyRegion {
    let holds = comparison.ranges(of: 0)
    let ranges = verdict.takes(true) ? holds : KeySet.complement(of: holds)
    return keys.indices.reduce(KeyRegion.nothing) { region, column in
      guard let reach = RisingKey(keys[column], apart: a, b, names: names, isBinary: isBinary)
      else { return region }
      let within = ranges.map(reach.keys).filter { KeyDomain.cuts($0).0 < KeyDomain.cuts($0).1 }
      let set = KeySet(
        .ranges(KeySet.ascending(within)), matchesNotGiven: verdict.takesUncertain)
      return region.union(KeyRegion(columns: [column], in: set))
    }
  }

  /// Everywhere but where a column's key is, if that is a constant.
  package func elsewhere(_ column: Int) -> KeyRegion {
    let figure = names.resolved(keys[column])
    guard case .constant(let constant) = figure.operation,
      let sets = sets(domains[column], .equal, constant: constant, figure: figure)
    else { return .nothing }
    return KeyRegion(columns: [column], in: KeySet(sets.fails, matchesNotGiven: true))
  }

  /// Keys that compare so with a constant, and those that are given and do not.
  package func sets(
    _ key: PriceExpression, _ comparison: PriceExpression.Comparison, constant: Constant,
    figure: PriceExpression
  ) -> (holds: KeySet.Body, fails: KeySet.Body)? {
    func indices(_ all: some Sequence<Int>, _ order: (Int) -> Int)
      -> (holds: KeySet.Body, fails: KeySet.Body)
    {
      let holds = Set(all.filter { comparison.holds(order($0)) })
      return (.indices(holds), .indices(Set(all).subtracting(holds)))
    }
    switch (key.type, constant) {
    case (.quantity, .quantity), (.date, .date), (.time, .time), (.instant, .instant):
      // In binary, what is held in another unit is another number.
      guard !isBinary || key.units == figure.units || !key.type.isQuantity,
        figure.range.lower == figure.range.upper, figure.range.isFinite
      else { return nil }
      let holds = comparison.ranges(of: figure.range.lower)
      return (.ranges(holds), .ranges(KeySet.complement(of: holds)))
    case (.flag, .flag(let flag)): return indices(0...1) { $0 - (flag ? 1 : 0) }
    case (.weekday, .weekday(let day)): return indices(1...7) { $0 - day.rawValue }
    case (.choice(let words), _):
      guard let word = Self.word(constant, figure.type) else { return nil }
      return indices(words.indices) { words[$0].order(byCodePointTo: word) }
    case (.text, _):
      guard let word = Self.word(constant, figure.type), word.isComposed else { return nil }
      switch comparison {
      case .equal: return (.words([word], negated: false), .words([word], negated: true))
      case .notEqual: return (.words([word], negated: true), .words([word], negated: false))
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
      }
    case _: return nil
    }
  }

  private static func word(_ constant: Constant, _ type: ValueType) -> String? {
    switch (constant, type) {
    case (.text(let word), _): word
    case (.choice(let index), .choice(let words)) where words.indices.contains(index):
      words[index]
    case _: nil
    }
  }

  private static func complemented(
    _ body: KeySet.Body, of type: ValueType
  ) -> (holds: KeySet.Body, fails: KeySet.Body)? {
    switch body {
    case .words(let words, let negated): (body, .words(words, negated: !negated))
    case .areas(let areas, let negated): (body, .areas(areas, negated: !negated))
    case .ranges(let ranges): (body, .ranges(KeySet.complement(of: ranges)))
    case .everything, .indices, .textRanges: nil
    }
  }
}

extension PriceExpression.Comparison {
  /// The comparison of two values the other way round.
  package var turned: Self {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The comparison that holds where this one fails.
  package var opposite: Self {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// Whether it holds for values of which the first is less (below zero), the same or greater.
  package func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// The numbers that compare so with one.
  fileprivate func ranges(of value: Ratio) -> [KeyRange] {
    let below = Interval(-.infinity, value)
    let above = Interval(value, .infinity)
    switch self {
    case .equal: return [KeyRange(Interval(point: value))]
    case .notEqual:
      return [KeyRange(below, upperIsIncluded: false), KeyRange(above, lowerIsIncluded: false)]
    case .less: return [KeyRange(below, upperIsIncluded: false)]
    case .lessOrEqual: return [KeyRange(below)]
    case .greater: return [KeyRange(above, lowerIsIncluded: false)]
    case .greaterOrEqual: return [KeyRange(above)]
    }
  }
}

extension String {
  /// Below zero, zero or above, as texts are compared.
  fileprivate func order(byCodePointTo other: String) -> Int {
    let (x, y) = (unicodeScalars.map(\.value), other.unicodeScalars.map(\.value))
    return x == y ? 0 : x.lexicographicallyPrecedes(y) ? -1 : 1
  }
}
