import QuoteSyntax

/// Keys that are computed from one value that is no key of the table: where `month(on)` is 2,
/// `day(on)` is not 31, and `kg * 1.1 + 2 kg` of whole kilograms is 3.1 kg or 4.2 kg.
extension KeyConditions {
  /// What a key comes to.
  private enum Outcome: Hashable {
    case number(Ratio)
    case word(String)
    case flag(Bool)
  }

  /// More values are not gone through, nor more of which one key tells apart.
  private static let mostDays: Int128 = 20_000
  private static let mostOutcomes = 128
  private static let mostMade = 512

  /// Where two keys are what no one value makes of both.
  var apart: KeyRegion {
    guard !isBinary else { return .nothing }
    var region = KeyRegion.nothing
    for column in keys.indices {
      for other in keys.indices.prefix(column) {
        guard let origin = origin(of: keys[column], and: keys[other]) else { continue }
        region = region.union(apart(column, other, from: origin))
      }
    }
    return region
  }

  /// The value that both are made from: the largest part that they have in common.
  private func origin(of a: PriceExpression, and b: PriceExpression) -> PriceExpression? {
    func parts(of value: PriceExpression) -> [PriceExpression] {
      let value = names.resolved(value)
      return [value] + value.parts.flatMap(parts)
    }
    guard names.haveOneInput(a, b), names.isMade(a), names.isMade(b), !names.isBoundless(a),
      !names.isBoundless(b)
    else { return nil }
    let others = parts(of: b)
    return parts(of: a).first { part in
      switch part.operation {
      case .constant: false
      case _: others.contains { names.areSame($0, part) }
      }
    }
  }

  private func apart(_ a: Int, _ b: Int, from origin: PriceExpression) -> KeyRegion {
    guard let values = values(of: origin, [keys[a], keys[b]]),
      let first = names.size(of: keys[a]), let second = names.size(of: keys[b]),
      Int128(values.counts.count) * Int128(first + second) < Self.mostSteps
    else { return .nothing }
    var pairs: [[Outcome]] = []
    var seen: Set<[Outcome]> = []
    for count in values.counts {
      let size = Ratio(count) * values.step
      guard let x = outcome(keys[a], where: origin, is: size),
        let y = outcome(keys[b], where: origin, is: size)
      else { return .nothing }
      if seen.insert([x, y]).inserted { pairs.append([x, y]) }
    }
    // Told by the one that comes to less.
    let isTurned = Set(pairs.map { $0[1] }).count < Set(pairs.map { $0[0] }).count
    let (one, other) = isTurned ? (1, 0) : (0, 1)
    let together = Dictionary(grouping: pairs) { $0[one] }
    guard together.count <= Self.mostOutcomes else { return .nothing }
    let columns = [a, b]
    var told: Set<Outcome> = []
    return KeyRegion(
      boxes: pairs.map { $0[one] }.filter { told.insert($0).inserted }.compactMap { outcome in
        let beside = Set(together[outcome, default: []].map { $0[other] })
        guard let own = set([outcome], as: keys[columns[one]].type, others: false),
          let rest = set(beside, as: keys[columns[other]].type, others: true)
        else { return nil }
        return [
          columns[one]: KeySet(own, matchesNotGiven: false),
          columns[other]: KeySet(rest, matchesNotGiven: true),
        ]
      })
  }

  /// All values from which keys are made, counted in steps. Where days have no end, 28 years have
  /// all that does not hang on the year.
  private func values(
    of origin: PriceExpression, _ keys: [PriceExpression]
  ) -> (step: Ratio, counts: ClosedRange<Int128>)? {
    for case let step? in [KeyDomain.step(of: origin), stepOfRoundings(keys, of: origin)] {
      if origin.range.isFinite, let first = (origin.range.lower / step).floor,
        let last = (origin.range.upper / step).ceiling, last - first < Self.mostDays
      {
        return (step, first...last)
      }
    }
    guard origin.type == .date, !keys.contains(where: { hangsOnYear($0, origin) }) else {
      return nil
    }
    return (1, 10_957...21_183)
  }

  /// What a value of small steps or of none may go by where each key only rounds it: the keys
  /// change at halves of what they are rounded to alone, so one value between two of these stands
  /// for all.
  private func stepOfRoundings(_ keys: [PriceExpression], of origin: PriceExpression) -> Ratio? {
    var common: Ratio?
    for key in keys {
      guard case .apply(.round(let step, _), let parts) = names.resolved(key).operation,
        names.areSame(parts[0], origin)
      else { return nil }
      common = common.map { Ratio.commonQuantum($0, step) } ?? step
    }
    return common.map { $0 / 4 }
  }

  // MARK: - One key

  /// Where a key is none of the numbers that its formula makes of its input.
  package var unmade: KeyRegion {
    keys.indices.reduce(KeyRegion.nothing) { region, column in
      guard let numbers = numbersMade(of: keys[column]) else { return region }
      let made = KeySet.ascending(numbers.map { KeyRange(Interval(point: $0)) })
      let others = KeySet(.ranges(KeySet.complement(of: made)), matchesNotGiven: false)
      return region.union(KeyRegion(columns: [column], in: others))
    }
  }

  /// The numbers that a formula over one input can come to, ascending; nil where that is not
  /// known, or they are many.
  func numbersMade(of key: PriceExpression) -> [Ratio]? {
    guard !isBinary, key.type.isQuantity, names.isMadeOfOne(key), !names.isBoundless(key),
      let origin = names.firstInput(of: key), let values = values(of: origin, [key]),
      values.counts.count <= Self.mostMade
    else { return nil }
    var numbers: Set<Ratio> = []
    for count in values.counts {
      let size = Ratio(count) * values.step
      guard let number = number(key, where: origin, is: size) else { return nil }
      numbers.insert(number)
    }
    return numbers.sorted()
  }

  private func hangsOnYear(_ value: PriceExpression, _ origin: PriceExpression) -> Bool {
    if names.areSame(value, origin) { return true }
    let value = names.resolved(value)
    switch value.operation {
    case .constant: return false
    case .apply(.date(let function), let parts) where names.areSame(parts[0], origin):
      switch function {
      case .weekdayOfDate, .month, .day: return false
      case _: return true
      }
    case .apply(.printed(let pattern?), let parts) where names.areSame(parts[0], origin):
      return DatePattern(pattern).text(ofDay: 0) == nil || DatePattern(pattern).hasYear
    case _: return value.parts.contains { hangsOnYear($0, origin) }
    }
  }

  // MARK: - What keys come to

  private func outcome(
    _ value: PriceExpression, where origin: PriceExpression, is size: Ratio
  ) -> Outcome? {
    let value = names.resolved(value)
    switch (value.type, value.operation) {
    case (.text, .constant(.text(let word))): return word.isComposed ? .word(word) : nil
    case (.text, .apply(.printed(let pattern?), let parts)):
      guard parts.count == 1, parts[0].type == .date,
        let day = number(parts[0], where: origin, is: size)?.floor.flatMap(Int32.init(exactly:))
      else { return nil }
      return DatePattern(pattern).text(ofDay: day).map(Outcome.word)
    case (.text, .conditional(let condition, let then, let otherwise?)):
      guard let holds = holds(condition, where: origin, is: size) else { return nil }
      return outcome(holds ? then : otherwise, where: origin, is: size)
    case (.flag, _): return holds(value, where: origin, is: size).map(Outcome.flag)
    case (.text, _), (.choice, _), (.point, _), (.texts, _), (.invalid, _), (.instant, _):
      return nil
    case (.quantity, _), (.date, _), (.time, _), (.weekday, _):
      return number(value, where: origin, is: size).map(Outcome.number)
    }
  }

  /// Keys that come to one of these, or to none of them.
  private func set(_ all: Set<Outcome>, as type: ValueType, others: Bool) -> KeySet.Body? {
    var (numbers, words, flags): ([Ratio], Set<String>, Set<Int>) = ([], [], [])
    for outcome in all {
      switch outcome {
      case .number(let number): numbers.append(number)
      case .word(let word): words.insert(word)
      case .flag(let flag): flags.insert(flag ? 1 : 0)
      }
    }
    switch type {
    case .flag: return .indices(others ? Set(0...1).subtracting(flags) : flags)
    case .text: return .words(words, negated: others)
    case .weekday:
      let days = Set(numbers.compactMap { $0.floor.map(Int.init) })
      return .indices(others ? Set(1...7).subtracting(days) : days)
    case .quantity, .date, .time:
      let ranges = KeySet.ascending(numbers.map { KeyRange(Interval(point: $0)) })
      return .ranges(others ? KeySet.complement(of: ranges) : ranges)
    case .choice, .instant, .point, .texts, .invalid: return nil
    }
  }
}
