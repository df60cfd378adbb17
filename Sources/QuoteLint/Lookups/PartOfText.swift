import QuoteLanguage
import QuoteSyntax

/// A word of a text that stands for all that begin or end with a part of it or have it in them, as
/// file systems, programs, spreadsheets and price lists have it: `B*`, `97xxx`, `97???`, `97###`,
/// `97_`, `97~`, `97…`, `^97`, `97\d{3}`, `*97`, `*97*` and `starts with B`.
struct PartOfText {
  let word: String
  /// What is left of it without its marks.
  let part: String
  /// The function that asks for this part.
  let function: String

  /// The last byte of `…`.
  private static let lastOfEllipsis = "…".utf8.last!

  /// Nil for a word that may well stand for itself. A table has many words, and hardly one of them
  /// is to be looked at closely.
  init?(_ word: String) {
    guard let first = word.utf8.first, let last = word.utf8.last else { return nil }
    let start = Self.beginning(word, last) ?? Self.announced(word, first)
    let isEnd = first == UInt8(ascii: "*") || first == UInt8(ascii: "%")
    let end = isEnd && start == nil ? word.wholeMatch(of: kept(/[*%]+([\w .-]+)([*%]*)/)) : nil
    guard let part = start ?? end?.1 else { return nil }
    (self.word, self.part) = (word, String(part))
    let isInside = end.map { !$0.2.isEmpty } ?? false
    function = isInside ? "contains" : start == nil ? "ends_with" : "starts_with"
  }

  private static func beginning(_ word: String, _ last: UInt8) -> Substring? {
    switch last {
    case UInt8(ascii: "*"), UInt8(ascii: "%"):
      // `97.*` is how programs match texts; `E11.*` has the point of the codes themselves.
      word.wholeMatch(of: kept(/(\d+|\p{L}+)\.\*/))?.1 ?? word.wholeMatch(
        of: kept(/([\w .-]+)[*%]+/))?.1
        ?? pattern(word)
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "d"), UInt8(ascii: "+"),
      UInt8(ascii: "$"):
      pattern(word)
    case UInt8(ascii: "~"): word.wholeMatch(of: kept(/(\w*\d)~+/))?.1
    case UInt8(ascii: "n"), UInt8(ascii: "N"): word.wholeMatch(of: kept(/(\d+)(?:n{2,}|N{2,})/))?.1
    case UInt8(ascii: "?"):
      word.wholeMatch(of: kept(/(\w*\d)\?+|(\w+)\?{2,}/)).flatMap { $0.1 ?? $0.2 }
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      word.wholeMatch(of: kept(/(\w*\d)(?:x{2,}|X{2,})/))?.1
    case UInt8(ascii: "#"): word.wholeMatch(of: kept(/(\w*\d)#{2,}/))?.1
    case UInt8(ascii: "_"): word.wholeMatch(of: kept(/([\p{L}\d]*\d)_+/))?.1
    case lastOfEllipsis: word.wholeMatch(of: kept(/([\w .-]*\w)\s?…/))?.1
    case _: nil
    }
  }

  /// `97\d{3}`, of which a cell drops the backslash, and `97[0-9][0-9][0-9]`.
  private static func pattern(_ word: String) -> Substring? {
    guard word.mayHaveDigits else { return nil }
    return word.wholeMatch(
      of: kept(/\^?(\w*\d)(?:(?:\\d|\[0-9\])(?:\{\d+(?:,\d*)?\}|[*+])?)+\$?/))?.1
      ?? word.wholeMatch(of: kept(/\^?(\d+)d(?:\{\d+(?:,\d*)?\}|[*+]|d{2,})\$?/))?.1
  }

  private static func announced(_ word: String, _ first: UInt8) -> Substring? {
    switch first {
    case UInt8(ascii: "^"): word.wholeMatch(of: kept(/\^(\w[\w .-]*)/))?.1
    case UInt8(ascii: "b"), UInt8(ascii: "B"), UInt8(ascii: "s"), UInt8(ascii: "S"):
      !word.utf8.contains(UInt8(ascii: " "))
        ? nil
        : word.wholeMatch(
          of: kept(/(?i)(?:starts|starting|begins|beginning) with ([\w .-]+)/))?.1
    case _: nil
    }
  }
}
