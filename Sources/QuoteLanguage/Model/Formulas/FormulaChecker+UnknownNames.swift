import QuoteSyntax

/// Names that nothing has, of which what stands around them shows what was meant.
extension FormulaChecker {
  /// What to say of such a name; nil where only the name itself is to go by.
  func meantOtherwise(_ name: Spanned<String>) -> Diagnostic? {
    weekend(name) ?? perUnit(name) ?? hyphenated(name) ?? numberOfElements(name) ?? ofQuotes(name)
  }

  private static let ofQuotes: Set<String> = [
    "status", "declined", "quoted", "priced", "reason", "reasons", "fault", "faults",
  ]

  /// `--where 'status = "declined"'`.
  private func ofQuotes(_ name: Spanned<String>) -> Diagnostic? {
    guard rules.sources[name.span.file]?.name == "--where",
      Self.ofQuotes.contains(name.value.lowercased())
    else { return nil }
    return .ofQuotes(name)
  }

  /// `weekday(d) = weekend`, and `weekend` alone.
  private func weekend(_ name: Spanned<String>) -> Diagnostic? {
    guard ["weekend", "weekends", "is_weekend"].contains(name.value.lowercased()) else {
      return nil
    }
    let day = around(name.span)?.before.firstMatch(
      of: kept(/(weekday\([^()]*\))\s*(?:=|in|is)\s*$/))
    return .numberOfList(name, [Self.daysOff(day.map { String($0.1) } ?? "weekday(…)")])
  }

  static func daysOff(_ weekday: String) -> String {
    "write `\(weekday) in [\"saturday\", \"sunday\"]`"
  }

  /// So many bytes of the text around a place are looked at.
  private static let reach = 60

  private func around(_ span: SourceSpan) -> (before: String, after: String)? {
    guard let file = rules.sources[span.file], span.lower >= 0, span.upper <= file.text.count
    else { return nil }
    let (lower, upper) = (Int(span.lower), Int(span.upper))
    let before = file.text[max(0, lower - Self.reach)..<lower]
    let after = file.text[upper..<min(file.text.count, upper + Self.reach)]
    let line = before.lastIndex(of: 10).map { before[($0 + 1)...] } ?? before
    let rest = after.prefix { $0 != 10 }
    return (String(decoding: line, as: UTF8.self), String(decoding: rest, as: UTF8.self))
  }

  /// `€1.20/ft`: a price for one of a unit that there is not.
  private func perUnit(_ name: Spanned<String>) -> Diagnostic? {
    guard MeasureUnit.named(name.value) == nil, let (before, _) = around(name.span),
      let match = before.firstMatch(
        of: kept(/((?:[^\w\s()*+\/,.\-]|[A-Z]{3} )\d[\d.]*|\d[\d.]* (?:[A-Z]{3}))\s*\/\s*$/))
    else { return nil }
    return .unknownUnit(pricedBy: name, String(match.1))
  }

  /// `lead-time`, which is a difference, and `M-06`, which was meant for a text.
  private func hyphenated(_ name: Spanned<String>) -> Diagnostic? {
    guard let (before, after) = around(name.span) else { return nil }
    let left = before.firstMatch(of: kept(/([A-Za-z_]\w*(?:-\w+)*)-$/)).map { String($0.1) }
    let right = after.firstMatch(of: kept(/^-(\w+(?:-\w+)*)/)).map { String($0.1) }
    guard left != nil || right != nil else { return nil }
    let parts = [left, name.value, right].compactMap(\.self)
    let whole = parts.joined(separator: "-")
    let joined = whole.replacing("-", with: "_")
    let known = rules.knownNames(scope)
    var run = Spanned(whole, at: name.span)
    run.span.lower -= Int32(left.map { $0.utf8.count + 1 } ?? 0)
    run.span.upper += Int32(right.map { $0.utf8.count + 1 } ?? 0)
    if let right, left == nil, right.allSatisfy({ $0.isNumber || $0 == "-" }),
      known.nearest(to: name.value) == nil
    {
      return .minusInName(run, ["a text is in quotation marks: `\"\(whole)\"`"])
    }
    let own = known.nearest(to: name.value).flatMap { $0.first == name.value.first ? $0 : nil }
    let beside = parts.first { $0 != name.value && isKnown($0) }
    let meant = isKnown(joined) ? joined : own ?? beside ?? known.nearest(to: joined)
    guard let meant else { return nil }
    // One part alone is mistyped where the other is right: `price-discont`.
    return .minusInName(
      meant == own && meant != joined ? name : run,
      [
        "did you mean `\(meant)`?",
        "a `-` subtracts: in a name, `_` joins words; to subtract, put spaces around it",
      ])
  }

  /// Where nothing is spelt like a name: what shares a word with it, `room` for `room_name`, or
  /// else what the elements of a list have.
  func namesInstead(of name: String) -> [String] {
    let parts = Set(name.lowercased().split(separator: "_").filter { $0.count > 2 })
    let alike = rules.symbols.keys.sorted().map { other in
      (name: other, count: parts.intersection(other.lowercased().split(separator: "_")).count)
    }
    if let most = alike.map(\.count).max(), most > 0 {
      let best = alike.filter { $0.count == most }.prefix(3).map { "`\($0.name)`" }
      let shown = best.joined(separator: " or ")
      return ["did you mean \(shown)?"]
    }
    let place = scope.place?.list ?? .booking
    return place == .booking ? [] : rules.fields(of: place) + rules.fields(of: .booking)
  }

  private static let numbers: Set<String> = [
    "count", "counts", "number", "num", "no", "nr", "n", "total", "qty", "anzahl", "nombre",
  ]

  /// `stops_count`, of a list that is called `stops`.
  private func numberOfElements(_ name: Spanned<String>) -> Diagnostic? {
    let words = name.value.split(separator: "_").map(String.init)
    let rest = words.filter { !Self.numbers.contains($0.lowercased()) && $0 != "of" }
    guard rest.count < words.count, !rest.isEmpty else { return nil }
    let list = rest.joined(separator: "_")
    for candidate in [list, list + "s"] {
      guard case .list? = rules.symbols[candidate] else { continue }
      let call = "count(\(candidate))"
      let named = rules.tree.lets.first { declaration in
        guard case .formula(let formula) = declaration.body else { return false }
        return rules.sources.text(at: formula.span).filter { $0 != " " } == call
      }
      let help = ["how many `\(candidate)` there are is `\(call)`"]
      return .numberOfList(name, (named.map { ["write `\($0.name.value)`"] } ?? []) + help)
    }
    return nil
  }
}
