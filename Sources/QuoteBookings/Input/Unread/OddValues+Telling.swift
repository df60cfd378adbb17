import QuoteLanguage
import QuoteSyntax

extension OddValues {
  /// The kinds of values that are told of, in the order in which they are.
  enum Kind: Hashable {
    case zeroPoint
    /// Points that are in no area, and in one with latitude and longitude exchanged.
    case exchangedPoint
    /// Moments that count seconds where milliseconds are read.
    case otherMoment
    /// Rows that are no bookings: a header, and a line of dashes.
    case headerRow, ruledRow
    /// Texts that differ from a word in capitals or in spaces: words that have codes, words of
    /// conditions, and these in spaces.
    case nearWord, otherCase, blank
    case missedKey, ranged, otherLength, lostZeros
    /// Texts that say that there is nothing, or no.
    case nothing, denial
    case joined, several
    /// What a spreadsheet has where it cannot compute a cell.
    case sheetError
    /// A text that this row of the table of changes makes a word of the rules.
    case changed(by: Int)

    /// The sentence on an input's values of this kind.
    func told(of found: Found) -> String {
      switch self {
      case .zeroPoint: found.zeroPointTold
      case .exchangedPoint: found.exchangedPointTold
      case .otherMoment: found.otherMomentTold
      case .headerRow: found.rowTold("repeats the names of the columns", "repeat them")
      case .ruledRow: found.rowTold("is a line of `\(found.text)`", "are such lines")
      case .nearWord: found.nearWordTold
      case .otherCase: found.otherCaseTold
      case .blank: found.blankTold
      case .missedKey: found.missedKeyTold
      case .ranged: found.rangedTold
      case .otherLength: found.otherLengthTold
      case .lostZeros: found.lostZerosTold
      case .nothing: found.nothingTold
      case .denial: found.denialTold
      case .joined: found.have("is", "are") + " no word of the rules, such as `\(found.text)`: "
        + found.word
      case .several: found.severalTold
      case .sheetError: found.sheetErrorTold
      case .changed(let row): found.told(of: TextChange.all[row])
      }
    }
  }
}

extension OddValues.Kind: Comparable {
  private var order: Int {
    switch self {
    case .zeroPoint: 0
    case .nearWord: 1
    case .otherCase: 2
    case .blank: 3
    case .missedKey: 4
    case .ranged: 5
    case .otherLength: 6
    case .lostZeros: 7
    case .nothing: 8
    case .denial: 9
    case .joined: 10
    case .several: 11
    case .sheetError: 12
    case .exchangedPoint: 13
    case .otherMoment: 14
    case .headerRow: 15
    case .ruledRow: 16
    case .changed(let row): 17 + row
    }
  }

  static func < (a: OddValues.Kind, b: OddValues.Kind) -> Bool { a.order < b.order }
}

extension OddValues.Found {
  fileprivate var one: Bool { count == 1 }

  /// `a value of … is`, or `values of … are`. Not all are looked at, so nobody knows how many
  /// there are.
  fileprivate func have(_ one: String, _ many: String) -> String {
    self.one ? "a value of `\(name)` \(one)" : "values of `\(name)` \(many)"
  }

  /// The same where all are counted.
  fileprivate func counted(_ one: String, _ many: String) -> String {
    self.one ? "1 value of `\(name)` \(one)" : "\(count) values of `\(name)` \(many)"
  }

  private var record: String { isOfElement ? "" : " in record \(first)" }

  /// The first of them and where it is.
  fileprivate var such: String { "such as `\(text)`\(record)" }

  // MARK: - Words

  fileprivate var nearWordTold: String {
    let told = counted("differs", "differ") + " from a word of the rules only in capitals or "
      + "spaces, the first `\(text)` in record \(first)"
    if let hidden = UnusualSpace.told(of: text) {
      return "\(told), where \(hidden): \(cureOfHidden("looked up"))"
    }
    if areCapitals { return told + ": looked up by `upper(trim(\(name)))`, it would be `\(word)`" }
    if text.trimmedOfSpaces == word, !areSmall {
      return told + ": looked up by `trim(\(name))`, it would be `\(word)`"
    }
    if !areSmall { return told + ": did you mean `\(word)`?" }
    return told + ": looked up by `lower(trim(\(name)))`, it would be `\(word)`"
  }

  fileprivate var otherCaseTold: String {
    let told = have("differs", "differ") + " from a word of the rules only in capitals, \(such): "
    guard areSmall || areCapitals else { return told + "did you mean `\(word)`?" }
    return told + "asked for as `\(areSmall ? "lower" : "upper")(\(name))`, it would be `\(word)`"
  }

  fileprivate var blankTold: String {
    let hidden = UnusualSpace.told(of: text)
    let cure =
      hidden == nil
      ? "asked for as `trim(\(name))`, it would be `\(word)`" : cureOfHidden("asked for")
    return counted("differs", "differ") + " from a word of the rules only in spaces, the first "
      + "`\(text)`\(record)" + (hidden.map { ", where \($0)" } ?? "") + ": \(cure)"
  }

  /// What would read a text with marks that nobody sees as the word.
  private func cureOfHidden(_ asked: String) -> String {
    if text.trimmedOfSpaces == word { return "\(asked) as `trim(\(name))`, it would be `\(word)`" }
    return UnusualSpace.withoutMarks(text) == word
      ? "without it, it would be `\(word)`" : "did you mean `\(word)`?"
  }

  fileprivate var lostZerosTold: String {
    have("is", "are") + " a word of the rules but for zeros in front, \(such): "
      + "did a spreadsheet take them "
      + (text.hasPrefix("0") ? "from the rules, which have `\(word)`?" : "from `\(word)`?")
  }

  fileprivate var severalTold: String {
    have("is", "are") + " several words of the rules, \(such), and \(one ? "is" : "are") "
      + "looked up as one word: a list with a `cell` reads each of them"
  }

  fileprivate func told(of change: TextChange) -> String {
    have("is", "are") + " a word of the rules but for \(change.butFor), \(such): "
      + change.cure(self)
  }

  // MARK: - Nothing

  fileprivate var nothingTold: String {
    have("says", "say") + " that there is none, \(such), and \(one ? "is" : "are") given: with "
      + "`nothing \"\(text)\"` in the rules it is not"
  }

  fileprivate var denialTold: String {
    have("says", "say") + " no, \(such), but \(one ? "counts" : "count") as given: "
      + "declare a `flag`, or say `nothing \"\(text)\"` in the rules"
  }

  fileprivate var sheetErrorTold: String {
    have("is an error of a spreadsheet", "are errors of a spreadsheet")
      + ", \(such), and \(one ? "counts" : "count") as any other text: mend the sheet, or say "
      + "`nothing \"\(text)\"` in the rules"
  }

  // MARK: - Tables and points

  fileprivate var missedKeyTold: String {
    let told = have("has", "have") + " no row in `\(table)`, \(such): "
    return word.isEmpty
      ? told + "with `nothing \"\(text)\"` in the rules it is not given"
      : told + "did you mean its key `\(word)`?" + keyCure
  }

  /// What would read the text as the word, where it differs in case or in spaces.
  private var keyCure: String {
    if text.trimmedOfSpaces == word { return " Looked up by `trim(\(name))`, it would be found" }
    guard areSmall, text.trimmedOfSpaces.lowercased() == word else { return "" }
    let call = text.trimmedOfSpaces == text ? "lower(\(name))" : "lower(trim(\(name)))"
    return " Looked up by `\(call)`, it would be found"
  }

  fileprivate var rangedTold: String {
    have("is", "are") + " in a range of `\(table)` but for \(butFor), \(such): looked up by "
      + "`\(word)`, it would be found there"
  }

  fileprivate var otherLengthTold: String {
    have("has", "have") + " fewer digits than the ends of its ranges, \(such): letter by letter "
      + "it comes after `\(word)`, and as a number before it. Was a zero lost? If not, look up "
      + "`natural(\(name))`, which compares the numbers in a text as numbers"
  }

  fileprivate var exchangedPointTold: String {
    "the values of `\(name)` are in no area of the rules, and in one with latitude and "
      + "longitude exchanged, \(such): "
      + (word.isEmpty ? "the file has longitude first" : "did you mean `\(word)`?")
  }

  fileprivate var otherMomentTold: String {
    "the values of `\(name)` are in January 1970, \(such): did you mean `written unix seconds`?"
  }

  /// A row that is read as a booking.
  fileprivate func rowTold(_ does: String, _ others: String) -> String {
    "record \(first) \(does)" + (one ? "" : ", and \(count - 1) more \(others)")
      + ": \(one ? "it is" : "they are") read as \(one ? "a booking" : "bookings")"
  }

  fileprivate var zeroPointTold: String {
    counted("is", "are") + " at latitude 0 and longitude 0, in the sea, the first in record "
      + "\(first): with `zero is missing` in the rules it is not given, with "
      + "`zero is a place` it is meant"
  }
}
