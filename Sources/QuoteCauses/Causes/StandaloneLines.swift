import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension PriceModel {
  /// Names of lines that no other line changes: an amount that is made of inputs and tables alone.
  /// Where another line differs, these differ only by themselves.
  package var standaloneLines: Set<String> {
    // Names may be made of other names many times over.
    var known: [LetID: Bool] = [:]
    let alone = allLines.filter { line in
      guard line.kind == .line, case .amount = line.effect else { return false }
      return !line.formulas.contains { isOfLines($0, &known) }
    }
    return Set(alone.map(\.name))
  }

  private func isOfLines(_ value: PriceExpression, _ known: inout [LetID: Bool]) -> Bool {
    if case .reference(let reference) = value.operation {
      switch reference {
      case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: return true
      case .letValue(let id):
        if let found = known[id] { return found }
        let found = isOfLines(lets[id].value, &known)
        known[id] = found
        return found
      case .field, .element: return false
      }
    }
    return value.parts.contains { isOfLines($0, &known) }
  }
}
