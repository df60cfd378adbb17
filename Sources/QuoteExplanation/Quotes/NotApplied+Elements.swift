import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension NotAppliedReader {
  /// Elements that `min`, `max`, `first`, `last` and `join` leave out because their value is not
  /// given, at most forty a use.
  func elementsLeftOut() -> [NotApplied] {
    var found: [NotApplied] = []
    model.visitExpressions { expression in
      guard case .aggregate(let kind, let inner, let list, let condition) = expression.operation,
        kind.leavesOutWhatIsNotGiven, recording.isComputed(expression),
        recording.whyUnknown(list: list) == nil
      else { return }
      let elements = recording.elements(of: list, below: recording.booking)
      let leftOut = elements.lazy.filter { place in
        !recording.isUnknown(inner, at: place)
          && recording.value(of: inner, at: place) == .notGiven
          && condition.map { recording.value(of: $0, at: place).isTrue } ?? true
      }
      for place in leftOut.prefix(40) {
        let why = FaultMessage.missing(inner, recording, place) ?? "its value is not given"
        found.append(
          NotApplied(
            kind: .element, what: named(written(expression), place), why: "left out: \(why)",
            span: expression.span))
      }
    }
    return found
  }
}

extension PriceExpression.Aggregate {
  fileprivate var leavesOutWhatIsNotGiven: Bool {
    switch self {
    case .min, .max, .first, .last, .join: true
    case .sum, .any, .all, .count: false
    }
  }
}
