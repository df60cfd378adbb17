import QuoteEngine
import QuoteLanguage

/// How numbers are written in texts, told by an example: `$1,234.50`,
/// `1.234,50 €`, `12.5%`.
package struct NumberSpelling: Hashable, Sendable {
  /// What stands before and after the digits, blanks aside.
  package let before: [UInt8]
  package let after: [UInt8]
  /// Between groups of three digits, and before decimals; empty where the
  /// example has none.
  package let group: [UInt8]
  package let point: [UInt8]

  /// Nil where the example does not say how: no digits, or one mark that may
  /// be either.
  package init?(example: String) {
    let scalars = Array(example.unicodeScalars)
    guard let first = scalars.firstIndex(where: Self.isDigit),
      let last = scalars.lastIndex(where: Self.isDigit)
    else { return nil }
    var runs = [0]
    var marks: [Unicode.Scalar] = []
    for scalar in scalars[first...last] {
      if Self.isDigit(scalar) {
        runs[runs.count - 1] += 1
      } else {
        guard runs.last != 0, !scalar.properties.isAlphabetic else { return nil }
        marks.append(scalar)
        runs.append(0)
      }
    }
    guard let (group, point) = Self.kinds(of: marks, runs) else { return nil }
    let sides = [scalars[..<first], scalars[(last + 1)...]].map { side in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: side.filter { !"-−+()".unicodeScalars.contains($0) })
      return Self.trimmed(Array(String(text).utf8)[...])
    }
    before = Array(sides[0])
    after = Array(sides[1])
    self.group = group.map { Array(String($0).utf8) } ?? []
    self.point = point.map { Array(String($0).utf8) } ?? []
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  /// Which mark parts groups and which the decimals; `runs` counts the digits
  /// between marks.
  private static func kinds(
    of marks: [Unicode.Scalar], _ runs: [Int]
  ) -> (group: Unicode.Scalar?, point: Unicode.Scalar?)? {
    guard let last = marks.last else { return (nil, nil) }
    let first = marks[0]
    let groups = runs.dropFirst()
    if marks.count == 1 {
      return runs[1] == 3 && runs[0] <= 3 ? nil : (nil, last)
    }
    let isWhole = last == first
    guard (isWhole ? marks : marks.dropLast()).allSatisfy({ $0 == first }), runs[0] <= 3,
      (isWhole ? groups : groups.dropLast()).allSatisfy({ $0 == 3 })
    else { return nil }
    return (first, isWhole ? nil : last)
  }

  // MARK: - Reading

  /// The number as a plain decimal; nil where the text is none written so. A sign stands
  /// before or behind, or is brackets around; two of them are no number.
  func read(_ text: some Collection<UInt8>) -> [UInt8]? {
    var rest = Self.trimmed(Array(text)[...])
    var isNegative = false
    var signs = 0
    if rest.first == UInt8(ascii: "("), rest.last == UInt8(ascii: ")"), rest.count > 1 {
      isNegative = true
      signs = 1
      rest = Self.trimmed(rest.dropFirst().dropLast())
    }
    takeSign(&rest, &signs, &isNegative)
    if !before.isEmpty, rest.starts(with: before) {
      rest = Self.trimmed(rest.dropFirst(before.count))
      takeSign(&rest, &signs, &isNegative)
    }
    if rest.last == UInt8(ascii: "-"), signs == 0 {
      isNegative = true
      signs += 1
      rest = Self.trimmed(rest.dropLast())
    }
    if !after.isEmpty, rest.count > after.count, rest.suffix(after.count).elementsEqual(after) {
      rest = Self.trimmed(rest.dropLast(after.count))
    }
    guard signs < 2, let digits = digits(rest) else { return nil }
    return isNegative ? [UInt8(ascii: "-")] + digits : digits
  }

  private func takeSign(
    _ rest: inout ArraySlice<UInt8>, _ signs: inout Int, _ isNegative: inout Bool
  ) {
    let minus: [[UInt8]] = [[UInt8(ascii: "-")], Array("−".utf8)]
    if let found = minus.first(where: { rest.starts(with: $0) }) {
      isNegative = true
      signs += 1
      rest = Self.trimmed(rest.dropFirst(found.count))
    } else if rest.first == UInt8(ascii: "+") {
      signs += 1
      rest = Self.trimmed(rest.dropFirst())
    }
  }

  /// Digits with a point where the decimals begin; groups, where there are any,
  /// are of three digits.
  private func digits(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    var rest = text
    var (run, groups, decimals) = (0, 0, -1)
    while let byte = rest.first {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(byte)
        run += 1
        if decimals >= 0 { decimals += 1 }
        rest = rest.dropFirst()
      } else if decimals < 0, !point.isEmpty, rest.starts(with: point), run > 0 {
        guard groups == 0 || run == 3 else { return nil }
        digits.append(UInt8(ascii: "."))
        decimals = 0
        rest = rest.dropFirst(point.count)
      } else if decimals < 0, !group.isEmpty, rest.starts(with: group) {
        guard groups == 0 ? (1...3).contains(run) : run == 3 else { return nil }
        groups += 1
        run = 0
        rest = rest.dropFirst(group.count)
      } else {
        return nil
      }
    }
    if decimals < 0, groups > 0, run != 3 { return nil }
    guard run > 0, decimals != 0 else { return nil }
    return digits
  }

  /// Without blanks at both ends, those that do not break lines too.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let wide: [[UInt8]] = [Array("\u{A0}".utf8), Array("\u{202F}".utf8)]
    var text = text
    while let byte = text.first {
      if byte.isBlank {
        text = text.dropFirst()
      } else if let blank = wide.first(where: { text.starts(with: $0) }) {
        text = text.dropFirst(blank.count)
      } else {
        break
      }
    }
    while let byte = text.last {
      if byte.isBlank {
        text = text.dropLast()
      } else if let blank = wide.first(where: { text.suffix($0.count).elementsEqual($0) }) {
        text = text.dropLast(blank.count)
      } else {
        break
      }
    }
    return text
  }
}
