import QuoteLanguage
import QuoteSyntax

/// Texts that are in no range of a table, and in one but for their case or spaces around them:
/// `z5` of `[Z1..Z9]`.
extension OddValues {
  /// So many different texts of a batch are held against the ranges.
  private static let mostRanged = 64

  mutating func noteRanged(_ text: TextSlice, _ row: Int, _ words: inout TextWords) -> Bool {
    guard let ranged = words.ranged, words.isOfBooking || row < Self.mostRows,
      text.count > 0, text.count <= 256,
      text[0] == 0x20 || text[text.count - 1] == 0x20
        || (0..<text.count).contains(where: { ranged.isOfOtherCase(text[$0]) })
    else { return false }
    let name = words.input.name
    let near = words.ranges.answer(about: text.string, most: Self.mostRanged) {
      ranged.near($0, of: name)
    }
    guard case let near?? = near else { return false }
    var found = Found(words, row, text, word: near.lookedUp).of(ranged.table)
    found.butFor = near.butFor
    note(.ranged, words.place, found)
    return true
  }
}
