import QuoteLanguage
import QuoteSyntax

/// Declines whose reason is empty, or may be: nobody is told why there is no price. A line may well
/// have a reason in some bookings alone, but hardly one that is always empty.
struct EmptyReasons {
  private let model: PriceModel
  /// Inputs that this decline asks, or one above it, which then has a reason of its own.
  private let asked: Set<PriceExpression.Reference>
  /// Whether it has to be empty in every booking.
  private let isAlways: Bool
  /// What was found out of names, which may be made of names many times over.
  private var known: [LetID: Bool] = [:]

  private init(
    _ model: PriceModel, _ asked: Set<PriceExpression.Reference> = [], isAlways: Bool = false
  ) {
    self.model = model
    self.asked = asked
    self.isAlways = isAlways
  }

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    var ofLines = EmptyReasons(model, isAlways: true)
    let empty = model.allLines.flatMap { line in
      line.reasons.filter { ofLines.isEmpty($0) }.map {
        Diagnostic.emptyReason(of: line.name, at: $0.span)
      }
    }
    var asked: Set<PriceExpression.Reference> = []
    return empty + model.declines.compactMap { decline in
      asked.formUnion(model.inputs(of: decline.when))
      var reasons = EmptyReasons(model, asked)
      return reasons.isEmpty(decline.reason) ? .emptyReason(at: decline.reason.span) : nil
    }
  }

  /// Whether nothing is printed but blanks, or what may be nothing by its default, in a branch or
  /// in a table's cell. What hangs on an input that is asked, too, may be left out by that.
  private mutating func isEmpty(_ text: PriceExpression) -> Bool {
    switch text.operation {
    case .constant(.text(let words)): return words.allSatisfy(\.isWhitespace)
    case .defaulting(let inner, let instead):
      let parts = [isEmpty(instead), isEmpty(inner)]
      return isAlways ? parts == [true, true] : parts.contains(true)
    case .apply(.template, let parts): return areEmpty(parts)
    case .apply(.text(.left(0)), _), .apply(.text(.right(0)), _): return true
    case .apply(.text(let function), let parts) where function.keepsNothing:
      return isEmpty(parts[0])
    case .reference(.letValue(let index)):
      if let found = known[index] { return found }
      let found = isEmpty(model.lets[index].value)
      known[index] = found
      return found
    case .conditional(let condition, let then, let otherwise?):
      if let holds = decided(condition) { return isEmpty(holds ? then : otherwise) }
      let branches = [isEmpty(then), isEmpty(otherwise)]
      return branches == [true, true] || branches.contains(true) && mayBe(condition)
    case .lookup(let table, let column, let keys):
      let cells = model.tables[table].rows.compactMap { $0.values[column] }
      let empty = cells.filter { isEmpty($0) }
      return !empty.isEmpty && (empty.count == cells.count || keys.allSatisfy(mayBe))
    case .constant, .reference, .apply, .and, .or, .isGiven, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .isFound, .graduated, .texts:
      return false
    }
  }

  private mutating func areEmpty(_ parts: [PriceExpression]) -> Bool {
    for part in parts where !isEmpty(part) { return false }
    return true
  }

  private func mayBe(_ chosen: PriceExpression) -> Bool {
    !isAlways && asked.isDisjoint(with: model.inputs(of: chosen))
  }

  /// What a comparison comes to in every booking; nil where that is not known.
  private func decided(_ condition: PriceExpression) -> Bool? {
    guard case .apply(.compare(let comparison), let sides) = condition.operation,
      sides.allSatisfy({ $0.type.isQuantity })
    else { return nil }
    return sides[0].range.compares(comparison, sides[1].range)
  }
}

extension TextFunction {
  /// Whether it makes nothing of a text that is nothing but blanks.
  fileprivate var keepsNothing: Bool {
    switch self {
    case .lower, .upper, .trim, .withoutSpaces, .left, .right: true
    case _: false
    }
  }
}
