/// The ends of ranges of texts that are alike but for numbers of one length: `PH16`, `PH40`. Their
/// order is that of the numbers, and so is that of all texts as long as they are.
package struct RangeEnds: Sendable {
  private let ends: [String]
  /// How many bytes each has.
  package let length: Int
  private let shape: String
  /// So many ends of a table are kept.
  private static let most = 200

  /// Nil where there are none, or where they are not alike.
  package init?(_ ends: Set<String>) {
    guard let first = ends.first, !first.utf8.allSatisfy({ !Self.isDigit($0) }) else { return nil }
    (length, shape) = (first.utf8.count, Self.shape(of: first))
    for end in ends where end.utf8.count != length || Self.shape(of: end) != shape { return nil }
    self.ends = Array(ends.sorted().prefix(Self.most))
  }

  /// For a text that is like the ends but for how many digits it has: an end on whose one side it
  /// is as a text and on whose other side by its numbers.
  package func misjudged(_ text: String) -> String? {
    guard Self.shape(of: text) == shape else { return nil }
    let key = NaturalText.key(text)
    return ends.first { end in
      let natural = NaturalText.key(end)
      return text < end && key > natural || text > end && key < natural
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The text with one digit for each of its numbers.
  private static func shape(of text: String) -> String {
    var (shape, isInside) = ([UInt8](), false)
    for byte in text.utf8 {
      if isDigit(byte) {
        if !isInside { shape.append(UInt8(ascii: "0")) }
      } else {
        shape.append(byte)
      }
      isInside = isDigit(byte)
    }
    return String(decoding: shape, as: UTF8.self)
  }
}
