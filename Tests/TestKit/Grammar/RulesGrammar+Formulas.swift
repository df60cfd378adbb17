/// Formulas of every kind: `list` is the grain at which they stand, `depth`
/// how far they may still nest.
extension RulesGrammar {
  mutating func formula(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String {
    switch kind {
    case .number: number(list, depth)
    case .money: money(list, depth)
    case .distance: measure(.distance, list, depth)
    case .duration: measure(.duration, list, depth)
    case .weight: measure(.weight, list, depth)
    case .flag: flag(list, depth)
    case .text: text(list, depth)
    case .choice: choice(list)
    case .date: date(list, depth)
    case .time: time(list, depth)
    case .instant: instant(list, depth)
    case .weekday: "weekday(\(date(list, depth - 1)))"
    case .point: name(.point, list) ?? "id"
    }
  }

  /// A name of the kind, if one can be seen.
  mutating func name(_ kind: GrammarKind, _ list: Int) -> String? {
    let names = names(kind, at: list)
    return names.isEmpty ? nil : pick(names).text
  }

  /// What every kind of value can be made of; nil where the dice say otherwise.
  private mutating func common(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String? {
    switch below(9) {
    case 0:
      let otherwise = chance(3, in: 4) ? " else \(formula(kind, list, depth - 1))" : ""
      return "(if \(flag(list, depth - 1)) then \(formula(kind, list, depth - 1))\(otherwise))"
    case 1: return "(\(formula(kind, list, depth - 1)) default \(formula(kind, list, depth - 1)))"
    case 2: return lookup(kind, list, depth)
    case 3:
      guard let child = children(of: list).randomElement(using: &random) else { return nil }
      let filter = chance(1, in: 3) ? " where \(flag(child, depth - 1))" : ""
      let over =
        kind == .text || kind == .choice || kind == .point
        ? ["first", "last"]
        : ["first", "last", "min", "max"]
      let function = pick(over)
      guard function.count > 3, chance(1, in: 3) else {
        return "\(function)(\(fine(kind, child, depth - 1))\(filter))"
      }
      let key = pick([.number, .money, .date, .instant, .weekday] as [GrammarKind])
      let order = ", by \(fine(key, child, depth - 1))"
      return "\(function)(\(fine(kind, child, depth - 1))\(filter)\(order))"
    case 5 where !functions.isEmpty && !isKeeping: return use(kind, list, depth)
    case 4 where list != 0 && !isKeeping && chance(1, in: 2): return beside(kind, list, depth)
    default: return nil
    }
  }

  // MARK: - Numbers

  private mutating func figure() -> String {
    pick(["0", "1", "2", "3", "0.5", "0.08", "8%", "12.5%", "-1", "1.1", "0.333", "10", "100%"])
  }

  mutating func number(_ list: Int, _ depth: Int) -> String {
    guard depth > 0, !chance(1, in: 4) else { return name(.number, list) ?? figure() }
    if let common = chance(1, in: 3) ? common(.number, list, depth) : nil { return common }
    func inner(_ grammar: inout Self) -> String { grammar.number(list, depth - 1) }
    switch below(16) {
    case 0: return "(\(inner(&self)) + \(inner(&self)))"
    case 1: return "(\(inner(&self)) - \(inner(&self)))"
    case 2: return "(\(number(list, 1)) * \(number(list, 0)))"
    case 3: return "(\(inner(&self)) / \(pick(["2", "4", "0.5", "8", "10"])))"
    case 4: return "-(\(inner(&self)))"
    case 5: return rounded(inner(&self), steps: ["1", "0.1", "0.01", "0.05", "5"])
    case 6: return "\(pick(["floor", "ceil", "trunc", "abs"]))(\(inner(&self)))"
    case 7: return "\(pick(["min", "max", "mod"]))(\(inner(&self)), \(inner(&self)))"
    case 8:
      let more = pick(["", "", " + \(number(list, 0))", " - \(number(list, 0)) * 3"])
      return rounded("\(number(list, 1)) / \(number(list, 1))\(more)", steps: ["1", "0.01"])
    case 9: return rounded("\(money(list, 1)) / \(money(list, 1))", steps: ["1", "0.1"])
    case 10: return "(\(measure(.distance, list, depth - 1)) / \(pick(["1 km", "1 m"])))"
    case 11: return aggregate(list, depth)
    case 12 where list != 0 && !isKeeping:
      let key = pick([.number, .number, .money, .date, .instant, .text, .choice] as [GrammarKind])
      let order = chance(2, in: 3) ? ", by \(formula(key, list, depth - 1))" : ""
      let filter = chance(1, in: 3) ? " where \(fine(.flag, list, depth - 1))" : ""
      return "sum_before(\(fine(.number, list, 1))\(filter)\(order))"
    case 13: return wholeOfText(list, depth)
    case 14: return ofDate(list, depth)
    default: return name(.number, list) ?? figure()
    }
  }

  /// Rounded to a step; under binary arithmetic only powers of ten are steps.
  private mutating func rounded(_ value: String, steps: [String], unit: String = "") -> String {
    let fitting = steps.filter { !profile.isBinary || !$0.contains("5") }
    let step = unit.hasPrefix("$") ? "$\(pick(fitting))" : "\(pick(fitting))\(unit)"
    switch below(4) {
    case 0: return "round(\(value))"
    case 1: return "round(\(value), \(step))"
    case 2: return "\(pick(["round_up", "round_down"]))(\(value), \(step))"
    default: return "round(\(value), \(step), \(pick(Self.modes)))"
    }
  }

  private mutating func aggregate(_ list: Int, _ depth: Int) -> String {
    guard let child = children(of: list).randomElement(using: &random) else { return figure() }
    let filter = chance(1, in: 3) ? " where \(flag(child, depth - 1))" : ""
    return chance(1, in: 3)
      ? "count(\(lists[child].name)\(filter))" : "sum(\(fine(.number, child, 1))\(filter))"
  }

  private mutating func wholeOfText(_ list: Int, _ depth: Int) -> String {
    switch below(3) {
    case 0: return "length(\(text(list, depth - 1)))"
    case 1: return "min(integer(\(text(list, depth - 1))), 5)"
    default: return "max(min(number(\(text(list, depth - 1))), 5), -5)"
    }
  }

  private mutating func ofDate(_ list: Int, _ depth: Int) -> String {
    switch below(4) {
    case 0:
      let part = pick(["day", "month", "year", "weekday_number", "days_in_month"])
      return "\(part)(\(date(list, depth - 1)))"
    case 1: return "\(pick(["years", "months"]))(\(date(list, 1)), \(date(list, 1)))"
    case 2: return "hour(\(time(list, depth - 1)))"
    default: return "hour(\(instant(list, 0)), \(offset(list)))"
    }
  }

  // MARK: - Money and measures

  private static let literals: [GrammarKind: [String]] = [
    .money: ["$0", "$1", "$4.99", "$10", "-$5", "$0.05", "$120"],
    .distance: ["0 mi", "1 mi", "12.5 km", "100 m"],
    .duration: ["0 min", "30 min", "1.5 h", "2 days"],
    .weight: ["0 kg", "1 kg", "2.5 lb", "500 g"],
  ]
  private static let rates: [GrammarKind: [String]] = [
    .distance: ["$1.50/mi", "$0.10/km"], .duration: ["$30/h", "$0.25/min"],
    .weight: ["$2/kg", "$0.9/lb"],
  ]

  mutating func money(_ list: Int, _ depth: Int) -> String {
    guard depth > 0, !chance(1, in: 4) else {
      return name(.money, list) ?? pick(Self.literals[.money]!)
    }
    if let common = chance(1, in: 3) ? common(.money, list, depth) : nil { return common }
    switch below(13) {
    case 0: return "(\(money(list, depth - 1)) + \(money(list, depth - 1)))"
    case 1: return "(\(money(list, depth - 1)) - \(money(list, depth - 1)))"
    case 2: return "(\(money(list, 1)) * \(number(list, 1)))"
    case 3: return "(\(number(list, 0)) * \(money(list, 1)))"
    case 4: return "(\(money(list, depth - 1)) / \(pick(["2", "4", "0.8"])))"
    case 5:
      return rounded(money(list, depth - 1), steps: ["1", "0.1", "0.01", "0.05", "5"], unit: "$")
    case 6:
      return rounded("\(money(list, 1)) / \(number(list, 1))", steps: ["1", "0.01"], unit: "$")
    case 7:
      let function = pick(["min", "max", "mod"])
      return "\(function)(\(money(list, depth - 1)), \(money(list, depth - 1)))"
    case 8:
      let kind = pick([.distance, .duration, .weight] as [GrammarKind])
      return "(\(pick(Self.rates[kind]!)) * \(measure(kind, list, kind == .duration ? 2 : 1)))"
    case 9:
      guard let child = children(of: list).randomElement(using: &random) else { return "$3" }
      return "sum(\(fine(.money, child, 1)))"
    case 10 where list != 0 && !isKeeping && !isAddingMembers:
      let weight = pick([.number, .number, .money, .distance] as [GrammarKind])
      let filter = chance(1, in: 3) ? " where \(fine(.flag, list, 0))" : ""
      let share = "by \(fine(weight, list, 1))\(filter)"
      // What a group has is shared out among its own elements in lines alone, and what is added up
      // for groups is what each has.
      let isOfAll = lists[list].memberOf != nil && running != "subtotal"
      let isOfGroups = lists[list].groupsOf != nil
      let whole = isOfAll || isOfGroups ? coarseMoney(0, 0) : coarseMoney(lists[list].parent, 1)
      return "(split(round(\(whole)), \(share)) default $0)"
    case 11 where running != nil: return running ?? "$2"
    default: return "abs(\(money(list, depth - 1)))"
    }
  }

  /// Money that no line's name makes finer: what is shared out is one for all.
  private mutating func coarseMoney(_ list: Int, _ depth: Int) -> String {
    let (all, carried) = (names, running)
    names = all.filter { $0.lineList == nil }
    running = nil
    defer { (names, running) = (all, carried) }
    return money(list, depth)
  }

  mutating func measure(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String {
    let literal = pick(Self.literals[kind]!)
    guard depth > 0, !chance(1, in: 3) else { return name(kind, list) ?? literal }
    if let common = chance(1, in: 3) ? common(kind, list, depth) : nil { return common }
    switch below(6) {
    case 0: return "(\(measure(kind, list, depth - 1)) + \(measure(kind, list, depth - 1)))"
    case 1: return "(\(measure(kind, list, depth - 1)) * \(number(list, 0)))"
    case 2: return "\(pick(["max", "mod"]))(\(measure(kind, list, depth - 1)), \(literal))"
    case 3 where kind == .distance && name(.point, list) != nil:
      let step = profile.isBinary ? "" : pick(["", ", 100 m", ", 0.1 mi"])
      let (from, to) = (formula(.point, list, 0), formula(.point, list, 0))
      return "\(pick(["geodesic", "haversine"]))(\(from), \(to)\(step))"
    case 3 where kind == .duration: return "(\(date(list, 1)) - \(date(list, 1)))"
    case 4 where kind == .duration: return "(\(instant(list, 0)) - \(instant(list, 0)))"
    default: return name(kind, list) ?? literal
    }
  }

  // MARK: - Finer values

  /// A value that surely differs from element to element of a list.
  mutating func fine(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String {
    let wasAdding = isAddingMembers
    isAddingMembers = wasAdding || lists[list].memberOf != nil
    defer { isAddingMembers = wasAdding }
    let fields = lists[list].memberOf ?? list
    let own = names.filter { $0.list == fields && $0.kind == kind && $0.lineList == nil }
    if !own.isEmpty, chance(2, in: 3) { return pick(own).text }
    guard let field = names.first(where: { $0.list == fields && $0.lineList == nil }) else {
      return "id"
    }
    let value = formula(kind, list, depth)
    if kind == .flag { return "(\(field.text) is given and \(value))" }
    return "(if \(field.text) is given then \(value) else \(formula(kind, list, 0)))"
  }
}
