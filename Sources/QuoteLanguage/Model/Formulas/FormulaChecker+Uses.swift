import QuoteSyntax

/// Formulas with parameters: each use is the formula with what it gives in the places of the
/// parameters, typed anew, as if it had been written out there.
extension FormulaChecker {
  func use(of index: Int, _ call: FormulaCall) -> PriceExpression {
    guard case .function(let parameters, let body) = rules.tree.lets[index].body else {
      return invalid(at: call.span)
    }
    rules.used.insert(call.name.value)
    guard takesNoClause(call) else { return invalid(at: call.span) }
    guard call.arguments.count == parameters.count else {
      return wrongArguments(call, rules.form(of: index))
    }
    let given = call.arguments.map { closed(expression(of: $0)) }
    guard given.allSatisfy({ $0.type != .invalid }) else { return hanging(given, call.span) }
    rules.useCount += 1
    guard rules.useCount <= Self.mostUses else {
      if rules.useCount == Self.mostUses + 1 {
        rules.log.report(.tooManyUses(call.name, most: Self.mostUses))
      }
      return invalid(at: call.span)
    }
    let places = Dictionary(zip(parameters.map(\.value), given)) { first, _ in first }
    var checker = FormulaChecker(rules: rules).naming(columns: places)
    checker.scope.isBeforeKeep = scope.isBeforeKeep
    let value = rules.typing(index, from: call.span) {
      checker.closed(checker.expression(of: body), as: .name)
    }
    guard let value, value.type != .invalid else {
      return value.map { hanging([$0], call.span) } ?? invalid(at: call.span)
    }
    let use = FormulaUse(
      form: rules.form(of: index), name: rules.tree.lets[index].name.span, body: body.span)
    return moved(value, to: call.span, use: use)
  }

  /// Formulas that use each other twice would be written out without end.
  private static let mostUses = 10_000

  private func takesNoClause(_ call: FormulaCall) -> Bool {
    if let condition = call.condition {
      rules.log.report(.conditionNotTaken(call, condition, isAmong: false, in: rules))
    }
    if let key = call.key {
      let typed = inner(key, of: nil)
      if typed.type != .invalid { rules.log.report(.byNotTaken(call, typed, in: rules)) }
    }
    return call.condition == nil && call.key == nil
  }
}

extension ModelChecker {
  /// How a formula with parameters is called, for messages.
  func form(of index: Int) -> String {
    guard case .function(let parameters, _) = tree.lets[index].body else { return "" }
    let name = tree.lets[index].name.value
    return "\(name)(\(parameters.map(\.value).joined(separator: ", ")))"
  }

  var functionNames: [String] {
    symbols.compactMap { name, symbol in
      if case .function = symbol { return name }
      return nil
    }.sorted()
  }

  /// A parameter has a name that nothing else has, and a formula one that no function has.
  func checkParameters() {
    for parameter in parameters {
      if let other = declared[parameter.value] {
        log.report(.nameTwice(parameter, "parameter", other))
      }
    }
    for declaration in tree.lets where FormulaFunction.named(declaration.name.value) != nil {
      if case .function = declaration.body { log.report(.takenName(declaration.name)) }
    }
  }
}
