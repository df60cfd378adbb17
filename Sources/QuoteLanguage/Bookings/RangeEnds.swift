/// The ends of ranges of texts that are alike but for numbers of one length: `PH16`, `PH40`. Their
/// order is that of the numbers, and so is that of all texts as long as they are. A text with fewer
/// digits may have lost a zero; one with more may well be meant to lie behind its beginning, as
/// `840110` behind `8401`.
package struct RangeEnds: Sendable {
  private let ends: [String]
  /// How many bytes each has.
  package let length: Int
  /// The bytes of each, with one digit for each of its numbers.
  package let shape: [UInt8]
  /// So many ends of a table are kept.
  private static let most = 200

  /// Nil where there are none, or where they are not alike.
  package init?(_ ends: Set<String>) {
    guard let first = ends.first, !first.utf8.allSatisfy({ !Self.isDigit($0) }) else { return nil }
    (length, shape) = (first.utf8.count, Self.shape(of: first))
    for end in ends where end.utf8.count != length || Self.shape(of: end) != shape { return nil }
    self.ends = Array(ends.sorted().prefix(Self.most))
  }

  /// For a text that has the shape of the ends, and fewer digits: an end on whose one side it is
  /// as a text and on whose other side by its numbers.
  package func misjudged(_ text: String) -> String? {
    let key = NaturalText.key(text)
    return ends.first { end in text > end && key < NaturalText.key(end) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The bytes of a text with one digit for each of its numbers.
  private static func shape(of text: String) -> [UInt8] {
    var (shape, isInside) = ([UInt8](), false)
    for byte in text.utf8 {
      if isDigit(byte) {
        if !isInside { shape.append(UInt8(ascii: "0")) }
      } else {
        shape.append(byte)
      }
      isInside = isDigit(byte)
    }
    return shape
  }
}
