import QuoteLanguage
import QuoteSyntax

/// Groups of a list that is itself inside of elements, where nothing of the outer element is used:
/// groups of the booking may be meant, and these are made in each element for itself.
struct InnerGroups {
  private let model: PriceModel
  private let groups: ListID
  private let around: ListID

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    model.lists.indices.compactMap { list -> Diagnostic? in
      guard let groups = model.lists[list].groups, let around = model.lists[list].parent,
        around != .booking
      else { return nil }
      let inner = InnerGroups(model: model, groups: list, around: around)
      guard inner.isUsed, !inner.isMeant else { return nil }
      return .innerGroups(
        model.lists[list].name, of: model.lists[groups.list].name,
        in: model.lists[around].name, at: model.lists[list].span)
    }
  }

  /// Whether something stands for each of the groups, or counts them.
  private var isUsed: Bool {
    var isUsed = false
    model.visitExpressions { value in
      if isOfGroup(value), !isKey(value) { isUsed = true }
    }
    return isUsed
  }

  /// Whether something stands in one of the outer elements, or takes something of one.
  private var isMeant: Bool {
    if model.allLines.contains(where: isInOuter) { return true }
    if model.outputs.contains(where: { isInOuter($0, isOuter: false) }) { return true }
    var isMeant = false
    model.visitExpressions { value in
      if case .aggregate(_, _, let list, _) = value.operation, list == groups { isMeant = true }
      if isOfGroup(value) || value.grain.list == model.lists[groups].groups?.list && isKey(value),
        value.parts.contains(where: { $0.grain.list == around })
      {
        isMeant = true
      }
    }
    return isMeant
  }

  private func isOfGroup(_ value: PriceExpression) -> Bool {
    model.lists.nests(groups, value.grain.list)
  }

  private func isKey(_ value: PriceExpression) -> Bool {
    model.lists[groups].groups?.keys.contains { $0.span == value.span } ?? false
  }

  private func isInOuter(_ line: ModelLine) -> Bool {
    guard model.lists.nests(groups, line.grain.list) else { return false }
    let told = line.formulas + [line.label].compactMap(\.self) + line.reasons
    return line.place.list != .booking && model.lists.nests(around, line.place.list)
      && !model.lists.nests(groups, line.place.list)
      || told.contains { $0.grain.list == around }
  }

  private func isInOuter(_ output: ModelOutput, isOuter: Bool) -> Bool {
    guard case .records(let list, let fields) = output.body else { return false }
    if model.lists.nests(groups, list) {
      let takes = fields.contains { field in
        if case .value(let value) = field.body { return value.grain.list == around }
        return false
      }
      return isOuter || takes
    }
    let isNowOuter = isOuter || model.lists.nests(around, list)
    return fields.contains { isInOuter($0, isOuter: isNowOuter) }
  }
}
