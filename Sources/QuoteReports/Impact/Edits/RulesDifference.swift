import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// What is different between two rules: their edits, and rules that have some of these.
struct RulesDifference: Sendable {
  let pair: RulesPair
  private(set) var edits: [RuleEdit] = []

  init(_ pair: RulesPair) {
    self.pair = pair
    findHeader()
    findBookings()
    findInputs()
    findNamed()
    findLines(pair.before.quote, pair.after.quote, below: "")
    findDeclines()
  }

  // MARK: - Finding

  mutating func add(
    _ part: RuleEdit.Part, _ name: String, before: String, after: String, at span: SourceSpan
  ) {
    edits.append(
      RuleEdit(
        parts: [part], name: name, before: before, after: after,
        place: RulePlace(span, in: pair.sources)))
  }

  /// Nothing where nothing is different.
  mutating func add(
    _ part: RuleEdit.Part, _ findings: EditFindings, of name: String, at span: SourceSpan
  ) {
    guard let told = findings.told(of: name) else { return }
    add(part, told.name, before: told.before, after: told.after, at: span)
  }

  func text(_ span: SourceSpan) -> String {
    EditWords.line(pair.sources.text(at: span))
  }

  private mutating func findHeader() {
    let (old, new) = (pair.before.header, pair.after.header)
    func said<Value>(_ value: Spanned<Value>?) -> String {
      value.map { text($0.span) } ?? "the default"
    }
    let span = new.name?.span ?? .nowhere
    if old.rounding?.value != new.rounding?.value {
      add(.rounding, "rounding", before: said(old.rounding), after: said(new.rounding), at: span)
    }
    if old.arithmetic?.value != new.arithmetic?.value {
      add(
        .arithmetic, "arithmetic", before: said(old.arithmetic), after: said(new.arithmetic),
        at: span)
    }
    if old.timezone?.value != new.timezone?.value {
      add(.timezone, "timezone", before: said(old.timezone), after: said(new.timezone), at: span)
    }
  }

  private mutating func findLines(
    _ old: [LineDeclaration], _ new: [LineDeclaration], below path: String
  ) {
    for line in new {
      guard let before = old.first(where: { $0.name.value == line.name.value }) else {
        add(
          .line(path + line.name.value), line.name.value, before: "", after: effect(line),
          at: line.span)
        continue
      }
      findLine(before, line, path + line.name.value)
    }
    for line in old where !new.contains(where: { $0.name.value == line.name.value }) {
      add(
        .line(path + line.name.value), line.name.value, before: effect(line), after: "",
        at: line.span)
    }
    let (a, b) = (old.map(\.name.value), new.map(\.name.value))
    let (left, right) = (a.filter { b.contains($0) }, b.filter { a.contains($0) })
    guard left != right else { return }
    let (before, after) = Self.moved(left, right)
    let first = new.first { $0.name.value == after.first }
    add(
      .order(path), "order of lines", before: before.joined(separator: ", "),
      after: after.joined(separator: ", "), at: first?.span ?? .nowhere)
  }

  /// Without the names that both orders begin and end with.
  private static func moved(_ old: [String], _ new: [String]) -> ([String], [String]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    return (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
  }

  private mutating func findLine(
    _ old: LineDeclaration, _ new: LineDeclaration, _ path: String
  ) {
    let name = new.name.value
    let isAlike = old.kind == new.kind && Self.list(old) == Self.list(new)
    if isAlike, case .lines(let a, let take) = old.effect,
      case .lines(let b, let other) = new.effect, take?.value == other?.value
    {
      findLines(a, b, below: path + "/")
    } else if !isAlike || effect(old) != effect(new) {
      let (before, after) = (isAlike ? "" : Self.list(old), isAlike ? "" : Self.list(new))
      let figures = EditWords.figures(before + effect(old), after + effect(new))
      add(
        .amount(path), name, before: figures.0, after: figures.1,
        at: isAlike ? Self.formula(of: new) : new.span)
    }
    let before = old.when.map { text($0.span) } ?? ""
    let after = new.when.map { text($0.span) } ?? ""
    guard before != after else { return }
    let figures = EditWords.figures(before, after)
    add(
      .condition(path), "\(name) when", before: before.isEmpty ? "always" : figures.0,
      after: after.isEmpty ? "always" : figures.1, at: new.when?.span ?? new.span)
  }

  /// What a line stands once for each of.
  private static func list(_ line: LineDeclaration) -> String {
    let order = line.order == nil ? "" : " in order"
    let kind = line.kind == .subtotal ? "a subtotal, " : ""
    return kind + (line.list.map { "for \($0.value)\(order): " } ?? "")
  }

  /// What a line's amount is written in.
  private static func formula(of line: LineDeclaration) -> SourceSpan {
    switch line.effect {
    case .amount(let formula), .becomes(let formula): formula.span
    case .itself, .lines: line.span
    }
  }

  /// What a line does, as written.
  private func effect(_ line: LineDeclaration) -> String {
    switch line.effect {
    case .amount(let formula): text(formula.span)
    case .becomes(let formula): "becomes \(text(formula.span))"
    case .itself: line.name.value
    case .lines(let members, let take):
      (take.map { "\($0.value) of " } ?? "") + members.map(effect).joined(separator: ", ")
    }
  }

  private mutating func findDeclines() {
    let (old, new) = (declines(pair.before), declines(pair.after))
    var reworded: Set<String> = []
    for (name, decline) in new {
      let after = condition(decline)
      if let same = old.first(where: { $0.name == name }) {
        let before = condition(same.decline)
        guard before != after else { continue }
        let figures = EditWords.figures(before, after)
        add(
          .decline(name), "decline “\(name)”", before: figures.0, after: figures.1, at: decline.span
        )
      } else if let other = old.first(where: { before in
        condition(before.decline) == after && !reworded.contains(before.name)
          && !new.contains { $0.name == before.name }
      }) {
        reworded.insert(other.name)
        add(
          .reason(other.name), "reason to decline", before: "“\(other.name)”", after: "“\(name)”",
          at: decline.span)
      } else {
        add(.decline(name), "decline “\(name)”", before: "", after: after, at: decline.span)
      }
    }
    for (name, decline) in old
    where !reworded.contains(name) && !new.contains(where: { $0.name == name }) {
      add(
        .decline(name), "decline “\(name)”", before: condition(decline), after: "", at: decline.span
      )
    }
  }

  private func condition(_ decline: DeclineDeclaration) -> String {
    (decline.list.map { "for \($0.value): " } ?? "") + text(decline.when.span)
  }

  /// The decline of the rules after whose reason alone is another one.
  func reworded(_ name: String) -> DeclineDeclaration? {
    let (old, new) = (declines(pair.before), declines(pair.after))
    guard let before = old.first(where: { $0.name == name }) else { return nil }
    let wanted = condition(before.decline)
    let taken = old.prefix { $0.name != name }.count { other in
      condition(other.decline) == wanted && !new.contains { $0.name == other.name }
    }
    let candidates = new.filter { after in
      condition(after.decline) == wanted && !old.contains { $0.name == after.name }
    }
    return candidates.dropFirst(taken).first?.decline
  }

  // MARK: - Rules that have some of the edits

  /// Declines by what they say; of several that say the same each is numbered.
  func declines(_ tree: RuleTree) -> [(name: String, decline: DeclineDeclaration)] {
    var counts: [String: Int] = [:]
    return tree.declines.map { decline in
      let name = text(decline.reason.span)
      counts[name, default: 0] += 1
      let number = counts[name] ?? 1
      return (number > 1 ? "\(name) (\(number))" : name, decline)
    }
  }
}
