/// Which object of the records is the reply, and which of its values are ours,
/// told by pricing the bookings.
final class ReplyGuess {
  /// How often a value of ours and one of theirs were there together, and the same.
  struct Match: Sendable {
    var together = 0
    var same = 0
    /// The values in which they were the same, the first ones.
    var values: Set<String> = []

    /// Nearly always the same, and not only one value over and over.
    var isSure: Bool { same * 10 >= together * 9 && values.count > 1 }
  }

  /// What was seen of the records with one status.
  struct StatusEvidence: Sendable {
    var count = 0
    var priced = 0
    var declined = 0
    var agreed = 0
  }

  let guess: PlaceGuess
  private let form: FormPricer
  private let reader = JSONRecordReader()
  private let ours = JSONRecordReader()
  private let asOf: Instant?
  /// By the path of an object: by our name, by a path in the object.
  private(set) var matches: [String: [String: [String: Match]]] = [:]
  private(set) var statuses: [String: StatusEvidence] = [:]
  /// By path: how often a text stood there with an answer that we refuse, and
  /// with one that we price.
  private var refusals: [String: (refused: Int, priced: Int)] = [:]

  init(_ guess: PlaceGuess, pricer: Pricer, asOf: Instant?) {
    self.guess = guess
    self.asOf = asOf
    form = FormPricer(
      pricer, form: ReferenceMap.Form(), counts: [], tolerances: Tolerances())
  }

  /// Our names, outputs first.
  var names: [String] { form.texts.names }

  func look(at text: [UInt8]) {
    let buffer = ByteBuffer()
    buffer.append(bytes: text)
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    let record = buffer.slice(0, text.count)
    guard case .success(let root) = reader.read(record) else { return }
    let moment = root.text(at: guess.asOf?.path).flatMap { Instant(iso: $0) } ?? asOf
    form.begin()
    if let raw = root.text(at: guess.bookingText?.path) {
      form.add(json: raw, line: 1)
    } else {
      form.add(record: record, at: guess.booking?.path ?? [], line: 1)
    }
    form.fill(row: 0, asOf: moment)
    form.price()
    let outcome = form.texts.result(of: 0).outcome
    var agrees = false
    if outcome == .priced, case .success(let quote) = ours.read(form.texts.quote(of: 0)) {
      for object in guess.objects { agrees = compare(quote, root, object) || agrees }
    }
    note(root, outcome, agrees)
  }

  private func note(_ root: JSONNode, _ outcome: ReferenceMap.Outcome, _ agrees: Bool) {
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

  /// True where some number is the same that is not zero.
  private func compare(_ quote: JSONNode, _ root: JSONNode, _ object: PlaceEvidence) -> Bool {
    guard let reply = root.node(at: object.path), reply.isObject else { return false }
    var theirs: [(path: String, node: JSONNode)] = []
    reply.eachMember { key, value in
      theirs.append((key.text.string, value))
      guard value.isObject else { return }
      value.eachMember { inner, value in
        theirs.append(("\(key.text.string).\(inner.text.string)", value))
      }
    }
    var agrees = false
    var index = 0
    quote.eachMember { _, value in
      let name = names[index]
      index += 1
      guard !value.isNull, !value.isArray, !value.isObject else { return }
      for other in theirs where !other.node.isArray && !other.node.isObject && !other.node.isNull {
        let isSame = Self.isSame(value, other.node)
        matches[object.name, default: [:]][name, default: [:]][other.path, default: Match()]
          .add(isSame ? value.text.string : nil)
        if isSame, value.isNumber, !(ReplyComparer.exact(value.text)?.isZero ?? true) {
          agrees = true
        }
      }
    }
    return agrees
  }

  private static func isSame(_ a: JSONNode, _ b: JSONNode) -> Bool {
    if a.isNumber, b.isNumber {
      return ReplyComparer.exact(a.text) == ReplyComparer.exact(b.text)
    }
    return a.isString == b.isString && a.isNumber == b.isNumber && a.text.isEqual(to: b.text)
  }

  /// The object with most of our values under our names, or under others.
  var reply: String? {
    let scored = matches.map { object, names in
      (object, names.reduce(0) { sum, name in
        let own = name.value[name.key]?.same ?? 0
        let best = name.value.values.filter { $0.isSure }.map(\.same).max() ?? 0
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

extension ReplyGuess.Match {
  /// Counts a pair; `value` where both were the same.
  mutating func add(_ value: String?) {
    together += 1
    guard let value else { return }
    same += 1
    if values.count < 4 { values.insert(value) }
  }
}
