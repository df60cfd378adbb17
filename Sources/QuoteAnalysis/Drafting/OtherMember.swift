import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What was asked: the plain values of a booking.
struct AskedValues {
  private(set) var texts: Set<String> = []
  /// By the name of a member, what it says at the top.
  private(set) var named: [String: String] = [:]

  init(_ booking: JSONNode?) {
    guard let booking else { return }
    add(booking, depth: 0)
    booking.eachMember { key, value in
      if !value.isNull { named[key.text.string] = value.text.string }
    }
  }

  private mutating func add(_ node: JSONNode, depth: Int) {
    guard depth < 6 else { return }
    if node.isString { texts.insert(node.text.string) }
    node.eachMember { add($1, depth: depth + 1) }
    node.eachElement { add($1, depth: depth + 1) }
  }
}

/// What was seen of a member of a reply: whether it may be a value that rules could price.
struct OtherMember {
  private var count = 0
  private var echoes = 0
  private var numbers = 0

  /// Said by the request, or never a number.
  var isNoValue: Bool { count > 0 && (numbers == 0 || echoes * 10 >= count * 9) }

  mutating func add(_ value: JSONNode, named name: String, _ asked: AskedValues) {
    guard !value.isNull else { return }
    count += 1
    if Self.holdsNumber(value, depth: 0) { numbers += 1 }
    let text = value.text.string
    if asked.named[name] == text || value.isString && asked.texts.contains(text) { echoes += 1 }
  }

  /// A number, or a text that holds one with a fraction, at any depth.
  private static func holdsNumber(_ node: JSONNode, depth: Int) -> Bool {
    if node.isNumber { return true }
    if node.isString {
      return ReplyNumbers([node], isTextual: false, currency: "").readings
        .contains { !$0.value.isWhole }
    }
    guard depth < 6 else { return true }
    var holds = false
    node.eachMember { holds = holds || holdsNumber($1, depth: depth + 1) }
    node.eachElement { holds = holds || holdsNumber($1, depth: depth + 1) }
    return holds
  }
}
