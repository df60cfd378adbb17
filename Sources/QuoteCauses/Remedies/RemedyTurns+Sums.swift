import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where a sum over elements is rounded: each element, each piece of it, all elements of a kind
/// together, or once. Programs do each of these, and they differ by cents.
extension RemedyTurns {
  /// An amount that adds up what elements make, as its formula says it.
  private struct RoundedSum {
    enum Shape: Hashable {
      case each, once
      /// A field that counts is outside of the rounding: `n * round(p)`.
      case counted(String)
      case kinds(String)
    }

    /// What an element makes without any rounding: `p * n * rate`.
    var value: String
    /// The elements that count; empty for all.
    var condition = ""
    var list: ListID
    var shape: Shape?
    /// The line that is there for each element, or for each group, and adds up by itself.
    var line: ModelLine?
    /// It is one amount for each element, which says nothing of sums.
    var isOfElements = false
    var sign = ""
    /// What stands in the rules in place of it.
    var written: String

    var `where`: String { condition.isEmpty ? "" : " where \(condition)" }
  }

  /// The other places at which the sums of some formulas may be rounded: in one of them, and in all
  /// that can be alike.
  static func sumsElsewhere(
    _ places: [RemedyPlaces.Place], _ model: PriceModel
  ) -> [RulesEdit] {
    var alone: [RulesEdit] = []
    var alike: [(shape: RoundedSum.Shape, names: [String], edit: RulesEdit)] = []
    var ofBooking: [(place: RemedyPlaces.Place, line: ModelLine, sum: RoundedSum)] = []
    for place in places where place.path.hasPrefix("quote.") && place.path.hasSuffix(".amount") {
      guard let line = model.allLines.first(where: { $0.name == place.line }),
        let sum = roundedSum(line, model)
      else { continue }
      if sum.line == nil, sum.shape == .once { ofBooking.append((place, line, sum)) }
      for shape in shapes(of: sum.list, model) where shape != sum.shape {
        guard let edit = edit(sum, to: shape, line, at: place, in: model) else { continue }
        alone.append(edit)
        if let known = alike.firstIndex(where: { $0.shape == shape }) {
          alike[known].names.append(line.name)
          alike[known].edit.changes += edit.changes
          alike[known].edit.settings += edit.settings
        } else {
          alike.append((shape, [line.name], edit))
        }
      }
    }
    let together = alike.filter { $0.names.count > 1 }.map { shape, names, edit in
      var edit = edit
      edit.setting = nil
      edit.what = "\(self.names(names)) \(words(for: shape))"
      return edit
    }
    return together + (inOne(ofBooking, model).map { [$0] } ?? []) + alone
  }

  /// Sums of several lines that are rounded together, in the last of them.
  private static func inOne(
    _ sums: [(place: RemedyPlaces.Place, line: ModelLine, sum: RoundedSum)], _ model: PriceModel
  ) -> RulesEdit? {
    let sums = sums.sorted { $0.line.id < $1.line.id }
    guard sums.count > 1, let last = sums.last else { return nil }
    let parts = sums.map { "\($0.sum.sign)sum(\($0.sum.value)\($0.sum.where))" }
    let settings =
      sums.dropLast().map {
        "\($0.place.path)=\(nothing(in: $0.sum.written, model))"
      } + ["\(last.place.path)=round(\(parts.joined(separator: " + ")))"]
    return RulesEdit(
      settings: settings, what: "\(names(sums.map(\.line.name))) rounded once, on the sum of all",
      span: last.line.span)
  }

  private static func names(_ names: [String]) -> String { names.joined(separator: " and ") }

  private static func words(for shape: RoundedSum.Shape) -> String {
    switch shape {
    case .each: "rounded for each, then summed"
    case .once: "rounded once, on the sum"
    case .counted(let count): "rounded before `\(count)` multiplies it"
    case .kinds(let field): "rounded once for each `\(field)`"
    }
  }

  private static func shapes(of list: ListID, _ model: PriceModel) -> [RoundedSum.Shape] {
    let fields = model.schema.lists[list].fields
    return [.once, .each]
      + fields.filter { kinds(of: $0) != nil }.prefix(mostFields).map { .kinds($0.name) }
      + fields.filter { $0.type == .count }.prefix(mostFields).map { .counted($0.name) }
  }

  private static let mostFields = 4
  private static let mostKinds = 12

  /// Conditions of which each element meets one.
  private static func kinds(of field: FieldSchema) -> [String]? {
    if field.storage == .flag { return [field.name, "not \(field.name)"] }
    guard field.storage == .choice, (2...mostKinds).contains(field.choices.count),
      !field.choices.contains(where: { $0.contains("\"") })
    else { return nil }
    return field.choices.map { "\(field.name) = \"\($0)\"" }
  }

  // MARK: - Reading

  private static func roundedSum(_ line: ModelLine, _ model: PriceModel) -> RoundedSum? {
    guard case .amount(let amount) = line.effect else { return nil }
    let written = text(amount, model)
    var formula = amount
    if case .reference(.letValue(let id)) = amount.operation, line.grain.list != .booking {
      formula = model.lets[id].value
    }
    var whole = text(formula, model)
    guard !whole.contains(",") else { return nil }
    let sign = whole.hasPrefix("-") ? "-" : ""
    whole = whole.dropFirst(sign.count).description.trimmedOfSpaces
    let groups = model.lists[line.grain.list].groups
    let list = line.grain.list == .booking ? summedList(of: formula) : groups?.list
    var sum = RoundedSum(
      value: "", list: list ?? line.grain.list, line: line.grain.list == .booking ? nil : line,
      isOfElements: line.grain.list != .booking && groups == nil, sign: sign, written: written)
    guard sum.isOfElements || list != nil else { return nil }
    return sum.isOfElements ? read(&sum, element: whole) : read(&sum, sum: whole)
  }

  /// `round(p * n)`, `n * round(p)`.
  private static func read(_ sum: inout RoundedSum, element whole: String) -> RoundedSum? {
    guard let value = unrounded(whole) else { return nil }
    sum.value = value
    sum.shape = inside(whole, of: "round(") == nil ? nil : .each
    return sum
  }

  /// `round(sum(p * n))`, `round(9% * sum(p where f))`, `sum(round(p * n))`, `sum(n * round(p))`.
  private static func read(_ sum: inout RoundedSum, sum whole: String) -> RoundedSum? {
    if let inner = inside(whole, of: "sum(") {
      let (body, condition) = parted(inner)
      guard let value = unrounded(body) else { return nil }
      sum.condition = condition
      sum.value = value
      sum.shape = inside(body, of: "round(") == nil ? nil : .each
      return sum
    }
    guard let inner = inside(whole, of: "round("), let factors = factors(of: inner) else {
      return nil
    }
    let sums = factors.compactMap { inside($0, of: "sum(") }
    guard sums.count == 1 else { return nil }
    let (body, condition) = parted(sums[0])
    guard !body.contains("round") else { return nil }
    sum.condition = condition
    sum.value = (factors.filter { inside($0, of: "sum(") == nil } + [bracketed(body)])
      .joined(separator: " * ")
    sum.shape = sum.line == nil ? .once : nil
    return sum
  }

  /// A product of which one factor is rounded, without that; nil of all else.
  private static func unrounded(_ text: String) -> String? {
    guard let factors = factors(of: text) else { return nil }
    let rounded = factors.filter { inside($0, of: "round(") != nil }
    guard rounded.count == 1 else { return nil }
    return factors.map { inside($0, of: "round(").map(bracketed) ?? $0 }.joined(separator: " * ")
  }

  /// The list of the one sum that it has.
  private static func summedList(of formula: PriceExpression) -> ListID? {
    if case .aggregate(.sum, _, let list, _) = formula.operation { return list }
    let lists = Set(formula.parts.compactMap { summedList(of: $0) })
    return lists.count == 1 ? lists.first : nil
  }

  /// What stands in the brackets of a call that is all of the text.
  private static func inside(_ text: String, of call: String) -> String? {
    guard text.hasPrefix(call), text.hasSuffix(")") else { return nil }
    let inner = text.dropFirst(call.count).dropLast()
    var depth = 0
    for letter in inner {
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      if depth < 0 { return nil }
    }
    return String(inner).trimmedOfSpaces
  }

  private static func parted(_ body: String) -> (value: String, condition: String) {
    guard let mark = body.firstRange(of: " where ") else { return (body, "") }
    return (
      String(body[..<mark.lowerBound]).trimmedOfSpaces,
      String(body[mark.upperBound...]).trimmedOfSpaces
    )
  }

  /// The factors of a product; nil if the text is no product.
  private static func factors(of text: String) -> [String]? {
    var (factors, depth, isQuoted) = ([""], 0, false)
    for letter in text {
      if letter == "\"" { isQuoted.toggle() }
      depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
      if depth == 0, !isQuoted {
        if letter == "*" {
          factors.append("")
          continue
        }
        if "+-/<>=".contains(letter) { return nil }
      }
      factors[factors.count - 1].append(letter)
    }
    let trimmed = factors.map(\.trimmedOfSpaces)
    let areWords = trimmed.allSatisfy { factor in
      !factor.isEmpty && (!factor.contains(" ") || factor.hasSuffix(")"))
        && !["if ", "not "].contains { factor.hasPrefix($0) }
    }
    return areWords ? trimmed : nil
  }

  private static func bracketed(_ text: String) -> String {
    factors(of: text) == nil ? "(\(text))" : text
  }

  // MARK: - Writing

  private static func edit(
    _ sum: RoundedSum, to shape: RoundedSum.Shape, _ line: ModelLine, at place: RemedyPlaces.Place,
    in model: PriceModel
  ) -> RulesEdit? {
    guard let value = element(of: sum, shape) else { return nil }
    let staysOfElements: Bool
    switch shape {
    case .each, .counted: staysOfElements = sum.isOfElements
    case .once, .kinds: staysOfElements = false
    }
    guard !staysOfElements, let text = summed(value, sum, as: shape, in: model) else {
      let setting = "\(place.path)=\(sum.sign)\(sum.sign.isEmpty ? value : "(\(value))")"
      return staysOfElements ? edit(setting, line, to: shape, at: place) : nil
    }
    guard let own = sum.line else {
      return edit("\(place.path)=\(text)", line, to: shape, at: place)
    }
    return ofBooking(own, sum.written, becomes: text, model).map { changes in
      RulesEdit(changes: changes, what: "\(line.name) \(words(for: shape))", span: line.span)
    }
  }

  private static func edit(
    _ setting: String, _ line: ModelLine, to shape: RoundedSum.Shape,
    at place: RemedyPlaces.Place
  ) -> RulesEdit {
    RulesEdit(
      setting: setting, settings: [setting], what: "\(line.name) \(words(for: shape))",
      span: place.span)
  }

  /// What each element adds; nil where it has no such factor, or says the same as it is.
  private static func element(of sum: RoundedSum, _ shape: RoundedSum.Shape) -> String? {
    switch shape {
    case .each: return "round(\(sum.value))"
    case .once, .kinds: return sum.value
    case .counted(let count):
      guard var factors = factors(of: sum.value), let at = factors.firstIndex(of: count),
        factors.count > 1
      else { return nil }
      factors.remove(at: at)
      return "\(count) * round(\(factors.joined(separator: " * ")))"
    }
  }

  private static func summed(
    _ value: String, _ sum: RoundedSum, as shape: RoundedSum.Shape, in model: PriceModel
  ) -> String? {
    switch shape {
    case .each, .counted: return "\(sum.sign)sum(\(value)\(sum.where))"
    case .once: return "\(sum.sign)round(sum(\(value)\(sum.where)))"
    case .kinds(let name):
      let field = model.schema.lists[sum.list].fields.first { $0.name == name }
      guard let kinds = field.flatMap(Self.kinds) else { return nil }
      let sums = kinds.map { kind in
        let more = sum.condition.isEmpty ? "" : " and (\(sum.condition))"
        return "round(sum(\(value) where \(kind)\(more)))"
      }.joined(separator: " + ")
      return sum.sign.isEmpty ? sums : "-(\(sums))"
    }
  }

  /// A line of elements that becomes one of the booking.
  private static func ofBooking(
    _ line: ModelLine, _ written: String, becomes text: String, _ model: PriceModel
  ) -> [RulesEdit.Change]? {
    guard let file = model.sources[line.span.file], let range = block(at: line.span.lower, in: file)
    else { return nil }
    let block = self.text(range, file)
    // The label is about one element, and there is none any more.
    let kept = block.split(separator: "\n", omittingEmptySubsequences: false).filter { part in
      let bare = String(part).trimmedOfSpaces
      return !bare.hasPrefix("for:") && !bare.hasPrefix("label:")
    }
    let changed = kept.joined(separator: "\n").replacing(": \(written)", with: ": \(text)")
    guard changed != block, changed.contains(text) else { return nil }
    return [
      RulesEdit.Change(
        file: line.span.file, lower: range.lowerBound, upper: range.upperBound, text: changed)
    ]
  }
}
