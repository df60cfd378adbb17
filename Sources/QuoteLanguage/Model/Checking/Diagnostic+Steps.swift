import QuoteSyntax

/// What is wrong where a list is taken in order.
extension Diagnostic {
  static func stepsAcrossLists(_ order: SourceSpan, _ list: String, in parent: String)
    -> Diagnostic
  {
    Diagnostic(
      "steps-across-lists", "`in order` goes along one list",
      at: Label(order, "`\(list)` are in `\(parent)`, each of which has a list of its own"),
      help: [
        "put the line under the `lines` of a line with `for: \(parent)`, and its elements are"
          + " taken in order in each"
      ])
  }

  static func carriedOverElements(_ use: PriceExpression, in sources: Sources) -> Diagnostic {
    let name = sources.text(at: use.span).trimmedOfSpaces
    return Diagnostic(
      "carried-over-elements",
      "`\(name)` is the value before one element, and has no value for others",
      at: Label(use.span, "here it is used inside a function over a list"),
      help: [
        "take it out of the function, or name the subtotal above the line, `- subtotal: so_far`,"
          + " and use that name"
      ])
  }

  static func stepsRunAway(_ span: SourceSpan, _ list: String, bound: Int) -> Diagnostic {
    // So many it has where nothing says how many there can be; no price needs that many steps.
    let isSaid = bound < 1000
    let fewer =
      "say how many there can be, `at_most: 10` in `\(list)`; it is 1000 by default"
    return Diagnostic(
      "steps-run-away", "a value carried from element to element could grow without limit",
      at: Label(span, "`\(list)` may have \(bound) elements, and each can add to the value"),
      help: (isSaid ? [] : [fewer]) + [
        "keep it between bounds, `min(max(x, $0), $10000)`, and round it at each step"
      ])
  }

  static func carriedLeftOut(
    _ call: FormulaCall, _ value: PriceExpression, in sources: Sources
  ) -> Diagnostic {
    let (name, text) = (call.name.value, sources.text(at: value.span).trimmedOfSpaces)
    return Diagnostic(
      "carried-left-out", severity: .warning,
      "`\(name)(\(text))` skips elements at which `\(text)` is not given",
      at: Label(call.span, "the value at another element then counts as the \(name)"),
      help: [
        "say in `each` what the value is after such an element, `… default …`",
        "if that is meant, write `\(name)(\(text) where \(text) is given)`",
      ])
  }
}
