/// A random, well-typed rules file from a seed: inputs, lists in lists, tables
/// of every policy, conditions, rounding, a waterfall with groups, declines and
/// outputs, under one of the three arithmetics.
///
/// Types and grains are tracked, ranges are not: now and then the compiler
/// rightly refuses one (it could overflow, rows of a `unique` table meet).
package struct RandomRules: Sendable {
  package let text: String

  package init(seed: UInt64) {
    var grammar = RulesGrammar(seed: seed)
    text = grammar.file()
  }
}

/// What a generated expression stands for.
enum GrammarKind: CaseIterable, Hashable {
  case number, money, distance, duration, weight, flag, text, choice, date, time, instant, weekday
  case point
}

enum GrammarProfile: String, CaseIterable {
  case exact, python, javascript
  var isBinary: Bool { self != .exact }
}

/// A name that formulas may use.
struct GrammarName {
  var text: String
  var kind: GrammarKind
  /// 0 is the booking.
  var list: Int
  var isOptional = false
  /// The list for each of whose elements a line stands. Outside of it the name is the sum.
  var lineList: Int?
}

struct GrammarList {
  var name: String
  var parent: Int
  var isMade = false
  /// The list whose elements are in these groups.
  var groupsOf: Int?
  /// The list of which these are elements, where they stand in their groups.
  var memberOf: Int?
}

/// Writes rules section by section, remembering every name it has declared.
struct RulesGrammar {
  var random: SeededGenerator
  var profile = GrammarProfile.exact
  var names: [GrammarName] = []
  /// List 0 is the booking.
  var lists = [GrammarList(name: "", parent: -1)]
  var tables: [GrammarTable] = []
  /// Made lists, areas and constant lists: names that stand right of `in`.
  /// Texts of collecting tables.
  var reasons: [GrammarName] = []
  var areas: [String] = []
  var dateLists: [String] = []
  var hasZone = false
  /// Values that fit fields, by their names.
  var standIns: [String: String] = [:]
  /// Within `keep`, which is decided before there is an order to sum by.
  var isKeeping = false
  /// Within what is added up over the elements of one group, where nothing can be shared out among
  /// those of that group alone.
  var isAddingMembers = false
  /// `subtotal` or `total`, where it may be said.
  var running: String?
  /// Lets that read lines, which are declared by then.
  var laterLets = ""
  /// Formulas with parameters, by what they give; each takes one value of that kind.
  var functions: [(name: String, kind: GrammarKind)] = []
  private var count = 0

  static let words = ["small", "medium", "large"]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    profile = pick([.exact, .exact, .python, .javascript])
    hasZone = chance(2, in: 3)
  }

  // MARK: - Dice

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func chance(_ part: Int, in whole: Int) -> Bool { below(whole) < part }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func fresh(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  // MARK: - The file

  mutating func file() -> String {
    var text = "schema: quote/1\nname: made\ncurrency: USD\narithmetic: \(profile.rawValue)\n"
    if hasZone { text += "timezone: \(pick(["America/New_York", "Europe/London", "UTC"]))\n" }
    if profile == .exact, chance(1, in: 3) { text += "rounding: \(pick(Self.modes))\n" }
    text += "inputs:\n" + inputs()
    text += "let:\n" + lets()
    running = "subtotal"
    let waterfall = waterfall()
    text += laterLets + "quote:\n" + waterfall
    running = "total"
    if chance(1, in: 2) { text += "decline:\n" + declines() }
    text += "outputs:\n" + outputs()
    return text
  }

  static let modes = [
    "half_up", "half_even", "half_down", "up", "down", "towards_zero", "away_from_zero",
  ]

  // MARK: - Grain

  /// The list and everything it hangs below: the groups of its elements, too.
  func homes(of list: Int) -> [Int] {
    var homes: [Int] = []
    var next = [list]
    while let at = next.popLast() {
      guard !homes.contains(at) else { continue }
      homes.append(at)
      next += [lists[at].parent, lists[at].memberOf ?? -1].filter { $0 >= 0 }
      next += lists.indices.filter { lists[$0].groupsOf == at }
    }
    return homes
  }

  /// The list and the lists in whose elements it is, one inside the other.
  func outer(of list: Int) -> [Int] {
    var homes = [list]
    while let parent = homes.last.map({ lists[$0].parent }), parent >= 0 { homes.append(parent) }
    return homes
  }

  /// The lists that can be named anywhere.
  var namedLists: [Int] { lists.indices.filter { lists[$0].memberOf == nil } }

  func children(of list: Int) -> [Int] { lists.indices.filter { lists[$0].parent == list } }

  func names(_ kind: GrammarKind, at list: Int) -> [GrammarName] {
    names(at: list).filter { $0.kind == kind }
  }

  /// What has one value for each element of the list. Inside an aggregate a line
  /// is as fine as its own list.
  func names(at list: Int) -> [GrammarName] {
    let homes = homes(of: list)
    return names.filter { name in
      homes.contains(name.list)
        && (list == 0 || name.lineList.map { homes.contains($0) } ?? true)
    }
  }
}
