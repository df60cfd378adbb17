import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Other terms in which the other side may say a whole column of our numbers: cents, the other
/// sign, a comma, a currency.
package struct ColumnTerm: Hashable, Sendable {
  /// What is above zero there is below it here.
  package var isNegated = false
  /// How many of theirs make one of ours.
  package var scale = Ratio.one
  /// A number written as theirs are; empty where they are plain.
  var written = ""

  /// Whether they are our own terms.
  package var isOurs: Bool { self == ColumnTerm() }

  /// Those that are tried, the likeliest first.
  private static let scales: [Ratio] = [
    1, 100, 10, 1000, Ratio(1, 100), Ratio(1, 10), Ratio(1, 1000), 60, Ratio(1, 60), 12,
    Ratio(1, 12), 10_000, Ratio(1, 10_000),
  ]

  /// Numbers as they are written in many places, behind what theirs begins with and before what
  /// it ends with.
  private static let examples = ["1234.50", "1,234.50", "1.234,50", "1 234,50", "1'234.50"]

  /// A term in which a value says our number, or says it but for what rounding leaves.
  struct Match {
    var term: ColumnTerm
    var isExact: Bool
  }

  /// Rounding leaves at most so many of the smallest units of money, and only of numbers that are
  /// so many times as large does that say anything.
  private static let mostUnits: Ratio = 2
  private static let leastOfThem: Ratio = 50

  /// In which terms their value says our number; none where it says another.
  /// `isTextual`: texts of theirs are numbers where they look like ones. Money of another currency
  /// than the given one is not ours in any terms.
  static func all(
    ours: Ratio, theirs: JSONNode, isTextual: Bool, currency: String, minorUnit: Ratio
  ) -> [Match] {
    var terms: [Match] = []
    let left = minorUnit * mostUnits
    let isLarge = ours.magnitude >= left * leastOfThem
    for (written, value) in readings(of: theirs, isTextual, currency) {
      for scale in scales {
        for isNegated in [false, true] {
          let term = ColumnTerm(isNegated: isNegated, scale: scale, written: written)
          let other = ours * (isNegated ? -scale : scale)
          guard !term.isOurs, value == other || isLarge
            && (value - other).magnitude <= left * scale
          else { continue }
          terms.append(Match(term: term, isExact: value == other))
        }
      }
    }
    return terms
  }

  /// The notation that reads a text as a number, as `written` of a map names it; nil if none
  /// does.
  package static func notation(of whole: String, currency: String) -> String? {
    // `.08` has lost a digit, and is in no marks of its own.
    guard whole.first != ".", whole.first != "," else { return nil }
    return readings(of: whole, currency)
      .first { NumberSpelling(example: $0.written) != nil }?.written
  }

  private static func readings(
    of theirs: JSONNode, _ isTextual: Bool, _ currency: String
  ) -> [(written: String, value: Ratio)] {
    guard let text = theirs.plainText else { return [] }
    if theirs.isNumber || isTextual && JSONRecordReader.isNumber(text) {
      return ReplyComparer.exact(text).map { [("", $0)] } ?? []
    }
    return theirs.isString ? readings(of: text.string, currency) : []
  }

  private static func readings(
    of whole: String, _ currency: String
  ) -> [(written: String, value: Ratio)] {
    guard whole.unicodeScalars.count <= 40,
      let first = whole.firstIndex(where: \.isASCIIDigit),
      let last = whole.lastIndex(where: \.isASCIIDigit)
    else { return [] }
    let isMark = { (mark: Character) in !"-−+()".contains(mark) }
    let before = String(whole[..<first].filter(isMark)).trimmedOfSpaces
    let after = String(whole[whole.index(after: last)...].filter(isMark))
    let marks = [before, after].map(\.trimmedOfSpaces)
    if marks.contains(where: { ModelChecker.isSign($0, ofOtherThan: currency) }) { return [] }
    return examples.compactMap { example in
      let written = before + example + after
      guard let digits = NumberSpelling(example: written)?.read(whole.utf8),
        let value = Ratio(decimal: String(decoding: digits, as: UTF8.self))
      else { return nil }
      return (written.trimmedOfSpaces, value)
    }
  }

  /// `100 times ours, with the other sign`.
  package var sentence: String {
    var parts: [String] = []
    if scale != .one {
      parts.append(
        scale > .one
          ? "\(scale) times ours" : "ours divided by \(Ratio.one / scale)")
    }
    if isNegated { parts.append(scale == .one ? "ours with the other sign" : "the other sign") }
    if !written.isEmpty {
      parts.append(parts.isEmpty ? "ours written in another way" : "written in another way")
    }
    return parts.joined(separator: ", ")
  }

  /// What a map says of it: `{ is: total, scale: 100 }`.
  package func map(of name: String) -> String {
    var parts = ["is: \(name)"]
    if scale != .one {
      let isPart = scale < .one
      parts.append("scale: \(isPart ? "1/\(Ratio.one / scale)" : scale.description)")
    }
    if isNegated { parts.append("sign: negative") }
    if !written.isEmpty { parts.append("written: \"\(written)\"") }
    return "{ \(parts.joined(separator: ", ")) }"
  }

  /// The plainest first.
  private var effort: Int {
    let size = Self.scales.firstIndex(of: scale) ?? 0
    let marks = Self.examples.firstIndex { written.contains($0) } ?? 0
    return size * 100 + (isNegated ? 50 : 0) + (written.isEmpty ? 0 : 1 + marks)
  }

  static func isPlainer(_ a: ColumnTerm, _ b: ColumnTerm) -> Bool {
    (a.effort, a.written) < (b.effort, b.written)
  }
}
