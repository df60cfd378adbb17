/// Settings in the form of other programs, and how they are written here.
enum SettingSlip {
  /// `rate[a]:9%`, `rate[a] := 9%`, `price[small][room]=€5`, `rate[a]+=1%`; nil if nothing is
  /// known that was meant.
  static func setting(meantBy written: String, in tree: RuleTree) -> String? {
    let text = written.trimmedOfSpaces
    if let match = text.wholeMatch(
      of: kept(/([\w.]+)((?:\s*\[[^\[\]]*\]){2,})((?:\.\w+)?)\s*=\s*(.+)/))
    {
      let table = match.1.split(separator: ".").last.map(String.init)
      let keys = tree.lets.first { $0.name.value == table }.map { declared in
        if case .table(let body) = declared.body { body.keys.count } else { 0 }
      }
      let cells = match.2.split { "[]".contains($0) }.map { String($0).trimmedOfSpaces }
        .filter { !$0.isEmpty }
      // The last of them is a column where the table has a key less.
      if let keys, keys > 0, cells.count == keys + 1, match.3.isEmpty, let column = cells.last {
        let rows = cells.dropLast().joined(separator: ", ")
        return "\(match.1)[\(rows)].\(column)=\(match.4)"
      }
      return "\(match.1)[\(cells.joined(separator: ", "))]\(match.3)=\(match.4)"
    }
    let form = kept(/([A-Za-z_][\w.]*(?:\[.*\])?(?:\.\w+)?)\s*(?::=|:|=>|->|\s)\s*([^=:\s].*)/)
    if let match = text.wholeMatch(of: form) { return "\(match.1)=\(match.2)" }
    return nil
  }
}

extension RuleTree {
  /// Where a value has another setting of the rules behind a comma or a blank, `19%,tax=€1` and
  /// `9% rate=10%`: how many characters are before what parts the two, and how many that is.
  func secondSetting(in value: String) -> (before: Int, parting: Int)? {
    guard value.utf8.contains(UInt8(ascii: "=")) else { return nil }
    for match in value.matches(of: kept(/,\s*|\s+/)) {
      let second = value[match.range.upperBound...]
      guard let path = second.prefixMatch(of: kept(/([A-Za-z_][\w.]*)(?:\[[^=]*\])?[\w.]*=(?!=)/))
      else {
        continue
      }
      let name = path.1.split(separator: ".").first.map(String.init) ?? ""
      let isKnown = RulePath.sections.contains(name) || RuleReader.headerKeys.contains(name)
        || lets.contains { $0.name.value == name }
      let before = value[..<match.range.lowerBound]
      let isInside =
        before.count { "([".contains($0) } > before.count { ")]".contains($0) }
        || !before.count { $0 == "\"" }.isMultiple(of: 2)
      // A blank is within a formula, unless one figure alone is before it.
      let isParted = match.0.hasPrefix(",")
        || before.contains(where: \.isNumber) && !before.contains(" ")
      if isKnown, isParted, !isInside { return (before.count, match.0.count) }
    }
    return nil
  }
}

extension RuleReader {
  /// What a setting of a line most likely means. A figure alone takes the place of the one like it
  /// in the line's formula; where there are none or several, nobody knows.
  func part(
    _ key: String, of line: String, said: String, _ value: PlacedText, in tree: RuleTree
  ) -> Diagnostic.LinePart {
    guard let formula = tree.quote.effectFormula(of: line) else {
      return Diagnostic.LinePart(key: key)
    }
    if said == "when", key != said { return Diagnostic.LinePart(key: said, meant: value.string) }
    let now = sources.text(at: formula.span).trimmedOfSpaces
    var part = Diagnostic.LinePart(key: key, now: (now, formula.span))
    var unsaid = DiagnosticLog()
    guard let new = Formula.parse(value, units: units, log: &unsaid) else { return part }
    guard case .literal(.number(let figure)) = new.kind else {
      if said == key { part.meant = value.string }
      return part
    }
    let isBare = figure.currency == nil && !figure.isPercent && figure.unit == nil
    let amounts = formula.figures.filter { $0.number.currency != nil && $0.number.perUnit == nil }
    // A bare number in the place of the one amount has its currency.
    let isAmount = isBare && amounts.count == 1
    let alike = isAmount ? amounts : formula.figures.filter { $0.number.isWritten(like: figure) }
    let written = isAmount ? CurrencySign.amount(value.string, currency ?? "") : value.string
    if alike.count == 1 {
      let old = sources.text(at: alike[0].span).trimmedOfSpaces
      if now.ranges(of: old).count == 1 { part.meant = now.replacing(old, with: written) }
    }
    return part
  }
}

extension Formula {
  /// A number that stands in it.
  struct Figure {
    var number: NumberLiteral
    var span: SourceSpan
  }

  /// All numbers in it that are written out.
  var figures: [Figure] {
    switch kind {
    case .literal(.number(let number)): [Figure(number: number, span: span)]
    case .literal, .text, .name, .invalid: []
    case .negate(let inner), .not(let inner): inner.figures
    case .member(let base, _): base.figures
    case .isGiven(let inner, _): inner.figures
    case .binary(_, let left, let right, _): left.figures + right.figures
    case .call(_, let arguments, let condition, let key):
      arguments.flatMap(\.figures) + (condition?.figures ?? []) + (key?.figures ?? [])
    case .conditional(let condition, let then, let other):
      condition.figures + then.figures + (other?.figures ?? [])
    case .membership(let value, let set, _): value.figures + set.figures
    case .list(let parts): parts.flatMap(\.figures)
    case .range: []
    }
  }
}

extension NumberLiteral {
  /// Whether both have a currency, a percent sign or a unit, or neither has.
  func isWritten(like other: NumberLiteral) -> Bool {
    currency == other.currency && isPercent == other.isPercent && unit == other.unit
      && perUnit == other.perUnit
  }
}

extension [LineDeclaration] {
  /// The formula of what a line is, wherever it stands.
  func effectFormula(of name: String) -> Formula? {
    for line in self {
      switch line.effect {
      case .amount(let formula), .becomes(let formula):
        if line.name.value == name { return formula }
      case .lines(let members, _):
        if line.name.value == name { return line.when }
        if let found = members.effectFormula(of: name) { return found }
      case .itself: break
      }
    }
    return nil
  }
}
