import QuoteLanguage
import QuoteSyntax

/// Most values that cannot be read need no words of their own; they are found at a glance.
extension NotationGuess {
  /// What a value of a type has to be like, for more to be told than that it cannot be read.
  enum Telling: BitwiseCopyable {
    case always, withDigits, ofAmounts
    /// A word for nothing is all that may be told.
    case ofNothing

    init(of schema: FieldSchema) {
      switch schema.type {
      case .flag: self = .always
      case .count, .number, .money, .distance, .weight, .declared: self = .ofAmounts
      case .date, .time, .instant, .duration: self = .withDigits
      case .text, .point, .oneOf: self = .ofNothing
      }
    }
  }

  /// Whether something may be told of this very value, whose bytes are of these kinds: what would
  /// read it, an odd space in it, a date that does not exist. No only where that is sure.
  @inline(__always)
  static func mayTell(
    of value: TextSlice, _ kinds: ByteKinds, _ reason: CellFault, _ decoder: FieldDecoder
  ) -> Bool {
    if reason == .unknownChoice || reason == .ambiguous || decoder.telling == .always {
      return true
    }
    if !kinds.arePlain { return true }
    if !kinds.contains(.digit) { return beginsLikeNothing(value) || value.isLikeClock }
    switch decoder.telling {
    case .always, .withDigits: return true
    // Currencies beside digits are signs or capital letters, and units stand at the end.
    case .ofAmounts:
      guard !kinds.isDisjoint(with: [.other, .quote, .backslash]) else { return true }
      if kinds.contains(.amountMark) || value.isLikeFigure { return true }
      return decoder.unitName.map(value.ends) ?? false
    case .ofNothing: return false
    }
  }

  /// Whether a value without digits may be one of the words that stand for nothing, or of blanks
  /// alone, or a formula.
  private static func beginsLikeNothing(_ value: TextSlice) -> Bool {
    for index in 0..<value.count where value[index] != UInt8(ascii: " ") {
      return value[index] == UInt8(ascii: "=") || firstLetters.contains(value[index] | 0x20)
    }
    return true
  }

  /// Their first bytes as small letters, signs changed alike.
  private static let firstLetters = nothings.compactMap { $0.utf8.first.map { $0 | 0x20 } }
}

extension TextSlice {
  /// Whether its last bytes, spaces aside, are a unit.
  fileprivate func ends(with unit: String) -> Bool {
    var end = count
    while end > 0, self[end - 1] == UInt8(ascii: " ") { end -= 1 }
    let bytes = unit.utf8
    return end >= bytes.count && zip(end - bytes.count..<end, bytes).allSatisfy { self[$0] == $1 }
  }

  /// Whether it may be a figure with a word behind it or a mark before it, or with a letter that
  /// looks like a digit. Capitals and other marks are looked for elsewhere.
  fileprivate var isLikeFigure: Bool {
    var (first, last) = (0, count - 1)
    while first < count, self[first] == UInt8(ascii: " ") { first += 1 }
    while last > first, self[last] == UInt8(ascii: " ") { last -= 1 }
    guard first < count else { return false }
    if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self[last]) { return true }
    switch self[first] {
    case UInt8(ascii: "="), UInt8(ascii: "~"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "c"), UInt8(ascii: "a"):
      return true
    default:
      return hasEither(UInt8(ascii: "o"), UInt8(ascii: "l"))
    }
  }

  fileprivate var isLikeClock: Bool { firstIndex(of: UInt8(ascii: ":")) != nil }
}
