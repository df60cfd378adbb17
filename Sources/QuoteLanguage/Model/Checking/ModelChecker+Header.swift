package import QuoteSyntax

extension ModelChecker {
  var currency: String { tree.header.currency?.value ?? "USD" }

  /// ISO 4217's minor units that are not hundredths.
  private static let minorDigits: [String: Int] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
    "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3,
    "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
  ]

  var minorUnit: Ratio { Ratio(powerOfTen: -(Self.minorDigits[currency] ?? 2)) }

  var rounding: RoundingMode {
    if let said = tree.header.rounding?.value { return said }
    switch arithmetic {
    case .exact, .javascript: return .halfUp
    case .python: return .halfEven
    }
  }

  var hasTimezone: Bool { tree.header.timezone != nil }

  private static let signs: [String: Set<String>] = [
    "$": ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "CLP", "COP", "ARS"], "€": ["EUR"],
    "£": ["GBP", "EGP", "GIP", "FKP", "SHP", "LBP", "SYP", "SSP"], "¥": ["JPY", "CNY"],
    "RMB": ["CNY"], "₽": ["RUB"], "₹": ["INR"], "₩": ["KRW"], "₺": ["TRY"],
    "₴": ["UAH"], "₪": ["ILS"], "zł": ["PLN"], "R$": ["BRL"], "₫": ["VND"], "฿": ["THB"],
    "US$": ["USD"], "CA$": ["CAD"], "C$": ["CAD"], "AU$": ["AUD"], "A$": ["AUD"],
    "NZ$": ["NZD"], "HK$": ["HKD"], "S$": ["SGD"], "MX$": ["MXN"],
  ]

  /// Whether a sign or code means the file's currency.
  func isCurrency(_ written: String) -> Bool {
    if written == ownSign { return true }
    guard Self.isSign(written, of: currency) else { return false }
    ownSign = written
    return true
  }

  /// An amount in another currency than the file's.
  func otherCurrency(_ written: String, at span: SourceSpan) -> Diagnostic {
    let text = sources.text(at: span).trimmedOfSpaces
    if minorUnit == Ratio(1, 100), let decimal = NumberSlip.hundredths(text) {
      return .hundredths(text, decimal, right: money(decimal), at: span)
    }
    let digits = text.replacing(written, with: "").trimmedOfSpaces
    let isCode = written.utf8.count == 3 && written.utf8.allSatisfy(\.isUppercaseLetter)
    let codes = isCode ? [written] : (Self.signs[written] ?? [])
    let first = ["$": "USD", "£": "GBP"][written] ?? codes.sorted().first
    return .otherCurrency(
      written, of: currency, code: first, inOwn: money(digits),
      asUnit: first.map { converting(digits, in: $0.lowercased()) }, at: span)
  }

  /// How an amount in another currency is written where a rate converts it.
  private func converting(_ digits: String, in unit: String) -> String {
    let isDeclared = tree.header.units.contains { $0.value == unit }
    return "or, to convert it, write `\(digits) \(unit)`, times a rate in \(currency) per `\(unit)`"
      + (isDeclared ? "" : ", with `units: [\(unit)]` at the top")
  }

  /// What to do where an amount in another currency stands beside one in that of the rules.
  func rateWanted(for a: PriceExpression, _ b: PriceExpression) -> [String]? {
    for (other, money) in [(a, b), (b, a)] where money.type == .quantity(.money) {
      guard case .quantity(let type) = other.type, case .declared(let unit)? = type.numerator,
        type.denominator == nil, CurrencySign.isKnown(unit.uppercased())
      else { continue }
      return ["`\(unit)` is converted by a rate: multiply it by one in \(currency) per `\(unit)`"]
    }
    return nil
  }

  /// The code of a currency and the signs that may mean it.
  static func marks(of currency: String) -> [String] {
    [currency] + signs.keys.filter { signs[$0]?.contains(currency) ?? false }.sorted()
  }

  /// Whether a mark beside a number is the sign or code of some currency, and not of this one:
  /// `TTC` and `NET` are none.
  package static func isSign(_ written: String, ofOtherThan currency: String) -> Bool {
    (CurrencySign.isKnown(written) || signs[written] != nil) && !isSign(written, of: currency)
  }

  /// Whether a sign or code may mean a currency.
  package static func isSign(_ written: String, of currency: String) -> Bool {
    written == currency || signs[written]?.contains(currency) ?? false
  }

  package func unit(_ name: String) -> MeasureUnit {
    MeasureUnit.named(name) ?? MeasureUnit(name, .declared(name), size: 1)
  }

  func checkHeader() {
    let header = tree.header
    let top = SourceSpan(file: 0, lower: 0, upper: 0)
    if let mode = header.rounding, arithmetic.isBinary {
      log.report(.roundingOfProfile(mode.span, arithmetic))
    }
    zone = header.timezone.flatMap { zoneRules($0) }
    if tree.quote.isEmpty { log.report(.noQuote(at: top)) }
  }

  /// The rules of a zone; reported where there are none.
  func zoneRules(_ zone: Spanned<String>) -> TimeZoneRules? {
    do throws(TimeZoneDatabase.Failure) {
      let found = try (tree.zones ?? TimeZoneDatabase()).rules(named: zone.value)
      zoneNames.insert(zone.value)
      return found
    } catch {
      switch error {
      case .unknownName(let near):
        if case .field? = symbols[zone.value] {
          log.report(.zoneOfInput(zone))
        } else {
          log.report(.unknownZone(zone, near: near, currency: currency))
        }
      case .unreadable(let path): log.report(.unreadableZone(zone, path))
      case .missing(let directory): log.report(.unreadableZone(zone, directory))
      }
      return nil
    }
  }

  // MARK: - Names

  func declare(_ name: Spanned<String>, _ kind: String, _ symbol: Symbol) {
    if name.value == "total" || (name.value == "subtotal" && kind != "")
      || FormulaFunction.named(name.value) != nil && kind == "table"
    {
      log.report(.takenName(name))
      return
    }
    if let other = declared[name.value] {
      log.report(.nameTwice(name, kind, other))
      return
    }
    declared[name.value] = Declaration(kind: kind, span: name.span)
    symbols[name.value] = symbol
  }

  /// Lists get their indices first, so that everything else can name them.
  func declareNames() {
    addList(ListSchema(name: "", parent: nil, fields: [], sources: [], bound: 1, span: .nowhere))
    declare(tree.inputs, in: .booking)
    for (index, declaration) in tree.lets.enumerated() {
      switch declaration.body {
      case .function(let parameters, _):
        declare(declaration.name, "formula with parameters", .function(index))
        self.parameters += parameters
      case .formula, .steps, .placed: declare(declaration.name, "let", .letValue(index))
      case .table: declare(declaration.name, "table", .table(index))
      case .area(let area):
        let first = areas.count
        areas += ModelArea.reading(area, name: declaration.name, log: &log)
        declare(declaration.name, "area", .area(Array(first..<areas.count)))
      case .made(let element, _, let atMost):
        let list = addList(
          ListSchema(
            name: declaration.name.value, parent: .booking, fields: [], sources: [],
            bound: atMost?.value ?? 1000, isMade: true, span: declaration.name.span))
        declare(declaration.name, "list", .list(list))
        declare(element, "element", .element(list: list))
      case .groups(let groups): declare(declaration.name, groups)
      }
    }
    var id = 0
    var places: [String: [LinePlace]] = [:]
    declare(tree.quote, &id, under: [], &places)
  }

  /// The groups, and their members below them.
  private func declare(_ name: Spanned<String>, _ groups: GroupsDeclaration) {
    let list = addList(
      ListSchema(
        name: name.value, parent: .booking, fields: [], sources: [], bound: 1000, isMade: true,
        span: name.span))
    let members = addList(
      ListSchema(
        name: groups.list.value, parent: list, fields: [], sources: [], bound: 1000, isMade: true,
        span: name.span))
    lists[list].groups = ModelGroups(list: ListID(-1), members: members)
    declare(name, "list", .list(list))
    for (part, name) in groups.names.enumerated() {
      declare(name, "element", .groupName(list: list, part: part))
    }
  }

  @discardableResult
  func addList(_ list: ListSchema) -> ListID {
    schema.lists.append(list)
    return lists.append(ModelList(name: list.name, parent: list.parent, span: list.span))
  }

  private func declare(_ inputs: [InputDeclaration], in list: ListID) {
    var field = 0
    for input in inputs {
      switch input {
      case .field(let declaration):
        declare(declaration.name, "input", .field(list: list, field: field))
        field += 1
      case .list(let declaration):
        let index = addList(
          ListSchema(
            name: declaration.name.value, parent: list, fields: [], sources: [],
            bound: declaration.atMost?.value ?? 1000, span: declaration.name.span))
        declare(declaration.name, "list", .list(index))
        declare(declaration.fields, in: index)
      }
    }
  }

  /// Where a line stands, and which lines and groups with a condition it is or stands in.
  private struct LinePlace {
    var span: SourceSpan
    var conditions: [Int]

    /// Whether both may apply to one booking, as far as is plain: neither stands under a condition
    /// that the other does not stand under as well.
    func mayMeet(_ conditions: [Int]) -> Bool {
      conditions.starts(with: self.conditions) || self.conditions.starts(with: conditions)
    }
  }

  /// `places` are those of the lines so far, by name.
  private func declare(
    _ entries: [LineDeclaration], _ id: inout Int, under conditions: [Int],
    _ places: inout [String: [LinePlace]]
  ) {
    for entry in entries {
      let isItself = if case .itself = entry.effect { entry.kind == .line } else { false }
      // A line that is the value of its own name declares nothing new, but there is one of it.
      let own = entry.when == nil ? conditions : conditions + [id]
      let first = places[entry.name.value]?.first { $0.mayMeet(own) }
      if isItself, let first {
        log.report(.lineTwice(entry.name, first.span))
      } else if isItself {
        lines[entry.name.value] = id
      } else {
        declare(
          entry.name, entry.kind == .line ? "line" : "subtotal",
          entry.kind == .line ? .line(id) : .subtotal(id))
        lines[entry.name.value] = id
      }
      places[entry.name.value, default: []].append(
        LinePlace(span: entry.name.span, conditions: own))
      id += 1
      if case .lines(let members, _) = entry.effect {
        declare(members, &id, under: own, &places)
      }
    }
  }
}
