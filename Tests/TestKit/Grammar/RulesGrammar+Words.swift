/// Conditions, texts, dates and times.
extension RulesGrammar {
  mutating func flag(_ list: Int, _ depth: Int) -> String {
    guard depth > 0 else { return name(.flag, list) ?? pick(["yes", "no"]) }
    switch below(13) {
    case 0: return "(\(flag(list, depth - 1)) and \(flag(list, depth - 1)))"
    case 1: return "(\(flag(list, depth - 1)) or \(flag(list, depth - 1)))"
    case 2: return "(not \(flag(list, depth - 1)))"
    case 3: return given(list)
    case 4:
      guard let child = children(of: list).randomElement(using: &random) else { return "yes" }
      return "\(pick(["any", "all"]))(\(fine(.flag, child, depth - 1)))"
    case 5: return "(\(number(list, 1)) / \(number(list, 1)) \(comparison()) \(number(list, 0)))"
    case 6: return membership(list, depth)
    case 7: return texts(text(list, depth - 1), list, depth)
    case 8:
      guard let choice = name(.choice, list) else { return "no" }
      return "(\(choice) \(pick(["=", "!="])) \"\(pick(Self.words))\")"
    default:
      let kind = pick(
        [.number, .money, .distance, .duration, .weight, .date, .time, .instant]
          as [GrammarKind])
      return
        "(\(formula(kind, list, depth - 1)) \(comparison()) \(formula(kind, list, depth - 1)))"
    }
  }

  /// A condition on what a text is or begins with, or where it stands among others.
  private mutating func texts(_ text: String, _ list: Int, _ depth: Int) -> String {
    switch below(5) {
    case 0:
      let (from, to) = (pick(["A2", "n", "9"]), pick(["A10", "q"]))
      return "(natural(\(text)) in [\"\(from)\"..\"\(to)\"])"
    case 1:
      let function = pick(["starts_with", "ends_with", "contains"])
      return "\(function)(\(text), \"\(pick(["n", "nai\u{308}", "1", " ", ""]))\")"
    default: return "(\(text) \(pick(["=", "!="])) \(self.text(list, depth - 1)))"
    }
  }

  private mutating func comparison() -> String { pick(["=", "!=", "<", "<=", ">", ">="]) }

  mutating func given(_ list: Int) -> String {
    let homes = homes(of: list)
    let known = tables.filter { !$0.isFree && homes.contains($0.list) }
    if !isKeeping, chance(1, in: 5), let table = known.randomElement(using: &random) {
      return "(\(table.name) is \(pick(["", "not "]))given)"
    }
    let names = names(at: list)
    guard !names.isEmpty else { return "yes" }
    return "(\(pick(names).text) is \(pick(["", "not "]))given)"
  }

  private mutating func membership(_ list: Int, _ depth: Int) -> String {
    let negation = pick(["", "not "])
    switch below(5) {
    case 0: return "(\(number(list, depth - 1)) \(negation)in [0, 1, 2.5])"
    case 1:
      return "(\(number(list, depth - 1)) \(negation)in \(pick(["[0..3]", "(1..5)", "[2..8)"])))"
    case 2: return "(\(text(list, depth - 1)) \(negation)in [\"plain\", \"small\"])"
    case 3 where !areas.isEmpty:
      guard let point = name(.point, list) else { return "no" }
      return "(\(point) \(negation)in \(pick(areas)))"
    case 3: return "(weekday(\(date(list, 0))) \(negation)in [\"saturday\", \"sunday\"])"
    default:
      let set = dateLists.isEmpty ? "[2026-03-08..2026-06-01]" : pick(dateLists)
      return "(\(date(list, depth - 1)) \(negation)in \(set))"
    }
  }

  // MARK: - Texts

  mutating func text(_ list: Int, _ depth: Int) -> String {
    let words = [
      "plain", "Small ", "12", " -3.5", "1e1", "2026-03-08", "", "naïve", "nai\u{308}ve",
      "8.3.2026", "A2-007 b",
    ]
    let literal = "\"\(pick(words))\""
    guard depth > 0 else { return name(.text, list) ?? literal }
    let listed = reasons.filter { $0.list == 0 }
    if !listed.isEmpty, chance(1, in: 12) { return "join(\(pick(listed).text), \"; \")" }
    switch below(10) {
    case 0: return "\(pick(["lower", "upper", "trim"]))(\(text(list, depth - 1)))"
    case 1: return cut(text(list, depth - 1))
    case 2:
      return "text(\(number(list, 1)), \"\(pick(["0", "0.00", "0.0", "00", "000.000"]))\")"
    case 3: return written(list)
    case 4:
      guard let child = children(of: list).randomElement(using: &random) else { return literal }
      return "join(\(fine(.text, child, depth - 1)), \", \")"
    case 5: return "(if \(flag(list, depth - 1)) then \(text(list, depth - 1)) else \(literal))"
    case 6: return "(\(text(list, depth - 1)) default \(literal))"
    case 7: return "\"\(template(list, depth - 1))\""
    case 8: return lookup(.text, list, depth) ?? literal
    default: return name(.text, list) ?? literal
    }
  }

  /// A part of a text, or the text in another shape.
  private mutating func cut(_ text: String) -> String {
    switch below(6) {
    case 0: return "natural(\(text))"
    case 1: return "without_spaces(\(text))"
    case 2:
      let (old, new) = (pick(["a", "-", "l", "ï", "00"]), pick(["", "xy"]))
      return "replace(\(text), \"\(old)\", \"\(new)\")"
    case 3:
      let number = pick(["1", "2", "-1", "-2"])
      return "part(\(text), \"\(pick(["-", " ", "ai"]))\", \(number))"
    default: return "\(pick(["left", "right"]))(\(text), \(below(14) - 5))"
    }
  }

  /// A date, a time or an instant by a pattern.
  private mutating func written(_ list: Int) -> String {
    switch below(4) {
    case 0: return "text(\(time(list, 0)), \"\(pick(["HH:mm", "H.m.s", "'at' HH:mm:ss"]))\")"
    case 1:
      let offset = hasZone && chance(1, in: 2) ? "" : ", \(self.offset(list))"
      let pattern = pick(["yyyy-MM-dd HH:mm:ss", "d.M.yy 'o''clock' H"])
      return "text(\(instant(list, 0)), \"\(pattern)\"\(offset))"
    default:
      return "text(\(date(list, 0)), \"\(pick(["yyyy-MM-dd", "d.M.yy", "'on' dd/MM/yyyy"]))\")"
    }
  }

  /// A text with formulas in it, as labels and reasons are written.
  mutating func template(_ list: Int, _ depth: Int) -> String {
    var text = pick(["", "a ", "± "])
    for _ in 0..<1 + below(2) {
      let kind = pick(
        [.number, .money, .distance, .text, .date, .time, .choice, .weekday, .duration]
          as [GrammarKind])
      guard let hole = simple(kind, list) else { continue }
      text += "{\(hole)}" + pick(["", " x", ", "])
    }
    return text.isEmpty ? "nothing" : text
  }

  /// Without quotation marks in it, so that it can stand inside a text.
  private mutating func simple(_ kind: GrammarKind, _ list: Int) -> String? {
    switch kind {
    case .weekday: return name(.date, list).map { "weekday(\($0))" }
    case .money where chance(1, in: 3): return name(.money, list).map { "round(\($0) * 1.1)" }
    case .number where chance(1, in: 3): return name(.number, list).map { "\($0) + 1" }
    case .number, .money, .distance, .duration, .weight, .flag, .text, .choice, .date, .time,
      .instant, .point:
      return name(kind, list)
    }
  }

  mutating func choice(_ list: Int) -> String {
    name(.choice, list) ?? "(if \(flag(list, 0)) then \"small\" else \"large\")"
  }

  // MARK: - Dates and times

  mutating func date(_ list: Int, _ depth: Int) -> String {
    let literal = pick(
      ["2026-03-08", "2026-11-01", "2024-02-29", "2026-12-31", "0001-01-01", "9999-12-31"])
    guard depth > 0 else { return name(.date, list) ?? literal }
    switch below(9) {
    case 8:
      let months = chance(1, in: 3) ? "floor(\(number(list, 0)))" : pick(["1", "-13", "12"])
      return "add_months(\(date(list, depth - 1)), \(months))"
    case 6: return moved(name(.date, list) ?? literal, list)
    case 0: return "(\(name(.date, list) ?? literal) + \(pick(["1 day", "30 days", "-7 days"])))"
    case 1:
      let pattern = pick(["yyyy-MM-dd", "yyyy-M-d", "d.M.yyyy", "yyyyMMd", "M/d yyyy H:mm"])
      return "date(left(\(text(list, depth - 1)), 10), \"\(pattern)\")"
    case 2 where hasZone: return "date(\(instant(list, 0)))"
    case 3: return "(if \(flag(list, depth - 1)) then \(date(list, depth - 1)) else \(literal))"
    case 4: return "\(pick(["min", "max"]))(\(date(list, depth - 1)), \(literal))"
    case 5: return "(\(date(list, depth - 1)) default \(literal))"
    default: return name(.date, list) ?? literal
    }
  }

  mutating func time(_ list: Int, _ depth: Int) -> String {
    let literal = pick(["12:30", "00:00", "23:59:59", "06:15"])
    guard depth > 0 else { return name(.time, list) ?? literal }
    switch below(4) {
    case 0 where hasZone: return "time(\(instant(list, 0)))"
    case 1: return "(if \(flag(list, depth - 1)) then \(time(list, depth - 1)) else \(literal))"
    case 2: return "(\(time(list, depth - 1)) default \(literal))"
    default: return name(.time, list) ?? literal
    }
  }

  mutating func instant(_ list: Int, _ depth: Int) -> String {
    let literal = pick(
      [
        "2026-03-08T07:30:00Z", "2026-11-01T05:59:59Z", "2026-03-08T07:30:00Z",
        "9999-12-31T23:30:00Z",
      ])
    guard depth > 0 else { return name(.instant, list) ?? literal }
    switch below(5) {
    case 3: return moved(name(.instant, list) ?? literal, list)
    case 0 where hasZone && chance(1, in: 2):
      return "instant(\(date(list, 0)), \(time(list, 0)))"
    case 0:
      let zone = pick(["America/New_York", "Europe/London", "Asia/Kolkata"])
      return "instant(\(date(list, 0)), \(time(list, 0)), \"\(zone)\")"
    case 1: return "(\(name(.instant, list) ?? literal) + \(pick(["90 min", "36 h"])))"
    case 2: return "(\(instant(list, depth - 1)) default \(literal))"
    default: return name(.instant, list) ?? literal
    }
  }

  /// A date or an instant moved by what may be little or more than all the years there are.
  private mutating func moved(_ moment: String, _ list: Int) -> String {
    let days = pick(["1 day", "1000 days", "400000 days", "30000000 days", "1 min"])
    let duration = pick([measure(.duration, list, 1), "\(number(list, 0)) * \(days)"])
    return "(\(moment) \(pick(["+", "-"])) \(duration))"
  }

  /// Minutes east of UTC.
  mutating func offset(_ list: Int) -> String {
    let step = profile.isBinary ? "" : pick(["", ", 15"])
    return chance(1, in: 4)
      ? "round(\(number(list, 0)) * 300\(step))" : pick(["0", "-300", "330", "1440", "-1441"])
  }
}
