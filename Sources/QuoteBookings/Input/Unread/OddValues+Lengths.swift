import QuoteLanguage
import QuoteSyntax

/// Texts that have fewer digits than the ends of the ranges that they are looked up in, as where a
/// zero was lost, and that are therefore on another side of one: `1067` of `09999`.
extension OddValues {
  /// So many different texts of a batch are held against the ends.
  private static let mostLengths = 64

  mutating func noteLengths(
    _ batch: BookingBatch, _ place: Place, _ input: FieldSchema, beside ends: RangeEnds
  ) {
    let column = batch.lists[.booking].columns[place.field]
    let texts = column.heldTexts
    let isCoded = input.vocabulary != nil && column.codes.count == texts.count
    let other = input.vocabulary?.other
    var harmless: [(low: UInt64, high: UInt64, count: Int)] = []
    var found = 0
    for row in 0..<texts.count where !isCoded || column.codes[row] == other {
      let text = texts[row]
      // Nearly all are as long as the ends, and in order.
      guard text.count < ends.length, text.count > 0, text.count <= 16,
        Self.has(text, shape: ends.shape)
      else { continue }
      let (low, high) = text.firstBytes
      let count = text.count
      if harmless.contains(where: { $0.low == low && $0.high == high && $0.count == count }) {
        continue
      }
      guard let end = ends.misjudged(text.string) else {
        harmless.append((low, high, count))
        if harmless.count == Self.mostLengths { return }
        continue
      }
      note(
        .otherLength, place,
        Found(name: input.name, first: Int64(row), text: text.string, word: end))
      // It is told whether there is one, or more.
      found += 1
      if found == 2 { return }
    }
  }

  /// Whether a text is of these bytes, where each of its numbers counts as one digit.
  private static func has(_ text: TextSlice, shape: [UInt8]) -> Bool {
    var (place, isInside) = (0, false)
    for index in 0..<text.count {
      let byte = text[index]
      let isDigit = byte &- UInt8(ascii: "0") < 10
      if isDigit, isInside { continue }
      isInside = isDigit
      guard place < shape.count, shape[place] == (isDigit ? UInt8(ascii: "0") : byte) else {
        return false
      }
      place += 1
    }
    return place == shape.count
  }
}
