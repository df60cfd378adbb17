extension RuleTree {
  /// The section in which something of this name stands; nil if nothing is called so.
  func section(of name: String) -> String? {
    if lets.contains(where: { $0.name.value == name }) { return "let" }
    if inputs.contains(where: { $0.name.value == name }) { return "inputs" }
    return quote.allNames.contains(name) ? "quote" : nil
  }
}
