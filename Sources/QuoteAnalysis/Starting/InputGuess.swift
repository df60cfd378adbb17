import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// An input as a draft of rules declares it, and why.
struct InputGuess {
  var evidence: ColumnEvidence
  /// As formulas call it.
  var name: String
  var type: String
  var clauses: [String] = []
  var range = ""
  /// What was seen, for the comment beside it.
  var remark = ""
  var isOptional = false
  var isKey = false
  /// Whether it is money whose name says that it was charged.
  private(set) var isCharged = false
  /// The words of a `one of`.
  var choices: [String] = []
  /// How often the range was made wider.
  private(set) var widened = 0

  /// `name: optional TYPE RANGE, from "…", key`.
  var declaration: String {
    var text = (isOptional && !isKey ? "optional " : "") + type
    if !range.isEmpty { text += " " + range }
    let isPlain = evidence.path == [name]
    text = ([text] + (isPlain ? [] : ["from " + place]) + clauses + (isKey ? ["key"] : []))
      .joined(separator: ", ")
    // What YAML would refuse or nobody would see, and what it would take for a comment or a key.
    if text.unicodeScalars.contains(where: String.steers) {
      text = MapScalar.quoted(text)
    } else if text.contains(" #") || text.contains(": ") || text.hasSuffix(":") {
      text = "'" + text.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "''") + "'"
    }
    return "\(name): \(text)"
  }

  /// The path as rules write it, names in quotation marks where they have to be.
  private var place: String {
    evidence.path.map { Lexicon.isPlainName($0) ? $0 : Literal.quoted($0) }.joined(separator: ".")
  }

  /// A text takes every value.
  mutating func becomeText() {
    (type, range, choices, clauses) = ("text", "", [], [])
    if evidence.hasNumbers || evidence.hasFlags { clauses = ["any as text"] }
    let kind = evidence.isClock ? "lengths of time" : "values of several kinds"
    remark = "\(kind), such as \(Self.shown(evidence.sample))"
    if evidence.isClock { remark += ": no unit is guessed" }
  }

  /// Whether there was a wider range to be had.
  mutating func widen() -> Bool {
    guard !range.isEmpty, widened < 2 else { return false }
    widened += 1
    range = Self.range(of: evidence, in: unit, scale: widened == 1 ? 100 : 1_000_000)
    return true
  }

  private var unit: String? {
    type.components(after: " in ") ?? (type == "money" ? "money" : nil)
  }

  // MARK: Guessing

  /// `hasCommas`: whether other columns have decimal commas.
  init(_ evidence: ColumnEvidence, rows: Int, named name: String, hasCommas: Bool) {
    self.evidence = evidence
    self.name = name
    isOptional = evidence.given < rows
    type = "text"
    let missing = rows - evidence.given
    defer {
      if !evidence.nothings.isEmpty {
        let words = evidence.nothings.sorted().map { Literal.quoted($0) }
        clauses.append("nothing " + words.joined(separator: " or "))
      }
      if isOptional, evidence.given > 0 {
        let told = "missing in \(missing) of \(rows)"
        remark += remark.hasSuffix("?") ? " (\(told))" : ", \(told)"
      }
    }
    if let moment = Self.moment(evidence) {
      (type, clauses, remark) = moment
    } else if evidence.plain.contains(.flag), !evidence.words.isEmpty,
      evidence.hasFlags != evidence.hasTexts
    {
      (type, remark) = ("flag", evidence.words.keys.sorted().joined(separator: " or "))
    } else if takePostcode() || takeNumber(hasCommas) {
      return
    } else if !isPostcode, let words = Self.choices(evidence, rows) ?? Self.mark(evidence, rows) {
      choices = words
      type = "one of " + words.map { Self.written($0) }.joined(separator: " | ")
      remark = words.count == 1 ? "\(evidence.given) times" : "\(words.count) words"
    } else {
      if evidence.hasNumbers || evidence.hasFlags { clauses.append("any as text") }
      remark = "such as " + Self.shown(evidence.sample)
    }
  }

  /// A date, a time or a moment, plain or in the one way that reads all of its values.
  private static func moment(
    _ evidence: ColumnEvidence
  ) -> (type: String, clauses: [String], remark: String)? {
    guard evidence.given > 0, !evidence.hasNumbers else { return nil }
    let sample = "such as " + shown(evidence.sample)
    if evidence.plain.contains(.date) { return ("date", [], sample) }
    if evidence.plain.contains(.time) { return ("time", [], sample) }
    if evidence.plain.contains(.instant) { return ("instant", [], sample) }
    if evidence.plain.contains(.local) {
      return ("instant in UTC", [], sample + "; is UTC the right time zone?")
    }
    let kinds: [(ColumnEvidence.Kind, String)] = [
      (.date, "date"), (.time, "time"), (.instant, "instant"),
    ]
    for (kind, type) in kinds {
      guard let ways = evidence.ways[kind], let way = ways.first,
        !way.contains("excel days"), !way.contains("yyyyMMdd"), !way.contains("HHmm\""),
        // `12.50` is an amount sooner than a time.
        kind != .time || !evidence.plain.contains(.number)
      else { continue }
      let other = ways.count > 1 ? "; or is it \(ways[1])?" : ""
      if way.hasPrefix("in ZONE, ") {
        return (
          type + " in UTC", [String(way.dropFirst(9))],
          sample + "; is UTC the right time zone?" + other
        )
      }
      return (type, [way], sample + other)
    }
    return nil
  }

  /// Whether its name says that its digits are no amount.
  var isPostcode: Bool {
    let words = Self.words(of: evidence.path.last ?? "")
    let isNamed =
      !words.isDisjoint(with: Self.postcodes) || words.isSuperset(of: ["post", "code"])
    return isNamed && Self.money.isDisjoint(with: words) && evidence.decimals == 0
  }

  /// A postcode of digits alone, of which spreadsheets lose the zeros in front.
  private mutating func takePostcode() -> Bool {
    guard isPostcode, evidence.plain.contains(.number) else { return false }
    if evidence.hasNumbers { clauses.append("any as text") }
    remark = "such as " + Self.shown(evidence.sample)
    let lengths = evidence.words.keys.map(\.count)
    if let least = lengths.min(), let most = lengths.max(), least < most,
      let short = evidence.words.keys.filter({ $0.count == least }).min()
    {
      remark += "; did \(Self.shown(short)) lose a zero in front?"
    }
    return true
  }

  /// A number, whose unit its name may have.
  private mutating func takeNumber(_ hasCommas: Bool) -> Bool {
    let isPlain = evidence.plain.contains(.number) && !evidence.hasZeroInFront
    if isPlain, hasCommas, evidence.grouped.first(among: .amounts) != nil { return takeGrouped() }
    var way = evidence.plain.contains(.number) ? nil : evidence.ways[.number]?.first
    guard evidence.given > 0, isPlain || way != nil, evidence.least <= evidence.most, !isPostcode
    else { return false }
    let words = Self.words(of: evidence.name)
    if evidence.isOfRecords, evidence.hasTexts {
      // A number in quotation marks; a whole one may be a name as well, but not of money.
      if isPlain { way = "written \"1234.56\"" }
      guard isPlain || !evidence.hasNumbers,
        evidence.decimals > 0 || !Self.money.isDisjoint(with: words)
      else { return false }
    }
    let isWhole = evidence.decimals == 0 && evidence.least >= 0 && evidence.most <= 1_000_000_000
    var step = ""
    if way?.contains("%") == true {
      type = "number"
    } else if !evidence.currencies.isEmpty || !Self.money.isDisjoint(with: words)
      || CurrencyWord.find(in: evidence.name).map(CurrencySign.isKnown) == true
    {
      type = "money"
    } else if let (measure, unit) = Self.measure(words) {
      type = "\(measure) in \(unit)"
      if evidence.decimals > 0 { step = " step \(Self.step(evidence.decimals)) \(unit)" }
    } else {
      type = isWhole ? "count" : "number"
      if !isWhole, evidence.decimals > 6 { step = " step \(Self.step(evidence.decimals))" }
    }
    if type == "money", evidence.decimals > 2 { step = " step \(Self.step(evidence.decimals))" }
    if let way { clauses.append(way) }
    range = Self.range(of: evidence, in: unit, scale: 1) + step
    let seen = [evidence.least, evidence.most].map { Self.plain($0) }
    remark = "\(seen[0]) to \(seen[1])"
    let kind: GroupedNumbers.Kind =
      type == "money" ? .amounts : unit == nil ? .numbers : .measures
    if isPlain, let first = evidence.grouped.first(among: kind) {
      let whole = first.replacing(".", with: "")
      remark += "; or is \(Self.shown(first)) \(whole)? then `written \"1.234,56\"`"
    }
    isCharged = type == "money" && !Self.asked.isDisjoint(with: words)
    if isCharged {
      remark += "; was that charged? then compare with it instead of reading it: docs/init.md"
    }
    return true
  }

  /// A number whose points stand between thousands, as other columns have decimal commas.
  private mutating func takeGrouped() -> Bool {
    let words = Self.words(of: evidence.name)
    if !Self.money.isDisjoint(with: words) {
      type = "money"
    } else if let (measure, unit) = Self.measure(words) {
      type = "\(measure) in \(unit)"
    } else {
      type = "number"
    }
    clauses.append("written \"1.234,56\"")
    let (least, most) = (Double(evidence.grouped.least), Double(evidence.grouped.most))
    range = Self.range(from: least, to: most, in: unit, scale: 1)
    remark = "\(Self.plain(least)) to \(Self.plain(most)), with points between thousands"
    return true
  }

  /// Round ends around what was seen: 1, 2 or 5 with zeros.
  private static func range(
    of evidence: ColumnEvidence, in unit: String?, scale: Double
  ) -> String {
    range(from: evidence.least, to: evidence.most, in: unit, scale: scale)
  }

  private static func range(
    from least: Double, to most: Double, in unit: String?, scale: Double
  ) -> String {
    let lower = least < 0 ? -round(-least * scale) : 0
    let upper = most > 0 ? round(most * scale) : lower < 0 ? 0 : 1
    func end(_ number: Double) -> String {
      guard let unit, unit != "money" else { return plain(number) }
      return "\(plain(number)) \(unit)"
    }
    return "[\(end(lower))..\(end(upper))]"
  }

  static func round(_ number: Double) -> Double {
    var power = 1.0
    while power * 10 <= number { power *= 10 }
    while power > number { power /= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= number } ?? number
  }

  static func plain(_ number: Double) -> String {
    LiteralWriter.plain("\(number)") ?? "\(number)"
  }

  private static func step(_ decimals: Int) -> String {
    "0." + String(repeating: "0", count: decimals - 1) + "1"
  }

  /// The words that a column has, if they are few and come again and again.
  private static func choices(_ evidence: ColumnEvidence, _ rows: Int) -> [String]? {
    let words = evidence.words.keys
    // Names of people and places go on: the next one is as good as these.
    guard Self.open.isDisjoint(with: Self.words(of: evidence.name)) else { return nil }
    guard !evidence.hasTooManyWords, (2...12).contains(words.count), evidence.longest <= 40,
      evidence.given >= 2 * words.count, !evidence.hasNumbers, !evidence.hasFlags,
      words.allSatisfy({ !$0.contains { $0 == "\"" || $0.isNewline || $0 == "|" } }),
      // Cells of tables have no escapes for these.
      words.allSatisfy({ !$0.unicodeScalars.contains(where: String.steers) })
    else { return nil }
    return words.sorted { (evidence.words[$1]!, $0) < (evidence.words[$0]!, $1) }
  }

  /// A mark such as `Y` or `x`, in some bookings and not in others.
  private static func mark(_ evidence: ColumnEvidence, _ rows: Int) -> [String]? {
    guard let word = evidence.words.keys.first, evidence.words.count == 1, evidence.given >= 2,
      evidence.given < rows, word.count <= 8, !evidence.hasNumbers, !evidence.hasFlags,
      word.allSatisfy(\.isLetter)
    else { return nil }
    return [word]
  }

  /// A word of a `one of` or of a table.
  static func written(_ word: String) -> String {
    Lexicon.isPlainName(word) ? word : Literal.quoted(word)
  }

  static func shown(_ text: String) -> String {
    let short = text.count > 30 ? text.prefix(30) + "…" : text[...]
    return "`" + String(short).shown.replacing("\n", with: " ") + "`"
  }

  // MARK: Words in names

  private static let open: Set<String> = [
    "name", "customer", "client", "guest", "contact", "phone", "address", "street", "town",
    "comment", "remark", "description",
  ]
  private static let asked: Set<String> = ["total", "charge", "paid", "invoiced", "billed"]

  static let money: Set<String> = [
    "price", "amount", "cost", "charge", "paid", "usd", "eur", "gbp", "chf", "subtotal", "total",
    "budget", "value", "revenue", "betrag", "preis", "summe", "montant", "prix", "importe",
    "precio", "importo", "prezzo", "bedrag", "prijs",
  ]

  static let postcodes: Set<String> = [
    "zip", "zipcode", "postcode", "postal", "plz", "postleitzahl", "pincode",
  ]

  private static let units: [(words: Set<String>, measure: String, unit: String)] = [
    (["mi", "mile"], "distance", "mi"),
    (["km", "kilometer", "kilometre"], "distance", "km"),
    (["m", "meter", "metre"], "distance", "m"),
    (["kg", "kilo", "kilogram"], "weight", "kg"),
    (["g", "gram", "gramm", "gramme"], "weight", "g"),
    (["lb", "pound"], "weight", "lb"),
    (["min", "minute"], "duration", "min"),
    (["h", "hr", "hour"], "duration", "h"),
    (["s", "sec", "second"], "duration", "s"),
  ]

  private static func measure(_ words: Set<String>) -> (measure: String, unit: String)? {
    units.first { !$0.words.isDisjoint(with: words) }.map { ($0.measure, $0.unit) }
  }

  /// `wayLength`, `Way (lengths)` and `way_length` all have the words way and length: each stands
  /// there as it is, and without an ending. `m²` and `m2` are no m.
  static func words(of name: String) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    var wasSmall = false
    for character in name + " " {
      if character == "'" || character == "’" { continue }
      if word.count == 1, character.isNumber { word = "" }
      if !character.isLetter || (character.isUppercase && wasSmall) {
        if !word.isEmpty {
          words.insert(word.lowercased())
          if word.last == "s" || word.last == "d" { words.insert(word.dropLast().lowercased()) }
        }
        word = ""
      }
      if character.isLetter { word.append(character) }
      wasSmall = character.isLowercase
    }
    return words
  }
}

extension String {
  /// What follows a text that occurs in it; nil where it does not.
  fileprivate func components(after text: String) -> String? {
    firstRange(of: text).map { String(self[$0.upperBound...]) }
  }
}
