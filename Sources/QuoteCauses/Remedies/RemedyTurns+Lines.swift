import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Whole lines: which of a group counts, of which list one is, and one that is there a second time.
extension RemedyTurns {
  /// Which of the lines of a group counts: the lowest, the highest, or all together.
  static func takes(_ names: [String], _ model: PriceModel) -> [RulesEdit] {
    let lines = model.allLines
    var groups: [Int] = []
    for line in lines where names.contains(line.name) {
      for group in model.groups(around: line.id) + [line.id] where !groups.contains(group) {
        groups.append(group)
      }
    }
    return groups.flatMap { id -> [RulesEdit] in
      let group = lines[id]
      guard case .members(_, let take?) = group.effect,
        let file = model.sources[group.span.file],
        let range = block(at: group.span.lower, in: file)
      else { return [] }
      let text = text(range, file)
      guard let found = text.firstMatch(of: kept(/take: *([a-z]+)/)),
        found.output.1 == take.rawValue
      else { return [] }
      let start = text.utf8.distance(from: text.startIndex, to: found.output.1.startIndex)
      let lower = range.lowerBound + start
      return LineDeclaration.Take.allCases.filter { $0 != take }.map { other in
        RulesEdit(
          changes: [
            RulesEdit.Change(
              file: group.span.file, lower: lower, upper: lower + take.rawValue.utf8.count,
              text: other.rawValue)
          ],
          setting: "quote.\(group.name).take=\(other.rawValue)",
          what: "take: \(take.rawValue) of \(group.name) becomes \(other.rawValue)",
          span: group.span)
      }
    }
  }

  /// Lines that are there for each element of another list.
  static func lists(_ names: [String], _ model: PriceModel) -> [RulesEdit] {
    let lines = model.allLines.filter { names.contains($0.name) && $0.grain.list != $0.place.list }
    let lists = model.lists.filter { !$0.name.isEmpty && $0.memberOf == nil }.map(\.name)
    return lines.flatMap { line -> [RulesEdit] in
      guard let file = model.sources[line.span.file],
        let range = block(at: line.span.lower, in: file)
      else { return [] }
      let text = text(range, file)
      guard let found = text.firstMatch(of: kept(/\bfor: *(\w+)/)) else { return [] }
      let own = String(found.output.1)
      let start = text.utf8.distance(from: text.startIndex, to: found.output.1.startIndex)
      let lower = range.lowerBound + start
      return lists.filter { $0 != own }.prefix(mostLists).map { other in
        RulesEdit(
          changes: [
            RulesEdit.Change(
              file: line.span.file, lower: lower, upper: lower + own.utf8.count, text: other)
          ],
          setting: "quote.\(line.name).for=\(other)",
          what: "for: \(own) of \(line.name) becomes \(other)", span: line.span)
      }
    }
  }

  private static let mostLists = 4

  /// A line that counts a second time behind a later one, which does not see it and looks at the
  /// subtotal.
  static func again(
    _ line: ModelLine, after other: ModelLine, _ model: PriceModel
  ) -> RulesEdit? {
    let name = "\(line.name)_again"
    guard line.kind == .line, model.allLines.allSatisfy({ $0.name != name }),
      let file = model.sources[other.span.file], let range = block(at: other.span.lower, in: file)
    else { return nil }
    let written = text(range, file)
    let indent = written.prefix { $0 == " " }
    let copy = "\(indent)- line: \(name)\n\(indent)  amount: \(line.name)\n"
    return RulesEdit(
      changes: [
        RulesEdit.Change(
          file: other.span.file, lower: range.upperBound, upper: range.upperBound,
          text: written.hasSuffix("\n") ? copy : "\n" + copy)
      ],
      what: "\(line.name) counts twice, the second time after \(other.name)", span: line.span)
  }

  /// A line that counts twice, of which the lines behind it up to some other one see one. One that
  /// sees it elsewhere than in a `subtotal` that it says sees both: the edit ends there.
  static func twiceForSome(_ name: String, _ model: PriceModel) -> [RulesEdit] {
    guard let start = model.waterfall.firstIndex(where: { $0.name == name }),
      case let line = model.waterfall[start], case .amount(let amount) = line.effect
    else { return [] }
    var whole = RulesEdit(what: "", span: line.span)
    whole.enclose(amount.span, "2 * (", ")")
    var found: [RulesEdit] = []
    for other in model.waterfall[(start + 1)...] {
      guard !other.asks(for: line, in: model) else { break }
      guard other.looksAtSubtotal else { continue }
      guard case .amount = other.effect else { break }
      var changes: [RulesEdit.Change] = []
      for formula in other.formulas where formula.looksAtSubtotal {
        let text = model.sources.text(at: formula.span)
        let words = words(of: text).filter { text[$0] == "subtotal" }
        guard !words.isEmpty else { return found }
        changes += words.map { change(text, $0, "(subtotal - \(name) / 2)", at: formula.span) }
      }
      whole.changes += changes
      whole.what = "\(name) counts twice, the second time after \(other.name)"
      found.append(whole)
    }
    return found
  }

  /// A line that is there a second time, right behind itself, under a name that is not ours.
  static func again(_ line: ModelLine, as name: String?, _ model: PriceModel) -> RulesEdit? {
    guard line.kind == .line, let file = model.sources[line.span.file],
      let range = block(at: line.span.lower, in: file)
    else { return nil }
    let written = text(range, file)
    let head = "line: \(line.name)"
    guard let found = written.firstRange(of: head) else { return nil }
    let other = name ?? "\(line.name)_again"
    guard model.allLines.allSatisfy({ $0.name != other }) else { return nil }
    var copy = written
    copy.replaceSubrange(found, with: "line: \(other)")
    let isEnded = written.hasSuffix("\n")
    var edit = RulesEdit(
      changes: [
        RulesEdit.Change(
          file: line.span.file, lower: range.upperBound, upper: range.upperBound,
          text: isEnded ? copy : "\n" + copy)
      ],
      what: "\(line.name) counts twice" + (name.map { ", the second time as \($0)" } ?? ""),
      span: line.span)
    edit.added = name
    return edit
  }
}

extension ModelLine {
  /// Whether it asks for the amount of another line by its name, or by one of that.
  fileprivate func asks(for line: ModelLine, in model: PriceModel) -> Bool {
    selfAndMembers.flatMap(\.formulas).contains { $0.asks(forLine: line.id, in: model) }
  }
}

extension PriceExpression {
  fileprivate func asks(forLine id: Int, in model: PriceModel) -> Bool {
    // Names may stand in many places.
    var seen: Set<ObjectIdentifier> = []
    func asks(_ value: PriceExpression) -> Bool {
      guard seen.insert(ObjectIdentifier(value)).inserted else { return false }
      switch value.operation {
      case .reference(.lineAmount(id)), .reference(.lineSum(id)): return true
      case .reference(.letValue(let index)): return asks(model.lets[index].value)
      default: return value.parts.contains(where: asks)
      }
    }
    return asks(self)
  }
}
