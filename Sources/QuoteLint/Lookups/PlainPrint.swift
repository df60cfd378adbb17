import QuoteLanguage
import QuoteSyntax

/// What a value is as a text, `text(n)` and `"{n}"`, where no pattern says how it is printed.
struct PlainPrint {
  private let type: ValueType
  private let isBinary: Bool
  /// How many decimals an amount has at least.
  private let digits: Int

  init(of value: PriceExpression, in model: PriceModel) {
    type = value.type
    isBinary = model.arithmetic.isBinary
    let isMoney = value.type == .quantity(.money)
    digits = isMoney ? Self.decimals(in: "\(model.minorUnit)") : 0
  }

  /// What to write for a word that is never printed: nothing if that is not known. Nil where the
  /// word may be printed.
  func other(than word: String) -> String? {
    switch type {
    // Other languages have their own ways.
    case .quantity, .flag: isBinary ? nil : type == .flag ? flag(word) : number(word)
    case .date: CalendarDate(iso: word) == nil ? Self.date(word) : nil
    case .time: time(word)
    case .weekday: Weekday.names.contains(word) ? nil : Weekday.meant(by: word) ?? ""
    case .choice(let words):
      words.contains(word) ? nil : words.first { $0.lowercased() == word.lowercased() } ?? ""
    case .text, .instant, .point, .texts, .invalid: nil
    }
  }

  private func flag(_ word: String) -> String? {
    if word == "yes" || word == "no" { return nil }
    return ["true", "1", "y"].contains(word.lowercased())
      ? "yes" : ["false", "0", "n"].contains(word.lowercased()) ? "no" : ""
  }

  /// A number has the digits that it needs, and an amount those of its currency at least.
  private func number(_ word: String) -> String? {
    let written = CommaNumber(in: word)?.decimal ?? word
    guard written.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }),
      let value = Ratio(decimal: written)
    else { return "" }
    var printed = "\(value)"
    let missing = digits - Self.decimals(in: printed)
    if missing > 0 {
      if !printed.contains(".") { printed += "." }
      printed += String(repeating: "0", count: missing)
    }
    return printed == word ? nil : printed
  }

  private static func decimals(in number: String) -> Int {
    number.firstIndex(of: ".").map { number.distance(from: $0, to: number.endIndex) - 1 } ?? 0
  }

  private static func date(_ word: String) -> String {
    OtherDate(word)?.help.wholeMatch(of: kept(/write `(\d{4}-\d\d-\d\d)`/)).map { String($0.1) }
      ?? ""
  }

  /// Seconds are printed where there are some.
  private func time(_ word: String) -> String? {
    guard TimeOfDay(iso: word) != nil else { return OtherTime(word)?.right ?? "" }
    return word.utf8.count > 5 && word.hasSuffix(":00") ? String(word.prefix(5)) : nil
  }
}
