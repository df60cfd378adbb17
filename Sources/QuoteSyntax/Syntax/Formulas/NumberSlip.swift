/// A number in a notation that is not this one, and how it is written here.
package struct NumberSlip {
  /// What can be read, with its currency and unit.
  package var right: String

  /// Nil if nothing is known that was meant. `money` writes an amount in the file's currency,
  /// where that is known.
  package init?(_ written: String, units: Set<String>, money: ((String) -> String)? = nil) {
    let text = written.trimmedOfSpaces
    guard text.count <= 60, text.contains(where: \.isASCIIDigit),
      NumberSlip.read(text, units) == nil
    else { return nil }
    // One slip is known for what it is, and so are two.
    var mends = NumberSlip.mends
    mends += [{ NumberSlip.unit($0, units) }, { NumberSlip.cents($0, money) }]
    var last = text
    for mend in mends {
      guard let mended = mend(text) else { continue }
      if NumberSlip.read(mended, units) != nil {
        right = mended
        return
      }
    }
    for mend in mends {
      guard let mended = mend(last) else { continue }
      last = mended
      if NumberSlip.read(last, units) != nil {
        right = last
        return
      }
    }
    return nil
  }

  private static func read(_ text: String, _ units: Set<String>) -> NumberLiteral? {
    NumberLiteral.read(Spanned(text, at: .nowhere), units: units)
  }

  private static var mends: [(String) -> String?] {
    [
      grouped, dashForNothing, inBrackets, powerOfTen, minusBehindSign, letters, code, per, points,
      bare,
    ]
  }

  /// `1_000`, `1 200`, `1'200`.
  private static func grouped(_ text: String) -> String? {
    let form = kept(/^(\D{0,5}?)(\d{1,3}(?:[_ '’\u00A0\u202F]\d{3})+)(?!\d)(.*)$/)
    if let match = text.wholeMatch(of: form) {
      return "\(match.1)\(match.2.filter { $0.isNumber })\(match.3)"
    }
    let plain = text.filter { $0 != "_" }
    return plain == text ? nil : plain
  }

  /// `8,-`, `€10.-`: no hundredths.
  private static func dashForNothing(_ text: String) -> String? {
    text.wholeMatch(of: kept(/(.*\d)[.,][\-–—]{1,2}(\s?\D{0,4})/)).map { "\($0.1)\($0.2)" }
  }

  /// `(€5)`, as accountants write what is taken off.
  private static func inBrackets(_ text: String) -> String? {
    let form = kept(/\(([^\d\s()]{1,3} ?\d[\d.]*|\d[\d.]* ?[^\d\s()]{1,3})\)/)
    return text.wholeMatch(of: form).map { "-\($0.1)" }
  }

  /// `5.2e-2`.
  private static func powerOfTen(_ text: String) -> String? {
    guard
      let match = text.wholeMatch(
        of: kept(/(\D{0,4}?)(\d+)(?:\.(\d+))?[eE]([+\-]?\d{1,2})(\D.*)?/)),
      let power = Int(match.4)
    else { return nil }
    var digits = Array(match.2 + (match.3 ?? ""))
    var point = match.2.count + power
    while point < 1 {
      digits.insert("0", at: 0)
      point += 1
    }
    while digits.count < point { digits.append("0") }
    var whole = String(digits[..<point].drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    let fraction = point < digits.count ? "." + String(digits[point...]) : ""
    return "\(match.1)\(whole)\(fraction)\(match.5 ?? "")"
  }

  /// `€-10`.
  private static func minusBehindSign(_ text: String) -> String? {
    text.wholeMatch(of: kept(/([^\d\s\-]+)\s?[\-−–]\s?(\d.*)/)).map { "-\($0.1)\($0.2)" }
  }

  /// `11.9O`, `l5`: letters that look like digits.
  private static func letters(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: kept(/([^\w\s]?)([\dOolI.]+)(.*)/)),
      match.2.contains(where: { $0.isLetter })
    else { return nil }
    let digits = match.2.map { letter -> Character in
      "Oo".contains(letter) ? "0" : "lI".contains(letter) ? "1" : letter
    }
    return "\(match.1)\(String(digits))\(match.3)"
  }

  /// `USD10`, `10USD`, `US$10`.
  private static func code(_ text: String) -> String? {
    if let match = text.wholeMatch(of: kept(/[A-Z]{1,3}([$€£¥])\s?(\d.*)/)) {
      return "\(match.1)\(match.2)"
    }
    if let match = text.wholeMatch(of: kept(/([A-Z]{3})(\d.*)/)) { return "\(match.1) \(match.2)" }
    return text.wholeMatch(of: kept(/(\d[\d.]*)([A-Z]{3})(\W.*)?/)).map {
      "\($0.1) \($0.2)\($0.3 ?? "")"
    }
  }

  /// `$0.142 per kWh`, `$0.142 / kWh`.
  private static func per(_ text: String) -> String? {
    text.wholeMatch(of: kept(/(.*\S)\s+(?:per\s+|a\s+|\/\s*)(\w+)/)).map { "\($0.1)/\($0.2)" }
  }

  /// `1.000.000`, where points group digits.
  private static func points(_ text: String) -> String? {
    if let match = text.wholeMatch(of: kept(/(\D{0,4}?)(\d{1,3}(?:\.\d{3})+)(\.\d{1,2})(\D.*)?/)) {
      return "\(match.1)\(match.2.filter { $0 != "." })\(match.3)\(match.4 ?? "")"
    }
    return text.wholeMatch(of: kept(/(\D{0,4}?)(\d{1,3}(?:\.\d{3}){2,})(\D.*)?/)).map {
      "\($0.1)\($0.2.filter { $0 != "." })\($0.3 ?? "")"
    }
  }

  /// `.5`, `5.`, `+5`.
  private static func bare(_ text: String) -> String? {
    if let match = text.wholeMatch(of: kept(/([^\w\s.]?)\.(\d.*)/)) {
      return "\(match.1)0.\(match.2)"
    }
    if let match = text.wholeMatch(of: kept(/(.*\d)\.(\D.*)?/)) {
      return "\(match.1)\(match.2 ?? "")"
    }
    return text.hasPrefix("+") ? String(text.dropFirst()) : nil
  }

  /// `30kgs`, `$0.142/Kwh`, `8 percent`: a unit as it is called elsewhere.
  private static func unit(_ text: String, _ units: Set<String>) -> String? {
    guard let match = text.wholeMatch(of: kept(/(.*\d[^\p{L}]*?)(\s?)(\/?)(\p{L}+)/)) else {
      return nil
    }
    let spelt = MeasureUnit.name(speltOut: String(match.4))
    if spelt == "%" { return "\(match.1)%" }
    let known = MeasureUnit.builtIn.map(\.name) + units.sorted() + ["each"]
    let cased = known.first { $0.lowercased() == match.4.lowercased() }
    guard let unit = spelt ?? cased ?? Suggestion.nearest(to: String(match.4), among: known) else {
      return nil
    }
    return "\(match.1)\(match.3)".trimmedOfSpaces + (match.3.isEmpty ? " " : "") + unit
  }

  /// `14.2 ct/kWh`, `50¢`: hundredths of the currency.
  private static func cents(_ text: String, _ money: ((String) -> String)?) -> String? {
    guard let money, let decimal = hundredths(text) else { return nil }
    return money(decimal)
  }
}

extension NumberSlip {
  /// `0.01` of `1c`, `0.50` of `50p`, `0.243/kWh` of `24.3p/kWh`; nil for what is no number of
  /// hundredths.
  package static func hundredths(_ text: String) -> String? {
    let form =
      kept(
        /(-?)(\d{1,9})(?:\.(\d{1,9}))?\s?(?:c|ct|cts|cents?|¢|p|pence)(?:\s?\/\s?(\w+)|(\s+each))?/)
    guard let match = text.wholeMatch(of: form) else { return nil }
    let digits = String(repeating: "0", count: max(0, 3 - match.2.count)) + match.2
    let behind = match.4.map { "/\($0)" } ?? match.5.map(String.init) ?? ""
    return "\(match.1)\(digits.dropLast(2)).\(digits.suffix(2))\(match.3 ?? "")\(behind)"
  }

  /// `24.12.2026`, `24.12.2026..26.12.2026`.
  package static func days(_ text: String) -> String? {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false)
    let days = ends.compactMap { end -> String? in
      guard let match = end.wholeMatch(of: kept(/(\d{1,2})\.(\d{1,2})\.(\d{4})/)),
        let day = Int(match.1),
        let month = Int(match.2)
      else { return nil }
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      return "\(match.3)-\(two(month))-\(two(day))"
    }
    return days.count == ends.count ? days.joined(separator: "..") : nil
  }
}
