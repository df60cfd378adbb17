import QuoteLanguage
import QuoteSyntax

/// Lines for each element of a list whose amount counts all of the list's elements already, or
/// uses nothing of the element and counts another list.
struct ElementSlips {
  private let model: PriceModel
  private let names: SameValues

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ElementSlips(model: model, names: SameValues(of: model))
    return model.allLines.compactMap { slips.warning(of: $0) ?? slips.nothingOfElement($0) }
  }

  /// `for: extras` on a line that charges for persons and days: an amount for the booking, once
  /// for each extra. A price for each that is the same for all has no such factors.
  private func nothingOfElement(_ line: ModelLine) -> Diagnostic? {
    let list = line.grain.list
    guard list != .booking, line.place == .booking, line.steps == nil,
      case .amount(let amount) = line.effect, model.lists[list].made == nil,
      model.lists[list].groups == nil
    else { return nil }
    let parts = [amount, line.when, line.label].compactMap(\.self) + line.reasons
    guard parts.allSatisfy({ $0.grain == .booking }) else { return nil }
    let factors = factors(of: amount, 12)
    let counts = factors.filter { isCount($0, ofOtherThan: list) }
    guard let count = counts.first, counts.count > 1 || factors.contains(where: isCountOfBooking)
    else { return nil }
    return .nothingOfElement(
      line.name, model.lists[list].name, counting: counted(count), at: line.span,
      of: amount.span)
  }

  /// The factors of a product, those behind names included.
  private func factors(of value: PriceExpression, _ depth: Int) -> [PriceExpression] {
    guard depth > 0 else { return [] }
    switch value.operation {
    case .apply(.arithmetic(.multiply), let sides):
      return factors(of: sides[0], depth - 1) + factors(of: sides[1], depth - 1)
    case .apply(.round, let parts), .apply(.converted, let parts), .apply(.negate, let parts):
      return factors(of: parts[0], depth - 1)
    case .reference(.letValue(let index)): return factors(of: names.lets[index].value, depth - 1)
    case _: return [value]
    }
  }

  private func isCount(_ value: PriceExpression, ofOtherThan list: ListID) -> Bool {
    guard case .aggregate(.count, _, let other, _) = value.operation else { return false }
    return other != list && !model.lists.nests(list, other)
  }

  private func counted(_ value: PriceExpression) -> String {
    guard case .aggregate(_, _, let list, _) = value.operation else { return "" }
    return model.lists[list].name
  }

  /// A number of persons or things that the booking brings.
  private func isCountOfBooking(_ value: PriceExpression) -> Bool {
    guard case .reference(.field(let list, _)) = value.operation else { return false }
    return list == .booking && value.type.isCount
  }

  private func warning(of line: ModelLine) -> Diagnostic? {
    let list = line.grain.list
    guard list != .booking, case .amount(let amount) = line.effect else { return nil }
    var seen: Set<LetID> = []
    if let count = count(of: list, in: amount, &seen) {
      return .countedForEach(
        line.name, model.lists[list].name, at: count.span, of: amount.span)
    }
    // A condition may single one element out, with which all of them are paid.
    if let when = line.when, when.grain.list == list { return nil }
    return terms(of: amount).lazy.compactMap { self.summed($0, line) }.first
  }

  /// `€2 * sum(qty)` for each of those that have a `qty`.
  private func summed(_ term: PriceExpression, _ line: ModelLine) -> Diagnostic? {
    let list = line.grain.list
    let factors = factors(of: term, 12)
    let sums = factors.compactMap { factor -> PriceExpression? in
      guard case .aggregate(.sum, let each, list, nil) = factor.operation,
        case .quantity(let type) = each.type, type.numerator != .money, each.range.lower >= 0,
        each.grain.list == list
      else { return nil }
      return each
    }
    // A share of the sum is what an element's own part of it may be.
    guard sums.count == 1, let each = sums.first, !factors.contains(where: isShare) else {
      return nil
    }
    return .summedForEach(
      line.name, model.lists[list].name,
      own: model.sources.text(at: each.span).trimmedOfSpaces, at: term.span, of: line.span)
  }

  /// A number of the element that is no count, or a quotient.
  private func isShare(_ factor: PriceExpression) -> Bool {
    if case .apply(.arithmetic(.divide), _) = factor.operation { return true }
    guard factor.type.isPlainNumber, !factor.type.isCount else { return false }
    return factor.grain != .booking
  }

  /// What is added up, roundings aside.
  private func terms(of value: PriceExpression) -> [PriceExpression] {
    switch value.operation {
    case .apply(.arithmetic(let act), let sides) where act == .add || act == .subtract:
      return terms(of: sides[0]) + terms(of: sides[1])
    case .apply(.round, let parts), .apply(.converted, let parts), .apply(.negate, let parts):
      return terms(of: parts[0])
    case _: return [value]
    }
  }

  /// A factor that is how many elements the list has; `seen` are the names that were looked into.
  private func count(
    of list: ListID, in value: PriceExpression, _ seen: inout Set<LetID>
  ) -> PriceExpression? {
    switch value.operation {
    case .apply(.arithmetic(.multiply), let sides):
      return count(of: list, in: sides[0], &seen) ?? count(of: list, in: sides[1], &seen)
    case .apply(.round, let parts), .apply(.converted, let parts), .apply(.negate, let parts):
      return count(of: list, in: parts[0], &seen)
    case .reference(.letValue(let index)):
      guard seen.insert(index).inserted else { return nil }
      // Said where the name stands.
      return count(of: list, in: names.lets[index].value, &seen).map { _ in value }
    case .aggregate(.count, _, list, nil): return value
    case _: return nil
    }
  }
}
