package import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What a reply says of the currency that its amounts are in.
extension ReplyComparer {
  /// Steps to an object that has an amount.
  struct WayToAmount: Hashable {
    var steps: [FieldPath.Step]
    /// Every entry that is called so counts, and not the first alone.
    var isOfAll: Bool
  }

  /// An object that has an amount may say its currency: `{"value": 84.5, "currency": "EUR"}`. Where
  /// entries are added up, each of them may.
  func noteCurrency(beside way: WayToAmount, in reply: JSONNode) {
    func note(_ object: JSONNode) {
      eachCurrency(in: object) { name, value in
        let isListed = listing.contains { field in
          field.places.contains { $0.steps == way.steps + [.member(name)] }
        }
        if !isListed { self.note(currency: value) }
      }
    }
    if way.isOfAll { return reply.eachEnd(of: way.steps[...]) { note($0) } }
    var repeated: Int?
    if let object = reply.end(of: way.steps[...], &repeated) { note(object) }
  }

  /// A record may say the currency beside the reply, in an object that has both: `{"answer":
  /// {"quote": {…}, "currency": "EUR"}}`. What stands in the record itself is not the answer's.
  package func noteCurrency(around way: [String], in record: JSONNode) {
    guard way.count > 1, var object = record.member(way[0]) else { return }
    defer {
      said = SaidCurrencies(isNothing: said.isNothing && !said.isOurs, around: said.others)
    }
    for name in way.dropFirst() {
      eachCurrency(in: object) { _, value in note(currency: value) }
      guard object.isObject, let next = object.member(name) else { return }
      object = next
    }
  }

  private func eachCurrency(in object: JSONNode, _ body: (String, JSONNode) -> Void) {
    guard object.isObject else { return }
    object.eachMember { key, value in
      guard CurrencyName.mayBeOne(key.text), case let name = key.text.string,
        CurrencyName.isOfAmounts(name), !form.ignored.contains(name)
      else { return }
      body(name, value)
    }
  }

  /// What one booking says, at however many places.
  struct SaidCurrencies {
    var isOurs = false
    var isNothing = false
    var others: Set<String> = []
    /// What an object around the reply says: the reply's own word goes before it.
    var around: Set<String> = []
  }

  func note(currency theirs: JSONNode) {
    guard !currency.isEmpty else { return }
    if saysOurs(theirs) {
      said.isOurs = true
      return
    }
    if theirs.isArray, theirs.size > 0 { return theirs.eachElement { note(currency: $1) } }
    let node = theirs.isObject ? theirs.member("code") ?? theirs : theirs
    let text = node.isNull ? "" : (node.plainText?.string ?? node.json).trimmedOfSpaces
    if text.isEmpty { said.isNothing = true } else { said.others.insert(text) }
  }

  /// Counts what was said since the booking before. Who has a place for a currency and says none
  /// has not said that it is ours, unless another place does.
  package func endCurrencies() {
    let others = said.others.union(said.isOurs ? [] : said.around)
    for text in others.sorted() { otherCurrencies.note(text) }
    if said.isNothing, !said.isOurs, others.isEmpty { otherCurrencies.note("") }
    said = SaidCurrencies()
  }

  /// Whether it is the code or the sign of our currency, also in an object or a list of its own.
  func saysOurs(_ theirs: JSONNode) -> Bool {
    guard let text = theirs.plainText?.string.trimmedOfSpaces else {
      if let code = theirs.isObject ? theirs.member("code") : nil { return saysOurs(code) }
      var parts = theirs.isArray ? theirs.elements : []
      if theirs.isObject { theirs.eachMember { parts.append($1) } }
      return !parts.isEmpty && parts.allSatisfy { $0.plainText != nil && saysOurs($0) }
    }
    return ModelChecker.isSign(text, of: currency) || text.uppercased() == currency.uppercased()
  }

  // MARK: - Names

  /// The member that says the currency of a quote, where nothing of ours is called so.
  static let currencyName = "currency"
}
