import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ScalarRun {
  /// A function of a text, or of a list of texts.
  func call(_ function: TextFunction, _ value: ScalarValue) -> ScalarValue {
    if case .texts(let texts) = value {
      guard case .joined(let separator) = function else { return .notGiven }
      return .text(texts.joined(separator: separator))
    }
    guard case .text(let given) = value else { return .notGiven }
    let text: String = switch function {
    case .lower, .upper, .trim, .parseInteger, .parseNumber, .parseDate, .joined, .minutesEast,
      .instantIn:
      given
    case .withoutSpaces, .left, .right, .replaced, .part, .natural, .startsWith, .endsWith,
      .contains, .length:
      inOneForm(given)
    }
    let scalars = Array(text.unicodeScalars)
    switch function {
    case .lower: return .text(inOneForm(text.lowercased()))
    case .upper: return .text(inOneForm(text.uppercased()))
    case .trim: return .text(inOneForm(Self.trimmed(text)))
    case .withoutSpaces:
      return .text(inOneForm(Self.text(scalars.filter { !Self.isSpace($0) })))
    case .left(let count):
      let kept = count < 0 ? scalars.count + count : min(count, scalars.count)
      return .text(Self.text(scalars[..<max(0, kept)]))
    case .right(let count):
      let dropped = count < 0 ? min(-count, scalars.count) : scalars.count - count
      return .text(Self.text(scalars[max(0, dropped)...]))
    case .replaced(let wanted, let other):
      return .text(
        inOneForm(Self.parts(scalars, wanted).map { Self.text($0) }.joined(separator: other)))
    case .part(let separator, let number):
      let parts = Self.parts(scalars, separator)
      let place = number > 0 ? number - 1 : parts.count + number
      return parts.indices.contains(place) ? .text(Self.text(parts[place])) : .notGiven
    case .natural: return .text(Self.natural(text))
    case .startsWith(let word):
      return .flag(scalars.prefix(word.unicodeScalars.count).elementsEqual(word.unicodeScalars))
    case .endsWith(let word):
      return .flag(scalars.suffix(word.unicodeScalars.count).elementsEqual(word.unicodeScalars))
    case .contains(let word):
      return .flag(word.isEmpty || Self.parts(scalars, word).count > 1)
    case .length: return whole(scalars.count)
    case .parseInteger: return integer(Self.trimmed(text))
    case .parseNumber: return number(Self.trimmed(text))
    case .parseDate(let pattern): return date(text, pattern).map { .date($0) } ?? .notGiven
    case .joined, .minutesEast, .instantIn: return .notGiven
    }
  }

  /// By Foundation's zones, which are the system's too.
  func minutesEast(
    _ zone: (PriceExpression, ScalarValue), _ moment: ScalarValue
  ) -> ScalarValue {
    guard let name = word(zone), case .instant(let at) = moment,
      let rules = TimeZone(identifier: name)
    else { return .notGiven }
    let seconds = rules.secondsFromGMT(
      for: Date(timeIntervalSince1970: Double(at) / 1e6))
    return whole(Int((Double(seconds) / 60).rounded(.down)))
  }

  /// A text as it is compared: by code points in binary, else in the form of single letters.
  func inOneForm(_ text: String) -> String {
    model.arithmetic.isBinary ? text : text.precomposedStringWithCanonicalMapping
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// What stands between separators, looked for from the left.
  private static func parts(
    _ scalars: [Unicode.Scalar], _ separator: String
  ) -> [[Unicode.Scalar]] {
    let wanted = Array(separator.unicodeScalars)
    var parts: [[Unicode.Scalar]] = [[]]
    var at = 0
    while at < scalars.count {
      if scalars[at...].starts(with: wanted) {
        parts.append([])
        at += wanted.count
      } else {
        parts[parts.count - 1].append(scalars[at])
        at += 1
      }
    }
    return parts
  }

  /// By regular expressions: a space behind all but digits, digits without zeros in front in
  /// nine places, with a colon for each digit more.
  private static func natural(_ text: String) -> String {
    text.replacing(kept(/[0-9]+|[^0-9]+/).matchingSemantics(.unicodeScalar)) { match -> String in
      let run = String(match.output)
      guard let first = run.unicodeScalars.first, ("0"..."9").contains(first) else {
        return run + " "
      }
      let digits = run.drop { $0 == "0" }
      return String(repeating: "0", count: max(0, 9 - digits.count))
        + String(repeating: ":", count: max(0, digits.count - 9)) + digits
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
  }

  /// `text(x, pattern)`; of an instant the second value is minutes east of UTC.
  func printed(
    _ operand: PriceExpression, _ values: [ScalarValue], _ pattern: String?
  ) -> ScalarValue {
    if case .instant = values[0], values.count > 1, let pattern {
      return local(values).map { .text(Self.fill(pattern, $0.day, $0.second)) } ?? .notGiven
    }
    return .text(print(values[0], operand, pattern: pattern))
  }

  /// Up to 10^15, in binary up to 10^18.
  private func integer(_ text: String) -> ScalarValue {
    let billions: UInt64 = model.arithmetic.isBinary ? 1_000_000_000 : 1_000_000
    guard let whole = Int64(text), whole.magnitude <= billions * 1_000_000_000 else {
      return .notGiven
    }
    return model.arithmetic.isBinary ? .integer(whole) : .exact(Ratio(whole))
  }

  private func number(_ text: String) -> ScalarValue {
    guard let number = Double(text), number.isFinite else { return .notGiven }
    return model.arithmetic.isBinary ? .double(number) : Self.decimal(text)
  }

  /// Digits with a point among them and perhaps a power of ten, of at most six
  /// decimals and at most 10^9.
  private static func decimal(_ text: String) -> ScalarValue {
    let form = kept(/([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,2}))?/)
    guard let parts = text.wholeMatch(of: form), !(parts.2 + parts.3).isEmpty,
      let digits = Int128(parts.2 + parts.3)
    else { return .notGiven }
    let power = parts.4.flatMap { Int($0) } ?? 0
    let value =
      Ratio(parts.1 == "-" ? -digits : digits) * Ratio(powerOfTen: -parts.3.count)
      * Ratio(powerOfTen: power)
    let isFine = (value * Ratio(powerOfTen: 6)).isWhole
    return isFine && value.magnitude <= Ratio(powerOfTen: 9) ? .exact(value) : .notGiven
  }

  static func trimmed(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    var trimmed = String.UnicodeScalarView()
    trimmed.append(contentsOf: scalars[first...last])
    return String(trimmed)
  }

  // MARK: - Dates that a text tells

  /// Reads by a regular expression, as Python's `strptime` does: of one letter the
  /// longest number that there can be, of two exactly two digits.
  func date(_ text: String, _ pattern: String) -> Int? {
    var fields: [Character] = []
    var shape = ""
    for run in Self.runs(of: pattern) {
      guard run.isField, let letter = run.text.first else {
        shape += NSRegularExpression.escapedPattern(for: run.text)
        continue
      }
      fields.append(letter)
      shape += "(\(digits(letter, run.text.count)))"
    }
    guard let regex = try? NSRegularExpression(pattern: "^\(shape)\\z"),
      let match = regex.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    else { return nil }
    var found: [Character: Int] = [:]
    for (index, letter) in fields.enumerated() {
      guard let range = Range(match.range(at: index + 1), in: text) else { return nil }
      found[letter] = text[range].reduce(0) { $0 * 10 + ($1.wholeNumberValue ?? 0) }
    }
    return Self.day(found["y"] ?? 1970, found["M"] ?? 1, found["d"] ?? 1)
  }

  /// Digits of a field; under `python` a space may stand for a day's first, and the
  /// year's are of any script, as are those that end a day.
  private func digits(_ letter: Character, _ width: Int) -> String {
    let isPython = model.arithmetic == .python
    switch (letter, width) {
    case ("y", _): return isPython ? "\\p{Nd}{4}" : "[0-9]{4}"
    case ("M", 1): return "1[0-2]|0[1-9]|[1-9]"
    case ("M", _): return "1[0-2]|0[1-9]"
    case ("d", 1):
      let any = isPython ? "\\p{Nd}" : "[0-9]"
      return "3[01]|[12]\(any)|0[1-9]|[1-9]" + (isPython ? "| [1-9]" : "")
    case ("d", _): return "3[01]|[12]\(isPython ? "\\p{Nd}" : "[0-9]")|0[1-9]"
    case ("H", 1): return "2[0-3]|[01][0-9]|[0-9]"
    case ("H", _): return "2[0-3]|[01][0-9]"
    case (_, 1): return "[0-5][0-9]|[0-9]"
    default: return "[0-5][0-9]"
    }
  }
}
