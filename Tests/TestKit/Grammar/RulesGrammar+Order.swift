/// Lines and lets that take the elements of a list in order. What is carried is kept between
/// bounds, so that it cannot run away.
extension RulesGrammar {
  /// The rest of a line whose name, condition and label are written.
  mutating func inOrder(_ name: String, _ list: Int, _ indent: String) -> String {
    var text = "\(indent)  for: \(lists[list].name) in order\n"
    let other = money(list, 2)
    let step = pick([
      "-min(subtotal, \(other))", "subtotal * \(pick(["0.1", "-20%", "0.5"]))",
      "if subtotal > \(other) then $3 else -$2", "\(other) - subtotal",
      "if \(flag(list, 1)) then subtotal * 5% else \(other)",
    ])
    if chance(1, in: 4) {
      let value = "min(max(round(subtotal + \(other)), -$900), $900)"
      text += "\(indent)  becomes: \(value)\n"
    } else {
      let value = "min(max(\(step), -$500), $500)"
      let isExact = profile == .exact || chance(1, in: 2)
      text += "\(indent)  amount: \(isExact ? "round(\(value))" : value)\n"
    }
    for home in outer(of: list) {
      names.append(GrammarName(text: name, kind: .money, list: home, lineList: list))
    }
    return text
  }

  /// A formula with two parameters, of which the first is of the kind that it gives.
  mutating func function() -> String {
    let kind = pick([.number, .money, .text, .date, .flag] as [GrammarKind])
    let (name, value, choice) = (fresh("f"), fresh("p"), fresh("p"))
    let own = formula(kind, 0, 2)
    let used =
      switch kind {
      case .number, .money: "min(\(value), \(own))"
      case .date: "max(\(value), \(own))"
      case .flag: "\(value) or \(own)"
      case .text, .distance, .duration, .weight, .choice, .time, .instant, .weekday, .point: value
      }
    functions.append((name, kind))
    return "  \(name)(\(value), \(choice)): if \(choice) then \(used) else \(own)\n"
  }

  /// A use of such a formula; nil where there is none of the kind.
  mutating func use(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String? {
    let fitting = functions.filter { $0.kind == kind }
    guard !fitting.isEmpty else { return nil }
    let name = pick(fitting).name
    return "\(name)(\(formula(kind, list, depth - 1)), \(flag(list, depth - 1)))"
  }

  /// The value of the element before or after.
  mutating func beside(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String {
    let key = pick([.number, .money, .date, .instant, .text, .choice] as [GrammarKind])
    let order = chance(1, in: 2) ? ", by \(fine(key, list, depth - 1))" : ""
    let filter = chance(1, in: 3) ? " where \(fine(.flag, list, depth - 1))" : ""
    return "\(pick(["previous", "next"]))(\(fine(kind, list, depth - 1))\(filter)\(order))"
  }

  /// A value that is carried along a list.
  mutating func steps() -> String {
    let list = pick(namedLists.filter { $0 > 0 && lists[$0].groupsOf == nil })
    let kind = pick([.number, .money, .flag, .date] as [GrammarKind])
    let name = fresh("c")
    let start = formula(kind, lists[list].parent, 1)
    let own = formula(kind, list, 2)
    let condition = flag(list, 1)
    let each =
      switch kind {
      case .flag: pick(["\(name) or \(own)", "not \(name)", "if \(name) then \(own) else yes"])
      case .date: pick(["max(\(name), \(own))", "if \(condition) then \(own) else \(name)"])
      case .money: "min(max(round(\(name) + \(own)), -$900), $900)"
      case .number, .distance, .duration, .weight, .text, .choice, .time, .instant, .weekday,
        .point:
        "min(max(round(\(pick(["\(name) * 1.1", name])) - \(own), 0.01), -1000), 1000)"
      }
    let given = chance(1, in: 3) ? "(\(each)) default \(formula(kind, list, 0))" : each
    names.append(GrammarName(text: name, kind: kind, list: list, isOptional: true))
    return "  \(name):\n    for: \(lists[list].name) in order\n"
      + "    start: \(Self.safe(start))\n    each: \(Self.safe(given))\n"
  }
}
