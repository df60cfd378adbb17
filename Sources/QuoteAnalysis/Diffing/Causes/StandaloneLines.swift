import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension PriceModel {
  /// Names of lines that no other line changes: an amount that is made of inputs and tables alone.
  /// Where another line differs, these differ only by themselves.
  var standaloneLines: Set<String> {
    let alone = allLines.filter { line in
      guard line.kind == .line, case .amount = line.effect else { return false }
      return !line.formulas.contains(where: isOfLines)
    }
    return Set(alone.map(\.name))
  }

  private func isOfLines(_ value: PriceExpression) -> Bool {
    if case .reference(let reference) = value.operation {
      switch reference {
      case .lineAmount, .lineSum, .subtotal, .running, .carried, .total, .lineReasons: return true
      case .letValue(let id): return isOfLines(lets[id].value)
      case .field, .element: return false
      }
    }
    return value.parts.contains(where: isOfLines)
  }
}
