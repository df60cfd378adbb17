import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What texts mean that come again and again, found without making a `String` of each.
struct RememberedTexts<Meaning> {
  private var known: [(text: [UInt8], meaning: Meaning)] = []
  private var latest = 0
  /// Texts that are others each time are not worth more.
  private static var most: Int { 16 }

  /// What a text means; `find` says it of one that is not known any more.
  mutating func meaning(of text: TextSlice, _ find: (String) -> Meaning) -> Meaning {
    if latest < known.count, isKnown(latest, text) { return known[latest].meaning }
    if let index = known.indices.first(where: { isKnown($0, text) }) {
      latest = index
      return known[index].meaning
    }
    let meaning = find(text.string)
    if known.count == Self.most { known.removeFirst() }
    known.append((unsafe Array(text.bytes), meaning))
    latest = known.count - 1
    return meaning
  }

  private func isKnown(_ index: Int, _ text: TextSlice) -> Bool {
    let known = known[index].text
    return unsafe known.count == text.count && text.bytes.elementsEqual(known)
  }
}
