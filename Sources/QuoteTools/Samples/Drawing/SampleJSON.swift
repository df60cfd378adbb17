import QuoteEngine
import QuoteLanguage

/// Sampled records as JSON, each field where its first source says.
enum SampleJSON {
  private indirect enum Node {
    case raw(String)
    case object([(String, Node)])
    /// Objects that are told apart by a member's text.
    case entries([(member: String, text: String, node: Node)])
  }

  static func object(_ record: SampleRecord) -> String { text(node(record)) }

  /// A list's elements: plain values where its one field is the element itself.
  static func array(_ records: [SampleRecord], _ list: ListSchema) -> String {
    let elements = records.map { record in
      guard let field = list.plainField else { return object(record) }
      return record.value(of: field).map(literal) ?? "null"
    }
    return "[" + elements.joined(separator: ",") + "]"
  }

  /// As a cell of a CSV has it.
  static func plain(_ value: SampleValue) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .point(let point): "\(point.latitude) \(point.longitude)"
    }
  }

  private static func literal(_ value: SampleValue) -> String {
    switch value {
    case .text(let text): text.quotedAsJSON
    case .number(let digits): digits
    case .flag(let flag): flag ? "true" : "false"
    case .point(let point): "{\"lat\":\(point.latitude),\"lng\":\(point.longitude)}"
    }
  }

  private static func node(_ record: SampleRecord) -> Node {
    var node = Node.object([])
    add(record, to: &node)
    return node
  }

  private static func add(_ record: SampleRecord, to node: inout Node) {
    for (field, value) in record.fields {
      for (path, leaf) in leaves(field, value) { insert(leaf, at: path[...], into: &node) }
    }
    for (_, element) in record.selves { add(element, to: &node) }
    for (list, elements) in record.lists {
      for case .path(let path) in list.sources {
        insert(.raw(array(elements, list)), at: path.steps[...], into: &node)
        break
      }
    }
  }

  private static func leaves(
    _ field: FieldSchema, _ value: SampleValue
  ) -> [(path: [FieldPath.Step], Node)] {
    if case .point(let point) = value {
      let halves = [Node.raw("\(point.latitude)"), .raw("\(point.longitude)")]
      for case .pair(let latitude, let longitude) in field.sources {
        return [(latitude.steps, halves[0]), (longitude.steps, halves[1])]
      }
      if field.isOnlyItself {
        return [([.member("lat")], halves[0]), ([.member("lng")], halves[1])]
      }
    }
    for case .path(let path) in field.sources where !path.isItself {
      return [(path.steps, .raw(literal(value)))]
    }
    return []
  }

  /// Puts a value at a path, unless something is there.
  private static func insert(
    _ leaf: Node, at path: ArraySlice<FieldPath.Step>, into node: inout Node
  ) {
    guard let step = path.first else {
      node = leaf
      return
    }
    let rest = path.dropFirst()
    switch step {
    case .member(let name):
      guard case .object(var members) = node else { return }
      let known = members.firstIndex { $0.0 == name }
      if known != nil && rest.isEmpty { return }
      if known == nil { members.append((name, empty(rest.first))) }
      insert(leaf, at: rest, into: &members[known ?? members.count - 1].1)
      node = .object(members)
    case .entry(let member, let text):
      guard case .entries(var entries) = node else { return }
      let known = entries.firstIndex { $0.member == member && $0.text == text }
      if known != nil && rest.isEmpty { return }
      if known == nil {
        entries.append((member, text, .object([(member, .raw(text.quotedAsJSON))])))
      }
      insert(leaf, at: rest, into: &entries[known ?? entries.count - 1].node)
      node = .entries(entries)
    }
  }

  /// What the rest of a path goes on in.
  private static func empty(_ step: FieldPath.Step?) -> Node {
    if case .entry? = step { .entries([]) } else { .object([]) }
  }

  private static func text(_ node: Node) -> String {
    switch node {
    case .raw(let text): text
    case .object(let members):
      "{" + members.map { $0.0.quotedAsJSON + ":" + text($0.1) }.joined(separator: ",") + "}"
    case .entries(let entries):
      "[" + entries.map { text($0.node) }.joined(separator: ",") + "]"
    }
  }
}
