import QuoteLanguage
import QuoteSyntax

/// Branches of an `if` that none before them leaves anything for: `if n >= 5 … else if n >= 10`.
///
/// Figures that have names may change, and the ranges of inputs, too: only what holds whatever they
/// are is said, of conditions as they are written, and not of the arguments of one call.
extension DeadConditions {
  /// So many branches before one are looked at, which is more than anybody writes by hand.
  private static let mostBranches = 64

  /// The branches that are never taken, of choices of which some are the rest of others.
  func deadBranches(_ choices: [PriceExpression]) -> [Diagnostic] {
    let rests = Set(choices.compactMap { Self.rest(of: $0)?.span })
    var told: Set<SourceSpan> = []
    return choices.filter { !rests.contains($0.span) }.flatMap(deadBranches)
      .filter { told.insert($0.primary.span).inserted }
  }

  private static func rest(of choice: PriceExpression) -> PriceExpression? {
    // What a function that is called there chooses is a chain of its own.
    guard case .conditional(_, _, let rest?) = choice.operation,
      case .conditional(let condition, _, _) = rest.operation,
      choice.span.encloses(condition.span)
    else { return nil }
    return rest
  }

  private func deadBranches(_ choice: PriceExpression) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var before: [PriceExpression] = []
    var choice: PriceExpression? = choice
    while let one = choice, case .conditional(let condition, _, _) = one.operation {
      if let covering = covering(condition, before.suffix(Self.mostBranches)),
        never(condition) == nil
      {
        found.append(deadBranch(condition, covering))
      } else if needless(condition) == nil {
        before += disjuncts(condition)
      }
      choice = Self.rest(of: one)
    }
    return found
  }

  /// Which conditions that do not hold leave nothing for another; nil where something is left.
  private func covering(
    _ condition: PriceExpression, _ failed: ArraySlice<PriceExpression>
  ) -> [PriceExpression]? {
    let parts = conjuncts(condition)
    let tests = parts.compactMap { written($0) }
    if let one = failed.first(where: { conjuncts($0).allSatisfy { isSure($0, parts, tests) } }) {
      return [one]
    }
    // Several may share what is left of one subject among them.
    for (index, test) in tests.enumerated() {
      var left: KeySet.Body? = test.holds
      for other in tests[..<index] where names.areSame(other.subject, test.subject) {
        left = left.flatMap { Self.common($0, other.holds) }
      }
      var covering: [PriceExpression] = []
      for other in failed {
        guard let earlier = written(other), names.areSame(earlier.subject, test.subject),
          let fails = fails(earlier), let rest = left.flatMap({ Self.common($0, fails) })
        else { continue }
        left = rest
        covering.append(other)
      }
      if !covering.isEmpty, let left, isNothing(left, of: test.subject) { return covering }
    }
    return nil
  }

  /// Whether a condition holds wherever others do.
  private func isSure(
    _ condition: PriceExpression, _ parts: [PriceExpression], _ tests: [Test]
  ) -> Bool {
    let text = model.sources.text(at: condition.span).trimmedOfSpaces.utf8
    if parts.contains(where: {
      model.sources.text(at: $0.span).trimmedOfSpaces.utf8.elementsEqual(text)
        && names.areSame($0, condition)
    }) {
      return true
    }
    guard let test = written(condition), var left = fails(test) else { return false }
    for other in tests where names.areSame(other.subject, test.subject) {
      guard let both = Self.common(left, other.holds) else { return false }
      left = both
    }
    return isNothing(left, of: test.subject)
  }

  /// A test of what is written where it is, against figures that are: an argument of a function is
  /// another value in each call.
  private func written(_ condition: PriceExpression) -> Test? {
    guard let test = test(condition), !test.isNamed, test.subject.type != .flag,
      condition.span.encloses(test.subject.span)
    else { return nil }
    let figures: String
    switch condition.operation {
    case .apply(.compare, let sides):
      guard let figure = sides.first(where: {
        if case .constant = names.resolved($0).operation { true } else { false }
      }), condition.span.encloses(figure.span) else { return nil }
      figures = model.sources.text(at: figure.span)
    case _:
      let text = model.sources.text(at: condition.span)
      figures = text.ranges(of: " in ").last.map { String(text[$0.upperBound...]) } ?? text
    }
    // Binary rules tell spellings of a word apart that are one word here.
    guard !model.arithmetic.isBinary || figures.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return Self.isLiteral(figures) ? test : nil
  }

  /// Whether figures and words in quotation marks are all that a text has; the parameter of a
  /// function is something else in each call.
  private static func isLiteral(_ text: String) -> Bool {
    let rest = text.replacing(kept(/"[^"]*"/), with: "")
      .replacing(kept(/[A-Z]{3} (?=\d)/), with: "").replacing(
        kept(/\d[\d.]*\s*[A-Za-z_]+/), with: "")
    return !rest.contains(where: \.isLetter)
  }

  private func fails(_ test: Test) -> KeySet.Body? {
    if let fails = test.fails { return fails }
    switch (test.holds, test.subject.type) {
    case (.words(let words, let negated), _): return .words(words, negated: !negated)
    case (.indices(let held), .choice(let words)):
      return .indices(Set(words.indices).subtracting(held))
    case (.indices(let held), .weekday): return .indices(Set(1...7).subtracting(held))
    case _: return nil
    }
  }

  private static func common(_ a: KeySet.Body, _ b: KeySet.Body) -> KeySet.Body? {
    KeySet(a, matchesNotGiven: false).intersection(KeySet(b, matchesNotGiven: false))?.body
  }

  private func isNothing(_ body: KeySet.Body, of subject: PriceExpression) -> Bool {
    isNothing(body, within: KeyRange(.unbounded), of: subject)
  }

  // MARK: - Telling

  private func deadBranch(
    _ condition: PriceExpression, _ covering: [PriceExpression]
  ) -> Diagnostic {
    let text = model.sources.text(at: condition.span).trimmedOfSpaces
    let parts = conjuncts(condition)
    return .deadBranch(
      at: condition.span, taken: covering.map(\.span),
      isRepeated: covering.contains {
        model.sources.text(at: $0.span).trimmedOfSpaces == text
      },
      example: parts.count == 1 ? test(condition).flatMap(example) : nil)
  }

  /// A value for which a test holds, `n = 10`.
  private func example(_ test: Test) -> String? {
    let name = model.sources.text(at: test.subject.span).trimmedOfSpaces
    switch test.holds {
    // A flag says it by itself.
    case .indices where test.subject.type == .flag: return nil
    case .indices(let indices):
      return indices.min().map { "\(name) = \(ExampleText.index($0, of: test.subject.type))" }
    case .words(let words, negated: false):
      return words.min().map { "\(name) = \"\($0)\"" }
    case .ranges(let ranges):
      guard let possible = KeyDomain.possible(test.subject),
        case .ranges(let inside)? = Self.common(.ranges(ranges), .ranges([possible])),
        let step = KeyDomain.step(of: test.subject)
      else { return nil }
      return inside.lazy.compactMap { KeyDomain.steps($0, step) }.first.map { steps in
        let nearest = steps.0 > -(1 << 61) ? steps.0 : steps.1
        return "\(name) = \(ExampleText.value(Ratio(nearest) * step, of: test.subject))"
      }
    case .everything, .words, .textRanges, .areas: return nil
    }
  }
}
