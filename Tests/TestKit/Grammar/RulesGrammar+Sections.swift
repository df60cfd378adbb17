/// `let`, `quote`, `decline` and `outputs`.
extension RulesGrammar {
  // MARK: - Lets

  mutating func lets() -> String {
    var text = "  figure: \(pick(["8%", "$3", "2.5"]))\n"
    if chance(1, in: 2) { text += area() }
    if chance(1, in: 3) { text += dates() }
    if chance(1, in: 3) { text += madeList() }
    if lists.count > 1, chance(1, in: 2) { text += groups() }
    if lists.count > 1, chance(1, in: 4) { text += groups() }
    for _ in 0..<3 + below(6) { text += chance(2, in: 5) ? table() : value() }
    if lists.count > 1, chance(1, in: 3) { text += steps() }
    if chance(1, in: 3) { text += function() }
    return text
  }

  private mutating func value() -> String {
    let kind = pick(
      [
        .number, .number, .money, .money, .money, .distance, .duration, .flag, .text, .date, .time,
        .instant,
      ] as [GrammarKind])
    let list = pick(namedLists)
    let name = fresh("v")
    var value = list == 0 ? formula(kind, 0, 3) : fine(kind, list, 3)
    if kind == .number { value = clamped(value) }
    if kind == .money, chance(1, in: 2) { value = "round(\(value))" }
    names.append(GrammarName(text: name, kind: kind, list: list, isOptional: true))
    guard lists[list].groupsOf != nil else { return "  \(name): \(Self.safe(value))\n" }
    // Over groups it is said that their members are meant.
    return "  \(name):\n    for: \(lists[list].name)\n    value: \(Self.safe(value))\n"
  }

  /// Kept small, so that products of products do not run away.
  mutating func clamped(_ value: String) -> String {
    profile == .exact || chance(1, in: 2)
      ? "round(max(min(\(value), 1000), -1000), \(pick(["1", "0.01", "0.001"])))" : value
  }

  /// A formula as a YAML scalar: one that begins with a text goes in parentheses.
  static func safe(_ formula: String) -> String {
    formula.hasPrefix("\"") ? "(\(formula))" : formula
  }

  private mutating func area() -> String {
    let name = fresh("area")
    areas.append(name)
    return "  \(name):\n"
      + pick([
        "    circle: { center: \"25.77, -80.19\", radius: 20 km }\n",
        "    box: { south_west: \"25.5, -80.5\", north_east: \"26, -80\" }\n",
        "    polygon: |\n      | lat  | lng   |\n      | 25.5 | -80.5 |\n"
          + "      | 26.1 | -80.5 |\n      | 25.8 | -79.9 |\n",
      ])
  }

  private mutating func dates() -> String {
    let name = fresh("days")
    dateLists.append(name)
    return "  \(name): [2026-03-08, 2026-11-01, 2026-12-31]\n"
  }

  private mutating func madeList() -> String {
    let name = fresh("made")
    let element = fresh("e")
    let isOfDates = chance(1, in: 2)
    let lower: String
    let upper: String
    if isOfDates {
      lower = date(0, 1)
      upper = "min(\(date(0, 1)), \(lower) + 40 days)"
    } else {
      lower = pick(["0", "1", "-2"])
      upper = "floor(max(min(\(number(0, 2)), 30), -5))"
    }
    lists.append(GrammarList(name: name, parent: 0, isMade: true))
    names.append(
      GrammarName(text: element, kind: isOfDates ? .date : .number, list: lists.count - 1))
    let close = pick([")", "]"])
    return "  \(name):\n    each: \(element) in [\(lower)..\(upper)\(close)\n"
  }

  /// Groups of a list's elements by one or two keys that are always given.
  private mutating func groups() -> String {
    let list = pick(namedLists.filter { $0 > 0 })
    let name = fresh("made")
    var (parts, keys): ([String], [(text: String, kind: GrammarKind)]) = ([], [])
    for _ in 0..<1 + below(2) {
      let fields = names.filter {
        $0.list == list && !$0.isOptional && $0.lineList == nil && $0.kind != .point
      }
      if !fields.isEmpty, chance(2, in: 3) {
        let field = pick(fields)
        keys.append((field.text, field.kind))
      } else {
        let flag = fine(.flag, list, 1)
        keys.append(
          chance(1, in: 2)
            ? ("if \(flag) then 1 else 2", .number) : ("if \(flag) then \"a\" else \"b\"", .text))
      }
      parts.append(fresh("e"))
    }
    lists.append(GrammarList(name: name, parent: lists[list].parent, isMade: true, groupsOf: list))
    for (part, key) in zip(parts, keys) {
      names.append(GrammarName(text: part, kind: key.kind, list: lists.count - 1))
    }
    lists.append(
      GrammarList(
        name: lists[list].name, parent: lists.count - 1, isMade: true, memberOf: list))
    return "  \(name):\n    each: '\(parts.joined(separator: ", ")) in \(lists[list].name) by "
      + keys.map { $0.text.replacing("'", with: "''") }.joined(separator: ", ") + "'\n"
  }

  // MARK: - The waterfall

  mutating func waterfall() -> String {
    var text = ""
    for _ in 0..<2 + below(4) { text += entry(0, depth: 2, indent: "  ") }
    return text
  }

  /// One entry at a list's grain.
  private mutating func entry(_ list: Int, depth: Int, indent: String) -> String {
    let text = line(orGroupAt: list, depth: depth, indent: indent)
    if chance(1, in: 3) {
      running = nil
      laterLets += value()
      running = "subtotal"
    }
    return text
  }

  private mutating func line(orGroupAt list: Int, depth: Int, indent: String) -> String {
    let child = children(of: list).randomElement(using: &random)
    switch below(10) {
    case 0 where child != nil, 1 where child != nil:
      return line(child ?? list, over: child, indent, list)
    case 2 where depth > 0: return group(list, depth: depth, indent)
    case 3 where depth > 0 && child != nil:
      return group(child ?? list, over: child, depth: depth, indent)
    case 4:
      let name = fresh("s")
      names.append(GrammarName(text: name, kind: .money, list: list, lineList: list))
      return "\(indent)- subtotal: \(name)\n"
        + (chance(1, in: 2) ? "\(indent)  becomes: round(subtotal)\n" : "")
    case 5, 6:
      let name = fresh("l")
      let value = pick([
        "round(subtotal * \(pick(["1.1", "(1 - figure_rate)", "0.95"])))",
        "max(subtotal, \(pick(["$20", "round(\(money(list, 1)))"])))",
      ]).replacing("figure_rate", with: "8%")
      return heading(name, list, indent) + "\(indent)  becomes: \(value)\n"
        + declareLine(name, list)
    default: return line(list, over: nil, indent, list)
    }
  }

  private mutating func heading(_ name: String, _ list: Int, _ indent: String) -> String {
    var text = "\(indent)- line: \(name)\n"
    if chance(1, in: 2) { text += "\(indent)  when: \(flag(list, 2))\n" }
    if chance(1, in: 4) { text += "\(indent)  label: '\(template(list, 1))'\n" }
    let homes = homes(of: list)
    let reasons = reasons.filter { homes.contains($0.list) }
    if !reasons.isEmpty, chance(1, in: 2) {
      text += "\(indent)  reasons: \(pick(reasons).text)\n"
    } else if chance(1, in: 6) {
      text += "\(indent)  reasons: \(Self.safe(self.text(list, 1)))\n"
    }
    return text
  }

  /// Empty: names are declared, nothing is written.
  private mutating func declareLine(_ name: String, _ list: Int) -> String {
    for home in outer(of: list) {
      names.append(GrammarName(text: name, kind: .money, list: home, lineList: list))
    }
    return ""
  }

  private mutating func line(
    _ list: Int, over: Int?, _ indent: String, _ home: Int
  ) -> String {
    let name = fresh("l")
    // What is carried is not one value for each element.
    let carried = running
    if over != nil { running = nil }
    defer { running = carried }
    var text = heading(name, list, indent)
    if let over, chance(1, in: 3) { return text + inOrder(name, over, indent) }
    if let over { text += "\(indent)  for: \(lists[over].name)\n" }
    var amount = money(list, 3)
    if over != nil, let line = lineOfMembers(askedAt: list), chance(1, in: 2) {
      amount = "(\(amount) + \(line))"
    }
    text +=
      "\(indent)  amount: \(profile == .exact || chance(1, in: 2) ? "round(\(amount))" : amount)\n"
    return text + declareLine(name, list)
  }

  private mutating func group(
    _ list: Int, over: Int? = nil, depth: Int, _ indent: String
  ) -> String {
    let name = fresh("g")
    let carried = running
    if over != nil { running = nil }
    var text = heading(name, list, indent)
    running = carried
    if let over { text += "\(indent)  for: \(lists[over].name)\n" }
    let takes = chance(1, in: 2)
    if takes { text += "\(indent)  take: \(pick(["lowest", "highest", "sum"]))\n" }
    text += "\(indent)  lines:\n"
    for _ in 0..<1 + below(3) {
      text +=
        takes
        ? line(list, over: nil, indent + "    ", list)
        : entry(list, depth: depth - 1, indent: indent + "    ")
    }
    return text + declareLine(name, list)
  }

  // MARK: - Declines and outputs

  mutating func declines() -> String {
    var text = ""
    for _ in 0..<1 + below(2) {
      let list = chance(1, in: 3) ? pick(namedLists) : 0
      let head = list == 0 ? "" : "for: \(lists[list].name)\n    "
      text += "  - \(head)when: \(flag(list, 2)) and \(flag(list, 1))\n"
      text += "    reason: '\(template(list, 1))'\n"
    }
    return text
  }

  mutating func outputs() -> String {
    var text = "  total:\n"
    for _ in 0..<2 + below(4) {
      let kind = pick(
        [.number, .money, .duration, .flag, .text, .date, .time, .instant, .weekday]
          as [GrammarKind])
      text += "  \(fresh("o")): \(shown(kind, 0, 3))\n"
    }
    for (index, list) in lists.enumerated() where list.parent == 0 && chance(1, in: 2) {
      text += "  \(fresh("o")):\n    for: \(list.name)\n"
      for _ in 0..<1 + below(2) {
        let kind = pick([.number, .money, .text, .flag] as [GrammarKind])
        text += "    \(fresh("o")): \(shown(kind, index, 2))\n"
      }
      if let line = lineOfMembers(askedAt: index) { text += "    \(fresh("o")): round(\(line))\n" }
    }
    return text
  }

  /// A line of the members of groups, where it is asked for outside of those groups: of an element,
  /// or of another group of them.
  private mutating func lineOfMembers(askedAt list: Int) -> String? {
    let lines = names.filter { name in
      guard let line = name.lineList, name.list == line, let own = lists[line].memberOf,
        lists[line].parent != list, lists[line].parent != lists[list].parent
      else { return false }
      return own == list || own == lists[list].memberOf || own == lists[list].groupsOf
    }
    guard !lines.isEmpty else { return nil }
    let name = pick(lines).text
    return lists[list].groupsOf == nil ? name : "sum(\(name))"
  }

  /// What is shown ends: numbers in outputs are mostly rounded.
  private mutating func shown(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String {
    let value = formula(kind, list, depth)
    switch kind {
    case .number, .money, .distance, .duration, .weight:
      return profile == .exact || chance(1, in: 2) ? "round(\(value))" : value
    case .flag, .text, .choice, .date, .time, .instant, .weekday, .point: return Self.safe(value)
    }
  }
}
