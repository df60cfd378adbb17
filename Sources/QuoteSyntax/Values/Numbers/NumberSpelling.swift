/// How numbers are written in texts, told by an example: `$1,234.50`,
/// `1.234,50 €`, `12.5%`.
package struct NumberSpelling: Hashable, Sendable {
  /// What parts groups of digits, or the whole from its decimals.
  enum Separator: Hashable, Sendable {
    /// A space of any width, one that does not break lines too.
    case space
    /// Straight or curly.
    case apostrophe
    case other([UInt8])
  }

  package let example: String
  /// Currencies or units: one of them may stand before or behind the digits.
  package private(set) var marks: [[UInt8]]
  /// Whether the example has a percent sign.
  package let isPercent: Bool
  /// Between groups of digits, and before decimals; nil if the example has none.
  let group: Separator?
  let point: Separator?
  /// How many digits a group has that is not the last: two as in `12,34,567`, or three.
  let innerGroup: Int

  /// Whether points stand between groups of digits, or the decimal mark is a comma.
  package var groupsByPoints: Bool {
    group == .other([UInt8(ascii: ".")]) || point == .other([UInt8(ascii: ",")])
  }

  /// Words that multiply a figure. They cannot be left out when it is read.
  private static let multipliers: Set<String> = [
    "k", "K", "M", "Mio", "Mio.", "Mrd", "Mrd.", "Tsd", "Tsd.", "mn", "mln", "bn", "thousand",
    "million",
  ]

  private static let wordBehindDigit = KeptPattern(/\d\s*([A-Za-z]+\.?)/)

  /// The word of an example that multiplies its figure: the `K` of `5K`, and of `€5K`.
  static func multiplier(in example: String) -> String? {
    guard let word = wordBehindDigit.firstMatch(in: example)?.1 else { return nil }
    return multipliers.contains(String(word)) ? String(word) : nil
  }

  /// Nil if the example has no digits, or only one mark, which may be the decimal mark or part the
  /// groups; if it is a format of a spreadsheet, `#,##0.00`; and if a word of it multiplies.
  package init?(example: String) {
    let scalars = Array(example.unicodeScalars)
    guard !scalars.contains("#"), Self.multiplier(in: example) == nil else { return nil }
    guard let first = scalars.firstIndex(where: Self.isDigit),
      let last = scalars.lastIndex(where: Self.isDigit)
    else { return nil }
    var runs = [0]
    var parting: [Separator] = []
    for scalar in scalars[first...last] {
      if Self.isDigit(scalar) {
        runs[runs.count - 1] += 1
      } else {
        guard runs.last != 0, !scalar.properties.isAlphabetic, scalar != "%" else { return nil }
        parting.append(Self.separator(scalar))
        runs.append(0)
      }
    }
    // `0,125` shows decimals: no group begins with a zero.
    let isBelowOne = runs[0] == 1 && scalars[first] == "0"
    guard let kinds = Self.kinds(of: parting, runs, isBelowOne: isBelowOne) else { return nil }
    let beside = Array(scalars[..<first]) + [" "] + Array(scalars[(last + 1)...])
    var text = String.UnicodeScalarView()
    text.append(contentsOf: beside.filter { !"-−+()%".unicodeScalars.contains($0) })
    self.example = example
    marks = Self.words(String(text)).map { Array($0.utf8) }
    isPercent = beside.contains("%")
    (group, point, innerGroup) = kinds
  }

  /// This spelling with more currencies that may stand beside the digits.
  package func taking(_ further: [String]) -> NumberSpelling {
    var spelling = self
    for mark in further.map({ Array($0.utf8) }) where !marks.contains(mark) {
      spelling.marks.append(mark)
    }
    return spelling
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0.isWhitespace }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  private static func separator(_ scalar: Unicode.Scalar) -> Separator {
    if scalar.properties.isWhitespace { return .space }
    if scalar == "'" || scalar == "\u{2019}" { return .apostrophe }
    return .other(Array(String(scalar).utf8))
  }

  /// Which mark parts groups and which the decimals; `runs` counts the digits
  /// between marks.
  private static func kinds(
    of marks: [Separator], _ runs: [Int], isBelowOne: Bool
  ) -> (group: Separator?, point: Separator?, innerGroup: Int)? {
    guard let last = marks.last else { return (nil, nil, 3) }
    let first = marks[0]
    if marks.count == 1 {
      if first == .space || first == .apostrophe {
        return runs[1] == 3 && runs[0] <= 3 ? (first, nil, 3) : nil
      }
      return runs[1] == 3 && runs[0] <= 3 && !isBelowOne ? nil : (nil, last, 3)
    }
    let isWhole = last == first
    if !isWhole, last == .space || last == .apostrophe { return nil }
    let groups = isWhole ? runs.dropFirst() : runs.dropFirst().dropLast()
    guard (isWhole ? marks : marks.dropLast()).allSatisfy({ $0 == first }), groups.last == 3
    else { return nil }
    for inner in [3, 2] where groups.dropLast().allSatisfy({ $0 == inner }) && runs[0] <= inner {
      return (first, isWhole ? nil : last, inner)
    }
    return nil
  }
}
