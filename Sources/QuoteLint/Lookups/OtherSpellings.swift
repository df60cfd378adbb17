import QuoteLanguage
import QuoteSyntax

/// Words in key cells of texts that are ranges, several words or an exception as others write
/// them: `900-903`, `97+`, `9[0-3]*`, `900 or 901`, `!902`.
struct OtherSpellings {
  /// All words that the column has.
  private let words: Set<String>
  private let shapes: Set<String>
  private let series: Series
  /// Whether the words are what a formula made, such as the first letters of a text.
  private let areMade: Bool
  /// Whether the column's name says that it has postal codes.
  private let areCodes: Bool
  /// Whether ranges that have all of their numbers are words: `24-70` beside `16-35`.
  private let areBands: Bool

  private let isUnique: Bool

  init(words: Set<String>, header: String, mayOverlap: Bool) {
    self.words = words
    areMade = header.contains("(")
    areCodes = NamesOfCodes.isIn(header)
    areBands = !areCodes && BandsAsWords.are(words, of: header)
    isUnique = !mayOverlap
    shapes = Set(words.map { Self.shape(of: $0) })
    series = Series(words, mayOverlap: mayOverlap)
  }

  enum Meaning: Equatable {
    case range(low: String, high: String)
    /// All numbers from this one on, of so many digits at most.
    case from(String, digits: Int)
    /// All that begin with one of these, which have so many letters.
    case beginnings(low: String, high: String, length: Int)
    case starts([String], length: Int)
    case words([String])
    case exception(String)
  }

  /// Whether it has marks that a plain word has not, so that it is worth a closer look.
  static func isOdd(_ word: String) -> Bool {
    word.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: ";"),
        UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "["), UInt8(ascii: "("),
        UInt8(ascii: "+"), UInt8(ascii: "~"), 0x80...:
        true
      case _: false
      }
    }
  }

  /// What was meant; nil for a word that may well stand for itself.
  func meaning(of word: String) -> Meaning? {
    range(word) ?? open(word) ?? several(word) ?? exception(word)
  }

  // MARK: - Ranges

  /// `900-903`, `90001 to 90399`, `PH16–PH40`, `[a-c]`. Numbers of two digits and a mere hyphen are
  /// sizes, ages and days as often as not, unless the next range begins where one ends; and two
  /// years that follow each other are one word.
  private func range(_ word: String) -> Meaning? {
    if let match = word.wholeMatch(of: kept(/[\[(]\s*(\w+)\s*(?:-|–|—|:| to )\s*(\w+)\s*[\])]/)) {
      return .range(low: String(match.1), high: String(match.2))
    }
    if let match = word.wholeMatch(of: kept(/(\p{L}{3,9})\s*(?:-|–|—|to)\s*(\p{L}{3,9})/)),
      let round = RoundWords(from: String(match.1), to: String(match.2)),
      !words.isDisjoint(with: round.words)
    {
      return .words(round.words)
    }
    if let match = word.wholeMatch(of: kept(/(\p{Lu}|\p{Ll}) to (\p{Lu}|\p{Ll})/)),
      match.1 < match.2
    {
      return .range(low: String(match.1), high: String(match.2))
    }
    if areBands { return nil }
    if let letters = lettersInSeries(word) { return letters }
    let ends = kept(/(\p{L}*)(\d+)(\s*(?:-|–|—|−|~|:|to|thru|bis)\s*)(\p{L}*)(\d+)/)
    if let rest = lastNumbers(word) { return rest }
    let spoken = word.replacing(kept(/^between (\d+) and (?=\d+$)/)) { "\($0.1) to " }
    guard let match = spoken.wholeMatch(of: ends), match.1 == match.4 || match.4.isEmpty,
      match.2.count == match.5.count, let first = Int(match.2), let last = Int(match.5),
      first < last, !(1900...2100 ~= first && last == first + 1)
    else { return nil }
    let (low, high) = ("\(match.1)\(match.2)", "\(match.1)\(match.5)")
    let isCode = match.2.count > 2 || !match.4.isEmpty && match.2.count > 1
    let isJoined = match.3 != "-" && match.3 != ":" && match.2.count > 1
    guard match.3 != "-" || !series.areCodes else { return nil }
    // A row for one of its ends would match, too.
    if isUnique, words.contains(low) || words.contains(high) { return nil }
    if isPairOfCodes(low, last - first) || isBandOfSeries(match.1, match.3) { return nil }
    guard isCode || shapes.contains(Self.shape(of: low)) && !isSector(low, last - first, match.3)
      || !series.isClosed && (isJoined || isInSeries(first, last, match.3, of: match.2.count))
    else { return nil }
    return .range(low: low, high: high)
  }

  /// `97000-999`: all numbers from one on that has as many zeros at its end. `200-99` is also the
  /// number of a part.
  private func lastNumbers(_ word: String) -> Meaning? {
    guard let match = word.wholeMatch(of: kept(/(\d+?)(0{2,4})\s?[-–]\s?(9{2,4})/)),
      match.2.count == match.3.count, match.2.count > 2 || areCodes
    else { return nil }
    return .range(low: "\(match.1)\(match.2)", high: "\(match.1)\(match.3)")
  }

  /// Whether it may be one of the codes of two digits beside it, of which official lists have some
  /// joined: `22`, `31-33`, `42`. A wide one, and one to which another is next, is a range.
  private func isSector(_ low: String, _ more: Int, _ joint: Substring) -> Bool {
    guard !areMade, joint == "-", low.count == 2, let first = Int(low), more < 3 else {
      return false
    }
    let next = [first - 1, first + more + 1].map { paddedNumber($0, to: 2) }
    return words.isDisjoint(with: next)
  }

  /// Whether it may be two codes of three digits of which an official list has made one: `871-872`.
  private func isPairOfCodes(_ low: String, _ more: Int) -> Bool {
    guard !areMade, more == 1, low.count == 3, low.allSatisfy(\.isNumber), let first = Int(low)
    else { return false }
    let singles = words.count { $0.count == 3 && $0.allSatisfy(\.isNumber) }
    let next = [first - 1, first + 2].map { paddedNumber($0, to: 3) }
    return singles > 1 && words.isDisjoint(with: next)
  }

  /// Whether it is one of numbers whose last one is open: `501-1000` beside `1001+`.
  private func isBandOfSeries(_ letters: Substring, _ joint: Substring) -> Bool {
    letters.isEmpty && joint == "-" && !areCodes && series.isClosed
  }

  /// `A-F` beside `G-M`: one alone may be a class or a size.
  private func lettersInSeries(_ word: String) -> Meaning? {
    func ends(_ word: String) -> (UInt32, UInt32)? {
      guard
        let match = word.wholeMatch(of: kept(/([A-Z])\s*[-–]\s*([A-Z])|([a-z])\s*[-–]\s*([a-z])/)),
        let low = (match.1 ?? match.3)?.unicodeScalars.first,
        let high = (match.2 ?? match.4)?.unicodeScalars.first, low < high
      else { return nil }
      return (low.value, high.value)
    }
    guard let (low, high) = ends(word), let first = word.first, let last = word.last,
      words.contains(where: { other in
        ends(other).map { $0.0 == high + 1 || $0.1 + 1 == low } ?? false
      })
    else { return nil }
    return .beginnings(low: String(first), high: String(last), length: 1)
  }

  /// Whether another of the words begins where this one ends, or ends where it begins: `10-19` and
  /// `20-29`.
  private func isInSeries(
    _ first: Int, _ last: Int, _ joint: Substring, of length: Int
  ) -> Bool {
    guard joint == "-" else { return false }
    // Two numbers of one digit each are scores and times as well.
    let ranges = length > 1 ? series.ranges : series.longRanges
    return ranges.starts.contains(last + 1) || ranges.ends.contains(first - 1)
  }

  /// The number with which a range without an upper end begins: `97+`, `over 65`, `97 and above`.
  fileprivate static func start(_ word: String) -> Int? {
    guard isOdd(word), word.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    let above = kept(/(\d{2,})(?:\s?\+| plus| (?:and|or) (?:above|over|more|up))/)
    if let match = word.wholeMatch(of: above) { return Int(match.1) }
    guard let match = word.wholeMatch(of: kept(/(from|over|above) (\d{2,})/)) else { return nil }
    return Int(match.2).flatMap { match.1 == "from" ? $0 : $0 < Int.max ? $0 + 1 : nil }
  }

  /// `97+`, and `9[0-3]*` for all that begin with 90 to 93.
  private func open(_ word: String) -> Meaning? {
    if let start = Self.start(word) {
      guard series.onlyStart != nil, !series.isClosed else { return nil }
      // Zeros in front are part of the texts.
      let written = word.filter { ("0"..."9").contains($0) }
      let bare = "\(start)"
      let zeros = String(repeating: "0", count: max(0, written.count - bare.count))
      return .from(zeros + bare, digits: zeros.isEmpty ? series.mostDigits : written.count)
    }
    if let starts = starts(word) { return starts }
    guard let match = word.wholeMatch(of: kept(/(\w*)\[(\w)-(\w)\][*%]*/)), match.2 < match.3,
      !match.1.isEmpty || "*%".contains(word.last ?? " ")
    else { return nil }
    return .beginnings(
      low: "\(match.1)\(match.2)", high: "\(match.1)\(match.3)", length: match.1.count + 1)
  }

  /// `9[78]*`, for all that begin with 97 or 98.
  private func starts(_ word: String) -> Meaning? {
    guard !areMade, let match = word.wholeMatch(of: kept(/(\w*)\[(\d{2,}|\p{L}{2,})\][*%]+/)) else {
      return nil
    }
    let length = match.1.count + 1
    return .starts(match.2.map { "\(match.1)\($0)" }, length: length)
  }

  /// What two codes of one kind have alike.
  private static func shape(of word: String) -> String {
    String(word.map { $0.isNumber ? "0" : $0 })
  }

  // MARK: - Several

  private static let joints = [" / ", " or ", " oder ", " ou ", " and ", " und ", " & "]

  /// `a; b`, `900 or 901`, `900/901`. Words without digits are several where one of them stands in
  /// a cell of its own: `Home / Garden` is one as a rule.
  private func several(_ word: String) -> Meaning? {
    if let parts = parts(of: word, ";") { return .words(parts) }
    for joint in Self.joints {
      guard let parts = parts(of: word, joint) else { continue }
      let areCodes = parts.allSatisfy { part in
        part.count > 1 && part.contains(where: \.isNumber) && !part.contains(" ")
      }
      return areCodes || parts.contains(where: words.contains) ? .words(parts) : nil
    }
    guard !areBands, let parts = parts(of: word, "/"), let first = parts.first,
      parts.allSatisfy({ $0.count > 2 && $0.allSatisfy(\.isNumber) && $0.count == first.count })
    else { return nil }
    return .words(parts)
  }

  private func parts(of word: String, _ joint: String) -> [String]? {
    guard word.contains(joint) else { return nil }
    let parts = word.split(separator: joint).map { String($0).trimmedOfSpaces }
    return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } ? parts : nil
  }

  // MARK: - Exceptions

  /// `!902`, `!= 902`, `not 902`.
  private func exception(_ word: String) -> Meaning? {
    if let match = word.wholeMatch(of: kept(/(?:!=?|≠)\s*(\S.*)/)) {
      return .exception("not(\(match.1))")
    }
    guard let match = word.wholeMatch(of: kept(/(?:not|nicht|except)\s+(\S+)/)) else { return nil }
    let other = String(match.1)
    let isOther = other.count < 3 || other.contains(where: \.isNumber) || words.contains(other)
    return isOther ? .exception("not(\(other))") : nil
  }
}

/// What all words of a column say together, each thing found out once when it is first asked for.
private final class Series {
  private let words: Set<String>
  /// Whether one range may lie in another, as where the first row counts.
  private let mayOverlap: Bool
  private lazy var starts = Set(words.compactMap { OtherSpellings.start($0) })

  init(_ words: Set<String>, mayOverlap: Bool) {
    self.words = words
    self.mayOverlap = mayOverlap
  }

  /// Where `10-19` and its like begin and end, of numbers of one length.
  lazy var ranges = ranges { _ in true }
  /// The same of those of several digits.
  lazy var longRanges = ranges { $0 > 1 }

  private func ranges(_ isWanted: (Int) -> Bool) -> (starts: Set<Int>, ends: Set<Int>) {
    let found = pairs.filter { isWanted($0.digits) }
    return (Set(found.map(\.start)), Set(found.map(\.end)))
  }

  /// Two numbers of one length with a hyphen between them.
  private lazy var pairs = words.compactMap { word -> (start: Int, end: Int, digits: Int)? in
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends[0].count == ends[1].count, let start = Int(ends[0]),
      let end = Int(ends[1])
    else { return nil }
    return (start, end, ends[0].count)
  }

  /// Whether the words with hyphens are codes, such as the numbers of parts, and no ranges: one
  /// ends before it begins, or two of them overlap, and none begins where another ends.
  lazy var areCodes: Bool = {
    guard longRanges.starts.allSatisfy({ !longRanges.ends.contains($0 - 1) }) else { return false }
    let long = pairs.filter { $0.digits > 2 }.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
    var mostEnd = Int.min
    for pair in long {
      if pair.start > pair.end || pair.start < mostEnd && (!mayOverlap || pair.end > mostEnd) {
        return true
      }
      mostEnd = max(mostEnd, pair.end)
    }
    return false
  }()

  /// The names of models end with a plus, too, but one of them is hardly the only one that does.
  lazy var onlyStart: Int? = {
    let isOne = starts.count == 1 && words.count { $0.hasSuffix("+") } < 2
    return isOne ? starts.first : nil
  }()

  /// Whether the words are a series that has its last one: `18-25`, `26-64`, `65+`. Such bands are
  /// mostly words of the bookings themselves.
  lazy var isClosed: Bool = {
    guard !starts.isEmpty else { return false }
    return words.contains { word in
      guard OtherSpellings.start(word) == nil,
        let match = word.wholeMatch(of: kept(/(?:.*[^\p{L}\d])?(\d+)/)), let last = Int(match.1)
      else { return false }
      return starts.contains(last) || last < Int.max && starts.contains(last + 1)
    }
  }()

  /// How many digits the longest number has with which a word begins; five at least.
  lazy var mostDigits = max(5, words.map { $0.prefix { $0.isNumber }.count }.max() ?? 0)
}
