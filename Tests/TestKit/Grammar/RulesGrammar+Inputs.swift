/// Inputs and lists of them.
extension RulesGrammar {
  mutating func inputs() -> String {
    var text = "  id: text, key\n"
    for _ in 0..<3 + below(6) { text += field(in: 0, indent: "  ") }
    if chance(3, in: 4) { text += list(below: 0, indent: "  ") }
    if chance(1, in: 4) { text += list(below: 0, indent: "  ") }
    return text
  }

  /// One field's line; its name is declared.
  private mutating func field(in list: Int, indent: String) -> String {
    let kind = pick(
      [
        .number, .number, .money, .money, .distance, .duration, .weight, .flag, .text, .choice,
        .date, .time, .instant, .point,
      ] as [GrammarKind])
    let name = fresh("f")
    let (type, standIn) = phrase(kind)
    let isOptional = chance(1, in: 4)
    names.append(GrammarName(text: name, kind: kind, list: list, isOptional: isOptional))
    if let standIn { standIns[name] = standIn }
    var text = "\(indent)\(name): \(isOptional ? "optional " : "")\(type)"
    if !isOptional, let standIn, chance(1, in: 3) { text += ", default \(standIn)" }
    return text + "\n"
  }

  /// A type with its range, and a value that fits it.
  private mutating func phrase(_ kind: GrammarKind) -> (type: String, standIn: String?) {
    switch kind {
    case .number:
      return pick([
        ("count [0..20]", "1"), ("count [1..9]", "2"), ("number [-10..10] step 0.25", "1.5"),
        ("number [0..100] step 0.1", "12.5"), ("number [0..1] step 0.001", "0.125"),
      ])
    case .money:
      return pick([("money [$0..$500]", "$10"), ("money [-$50..$50] step $0.001", "$1")])
    case .distance:
      return pick([
        ("distance in mi [0 mi..800 mi] step 0.1 mi", "10 mi"),
        ("distance [0 km..50 km]", "5 km"),
      ])
    case .duration:
      return pick([
        ("duration in h [0 h..48 h] step 0.25 h", "1 h"), ("duration [0 min..600 min]", "30 min"),
      ])
    case .weight:
      return pick([
        ("weight in kg [0 kg..70 kg] step 0.1 kg", "1 kg"), ("weight in lb [0 lb..99 lb]", nil),
      ])
    case .flag: return ("flag", pick(["yes", "no"]))
    case .text: return ("text", "plain")
    case .choice: return ("one of small | medium | large", "medium")
    case .date, .weekday:
      return (pick(["date [2026-01-01..2026-12-31]", "date"]), "2026-03-08")
    case .time: return ("time", "12:30")
    case .instant: return ("instant", nil)
    case .point: return ("point", nil)
    }
  }

  /// What is sent, and an element more if the booking is so.
  private mutating func sources(of list: Int, _ name: String, _ indent: String) -> String {
    let fields = names.filter { $0.list == list }
    let values = fields.compactMap { field in standIns[field.text].map { "\(field.text): \($0)" } }
    guard values.count == fields.count, children(of: list).isEmpty else { return "" }
    let extra = "{ when: \"\(given(0))\", \(values.joined(separator: ", ")) }"
    return "\(indent)  from:\n\(indent)    - \(name)\n\(indent)    - \(extra)\n"
  }

  private mutating func list(below parent: Int, indent: String) -> String {
    let name = fresh("list")
    let own = lists.count
    lists.append(GrammarList(name: name, parent: parent))
    var text = "\(indent)\(name):\n\(indent)  each:\n"
    for _ in 0..<1 + below(4) { text += field(in: own, indent: indent + "    ") }
    if own < 4, chance(1, in: 3) { text += list(below: own, indent: indent + "    ") }
    if parent == 0, chance(1, in: 5) { text += sources(of: own, name, indent) }
    if children(of: own).isEmpty, chance(1, in: 4) {
      isKeeping = true
      text += "\(indent)  keep: \(flag(own, 1))\n"
      isKeeping = false
    }
    text += "\(indent)  at_most: \(pick([6, 20, 50]))\n"
    return text
  }
}
