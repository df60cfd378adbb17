/// Settings in the form of other programs, and how they are written here.
enum SettingSlip {
  /// `rate[a]:9%`, `rate[a] := 9%`, `price[small][room]=€5`, `rate[a]+=1%`; nil if nothing is
  /// known that was meant.
  static func setting(meantBy written: String) -> String? {
    let text = written.trimmedOfSpaces
    if let match = text.wholeMatch(
      of: /([\w.]+)((?:\s*\[[^\[\]]*\]){2,})((?:\.\w+)?)\s*=\s*(.+)/)
    {
      let cells = match.2.split { "[]".contains($0) }.map { String($0).trimmedOfSpaces }
        .filter { !$0.isEmpty }
      return "\(match.1)[\(cells.joined(separator: ", "))]\(match.3)=\(match.4)"
    }
    let form = /([A-Za-z_][\w.]*(?:\[.*\])?(?:\.\w+)?)\s*(?::=|:|=>|->|\s)\s*([^=:\s].*)/
    if let match = text.wholeMatch(of: form) { return "\(match.1)=\(match.2)" }
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
