package import QuoteBookings
import QuoteEngine
package import QuoteSyntax

/// What a reply says that is held against no quote of ours.
extension ReplyComparer {
  /// What a reply that is held against nothing says the total is.
  package func total(of reply: JSONNode) -> Ratio? { saidTotal(of: reply)?.number }

  /// The same, with the name of the value that says it.
  package func saidTotal(of reply: JSONNode) -> (name: String, number: Ratio)? {
    numbers(of: totals, in: reply).first
  }

  /// The first amount other than zero that a reply that is held against nothing says.
  package func firstAmount(of reply: JSONNode) -> (name: String, number: Ratio)? {
    numbers(of: amounts, in: reply).first { !$0.number.isZero }
  }

  /// Those of these values that a reply says a number for.
  private func numbers(of values: [Int], in reply: JSONNode) -> [(name: String, number: Ratio)] {
    watch.beginRecord()
    listed.read(reply) { _ in nil }
    return values.compactMap { index in
      let field = listed.fields.indices.first { held[$0] == index }
      let member = listing.first { $0.ours == names[index] }?.member ?? names[index]
      let found = field.flatMap { listed.value($0) } ?? reply.node(at: [member])
      return found?.plainText.flatMap(Self.exact).map { (names[index], $0) }
    }
  }

  /// Whether a reply that is held against nothing has a place for the total, and nothing there.
  package func leavesTotalEmpty(_ reply: JSONNode) -> Bool {
    watch.beginRecord()
    listed.read(reply) { _ in nil }
    var hasPlace = false
    for index in totals {
      let fields = listed.fields.indices.filter { held[$0] == index }
      let member = listing.first { $0.ours == names[index] }?.member ?? names[index]
      let own = reply.member(member)
      let found = fields.compactMap { listed.value($0) } + (own.map { [$0] } ?? [])
      if found.contains(where: { !$0.isNull && !($0.isString && $0.text.count == 0) }) {
        return false
      }
      if own != nil || !fields.isEmpty { hasPlace = true }
    }
    return hasPlace
  }
}
