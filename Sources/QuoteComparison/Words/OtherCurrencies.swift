import QuoteLanguage
import QuoteSyntax

/// Bookings whose other side says another currency than the rules, by what it says. That is a text
/// of a stranger: only the first different ones are kept, and the others are counted together.
package struct OtherCurrencies: Sendable {
  private var counts: [String: Int] = [:]
  private var others = 0

  package init() {}
  private static let most = 10

  var isEmpty: Bool { counts.isEmpty }

  /// An empty text where a place for a currency says none.
  mutating func note(_ text: String) { add(text.shown(atMost: 40), 1) }

  package mutating func add(_ other: OtherCurrencies) {
    for (text, count) in other.counts.sorted(by: { $0.key < $1.key }) { add(text, count) }
    others += other.others
  }

  private mutating func add(_ text: String, _ count: Int) {
    if counts[text] == nil, counts.count == Self.most {
      others += count
    } else {
      counts[text, default: 0] += count
    }
  }

  /// A sentence on each, which fails the comparison.
  package func sentences(ours: String) -> [String] {
    func sentence(_ count: Int, _ said: String) -> String {
      "\(count == 1 ? "1 booking" : "\(count) bookings") of theirs \(said), and ours are in \(ours)"
    }
    let told = counts.sorted { $0.key < $1.key }.map { text, count in
      sentence(
        count,
        text.isEmpty
          ? "\(count == 1 ? "says" : "say") no currency"
          : "\(count == 1 ? "is" : "are") in `\(text)`")
    }
    guard others > 0 else { return told }
    return told + [sentence(others, "\(others == 1 ? "is" : "are") in yet other currencies")]
  }
}
