import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Which object of the records is the reply, and which of its values are ours,
/// told by what our rules ask for the same bookings.
///
/// Records are looked at twice: `match` finds what is what, `note` then which
/// records agree.
final class ReplyGuess {
  /// What was seen of the records with one status.
  struct StatusEvidence: Sendable {
    var count = 0
    var priced = 0
    var declined = 0
    var agreed = 0
  }

  let guess: PlaceGuess
  /// Our names, outputs first.
  let names: [String]
  /// Their values are all texts, as those of a CSV.
  private let isTextual: Bool
  /// The matches by the path of an object, then by our name, then by a path in the object.
  private(set) var matches: [String: [String: [String: ReplyMatch]]] = [:]
  private(set) var statuses: [String: StatusEvidence] = [:]
  /// By the path of an object: what its members are, if not ours.
  private(set) var others: [String: [String: OtherMember]] = [:]
  /// What was quoted, by the path of an object, then by our name.
  private var quoted: [String: [String: Quoted]] = [:]
  /// How many quotes have values of ours: while none has, nobody knows which records are refusals.
  private var agreed = 0
  /// By path: how often a text stood there with an answer that we refuse, and
  /// with one that we price, and how often it was our own sentence.
  private var refusals: [String: (refused: Int, priced: Int, same: Int)] = [:]
  private let currency: String
  private lazy var sure = sureMatches()
  private lazy var sentencesByObject = Dictionary(grouping: guess.sentences) {
    Array($0.path.dropLast())
  }

  /// `currency` is that of our money: theirs in another one is not ours.
  init(_ guess: PlaceGuess, names: [String], currency: String, isTextual: Bool = false) {
    self.currency = currency
    self.guess = guess
    self.names = names
    self.isTextual = isTextual
  }

  /// Holds a quote of ours against every object of the record.
  func match(_ quote: JSONNode, _ root: JSONNode) {
    let asked = AskedValues(root.node(at: guess.booking?.path ?? []))
    for place in guess.objects {
      guard let object = root.node(at: place.path), object.isObject else { continue }
      object.eachMember { key, value in
        others[place.name, default: [:]][key.text.string, default: OtherMember()].add(
          value, named: key.text.string, asked)
      }
      let theirs = Self.values(of: object).map { value in
        (
          value: value,
          numbers: ReplyNumbers(value.nodes, isTextual: isTextual, currency: currency)
        )
      }
      eachValue(quote) { name, value in
        let isZero = value.isNumber && ReplyComparer.exact(value.text)?.isZero == true
        quoted[place.name, default: [:]][name, default: Quoted()].add(isZero: isZero)
        for (other, numbers) in theirs {
          matches[place.name, default: [:]][name, default: [:]][
            other.path, default: ReplyMatch()
          ].add(value, other.nodes, numbers, isZero: isZero)
        }
      }
    }
  }

  /// How often we had a value where an object was there, and how often it was zero.
  struct Quoted {
    private(set) var count = 0
    private(set) var zeros = 0

    mutating func add(isZero: Bool) {
      count += 1
      if isZero { zeros += 1 }
    }
  }

  /// When all records were matched: what speaks for a value that not all records have.
  func noteMissing() {
    for (object, names) in matches {
      for (name, paths) in names {
        let all = quoted[object]?[name] ?? Quoted()
        for path in paths.keys { matches[object]?[name]?[path]?.noteMissing(of: all) }
      }
    }
  }

  private func eachValue(_ quote: JSONNode, _ body: (String, JSONNode) -> Void) {
    var index = 0
    quote.eachMember { _, value in
      if Self.isPlain(value) { body(names[index], value) }
      index += 1
    }
  }

  private static func isPlain(_ node: JSONNode) -> Bool {
    !node.isArray && !node.isObject && !node.isNull
  }

  /// What is at a path: several values where several entries of a list are called the same.
  struct Value {
    var path: String
    var nodes: [JSONNode]
  }

  /// Plain values of an object by their paths: members, members of members, and
  /// members of lists' entries that have a name.
  private static func values(of object: JSONNode) -> [Value] {
    var found: [Value] = []
    object.eachMember { key, value in
      guard ReferenceMap.canSay(key.text.string) else { return }
      let name = ReferenceMap.written(key.text.string)
      if isPlain(value) { found.append(Value(path: name, nodes: [value])) }
      if value.isObject { addMembers(of: value, below: name, to: &found) }
      if value.isArray, value.size <= 40 { addEntries(of: value, below: name, to: &found) }
    }
    return found
  }

  private static func addMembers(
    of object: JSONNode, below path: String, to found: inout [Value]
  ) {
    object.eachMember { key, value in
      guard isPlain(value), ReferenceMap.canSay(key.text.string) else { return }
      let path = "\(path).\(ReferenceMap.written(key.text.string))"
      if let known = found.firstIndex(where: { $0.path == path }) {
        found[known].nodes.append(value)
      } else {
        found.append(Value(path: path, nodes: [value]))
      }
    }
  }

  private static func addEntries(
    of list: JSONNode, below path: String, to found: inout [Value]
  ) {
    let elements = list.elements
    guard let first = elements.first, first.isObject else { return }
    var naming: TextSlice?
    first.eachMember { key, value in
      let isInAll = elements.allSatisfy { $0.isObject && $0.member(key.text)?.isString == true }
      let isName = value.isString && !key.text.string.contains { "=]\"".contains($0) }
      if naming == nil, isName, isInAll, key.text.count > 0 { naming = key.text }
    }
    guard let naming else { return }
    for element in elements {
      guard let name = element.member(naming)?.text.string, !name.contains("]") else { continue }
      addMembers(of: element, below: "\(path)[\(naming.string)=\(name)]", to: &found)
    }
  }

  // MARK: - Which records agree

  /// When all records were matched: counts what a record's status and its
  /// sentences go with.
  func note(_ quote: JSONNode?, _ root: JSONNode, _ result: QuoteTexts.Result) {
    let outcome = result.outcome
    let agrees = quote.map { agreement($0, root) } ?? false
    if agrees { agreed += 1 }
    if let status = root.text(at: guess.status?.path) {
      statuses[status, default: StatusEvidence()].count += 1
      if outcome == .priced { statuses[status]?.priced += 1 }
      if outcome == .declined { statuses[status]?.declined += 1 }
      if agrees { statuses[status]?.agreed += 1 }
    }
    for (place, text) in sentences(in: root) {
      var seen = refusals[place.name] ?? (0, 0, 0)
      if agrees { seen.priced += 1 } else { seen.refused += 1 }
      if outcome == .declined, text == result.reason { seen.same += 1 }
      refusals[place.name] = seen
    }
  }

  /// The texts at places that may be sentences. Objects are gone through once, for a table may have
  /// thousands of columns.
  private func sentences(in root: JSONNode) -> [(place: PlaceEvidence, text: String)] {
    sentencesByObject.flatMap { path, places -> [(place: PlaceEvidence, text: String)] in
      guard let object = root.node(at: path) else { return [] }
      var texts: [String: String] = [:]
      if object.isObject {
        object.eachMember { key, value in texts[key.text.string] = value.plainText?.string }
      }
      return places.compactMap { place in
        let text = object.isObject
          ? place.path.last.flatMap { texts[$0] } : root.text(at: place.path)
        return text.map { (place, $0) }
      }
    }
  }

  /// By the path of an object, what was found to be ours in it.
  private func sureMatches() -> [String: [(name: String, path: String, term: ReplyTerm)]] {
    matches.mapValues { names in
      names.flatMap { name, paths in
        paths.compactMap { path, match in match.best.map { (name, path, $0) } }
      }
    }
  }

  /// True where some number that is not zero is the same.
  private func agreement(_ quote: JSONNode, _ root: JSONNode) -> Bool {
    for place in guess.objects {
      guard let known = sure[place.name], !known.isEmpty,
        let object = root.node(at: place.path), object.isObject
      else { continue }
      let theirs = Self.values(of: object)
      var agrees = false
      eachValue(quote) { name, value in
        guard !agrees, value.isNumber, let number = ReplyComparer.exact(value.text),
          !number.isZero
        else { return }
        agrees = known.contains { known in
          guard known.name == name, let other = theirs.first(where: { $0.path == known.path })
          else { return false }
          var match = ReplyMatch()
          match.add(
            value, other.nodes,
            ReplyNumbers(other.nodes, isTextual: isTextual, currency: currency), isZero: false)
          return match.same(known.term) > 0
        }
      }
      if agrees { return true }
    }
    return false
  }

  // MARK: - What was found

  /// The object with most of our values, under our names before others.
  var reply: String? {
    let scored = matches.map { object, names in
      let best = names.values.map { paths in
        paths.values.compactMap { match in match.best.map(match.same) }.max() ?? 0
      }
      let own = names.map { name, paths in
        paths[name].map { match in match.best.map(match.same) ?? match.same(.plain) } ?? 0
      }
      return (object: object, best: best.reduce(0, +), own: own.reduce(0, +))
    }
    return scored.filter { $0.best + $0.own > 0 }.max { a, b in
      (max(a.best, a.own), a.own, a.object.count) < (max(b.best, b.own), b.own, b.object.count)
    }?.object
  }

  /// Where the sentence of a refusal stands: our own sentence, if it is anywhere.
  var refusal: (path: String, same: Int, of: Int)? {
    refusals.filter {
      $0.value.refused > 0 && $0.value.priced == 0 && (agreed > 0 || $0.value.same > 0)
    }
      .max { a, b in
        (a.value.same, a.value.refused, b.key) < (b.value.same, b.value.refused, a.key)
      }.map { ($0.key, $0.value.same, $0.value.refused) }
  }
}
