import QuoteSyntax

/// The texts that a value may be: those of its branches and defaults, and what holds of each of
/// them through all functions that stand around one another.
package struct MadeTexts {
  package let constants: Set<String>
  /// What makes those that are no constants, and functions that leave each of its texts as it is:
  /// `upper` what is within `left(upper(s), 2)`. Nil where one may be any text.
  package let makers: [(value: PriceExpression, foldings: Set<TextFunction>)]?
  /// Names may be made of names many times over.
  private static let most = 64
  private static let mostSteps = 1000
  package init(of value: PriceExpression, names: SameValues) {
    var constants: Set<String> = []
    var values: [PriceExpression] = []
    var (left, steps) = ([value], Self.mostSteps)
    while steps > 0, values.count <= Self.most, let next = left.popLast() {
      steps -= 1
      let value = names.resolved(next)
      switch value.operation {
      case .constant(.text(let text)): constants.insert(text)
      case .defaulting(let first, let second): left += [second, first]
      case .conditional(_, let then, let otherwise): left += [otherwise, then].compactMap(\.self)
      case _: values.append(value)
      }
    }
    self.constants = constants
    let areMade = values.allSatisfy { if case .apply = $0.operation { true } else { false } }
    makers =
      left.isEmpty && !values.isEmpty && areMade
      ? values.map { ($0, Self.foldings(of: $0, names)) } : nil
  }

  /// Functions that leave each of the texts as it is that a value may be.
  package static func foldings(
    of value: PriceExpression, _ names: SameValues
  ) -> Set<TextFunction> {
    var steps = most
    return foldings(of: value, names, &steps)
  }

  private static func foldings(
    of value: PriceExpression, _ names: SameValues, _ steps: inout Int
  ) -> Set<TextFunction> {
    steps -= 1
    if steps < 0 { return [] }
    let value = names.resolved(value)
    switch value.operation {
    case .constant(.text(let text)): return foldings(of: text)
    case .defaulting(let first, let second):
      return foldings(of: first, names, &steps).intersection(foldings(of: second, names, &steps))
    case .conditional(_, let then, let otherwise):
      let first = foldings(of: then, names, &steps)
      return otherwise.map { first.intersection(foldings(of: $0, names, &steps)) } ?? first
    case .apply(.text(let function), let parts):
      return foldings(of: function, foldings(of: parts[0], names, &steps))
    case .apply(.template, let parts):
      // Blanks at the ends of a part are within the whole.
      return parts.reduce([.lower, .upper, .withoutSpaces]) {
        $0.intersection(foldings(of: $1, names, &steps))
      }
    case _: return []
    }
  }

  private static func foldings(
    of function: TextFunction, _ inner: Set<TextFunction>
  ) -> Set<TextFunction> {
    switch function {
    case .lower: inner.subtracting([.upper]).union([.lower])
    case .upper: inner.subtracting([.lower]).union([.upper])
    case .trim: inner.union([.trim])
    case .withoutSpaces: inner.union([.withoutSpaces, .trim])
    case .left, .right, .part: inner.subtracting([.trim])
    case .replaced(_, let other): inner.intersection(foldings(of: other)).subtracting([.trim])
    case _: []
    }
  }

  private static func foldings(of text: String) -> Set<TextFunction> {
    var found: Set<TextFunction> = []
    if text == text.lowercased() { found.insert(.lower) }
    if text == text.uppercased() { found.insert(.upper) }
    if text == text.trimmedOfSpaces { found.insert(.trim) }
    if !text.contains(where: \.isWhitespace) { found.insert(.withoutSpaces) }
    return found
  }
}
