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
    guard line.grain.list != .booking, case .amount(let amount) = line.effect,
      case var seen = Set<LetID>(), let count = count(of: line.grain.list, in: amount, &seen)
    else { return nil }
    return .countedForEach(
      line.name, model.lists[line.grain.list].name, at: count.span, of: amount.span)
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
