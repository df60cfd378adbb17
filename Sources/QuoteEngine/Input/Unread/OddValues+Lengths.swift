import QuoteLanguage

/// Texts that are numbers and lie in a range of texts only because one of both lost its zeros:
/// `1067` in `[10000..19999]`.
extension OddValues {
  /// So many different texts of a batch are held against the ends.
  private static let mostLengths = 64

  mutating func noteLengths(
    _ batch: BookingBatch, _ place: Place, _ input: FieldSchema, _ ends: RangeEnds
  ) {
    let column = batch.lists[.booking].columns[place.field]
    let texts = column.heldTexts
    let isCoded = input.vocabulary != nil && column.codes.count == texts.count
    // Where only some have codes, those have no text here.
    guard isCoded || column.codes.count == 0 else { return }
    let other = input.vocabulary?.other
    var known: [String: String?] = [:]
    for row in 0..<texts.count where !isCoded || column.codes[row] == other {
      let text = texts[row]
      // Nearly all are as long as the ends, and in order.
      guard text.count != ends.length, text.count > 0, text.count <= 32 else { continue }
      let word = text.string
      if known[word] == nil {
        guard known.count < Self.mostLengths else { continue }
        known[word] = .some(ends.misjudged(word))
      }
      guard let end = known[word] ?? nil else { continue }
      note(length: place, name: input.name, row: Int64(row), text: word, end: end)
    }
  }
}
