import QuoteLanguage
import QuoteSyntax

/// Comparisons with what stands for more only elsewhere: a year of two digits, `year(day) = 26`,
/// and a text with a wildcard, `code = "SAVE*"`. No booking has either.
struct ShortForms: RulesReader {
  let model: PriceModel
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let forms = ShortForms(model: model)
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      if let warning = forms.shortYear(value) ?? forms.wildcard(value) { found.append(warning) }
    }
    return Array(found.prefix(most))
  }

  private func shortYear(_ value: PriceExpression) -> Diagnostic? {
    guard case .apply(.compare, let sides) = value.operation else { return nil }
    for (year, figure) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .apply(.date(.year), _) = year.operation,
        case .constant(.quantity(let number)) = figure.operation, number.isWhole,
        number > 0, number < 100
      else { continue }
      return .shortYear("\(number)", "\(number + 2000)", at: figure.span)
    }
    return nil
  }

  private func wildcard(_ value: PriceExpression) -> Diagnostic? {
    switch value.operation {
    case .apply(.compare(.equal), let sides), .apply(.compare(.notEqual), let sides):
      for (asked, constant) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard asked.type == .text, case .constant(.text(let text)) = constant.operation,
          let pattern = Wildcard(text), case let call = pattern.call(self.text(asked.span))
        else { continue }
        if case .apply(.compare(.notEqual), _) = value.operation {
          return .wildcard(text, "not \(call)", at: constant.span)
        }
        return .wildcard(text, call, at: constant.span)
      }
      return nil
    case .apply(.text(.startsWith(let text)), let parts),
      .apply(.text(.endsWith(let text)), let parts),
      .apply(.text(.contains(let text)), let parts):
      guard let asked = parts.first, let pattern = Wildcard(text) else { return nil }
      return .wildcard(text, pattern.call(self.text(asked.span)), at: value.span)
    case _: return nil
    }
  }
}

/// `SAVE*`, `%-X`: a text with a mark at an end that stands for anything in other programs.
private struct Wildcard {
  private let function: String
  private let word: String

  init?(_ text: String) {
    if text.last == "#" || text.last == "_", let marked = PartOfText(text) {
      (function, word) = (marked.function, marked.part)
      return
    }
    guard let match = text.wholeMatch(of: kept(/([*%]?)([\p{L}\d][\p{L}\d \-_.]*)([*%]?)/)),
      !(match.1.isEmpty && match.3.isEmpty),
      // `3*` has stars, and `50%` is a share.
      !match.2.allSatisfy(\.isNumber) || match.2.count > 1 && match.1 != "%" && match.3 != "%",
      // `VAT 20%` has a percentage.
      match.3 != "%" || match.2.last?.isNumber != true
    else { return nil }
    word = String(match.2)
    function = match.1.isEmpty ? "starts_with" : match.3.isEmpty ? "ends_with" : "contains"
  }

  func call(_ asked: String) -> String { "\(function)(\(asked), \"\(word)\")" }
}
