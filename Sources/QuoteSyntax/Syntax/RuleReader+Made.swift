/// Lists that the rules make: of dates and whole numbers, and of groups of another list.
extension RuleReader {
  /// `day in [from..to)`, or `name in list by key`.
  mutating func readMadeList(_ node: YAMLNode, atMost: Spanned<Int>?) -> LetDeclaration.Body? {
    guard let scalar = node.scalar, !node.isEmpty else {
      log.report(.madeListForm(at: node.span))
      return nil
    }
    let text = placed(scalar)
    var parser = FormulaParser(text, units: units)
    guard let names = readNames(&parser, text), parser.take(word: "in") else {
      log.report(.madeListForm(at: text.span))
      return nil
    }
    parser.skipBlanks()
    let body =
      "[(".utf8.contains(parser.peek())
      ? readRange(&parser, names, atMost) : readGroups(&parser, names, text, atMost: atMost)
    log.append(contentsOf: parser.log)
    if let body, parser.isAtEnd { return body }
    if !parser.log.hasErrors { log.report(.madeListForm(at: text.span)) }
    return nil
  }

  /// What an element is called; of groups, each part of their key.
  private mutating func readNames(
    _ parser: inout FormulaParser, _ text: PlacedText
  ) -> [Spanned<String>]? {
    var names: [Spanned<String>] = []
    repeat {
      parser.skipBlanks()
      let start = parser.at
      guard let word = parser.peekWord() else { return nil }
      parser.at += word.utf8.count
      names.append(text.spanned(start, parser.at))
      checkName(names[names.count - 1])
    } while parser.take(",")
    return names
  }

  private mutating func readRange(
    _ parser: inout FormulaParser, _ names: [Spanned<String>], _ atMost: Spanned<Int>?
  ) -> LetDeclaration.Body? {
    let formula = parser.parseBracketed(rangeAllowed: true)
    parser.skipBlanks()
    guard case .range(let range)? = formula?.kind, names.count == 1 else { return nil }
    return .made(element: names[0], range: range, atMost: atMost)
  }

  private mutating func readGroups(
    _ parser: inout FormulaParser, _ names: [Spanned<String>], _ text: PlacedText,
    atMost: Spanned<Int>?
  ) -> LetDeclaration.Body? {
    let start = parser.at
    guard let word = parser.peekWord() else { return nil }
    parser.at += word.utf8.count
    let list = text.spanned(start, parser.at)
    guard parser.take(word: "by") else { return nil }
    var keys: [Formula] = []
    repeat {
      guard let key = parser.parseExpression() else { return nil }
      keys.append(key)
    } while parser.takeComma()
    parser.skipBlanks()
    if let atMost {
      log.report(.groupsAtMost(place(ofKey: "at_most", before: atMost.span), list))
    }
    if keys.count != names.count { log.report(.groupNames(names, keys, at: text.span)) }
    let count = min(keys.count, names.count)
    return .groups(
      GroupsDeclaration(
        names: Array(names.prefix(count)), list: list, keys: Array(keys.prefix(count))))
  }

  /// `for: groups`, `value: sum(price)`.
  mutating func readPlaced(_ node: YAMLNode, _ entries: [YAMLEntry]) -> LetDeclaration.Body? {
    checkKeys(entries, of: "a formula for each element", ["for", "value"])
    guard let list = scalarText(node, wanted: "the name of a list"), let value = entries["value"]
    else { return nil }
    return .placed(PlacedDeclaration(list: list, value: formula(value)))
  }
}
