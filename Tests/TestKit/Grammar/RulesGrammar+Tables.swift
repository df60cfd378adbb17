/// A table that formulas may look things up in.
struct GrammarTable {
  var name: String
  /// The finest list its keys use.
  var list: Int
  var keys: [GrammarKind]
  var kind: GrammarKind
  /// `t.v1` where there are several columns.
  var use: String
  var isFree = false
  /// The last key is measured, so that it is a figure and not only compared.
  var isGraduated = false
}

/// Tables of every policy.
extension RulesGrammar {
  /// A table's value, by its name or with other keys.
  mutating func lookup(_ kind: GrammarKind, _ list: Int, _ depth: Int) -> String? {
    let homes = homes(of: list)
    let fitting = tables.filter { $0.kind == kind && ($0.isFree || homes.contains($0.list)) }
    guard let table = fitting.randomElement(using: &random) else { return nil }
    guard table.isFree || table.use == table.name && depth > 1 && chance(1, in: 3),
      !table.keys.contains(.choice)
    else { return table.use }
    let compared = table.isGraduated ? table.keys.count - 1 : table.keys.count
    let keys = table.keys.enumerated().map { index, kind in
      kind == .number && index < compared && chance(1, in: 4)
        ? quotient(kind, list) : formula(kind, list, 1)
    }
    return "\(table.name)(\(keys.joined(separator: ", ")))"
  }

  mutating func table() -> String {
    let name = fresh("t")
    let list = pick(
      namedLists.filter { list in
        lists[list].groupsOf == nil && !lists.contains { $0.groupsOf == list }
      })
    switch below(8) {
    case 0, 1: return unique(name, list)
    case 2: return graduated(name, list)
    case 3: return matrix(name, list)
    case 4: return collecting(name, list, pick(["sum", "product"]))
    default:
      return chance(1, in: 5)
        ? free(name) : collecting(name, list, pick(["first", "first", "max", "min"]))
    }
  }

  /// A table that is only asked with keys: its headers name nothing else.
  private mutating func free(_ name: String) -> String {
    let kinds = (0..<1 + below(2)).map { _ in
      pick([.number, .money, .distance, .duration, .date, .time] as [GrammarKind])
    }
    let column = Column(name: "v1", kind: pick([.number, .money]))
    var lines = [kinds.map { Self.bounds[$0]![1] }]
    for _ in 0..<1 + below(4) { lines.append(kinds.map { cell($0) }) }
    tables.append(
      GrammarTable(name: name, list: 0, keys: kinds, kind: column.kind, use: name, isFree: true))
    let header = kinds.map { _ in fresh("k") }.joined(separator: " | ")
    return body(
      name, "first", "\(header) || v1",
      lines.enumerated().map {
        "\($1.joined(separator: " | ")) || \(values([column], 0, isFirst: $0 == 0))"
      })
  }

  // MARK: - Keys

  private static let keyKinds: [GrammarKind] = [
    .number, .number, .money, .distance, .duration, .flag, .text, .choice, .date, .time, .weekday,
    .instant, .point,
  ]

  /// A header at the list's grain, and its kind.
  private mutating func key(_ list: Int) -> (header: String, kind: GrammarKind) {
    let kind = pick(Self.keyKinds)
    if kind == .point {
      guard !areas.isEmpty, let name = name(.point, list) else { return key(list) }
      return (name, kind)
    }
    if kind == .text, let name = name(.text, list) {
      return (pick([name, "lower(\(name))", "upper(trim(\(name)))"]), kind)
    }
    if kind == .number || kind == .money, chance(1, in: 4) { return (quotient(kind, list), kind) }
    return (formula(kind, list, 1), kind)
  }

  /// A division without an end, which is exact as a key.
  private mutating func quotient(_ kind: GrammarKind, _ list: Int) -> String {
    if kind == .money { return "\(money(list, 1)) / \(number(list, 1))" }
    return pick([
      "\(number(list, 1)) / \(number(list, 1))", "\(money(list, 1)) / \(money(list, 1))",
      "\(number(list, 1)) / \(number(list, 1)) + \(number(list, 0))",
    ])
  }

  private static let bounds: [GrammarKind: [String]] = [
    .number: ["0", "1", "2.5", "4", "10"], .money: ["$0", "$5", "$10.50", "$100"],
    .distance: ["0 mi", "1 km", "10 mi", "100 mi"],
    .duration: ["0 min", "30 min", "2 h", "10 h", "3 days"],
    .date: ["2026-02-01", "2026-03-08", "2026-03-09", "2026-10-01"],
    .time: ["06:00", "09:30", "12:30:15", "22:00"],
    .text: ["large", "medium", "plain", "small", "zz"],
    .instant: ["2026-03-08T07:30:00Z", "2026-11-01T05:59:59Z", "2026-12-31T00:00:00Z"],
  ]

  /// Cells that share nothing; together they may leave something out.
  private mutating func partition(_ kind: GrammarKind) -> [String] {
    switch kind {
    case .flag: return ["yes", "no"]
    case .choice: return pick([Self.words, ["small", "medium, large"], ["not(small)", "small"]])
    case .weekday:
      return pick(
        [
          ["friday..monday", "tuesday..thursday"], ["Saturday, SUNDAY", "not(saturday, sunday)"],
          ["[wednesday..sunday)", "[sunday..tuesday]", "tuesday"],
        ].map { Array($0.prefix(2)) })
    case .text: return pick([["small", "large, medium", "plain"], ["not(small)", "small"]])
    case .time: return ["[22:00..06:00)", "[06:00..12:30)", "[12:30..22:00)"]
    case .point:
      let area = pick(areas)
      return [area, "not(\(area))"]
    case .number, .money, .distance, .duration, .date, .weight, .instant:
      let bounds = Self.bounds[kind]!
      let first = below(bounds.count - 1)
      let second = first + 1 + below(bounds.count - 1 - first)
      let (low, high) = (bounds[first], bounds[second])
      return pick([
        ["< \(low)", "[\(low)..\(high))", ">= \(high)"],
        ["<= \(low)", "(\(low)..\(high)]", "> \(high)"],
      ])
    }
  }

  /// Any cell at all.
  private mutating func cell(_ kind: GrammarKind) -> String {
    if chance(1, in: 4) { return "-" }
    if chance(1, in: 12) { return "none" }
    if chance(1, in: 3) { return pick(partition(kind)) }
    guard let bounds = Self.bounds[kind] else { return pick(partition(kind)) }
    let (low, high) = (pick(bounds.dropLast()), bounds[bounds.count - 1])
    switch below(6) {
    case 0: return low
    case 1: return "\(low), \(high)"
    case 2: return "[\(low)..\(high))"
    case 3: return "\(pick(["<", "<=", ">", ">="])) \(low)"
    case 4: return "not(\(low))"
    default: return "\(low), > \(high)"
    }
  }

  // MARK: - Values

  /// The first of a column says of what type it is.
  private mutating func value(
    _ kind: GrammarKind, _ list: Int, earlier: String?, isFirst: Bool
  ) -> String {
    if !isFirst, chance(1, in: 9) { return "-" }
    switch kind {
    case .number:
      if chance(1, in: 6) { return "= \(clamped(number(list, 1)))" }
      return perhaps(pick(["0", "5%", "0.5", "2", "12.5", "-1"]), list)
    case .money:
      if chance(1, in: 6) { return "= round(\(money(list, 1)))" }
      return perhaps(pick(["$0", "$4.50", "$10", "-$3", "$99.99"]), list)
    case .text, .distance, .duration, .weight, .flag, .choice, .date, .time, .instant, .weekday,
      .point:
      if let earlier, chance(1, in: 3) { return "+{\(earlier)} more" }
      return pick(["early", "late", "weekend fee", "x"])
    }
  }

  /// A figure, or one that is given now and then.
  private mutating func perhaps(_ figure: String, _ list: Int) -> String {
    chance(1, in: 8) ? "= if \(flag(list, 1)) then \(figure)" : figure
  }

  private struct Column {
    var name: String
    var kind: GrammarKind
  }

  private mutating func columns(_ kinds: [GrammarKind]) -> [Column] {
    let count = chance(1, in: 2) ? 1 : 2
    return (0..<count).map { index in
      Column(name: "v\(index + 1)", kind: index == 0 ? pick(kinds) : pick(kinds + [.text]))
    }
  }

  private mutating func values(_ columns: [Column], _ list: Int, isFirst: Bool) -> String {
    var cells: [String] = []
    for (index, column) in columns.enumerated() {
      let earlier = index > 0 && columns[0].kind != .text && cells[0] != "-" ? "v1" : nil
      cells.append(value(column.kind, list, earlier: earlier, isFirst: isFirst))
    }
    return cells.joined(separator: " | ")
  }

  private mutating func declare(
    _ name: String, _ list: Int, _ keys: [GrammarKind], _ columns: [Column], isCollecting: Bool
  ) {
    for column in columns {
      let use = columns.count == 1 ? name : "\(name).\(column.name)"
      if isCollecting, column.kind == .text {
        reasons.append(GrammarName(text: use, kind: .text, list: list))
      } else {
        tables.append(
          GrammarTable(name: name, list: list, keys: keys, kind: column.kind, use: use))
      }
    }
  }

  private func body(_ name: String, _ hit: String, _ header: String, _ rows: [String]) -> String {
    "  \(name):\n    \(hit): |\n"
      + ([header] + rows).map { "      | \($0) |\n" }.joined()
  }

  // MARK: - Policies

  private mutating func unique(_ name: String, _ list: Int) -> String {
    let keys = (0..<1 + below(2)).map { _ in key(list) }
    let columns = columns([.number, .money])
    var rows: [[String]] = [[]]
    for key in keys {
      let cells = partition(key.kind)
      rows = rows.flatMap { row in cells.map { row + [$0] } }
    }
    rows = rows.filter { _ in !chance(1, in: 5) }
    if rows.isEmpty { rows = [keys.map { partition($0.kind)[0] }] }
    if keys.count == 1, chance(1, in: 4) { rows.append(["none"]) }
    let lines = rows.enumerated().map {
      "\($1.joined(separator: " | ")) || \(values(columns, list, isFirst: $0 == 0))"
    }
    declare(name, list, keys.map(\.kind), columns, isCollecting: false)
    return body(name, "unique", header(keys.map(\.header), columns), lines)
  }

  private func header(_ keys: [String], _ columns: [Column]) -> String {
    "\(keys.joined(separator: " | ")) || \(columns.map(\.name).joined(separator: " | "))"
  }

  private mutating func collecting(_ name: String, _ list: Int, _ hit: String) -> String {
    let keys = (0..<1 + below(3)).map { _ in key(list) }
    let isCollecting = hit == "sum" || hit == "product"
    let columns = columns(hit == "product" ? [.number] : [.number, .money])
    let lines = (0..<2 + below(5)).map { row in
      let cells = keys.map { cell($0.kind) }.joined(separator: " | ")
      return "\(cells) || \(values(columns, list, isFirst: row == 0))"
    }
    declare(name, list, keys.map(\.kind), columns, isCollecting: isCollecting)
    return body(name, hit, header(keys.map(\.header), columns), lines)
  }

  private mutating func matrix(_ name: String, _ list: Int) -> String {
    let first = key(list)
    let spread =
      chance(1, in: 2)
      ? (formula(.choice, list, 0), GrammarKind.choice, Self.words)
      : (formula(.number, list, 0), GrammarKind.number, ["0", "1", "2"])
    let columns = chance(1, in: 3) ? spread.2 : spread.2.dropLast() + ["-"]
    let lines = (0..<2 + below(3)).map { row in
      "\(cell(first.kind)) || "
        + columns.map { _ in value(.money, list, earlier: nil, isFirst: row == 0) }
        .joined(separator: " | ")
    }
    tables.append(
      GrammarTable(name: name, list: list, keys: [first.kind, spread.1], kind: .money, use: name))
    return body(
      name, "first", "\(first.header) || \(spread.0): \(columns.joined(separator: " | "))", lines)
  }

  private mutating func graduated(_ name: String, _ list: Int) -> String {
    let measures: [(kind: GrammarKind, bounds: [String], prices: [String])] = [
      (.distance, ["0 mi", "10 mi", "100 mi"], ["$1.50/mi", "$0.333/mi", "$5", "$0"]),
      (.duration, ["0 min", "30 min", "3 h"], ["$30/h", "$0.5/min", "$12"]),
      (.money, ["$0", "$25.50", "$100"], ["10%", "2.5%", "0%"]),
      (.number, ["0", "4", "10"], ["$8 each", "$6.5 each", "$3"]),
    ]
    let measure = pick(measures)
    let least = measure.bounds[0]
    // Below zero is in no bracket: some tables say what that costs.
    let below = chance(1, in: 2) ? pick(["mirrored", "free"]) : nil
    let plain = formula(measure.kind, list, 1)
    let header = below == nil ? "max(\(plain), \(least))" : plain
    let hasTwoPrices = chance(1, in: 3)
    let flat = ["$0", "$2.50", "$12"]
    let rates = measure.prices.filter { !["$5", "$12", "$3", "$0"].contains($0) }
    let (low, high) = (measure.bounds[1], measure.bounds[2])
    let cells = ["[\(least)..\(low))", "[\(low)..\(high))", ">= \(high)"]
    let other = chance(1, in: 2) ? otherKey(list) : nil
    var lines: [String] = []
    for first in other?.cells ?? [""] {
      for cell in cells {
        let prices =
          hasTwoPrices
          ? "\(pick(flat)) | \(pick(rates))" : perhaps(pick(measure.prices), list)
        lines.append("\(first)\(cell) || \(prices)")
      }
    }
    let keys = (other.map { [$0.kind] } ?? []) + [measure.kind]
    tables.append(
      GrammarTable(
        name: name, list: list, keys: keys, kind: .money, use: name, isGraduated: true))
    let columns = hasTwoPrices ? "flat | each" : "price"
    let table = body(name, "graduated", "\(other?.header ?? "")\(header) || \(columns)", lines)
    return table + (below.map { "    below_zero: \($0)\n" } ?? "")
  }

  /// A key before the measure, of which some cells may be missing, and one may be for what is
  /// not given.
  private mutating func otherKey(
    _ list: Int
  ) -> (header: String, kind: GrammarKind, cells: [String]) {
    let kinds: [GrammarKind] = [.choice, .choice, .flag, .text, .number, .date]
    let missing = names(at: list).filter { $0.isOptional && kinds.contains($0.kind) }
    let name = chance(2, in: 3) ? missing.randomElement(using: &random) : nil
    let kind = name?.kind ?? pick(kinds)
    let header = name?.text ?? formula(kind, list, kind == .choice ? 0 : 1)
    var cells = partition(kind).filter { _ in !chance(1, in: 6) }
    if chance(1, in: 2) || cells.isEmpty {
      if let first = cells.first, !first.hasPrefix("not("), chance(1, in: 3) {
        cells[0] = "none, \(first)"
      } else {
        cells.append("none")
      }
    }
    return ("\(header) | ", kind, cells.map { "\($0) | " })
  }
}
