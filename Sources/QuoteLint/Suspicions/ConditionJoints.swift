import QuoteLanguage
import QuoteSyntax

/// How the comparisons of a model stand together: what is one side of an `or`, and which follow
/// each other in an `if`.
struct ConditionJoints {
  /// What stands on a side of an `or`.
  private(set) var alternatives: Set<SourceSpan> = []
  /// Comparisons that stand alone on both sides of something: `x < 2 or x > 2` is all but 2, and in
  /// `if x < 2 then … else if x > 2 then … else …` the last part is for 2, unless it costs nothing.
  /// What an `if` leaves out may also have a `default`, or be asked for by `is not given`.
  private var apart: Set<SourceSpan> = []
  /// Conditions one after the other in `if … then … else if … then … else $0`, where what is left
  /// costs nothing.
  private var chains: Set<[SourceSpan]> = []

  init(of model: PriceModel, _ names: SameValues) {
    model.visitExpressions { value in
      switch value.operation {
      case .or(let a, let b):
        alternatives.formUnion([a, b].map { names.resolved($0).span })
      case .conditional(let first, _, let otherwise?):
        guard case .conditional(let second, _, let last) = otherwise.operation else { return }
        let both = [first, second].map(names.resolved)
        if last.map(names.isZero) ?? true {
          chains.insert(both.map(\.span))
        } else if both.allSatisfy(\.isComparison) {
          apart.formUnion(both.map(\.span))
        }
      case .defaulting(let chain, let other) where !names.isZero(other):
        apart.formUnion(Self.comparisons(in: chain, names))
      case .isGiven(let chain): apart.formUnion(Self.comparisons(in: chain, names))
      case _: return
      }
    }
    apart.formUnion(alternatives)
  }

  func areChain(_ one: SourceSpan, _ other: SourceSpan) -> Bool {
    chains.contains([one, other]) || chains.contains([other, one])
  }

  func areApart(_ one: SourceSpan, _ other: SourceSpan) -> Bool {
    apart.contains(one) && apart.contains(other)
  }

  func isApart(_ one: SourceSpan, _ other: SourceSpan) -> Bool {
    apart.contains(one) || apart.contains(other)
  }

  /// What an `if` asks for that may leave something out.
  private static func comparisons(
    in value: PriceExpression, _ names: SameValues
  ) -> Set<SourceSpan> {
    var found: Set<SourceSpan> = []
    var left: PriceExpression? = names.resolved(value)
    while let value = left, case .conditional(let condition, _, let otherwise) = value.operation {
      names.visit(condition) { part in
        let part = names.resolved(part)
        if part.isComparison { found.insert(part.span) }
        return part.type == .flag
      }
      left = otherwise.map(names.resolved)
    }
    return found
  }
}

extension PriceExpression {
  /// Whether it compares with a figure, or with a range of them, or denies such a thing.
  var isComparison: Bool {
    switch operation {
    case .apply(.compare, _), .apply(.within, _): true
    case .apply(.not, let parts): parts[0].isComparison
    case _: false
    }
  }
}
