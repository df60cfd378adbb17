/// Lines for each element of a list whose amount counts all of the list's elements already.
struct ElementSlips {
  private let model: PriceModel
  private let names: SameValues

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = ElementSlips(model: model, names: SameValues(of: model))
    return model.allLines.compactMap(slips.warning)
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
