import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How a value of another side may be one of ours: as it is, or with another
/// sign, in other units, in a text.
struct ReplyTerm: Hashable {
  var isNegated = false
  /// What one of ours is there.
  var scale = 1
  /// A number written as theirs are; nil where they are numbers.
  var written: String?

  static let plain = ReplyTerm()
  /// Nearest first: of two that fit as well the first one is taken.
  static let sizes: [(isNegated: Bool, scale: Int)] = [
    (false, 1), (true, 1), (false, 100), (true, 100), (false, 1000), (true, 1000),
  ]

  /// As a map says it.
  var parts: [String] {
    var parts: [String] = []
    if isNegated { parts.append("sign: negative") }
    if scale != 1 { parts.append("scale: \(scale)") }
    if let written { parts.append("written: \(MapScalar.quoted(written))") }
    return parts
  }

  /// The less is to be done, the less; usual marks before others.
  var effort: Int {
    let marks = written.flatMap { text in
      Self.numbers.firstIndex { text.contains($0) }
    }
    return (isNegated ? 1 : 0) + (scale == 1 ? 0 : 2) + (marks.map { 4 * ($0 + 1) } ?? 0)
  }

  /// Numbers in the marks of several countries, usual ones first.
  static let numbers = ["1,234.50", "1.234,50", "1 234,50", "1'234.50"]
}

/// A plain value of another side as a number, in every way it may be read; of several their
/// sum.
struct ReplyNumbers {
  private(set) var readings: [(written: String?, value: Ratio)] = []

  /// `isTextual`: all values are texts, plain numbers among them. Money of another currency than
  /// the given one is no number of ours; any is where none is given.
  init(_ nodes: [JSONNode], isTextual: Bool, currency: String) {
    guard let first = nodes.first else { return }
    readings = Self.readings(of: first, isTextual: isTextual, currency)
    for node in nodes.dropFirst() {
      let more = Self.readings(of: node, isTextual: isTextual, currency)
      readings = readings.compactMap { reading in
        let other = more.first { $0.written == reading.written }
        return other.map { (reading.written, reading.value + $0.value) }
      }
    }
  }

  private static func readings(
    of node: JSONNode, isTextual: Bool, _ currency: String
  ) -> [(written: String?, value: Ratio)] {
    if node.isNumber || isTextual && node.isString, let value = ReplyComparer.exact(node.text) {
      return [(nil, value)]
    }
    guard node.isString else { return [] }
    let text = node.text.string
    return examples(like: text, currency).compactMap { example in
      guard let read = NumberSpelling(example: example)?.read(text.utf8),
        let value = Ratio(decimal: String(decoding: read, as: UTF8.self))
      else { return nil }
      return (example, value)
    }
  }

  /// Numbers that stand between the same signs as the one in a text.
  private static func examples(like text: String, _ currency: String) -> [String] {
    let isDigit = { (character: Character) in ("0"..."9").contains(character) }
    guard text.count <= 24, let first = text.firstIndex(where: isDigit),
      let last = text.lastIndex(where: isDigit)
    else { return [] }
    let isSign = { (character: Character) in "-−+()".contains(character) }
    let before = String(text[..<first].filter { !isSign($0) })
    let after = String(text[text.index(after: last)...].filter { !isSign($0) })
    guard before.count <= 4, after.count <= 4 else { return [] }
    let isOther = [before, after].contains { mark in
      !currency.isEmpty && ModelChecker.isSign(mark.trimmedOfSpaces, ofOtherThan: currency)
    }
    if isOther { return [] }
    return ReplyTerm.numbers.map { before + $0 + after }
  }
}

/// How often a value of ours and one of theirs were there together, and how the
/// one may be made of the other.
struct ReplyMatch {
  private(set) var together = 0
  /// How often it was missing over there, and how often ours was zero then.
  private(set) var missing = 0
  private(set) var missingZeros = 0
  /// How often there were several of it, and their sum is looked at.
  private(set) var summed = 0
  /// How often ours was zero; both were, whatever the sign and the scale, by how it was
  /// written.
  private var ourZeros = 0
  private var zeros: [String?: Int] = [:]
  private var terms: [ReplyTerm: (same: Int, values: Set<String>)] = [:]
  /// How often it was a cent away, if not the same.
  private var nearly: [ReplyTerm: Int] = [:]
  /// What ours was where theirs is a word; nil where there are too many words.
  private var words: [String: [String: Int]]? = [:]
  private static let most = 12

  mutating func add(
    _ ours: JSONNode, _ theirs: [JSONNode], _ numbers: ReplyNumbers, isZero: Bool
  ) {
    together += 1
    if theirs.count > 1 { summed += 1 }
    if isZero { ourZeros += 1 }
    guard let first = theirs.first else { return }
    if ours.isNumber {
      guard let value = ReplyComparer.exact(ours.text) else { return }
      for reading in numbers.readings { add(value, reading) }
    } else if ours.isString == first.isString, ours.text.isEqual(to: first.text) {
      note(.plain, ours.text.string)
    } else if numbers.readings.contains(where: { !$0.value.isWhole }) {
      words = nil
    } else {
      words?[first.text.string, default: [:]][ours.text.string, default: 0] += 1
      if (words?.count ?? 0) > Self.most { words = nil }
    }
  }

  /// `all` is how often we had a value where this one may have been.
  mutating func noteMissing(of all: ReplyGuess.Quoted) {
    missing = all.count - together
    missingZeros = all.zeros - ourZeros
  }

  private mutating func add(_ ours: Ratio, _ reading: (written: String?, value: Ratio)) {
    if ours.isZero && reading.value.isZero {
      if reading.written == nil { note(.plain, "0") }
      zeros[reading.written, default: 0] += 1
      return
    }
    for (isNegated, scale) in ReplyTerm.sizes {
      let term = ReplyTerm(isNegated: isNegated, scale: scale, written: reading.written)
      let distance = (ours * Ratio(isNegated ? -scale : scale) - reading.value).magnitude
      if distance.isZero {
        note(term, ours.description)
      } else if distance <= Ratio(Int128(scale), 100), Ratio.one <= ours.magnitude {
        nearly[term, default: 0] += 1
      }
    }
  }

  private mutating func note(_ term: ReplyTerm, _ value: String) {
    var seen = terms[term] ?? (0, [])
    seen.same += 1
    if seen.values.count < 4 { seen.values.insert(value) }
    terms[term] = seen
  }

  /// How often the value was the same, made so.
  func same(_ term: ReplyTerm) -> Int {
    (terms[term]?.same ?? 0) + (term == .plain ? 0 : zeros[term.written] ?? 0)
  }

  /// How often the value, made so, was not the same, but to the cent.
  func near(_ term: ReplyTerm) -> Int { nearly[term] ?? 0 }

  /// Whether it is missing where ours is zero, and nowhere else.
  var isAbsentZero: Bool { missing > 0 && missingZeros == missing }

  /// Nearly always the same where it is not missing for nothing, or mostly, and else to the
  /// cent; and not only one value over and over; nothing is another one.
  private func isSure(_ term: ReplyTerm) -> Bool {
    let values = (terms[term]?.values.count ?? 0) + (isAbsentZero && together > 1 ? 1 : 0)
    let wanted = together + missing - missingZeros
    let isNear = same(term) * 2 >= wanted && (same(term) + near(term)) * 10 >= wanted * 9
    return (same(term) * 10 >= wanted * 9 || isNear || isMostly(term)) && values > 1
  }

  /// The same in four of five, among figures that are not zero as among all, and of several
  /// values: a mistake of one side is no reason not to compare it. So many of a few rows
  /// agree by chance.
  private func isMostly(_ term: ReplyTerm) -> Bool {
    let wanted = together + missing - missingZeros
    let zeros = term == .plain ? self.zeros[nil] ?? 0 : 0
    let figures = (terms[term]?.same ?? 0) - zeros
    return together >= 20 && same(term) * 5 >= wanted * 4 && figures * 5 >= (wanted - ourZeros) * 4
      && (terms[term]?.values.count ?? 0) > 3
  }

  /// What makes theirs ours, if something does: the least of what does so most
  /// often.
  var best: ReplyTerm? {
    terms.keys.filter { isSure($0) }.min { a, b in
      let (p, q) = (same(a), same(b))
      return p != q ? p > q : a.effort < b.effort
    }
  }

  /// Their words and ours, where each of theirs stands for one of ours.
  var wording: [(theirs: String, ours: String)]? {
    guard let words, words.count > 1, terms.isEmpty else { return nil }
    var pairs: [(theirs: String, ours: String)] = []
    for (theirs, counts) in words.sorted(by: { $0.key < $1.key }) {
      guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
        most.value * 20 >= counts.values.reduce(0, +) * 19
      else { return nil }
      pairs.append((theirs, most.key))
    }
    let isSeen = together >= 3 * words.count
    return isSeen && Set(pairs.map(\.ours)).count > 1 ? pairs : nil
  }
}
