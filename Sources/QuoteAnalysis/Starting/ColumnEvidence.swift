import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What was seen in a column of bookings, or at a path of their records.
struct ColumnEvidence {
  /// The names that lead to it; one for a column.
  let path: [String]
  /// As the data calls it: `Order No.`, `customer.zip`.
  var name: String { path.joined(separator: ".") }

  /// In how many bookings there is a value.
  private(set) var given = 0
  private(set) var isList = false
  /// Whether a value was an object within too many others.
  private(set) var isObject = false
  /// Whether a value was a number of JSON, or a text.
  private(set) var hasNumbers = false
  private(set) var hasTexts = false
  private(set) var hasFlags = false
  /// The values by how often they came, until there are too many.
  private(set) var words: [String: Int] = [:]
  private(set) var hasTooManyWords = false
  /// Whether no value came twice.
  private(set) var isUnique = true
  private var met: Set<Int> = []
  private(set) var longest = 0
  private(set) var sample = ""

  /// Which types take every value as it stands.
  private(set) var plain: Set<Kind> = [.flag, .number, .date, .time, .instant, .local]
  private(set) var hasZeroInFront = false
  /// Ways of writing numbers, dates, times and moments that read every value that is not plain.
  private(set) var ways: [Kind: [String]] = [:]
  private(set) var nothings: Set<String> = []
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity
  private(set) var decimals = 0
  /// Whether points may stand between thousands.
  private(set) var grouped = GroupedNumbers()
  /// Signs and codes of currencies that stood beside numbers.
  private(set) var currencies: Set<String> = []

  enum Kind: Hashable, CaseIterable { case flag, number, date, time, instant, local }

  /// Whether all values are digits with colons between, as lengths of time are.
  private(set) var isClock = true
  /// Whether it is in records, where a number is one thing and a text with its digits another.
  var isOfRecords = false

  mutating func note(currency mark: String) { currencies.insert(mark) }

  static let mostWords = 5_000
  private static let mostKeys = 2_000_000

  init(_ path: [String]) { self.path = path }

  mutating func add(_ node: JSONNode) {
    if node.isArray {
      isList = true
      return
    }
    if node.isObject {
      isObject = true
      return
    }
    guard !node.isNothing else { return }
    let text = node.text.string
    if node.isNumber { hasNumbers = true }
    if node.isString { hasTexts = true }
    if node.isFlag { hasFlags = true }
    add(text)
  }

  private mutating func add(_ text: String) {
    if NotationGuess.isNothing(text) {
      nothings.insert(text.trimmedOfSpaces)
      return
    }
    given += 1
    if sample.isEmpty { sample = text }
    grouped.add(text)
    longest = max(longest, text.count)
    note(text)
    if !isUnique || !met.insert(text.hashValue).inserted || met.count > Self.mostKeys {
      isUnique = false
      met = []
    }
    if !hasTooManyWords {
      let isKnown = words[text] != nil
      words[text, default: 0] += 1
      if isKnown { return }
      if words.count > Self.mostWords {
        hasTooManyWords = true
        words = [:]
      }
    }
    look(at: text)
  }

  /// Takes what is known of a value that was not met before.
  private mutating func note(_ text: String) {
    guard let number = Self.number(text) else { return }
    note(number, text)
  }

  private mutating func note(_ number: Double, _ text: String) {
    least = min(least, number)
    most = max(most, number)
    let fraction = text.firstIndex(of: ".").map { text[text.index(after: $0)...].count } ?? 0
    decimals = max(decimals, fraction)
  }

  private mutating func look(at text: String) {
    if !["true", "false", "yes", "no"].contains(text) { plain.remove(.flag) }
    if isClock, text.wholeMatch(of: kept(/-?\d+:\d\d(?::\d\d)?/)) == nil { isClock = false }
    if Self.number(text) == nil {
      if plain.remove(.number) != nil || ways[.number] != nil { narrow(.number, .number, text) }
    }
    if text.count > 1, text.hasPrefix("0"), !text.hasPrefix("0.") { hasZeroInFront = true }
    if CalendarDate(iso: text) == nil, plain.remove(.date) != nil || ways[.date] != nil {
      narrow(.date, .date, text)
    }
    if TimeOfDay(iso: text) == nil, plain.remove(.time) != nil || ways[.time] != nil {
      narrow(.time, .time, text)
    }
    let isLocal = Self.isLocal(text)
    if !isLocal { plain.remove(.local) }
    if Instant(iso: text) == nil, plain.remove(.instant) != nil || ways[.instant] != nil {
      narrow(.instant, .instant, text)
    }
  }

  /// A moment without an offset from UTC.
  private static func isLocal(_ text: String) -> Bool {
    let parts = text.split { $0 == "T" || $0 == " " }
    return parts.count == 2 && CalendarDate(iso: String(parts[0])) != nil
      && TimeOfDay(iso: String(parts[1])) != nil
  }

  /// Keeps the ways of writing that read this text too.
  private mutating func narrow(_ kind: Kind, _ type: InputType, _ text: String) {
    if let known = ways[kind], known.isEmpty { return }
    let found = NotationGuess.ways(of: text, as: type)
    if kind == .number {
      // Three capitals are a currency beside a number, and a word elsewhere.
      if !found.isEmpty, let mark = CurrencyWord.find(in: text) { currencies.insert(mark) }
      if let first = found.first { noteWritten(first.reading) }
    }
    let clauses = found.map(\.clause)
    ways[kind] = ways[kind].map { $0.filter(clauses.contains) } ?? clauses
  }

  private mutating func noteWritten(_ reading: String) {
    let isPercent = reading.hasSuffix("%")
    let digits = isPercent ? String(reading.dropLast()) : reading
    guard let number = Self.number(digits) else { return }
    note(isPercent ? number / 100 : number, digits)
    if isPercent { decimals += 2 }
  }

  /// Whether the values count the bookings from a number of several digits on, with few left out:
  /// 1001, 1002, 1004.
  var isNumbered: Bool {
    isUnique && plain.contains(.number) && decimals == 0 && given > 1 && least >= 100
      && most - least < 2 * Double(given)
  }

  /// A plain number, as bookings have it.
  static func number(_ text: String) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, digits.utf8.count <= 18,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return Double(text)
  }
}
