/// Numbers in other notations, where a formula cannot go on for them.
extension FormulaParser {
  /// Digits parted by spaces: `1 200`.
  mutating func failAtPartedDigits() -> Bool {
    skipBlanks()
    let digits = String(decoding: bytes[at...], as: UTF8.self)
    guard let rest = digits.prefixMatch(of: kept(/\d{3}(?:[ \u00A0\u202F]\d{3})*(?![\d:\-])/))
    else {
      return false
    }
    var end = at
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    var lower = end
    while lower > 0, bytes[lower - 1].isDigit { lower -= 1 }
    guard 1...3 ~= end - lower, lower == 0 || !"-:.".utf8.contains(bytes[lower - 1]) else {
      return false
    }
    let upper = at + rest.0.utf8.count
    let whole = String(decoding: bytes[lower..<upper], as: UTF8.self)
    fail(.digitsSpaced(whole.filter(\.isNumber), at: text.span(lower, upper)))
    return true
  }

  /// What is written from a place up to a blank or a bracket, where it is a number in another
  /// notation.
  func numberSlip(from start: Int) -> Diagnostic? {
    var stop = start
    while stop < bytes.count, !bytes[stop].isBlank, !"()[],*".utf8.contains(bytes[stop]) {
      stop += 1
    }
    let word = text.spanned(start, stop)
    // Digits around a point are a number, but for a word behind them that makes a clock of it.
    let rest = String(decoding: bytes[stop...].prefix(12), as: UTF8.self)
    let clock = kept(/\s*(?:[Hh]|[Uu]hr|UHR|o'clock|[APap]\.?[Mm]\.?)(?!\w)/)
    let timed = rest.prefixMatch(of: clock).map { text.spanned(start, stop + $0.0.utf8.count) }
    if let time = timed, OtherTime(time.value) != nil {
      return .noSuchTime(time.value, at: time.span)
    }
    let isNumber = word.value.wholeMatch(of: kept(/\d+\.\d+/)) != nil
    if !isNumber, OtherTime(word.value) != nil { return .noSuchTime(word.value, at: word.span) }
    if OtherDate(word.value) != nil { return .noSuchDate(word.value, at: word.span) }
    if let days = NumberSlip.days(word.value) {
      return .numberForm(word.value, at: word.span, right: days)
    }
    if let slip = NumberSlip(word.value, units: units) {
      return .numberForm(word.value, at: word.span, right: slip.right)
    }
    return NumberSlip.hundredths(word.value).map {
      .hundredths(word.value, $0, at: word.span)
    }
  }
}
