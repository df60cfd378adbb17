import QuoteLanguage
import QuoteSyntax

/// Conditions that hold for no booking, or for every one, as far as the ranges of inputs tell.
///
/// Only what is certain is said, and only of what comes from inputs alone: that a figure or a
/// row of today makes a condition idle is what switches are for.
struct DeadConditions {
  let model: PriceModel
  let names: SameValues
  private let conditions: KeyConditions
  private var warnings: [Diagnostic] = []
  private static let mostWarnings = 20

  /// A comparison of one value with a constant, or its place in ranges or among words.
  struct Test {
    var subject: PriceExpression
    var holds: KeySet.Body
    var fails: KeySet.Body?
    /// Whether the other side is a figure, which has a name and may change.
    var isNamed = false
    var span: SourceSpan
  }

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    conditions = KeyConditions(
      names: names, keys: [], domains: [], isBinary: model.arithmetic.isBinary)
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var dead = DeadConditions(model)
    for line in model.allLines {
      dead.judge(line.when)
      // An overlay or a setting may switch a line on, and an overlay may have a line anew.
      if let when = line.when, case .constant(.flag(true)) = when.operation,
        when.span.file == line.span.file, line.span.file == 0
      {
        dead.warnings.append(.alwaysTrue(at: when.span))
      }
    }
    for decline in model.declines { dead.judge(decline.when) }
    for list in model.lists {
      dead.judge(list.keep)
      for extra in list.extras { dead.judge(extra.condition) }
    }
    for value in model.lets where value.value.type == .flag { dead.judge(value.value) }
    for output in model.outputs {
      if case .value(let value) = output.body, value.type == .flag { dead.walk(value) }
    }
    var inner: [PriceExpression] = []
    var choices: [PriceExpression] = []
    model.visitExpressions { expression in
      switch expression.operation {
      case .conditional(let condition, _, _):
        inner.append(condition)
        choices.append(expression)
      case .aggregate(.any, let condition, _, let filter):
        inner += [condition] + (filter.map { [$0] } ?? [])
      case .aggregate(_, _, _, let filter?): inner.append(filter)
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .extreme, .aggregate,
        .sumBefore, .split, .neighbour, .steps, .lookup,
        .isFound, .graduated, .texts:
        break
      }
    }
    for condition in inner { dead.judge(condition) }
    dead.warnings += dead.deadBranches(choices) + dead.deadValues
    return Array(dead.warnings.prefix(mostWarnings))
  }

  // MARK: - Judging

  private mutating func judge(_ condition: PriceExpression?) {
    guard let condition else { return }
    if case .defaulting(let asked, _) = condition.operation { return judge(asked, whenGiven: true) }
    judge(condition, whenGiven: false)
  }

  /// `whenGiven`: whether something else is said for bookings without what is asked about.
  private mutating func judge(_ condition: PriceExpression, whenGiven: Bool) {
    if let always = needless(condition, whenGiven: whenGiven) {
      warnings.append(always)
    } else {
      walk(condition)
    }
  }

  /// The smallest parts without which the condition would hold no less often.
  private mutating func walk(_ condition: PriceExpression) {
    if let warning = never(condition) {
      warnings.append(warning)
      return
    }
    if case .or = condition.operation {
      // Values that were written elsewhere are compared one by one where the list stands.
      let values = disjuncts(condition)
      if values.allSatisfy({ $0.span == condition.span }) {
        warnings += values.compactMap(neverMet)
        return
      }
    }
    switch condition.operation {
    case .and, .or: for part in condition.parts { walk(part) }
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      break
    }
  }

  func never(_ condition: PriceExpression) -> Diagnostic? {
    if case .and = condition.operation {
      let parts = conjuncts(condition)
      for part in parts {
        if let warning = never(part) { return warning }
      }
      return contradiction(parts.compactMap(test))
    }
    guard let test = test(condition), case .ranges(let ranges) = test.holds,
      let possible = KeyDomain.possible(test.subject),
      isNothing(.ranges(ranges), within: possible, of: test.subject)
    else { return nil }
    return .deadCondition(
      of: test.subject, model.sources.text(at: test.subject.span), in: possible.interval,
      at: test.span)
  }

  /// A value of a list that what is looked for in it never is; the others may well be met.
  private func neverMet(_ comparison: PriceExpression) -> Diagnostic? {
    guard never(comparison) != nil, let test = test(comparison),
      case .apply(.compare(.equal), let sides) = comparison.operation,
      let possible = KeyDomain.possible(test.subject)
    else { return nil }
    let value = sides[0] === test.subject ? sides[1] : sides[0]
    return .neverMet(
      model.sources.text(at: value.span).trimmedOfSpaces, of: test.subject,
      model.sources.text(at: test.subject.span), in: possible.interval, at: value.span)
  }

  func conjuncts(_ condition: PriceExpression) -> [PriceExpression] {
    guard case .and(let a, let b) = condition.operation else { return [condition] }
    return conjuncts(a) + conjuncts(b)
  }

  /// Finds a contradiction among tests all of which must hold, none of them dead by itself.
  private func contradiction(_ tests: [Test]) -> Diagnostic? {
    for (index, test) in tests.enumerated() {
      var common = test.holds
      for other in tests[..<index].reversed() where names.areSame(test.subject, other.subject) {
        guard
          let both = KeySet(common, matchesNotGiven: false)
            .intersection(KeySet(other.holds, matchesNotGiven: false))?.body
        else { continue }
        common = both
        let possible = KeyDomain.possible(test.subject) ?? KeyRange(.unbounded)
        if isNothing(common, within: possible, of: test.subject) {
          return .contradiction(
            test.span, other.span, model.sources.text(at: test.subject.span),
            orHolds: isOneSure(test, other))
        }
      }
    }
    return nil
  }

  /// Whether one of two tests of one subject holds, whatever it is.
  private func isOneSure(_ test: Test, _ other: Test) -> Bool {
    guard let fails = test.fails, let others = other.fails else { return false }
    return excludes(fails, others, of: test.subject)
  }

  /// Whether no value of a subject is in both of two sets.
  private func excludes(
    _ set: KeySet.Body, _ other: KeySet.Body, of subject: PriceExpression
  ) -> Bool {
    guard
      let both = KeySet(set, matchesNotGiven: false)
        .intersection(KeySet(other, matchesNotGiven: false))?.body
    else { return false }
    return isNothing(
      both, within: KeyDomain.possible(subject) ?? KeyRange(.unbounded), of: subject)
  }

  func disjuncts(_ condition: PriceExpression) -> [PriceExpression] {
    var parts: [PriceExpression] = []
    func gather(_ condition: PriceExpression) {
      guard case .or(let a, let b) = condition.operation else { return parts.append(condition) }
      gather(a)
      gather(b)
    }
    gather(condition)
    return parts
  }

  /// Two parts that exclude each other are looked for among so many; longer lists are written down
  /// and not thought out.
  private static let mostDisjuncts = 64

  /// Two parts of which one holds, whatever their subject is: `x != a or x != b`.
  private func oneHolds(_ condition: PriceExpression) -> Diagnostic? {
    let tests = disjuncts(condition).prefix(Self.mostDisjuncts).compactMap(test)
    for (index, test) in tests.enumerated() {
      for other in tests[..<index] where names.areSame(test.subject, other.subject) {
        guard isOneSure(test, other) else { continue }
        return .oneHolds(
          test.span, other.span, model.sources.text(at: test.subject.span),
          andHolds: !excludes(test.holds, other.holds, of: test.subject))
      }
    }
    return nil
  }

  func needless(_ condition: PriceExpression, whenGiven: Bool = false) -> Diagnostic? {
    if case .or = condition.operation { return oneHolds(condition) }
    guard let test = test(condition), !test.isNamed, whenGiven || !test.subject.isOptional,
      case .ranges(let fails)? = test.fails, let possible = KeyDomain.possible(test.subject),
      isNothing(.ranges(fails), within: possible, of: test.subject)
    else { return nil }
    return .needlessCondition(
      of: test.subject, model.sources.text(at: test.subject.span), in: possible.interval,
      whenGiven: whenGiven, at: test.span)
  }

  func isNothing(
    _ body: KeySet.Body, within possible: KeyRange, of subject: PriceExpression
  ) -> Bool {
    switch body {
    case .indices(let indices): return indices.isEmpty
    case .words(let words, let negated): return words.isEmpty && !negated
    case .ranges(let ranges):
      let inside = KeySet(.ranges(ranges), matchesNotGiven: false)
        .intersection(KeySet(.ranges([possible]), matchesNotGiven: false))
      guard case .ranges(let left)? = inside?.body else { return false }
      return left.allSatisfy { range in
        if let step = KeyDomain.step(of: subject) { return KeyDomain.steps(range, step) == nil }
        let (lower, upper) = KeyDomain.cuts(range)
        return !(lower < upper)
      }
    case .everything, .textRanges, .areas: return false
    }
  }

  // MARK: - Tests

  func test(_ condition: PriceExpression) -> Test? {
    switch condition.operation {
    case .apply(.compare(let comparison), let sides):
      let (a, b) = (sides[0], sides[1])
      return test(a, comparison, other: b, at: condition.span)
        ?? test(b, comparison.turned, other: a, at: condition.span)
    case .apply(.within(let set), let parts):
      guard isOfInputs(parts[0]) else { return nil }
      var test = Test(subject: parts[0], holds: set.body, span: condition.span)
      if case .ranges(let ranges) = set.body {
        test.fails = .ranges(KeySet.complement(of: ranges))
      }
      return test
    case .reference(.field) where condition.type == .flag && !condition.isOptional:
      return Test(
        subject: condition, holds: .indices([1]), fails: .indices([0]), span: condition.span)
    case .apply(.not, let parts):
      guard case .reference(.field) = parts[0].operation, let flag = test(parts[0]) else {
        return nil
      }
      return Test(
        subject: flag.subject, holds: .indices([0]), fails: .indices([1]), span: condition.span)
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return nil
    }
  }

  private func test(
    _ subject: PriceExpression, _ comparison: PriceExpression.Comparison,
    other: PriceExpression, at span: SourceSpan
  ) -> Test? {
    let figure = names.resolved(other)
    guard case .constant(let constant) = figure.operation, isOfInputs(subject),
      let sets = conditions.sets(subject, comparison, constant: constant, figure: figure)
    else { return nil }
    var isNamed = false
    if case .reference = other.operation { isNamed = true }
    // A figure of zero switches off what is held against it.
    if isNamed, figure.range.lower.isZero, figure.range.upper.isZero { return nil }
    return Test(
      subject: subject, holds: sets.holds, fails: sets.fails, isNamed: isNamed, span: span)
  }

  /// Whether a value is computed from inputs, numbers written in place and nothing else.
  private func isOfInputs(_ value: PriceExpression) -> Bool {
    var hasInput = false
    return isOfInputs(value, &hasInput, 16) && hasInput
  }

  private func isOfInputs(
    _ value: PriceExpression, _ hasInput: inout Bool, _ depth: Int
  ) -> Bool {
    guard depth > 0 else { return false }
    switch value.operation {
    case .constant: return true
    case .reference(.field), .reference(.element):
      hasInput = true
      return true
    case .reference(.letValue(let index)):
      let value = model.lets[index].value
      if case .constant = value.operation { return false }
      return isOfInputs(value, &hasInput, depth - 1)
    case .apply(.template, _): return false
    case .apply where value.type == .flag: return false
    case .apply, .extreme, .defaulting:
      return value.parts.allSatisfy { isOfInputs($0, &hasInput, depth - 1) }
    case .aggregate(_, let part, _, _):
      hasInput = true
      return isOfInputs(part, &hasInput, depth - 1)
    case .reference, .and, .or, .isGiven, .conditional, .sumBefore, .split,
      .neighbour, .steps, .lookup, .isFound,
      .graduated, .texts:
      return false
    }
  }
}
