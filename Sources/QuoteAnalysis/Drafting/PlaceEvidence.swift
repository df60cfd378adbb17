import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What was seen at one path of the records.
struct PlaceEvidence {
  let path: ReferenceMap.Path
  private(set) var count = 0
  private(set) var objects = 0
  private(set) var numbers = 0
  private(set) var strings = 0
  private(set) var flags = 0
  private(set) var instants = 0
  private(set) var slashes = 0
  private(set) var json = 0
  /// Values that are no objects or lists, the first ones, and how often each came.
  private(set) var values: [String: Int] = [:]
  /// Names of members, of objects.
  private(set) var members: [String: Int] = [:]

  init(_ path: ReferenceMap.Path) { self.path = path }

  /// As a map says it.
  var name: String { ReferenceMap.written(path) }

  mutating func add(_ node: JSONNode) {
    guard !node.isNull else { return }
    count += 1
    if node.isObject {
      objects += 1
      node.eachMember { key, _ in members[key.text.string, default: 0] += 1 }
      return
    }
    guard !node.isArray else { return }
    let text = node.text.string
    values[text, default: 0] += 1
    if node.isNumber { numbers += 1 }
    if node.isFlag { flags += 1 }
    guard node.isString else { return }
    strings += 1
    if Instant(iso: text) != nil { instants += 1 }
    if text.hasPrefix("/") { slashes += 1 }
    if text.hasPrefix("{") { json += 1 }
  }

  /// Whether it is in an entry of a list.
  var isInList: Bool { path.contains { Int($0) != nil } }

  var isPlain: Bool { count > 0 && objects == 0 && numbers + strings == count }
}

extension Trouble {
  static func nothingToSuggest() -> Trouble {
    Trouble("nothing-to-suggest", "a map is drafted from records, and there are none")
  }
}
