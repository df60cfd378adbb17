/// Drafts a reference map from records: where key, booking, status and reply
/// sit, and which values of the reply are ours under other names. A guess, with
/// what speaks for it, for somebody to read.
public final class MapSuggestion {
  /// So many records are looked at.
  public static let looked = 2000

  private let pricer: Pricer
  private let asOf: Instant?
  private var places: [String: PlaceEvidence] = [:]
  private var order: [String] = []
  private var texts: [[UInt8]] = []

  /// By the rules that price the records' bookings. `asOf` is the moment of
  /// quoting for records that do not say.
  public init(_ pricer: Pricer, asOf: Instant?) {
    self.pricer = pricer
    self.asOf = asOf
  }

  /// A map as text. Throws where a file cannot be read, or has no records.
  public func map(from sources: [ByteSource], format: InputFormat?) throws(Trouble) -> String {
    let chunks = RecordChunks(
      try RecordFeed(schema: pricer.schema, sources: sources, format: format))
    let reader = JSONRecordReader()
    while texts.count < Self.looked, try chunks.next() {
      for record in chunks.records where record.isReadable && texts.count < Self.looked {
        guard case .success(let root) = reader.read(record.text), root.isObject else { continue }
        look(at: root, [])
        unsafe texts.append(Array(record.text.bytes))
      }
    }
    guard !texts.isEmpty else { throw .nothingToSuggest() }
    let guess = PlaceGuess(order.compactMap { places[$0] }, records: texts.count, pricer.schema)
    let replies = ReplyGuess(guess, pricer: pricer, asOf: asOf)
    for text in texts { replies.look(at: text) }
    return MapDraft(guess, replies).text
  }

  /// Notes what is at every path, lists left out.
  private func look(at node: JSONNode, _ path: ReferenceMap.Path) {
    if !path.isEmpty || node.isObject {
      let name = path.joined(separator: ".")
      if places[name] == nil {
        places[name] = PlaceEvidence(path)
        order.append(name)
      }
      places[name]?.add(node)
    }
    guard node.isObject, path.count < 4 else { return }
    node.eachMember { key, value in
      let name = key.text.string
      if !name.isEmpty, !name.contains(".") { look(at: value, path + [name]) }
    }
  }
}

/// What was seen at one path of the records.
struct PlaceEvidence {
  let path: ReferenceMap.Path
  private(set) var count = 0
  private(set) var objects = 0
  private(set) var numbers = 0
  private(set) var strings = 0
  private(set) var instants = 0
  private(set) var slashes = 0
  private(set) var json = 0
  /// Values that are no objects or lists, the first ones, and how often each came.
  private(set) var values: [String: Int] = [:]
  /// Names of members, of objects.
  private(set) var members: [String: Int] = [:]

  init(_ path: ReferenceMap.Path) { self.path = path }

  var name: String { path.isEmpty ? "itself" : path.joined(separator: ".") }

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
    guard node.isString else { return }
    strings += 1
    if Instant(iso: text) != nil { instants += 1 }
    if text.hasPrefix("/") { slashes += 1 }
    if text.hasPrefix("{") { json += 1 }
  }

  var isPlain: Bool { count > 0 && objects == 0 && numbers + strings == count }
}

extension Trouble {
  static func nothingToSuggest() -> Trouble {
    Trouble("nothing-to-suggest", "a map is drafted from records, and there are none")
  }
}
