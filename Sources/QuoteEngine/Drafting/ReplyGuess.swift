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
  /// By the path of an object: by our name, by a path in the object.
  private(set) var matches: [String: [String: [String: ReplyMatch]]] = [:]
  private(set) var statuses: [String: StatusEvidence] = [:]
  /// By path: how often a text stood there with an answer that we refuse, and
  /// with one that we price.
  private var refusals: [String: (refused: Int, priced: Int)] = [:]
  private lazy var sure = sureMatches()

  init(_ guess: PlaceGuess, names: [String], isTextual: Bool = false) {
    self.guess = guess
    self.names = names
    self.isTextual = isTextual
  }

  /// Holds a quote of ours against every object of the record.
  func match(_ quote: JSONNode, _ root: JSONNode) {
    for place in guess.objects {
      guard let object = root.node(at: place.path), object.isObject else { continue }
      let theirs = Self.values(of: object).map { path, node in
        (path: path, node: node, numbers: ReplyNumbers(node, isTextual: isTextual))
      }
      eachValue(quote) { name, value in
        for other in theirs {
          matches[place.name, default: [:]][name, default: [:]][
            other.path, default: ReplyMatch()
          ].add(value, other.node, other.numbers)
        }
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

  /// Plain values of an object by their paths: members, members of members, and
  /// members of lists' entries that have a name.
  private static func values(of object: JSONNode) -> [(path: String, node: JSONNode)] {
    var found: [(path: String, node: JSONNode)] = []
    object.eachMember { key, value in
      let name = step(key.text.string)
      if isPlain(value) { found.append((name, value)) }
      if value.isObject { addMembers(of: value, below: name, to: &found) }
      if value.isArray, value.size <= 40 { addEntries(of: value, below: name, to: &found) }
    }
    return found
  }

  private static func step(_ name: String) -> String {
    name.contains { ".[\"".contains($0) } || name == "itself" ? "\"\(name)\"" : name
  }

  private static func addMembers(
    of object: JSONNode, below path: String, to found: inout [(path: String, node: JSONNode)]
  ) {
    object.eachMember { key, value in
      if isPlain(value) { found.append(("\(path).\(step(key.text.string))", value)) }
    }
  }

  private static func addEntries(
    of list: JSONNode, below path: String, to found: inout [(path: String, node: JSONNode)]
  ) {
    let elements = list.elements
    guard let first = elements.first, first.isObject else { return }
    var naming: TextSlice?
    first.eachMember { key, value in
      let isInAll = elements.allSatisfy { $0.isObject && $0.member(key.text)?.isString == true }
      if naming == nil, value.isString, isInAll { naming = key.text }
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
  func note(_ quote: JSONNode?, _ root: JSONNode, _ outcome: ReferenceMap.Outcome) {
    let agrees = quote.map { agreement($0, root) } ?? false
    if let status = root.text(at: guess.status?.path) {
      statuses[status, default: StatusEvidence()].count += 1
      if outcome == .priced { statuses[status]?.priced += 1 }
      if outcome == .declined { statuses[status]?.declined += 1 }
      if agrees { statuses[status]?.agreed += 1 }
    }
    for place in guess.sentences where root.text(at: place.path) != nil {
      var seen = refusals[place.name] ?? (0, 0)
      if agrees { seen.priced += 1 } else { seen.refused += 1 }
      refusals[place.name] = seen
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
          match.add(value, other.node, ReplyNumbers(other.node, isTextual: isTextual))
          return match.same(known.term) > 0
        }
      }
      if agrees { return true }
    }
    return false
  }

  // MARK: - What was found

  /// The object with most of our values under our names, or under others.
  var reply: String? {
    let scored = matches.map { object, names in
      (object, names.reduce(0) { sum, name in
        let own = name.value[name.key].map { $0.best.map($0.same) ?? $0.same(.plain) } ?? 0
        let best = name.value.values.compactMap { match in match.best.map(match.same) }.max() ?? 0
        return sum + 2 * own + best
      })
    }
    return scored.filter { $0.1 > 0 }.max { ($0.1, $0.0.count) < ($1.1, $1.0.count) }?.0
  }

  /// Where the sentence of a refusal stands.
  var refusal: String? {
    refusals.filter { $0.value.refused > 0 && $0.value.priced == 0 }
      .max { ($0.value.refused, $1.key) < ($1.value.refused, $0.key) }?.key
  }
}
