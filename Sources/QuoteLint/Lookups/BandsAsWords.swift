import QuoteLanguage
import QuoteSyntax

/// Columns all of whose words are ranges, as the bookings themselves have them: the sizes `86/92`
/// and `98/104`, the lenses `24-70` and `16-35`, the chapters `A00-B99` and `C00-D49`, the grades
/// `A-C` and `D-F`.
enum BandsAsWords {
  static func are(_ words: Set<String>, of header: String) -> Bool {
    // The first letters of longer texts have no ranges in them, and nobody is called `A-F`.
    guard words.count > 1, !header.contains("left("), !header.hasSuffix("name") else {
      return false
    }
    return areSizes(words) || areClosed(words)
  }

  /// `86/92`: pairs that are equally far apart, by more than one.
  private static func areSizes(_ words: Set<String>) -> Bool {
    let steps = words.map { word -> Int? in
      guard word.utf8.contains(UInt8(ascii: "/")),
        let match = word.wholeMatch(of: kept(/(\d{2,3})\/(\d{2,3})/)), let low = Int(match.1),
        let high = Int(match.2)
      else { return nil }
      return high - low
    }
    guard let step = steps.first, let step, step > 1 else { return false }
    return steps.allSatisfy { $0 == step }
  }

  private struct Band {
    var lower: Substring
    var upper: Substring

    init?(_ word: String) {
      guard word.utf8.contains(UInt8(ascii: "-")),
        let match = word.wholeMatch(of: kept(/(\w+)-(\w+)/))
      else { return nil }
      (lower, upper) = (match.1, match.2)
    }

    var isOfLetters: Bool { lower.count == 1 && upper.count == 1 && numbers == nil }

    var numbers: (Int, Int)? {
      guard let first = Int(lower), let last = Int(upper) else { return nil }
      return (first, last)
    }

    /// Letters that are the same at both ends, and as many digits: `PH16-PH40`.
    var isOfOneKind: Bool {
      lower.count == upper.count
        && lower.prefix { $0.isLetter } == upper.prefix { $0.isLetter }
        && lower.drop { $0.isLetter }.allSatisfy(\.isNumber)
        && upper.drop { $0.isLetter }.allSatisfy(\.isNumber)
    }
  }

  private static func areClosed(_ words: Set<String>) -> Bool {
    let bands = words.compactMap(Band.init)
    guard bands.count == words.count else { return false }
    if bands.allSatisfy({ $0.isOfLetters || $0.numbers == nil && !$0.isOfOneKind }) { return true }
    let numbers = bands.compactMap(\.numbers)
    // A series in which one begins where another ends may well be one of numbers.
    let starts = Set(numbers.map(\.0))
    guard numbers.allSatisfy({ !starts.contains($0.1 + 1) }) else { return false }
    let rising = numbers.sorted { $0 < $1 }
    let overlap = zip(rising, rising.dropFirst()).contains { $0.1 >= $1.0 }
    return overlap || bands.contains { !$0.isOfOneKind }
  }
}
