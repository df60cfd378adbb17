import QuoteLanguage
import QuoteSyntax

/// Lines that add what is in the quote already, or a figure, whichever is less or more: the figure
/// was to be the least or the most that the quote comes to, or the least of a line.
struct BoundSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues
  /// Members of groups that take one of them, which are not in the quote for sure.
  private let apart: Set<Int>
  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    apart = model.linesOfWhichOneCounts
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = BoundSlips(model)
    return Array(model.allLines.compactMap(slips.warning).prefix(most))
  }

  private func text(_ value: PriceExpression) -> String { text(value.span) }

  /// Under a condition, what stands above may well be doubled.
  private func warning(of line: ModelLine) -> Diagnostic? {
    guard line.when == nil, line.grain == .booking, !apart.contains(line.id),
      case .amount(let amount) = line.effect,
      let (price, bound, isLeast) = bounded(amount.unrounded)
    else { return nil }
    // At most so much of a line may well be meant beside it.
    if isLeast, !price.isSubtotal { return nil }
    let call = "\(isLeast ? "min" : "max")(\(text(price)), \(text(bound)))"
    return .boundAndPriceAdded(
      line, text(price), text(bound), isLeast: isLeast, isSubtotal: price.isSubtotal,
      written: text(amount), instead: text(amount).replacing(text(amount.unrounded), with: call),
      at: amount.span)
  }

  private typealias Bounded = (price: PriceExpression, bound: PriceExpression, isLeast: Bool)

  /// `min(subtotal, €50)`, `max(base, €50)`, `if base < €50 then €50 else base`: what is
  /// in the quote, the bound, and whether the lesser of them is taken.
  private func bounded(_ value: PriceExpression) -> Bounded? {
    guard let (isLeast, parts) = names.chosen(in: value), parts.count == 2 else { return nil }
    for (price, bound) in [(parts[0], parts[1]), (parts[1], parts[0])]
    where isInQuote(price) && isBound(bound) {
      // The greater of the subtotal and something is told of by itself.
      return value.isExtreme && price.isSubtotal && !isLeast ? nil : (price, bound, isLeast)
    }
    return nil
  }

  private func isInQuote(_ value: PriceExpression) -> Bool {
    guard case .reference(let reference) = value.unrounded.operation else { return false }
    switch reference {
    case .running: return true
    case .lineAmount(let id), .lineSum(let id): return !apart.contains(id)
    case .field, .element, .letValue, .subtotal, .carried, .total, .lineReasons: return false
    }
  }

  /// What a booking brings is hardly a bound, but an amount of its own.
  private func isBound(_ value: PriceExpression) -> Bool {
    switch names.resolved(value).operation {
    case .constant(.quantity(let figure)): figure > 0
    case _: false
    }
  }
}

extension Diagnostic {
  static func boundAndPriceAdded(
    _ line: ModelLine, _ price: String, _ bound: String, isLeast: Bool, isSubtotal: Bool,
    written: String, instead: String, at span: SourceSpan
  ) -> Diagnostic {
    let kind = isLeast ? "at most" : "at least"
    return Diagnostic(
      "added-again", severity: .warning,
      "`\(line.name)` adds `\(price)` once more, or `\(bound)` in its place",
      at: Label(span, "an `amount` is added to what is above, and `\(price)` is in it already"),
      help: [
        isSubtotal
          ? "for a subtotal of \(kind) `\(bound)`, write `becomes: \(instead)`"
          : "to charge at least `\(bound)` for `\(price)`, write `amount: \(instead) - \(price)`",
        "if as much again is meant, write `100% * "
          + (written.hasPrefix("if ") ? "(\(written))`" : "\(written)`"),
      ])
  }
}

extension PriceModel {
  /// Members of groups that take the least or the greatest of them.
  var linesOfWhichOneCounts: Set<Int> {
    allLines.reduce(into: []) { found, line in
      guard case .members(let members, let take) = line.effect, take == .lowest || take == .highest
      else { return }
      found.formUnion(members.flatMap(\.selfAndMembers).map(\.id))
    }
  }
}
