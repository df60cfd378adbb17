import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Lines of elements that somebody makes for all elements together: a limit of the whole, a charge
/// that is there once, the dearest alone, the first one free.
extension RemedyTurns {
  private static let mostOfAll = 8

  static func ofAll(_ names: [String], _ model: PriceModel) -> [RulesEdit] {
    model.allLines.filter { names.contains($0.name) }.flatMap { line -> [RulesEdit] in
      guard line.kind == .line, line.steps == nil, line.place.list == .booking,
        case let list = model.lists[line.grain.list], line.grain.list != .booking,
        list.groups == nil, case .amount(let amount) = line.effect
      else { return [] }
      let wholes = wholes(of: amount, line, model)
      return wholes.prefix(mostOfAll).compactMap { text in
        ofBooking(line, text: text, list: list.name, model).map { change in
          RulesEdit(
            changes: [change], what: "\(line.name) becomes \(text), once for all of \(list.name)",
            span: line.span)
        }
      }
    }
  }

  /// What all elements make together, the likeliest first.
  private static func wholes(
    of amount: PriceExpression, _ line: ModelLine, _ model: PriceModel
  ) -> [String] {
    let written = text(amount, model)
    guard amount.grain.list != .booking else { return [written] }
    let ofElements = line.when.map { $0.grain.list != .booking } ?? false
    let rest = ofElements ? line.when.map { " where \(text($0, model))" } ?? "" : ""
    var found = lifted(amount, rest, model).dropLast().map(\.self)
    found += ["max", "first"].map { "\($0)(\(written)\(rest))" }
    found.append("sum(\(written)\(rest)) - first(\(written)\(rest))")
    var met: Set<String> = []
    return found.filter { met.insert($0).inserted }
  }

  /// A value of an element as one of all: sums at each depth of its formula, the deepest first, and
  /// the sum of the whole last.
  private static func lifted(
    _ node: PriceExpression, _ rest: String, _ model: PriceModel
  ) -> [String] {
    guard node.grain.list != .booking else { return [] }
    let whole = "sum(\(text(node, model))\(rest))"
    switch node.operation {
    case .reference(.letValue(let id)):
      let inner = lifted(model.lets[id].value, rest, model)
      return inner.map { hasOperators(Array($0.utf8)) ? "(\($0))" : $0 } + [whole]
    case .apply(_, let parts), .extreme(_, let parts):
      let fine = parts.filter { $0.grain.list != .booking }
      guard fine.count == 1, case let (outer, inner) = (node.span, fine[0].span),
        outer.encloses(inner)
      else { return [whole] }
      let bytes = model.sources.text(at: outer).utf8
      let head = String(decoding: bytes.prefix(Int(inner.lower - outer.lower)), as: UTF8.self)
      let tail = String(decoding: bytes.suffix(Int(outer.upper - inner.upper)), as: UTF8.self)
      return lifted(fine[0], rest, model).map { (head + $0 + tail).trimmedOfSpaces } + [whole]
    default: return [whole]
    }
  }

  /// A line of elements that becomes one of the booking, where there is an element for it.
  private static func ofBooking(
    _ line: ModelLine, text other: String, list: String, _ model: PriceModel
  ) -> RulesEdit.Change? {
    guard case .amount(let amount) = line.effect, let file = model.sources[line.span.file],
      let range = block(at: line.span.lower, in: file)
    else { return nil }
    let asked = line.when.map { text($0, model) }
    let isOfElements = line.when.map { $0.grain.list != .booking } ?? false
    let some = isOfElements ? "any(\(asked ?? ""))" : "count(\(list)) > 0"
    let condition = isOfElements || asked == nil ? some : "\(some) and (\(asked ?? ""))"
    let block = self.text(range, file)
    // The label is about one element, and there is none any more.
    let (own, before) = (text(amount, model), without(["for:", "label:", "when:"], block))
    guard let found = before.firstRange(of: "amount: \(own)") else { return nil }
    let start = before[..<found.lowerBound].reversed().prefix { $0 == " " }.count
    let indent = String(repeating: " ", count: start)
    var changed = before
    changed.replaceSubrange(found, with: "amount: \(other)\n\(indent)when: \(condition)")
    return RulesEdit.Change(
      file: line.span.file, lower: range.lowerBound, upper: range.upperBound, text: changed)
  }

  /// The text of a line without some of its members, each with what is indented below it.
  private static func without(_ members: [String], _ block: String) -> String {
    var kept: [Substring] = []
    var indentOfGone: Int?
    for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " || $0 == "-" }
      let indent = line.count - bare.count
      if let gone = indentOfGone, indent > gone || bare.isEmpty { continue }
      let isGone = members.contains { bare.hasPrefix($0) }
      indentOfGone = isGone ? indent : nil
      if !isGone { kept.append(line) }
    }
    return kept.joined(separator: "\n")
  }
}
