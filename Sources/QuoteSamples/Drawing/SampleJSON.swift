import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Sampled records as JSON, each field where its first source says.
enum SampleJSON {
  private final class Node {
    enum Content {
      case raw(String)
      case object([(String, Node)])
      /// Objects that are told apart by a member's text.
      case entries([Node])
    }

    var content: Content
    /// Where the members of an object are, by name, and entries, by member and text: rules may
    /// have thousands.
    private var places: [[String]: Int] = [:]

    init(_ content: Content) { self.content = content }

    static func raw(_ text: String) -> Node { Node(.raw(text)) }

    /// The node of a member or an entry, made where there is none; nil if neither can be, or
    /// where one is that is not to be replaced.
    func child(_ step: FieldPath.Step, isLast: Bool, _ make: () -> Node) -> Node? {
      switch (step, content) {
      case (.member(let name), .object(var members)):
        if let known = places[[name]] { return isLast ? nil : members[known].1 }
        places[[name]] = members.count
        let made = make()
        content = .raw("")
        members.append((name, made))
        content = .object(members)
        return made
      case (.entry(let member, let text), .entries(var entries)):
        if let known = places[[member, text]] { return isLast ? nil : entries[known] }
        places[[member, text]] = entries.count
        let made = Node(.object([]))
        _ = made.child(.member(member), isLast: false) { .raw(text.quotedAsJSON) }
        entries.append(made)
        content = .entries(entries)
        return made
      case (.member, .raw), (.member, .entries), (.entry, .raw), (.entry, .object): return nil
      }
    }
  }

  static func object(_ record: SampleRecord) -> String { text(node(record)) }

  /// The same of a record of which every field is a member of its own, with names as they are
  /// written in JSON.
  static func object(_ record: SampleRecord, members: [String?]) -> String {
    var text = "{"
    for (name, value) in zip(members, record.values) {
      guard let name, let value else { continue }
      if text.utf8.count > 1 { text += "," }
      text += name
      text += ":"
      text += literal(value)
    }
    return text + "}"
  }

  /// By field of a booking how its member is written, if it has one; nil if a booking is more than
  /// members.
  static func members(of schema: BookingSchema) -> [String?]? {
    guard schema.sampledLists(below: .booking).isEmpty,
      !schema.lists.contains(where: { $0.parent == .booking && $0.isItsParent && !$0.isMade })
    else { return nil }
    let fields = schema.lists[.booking].fields
    var members: [String?] = fields.map { _ in nil }
    var names: Set<String> = []
    for (index, field) in fields.enumerated() where !field.sources.isEmpty {
      guard case .path(let path)? = field.sources.first, path.steps.count == 1,
        case .member(let name) = path.steps[0], names.insert(name).inserted,
        field.type != .point
      else { return nil }
      members[index] = name.quotedAsJSON
    }
    return members
  }

  /// A list's elements: plain values where its one field is the element itself.
  static func array(_ records: [SampleRecord], _ list: ListSchema) -> String {
    let elements = records.map { record in
      guard let field = list.plainField else { return object(record) }
      return record.values[field].map(literal) ?? "null"
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
    let node = Node(.object([]))
    add(record, to: node)
    return node
  }

  private static func add(_ record: SampleRecord, to node: Node) {
    for (field, value) in zip(record.fields, record.values) {
      guard let value else { continue }
      for (path, leaf) in leaves(field, value) { insert(leaf, at: path[...], into: node) }
    }
    for (_, element) in record.selves { add(element, to: node) }
    for (list, elements) in record.lists {
      for case .path(let path) in list.sources {
        insert(.raw(array(elements, list)), at: path.steps[...], into: node)
        break
      }
    }
  }

  private static func leaves(
    _ field: FieldSchema, _ value: SampleValue
  ) -> [(path: [FieldPath.Step], Node)] {
    if case .point(let point) = value {
      let halves = [Node.raw("\(point.latitude)"), Node.raw("\(point.longitude)")]
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
    _ leaf: Node, at path: ArraySlice<FieldPath.Step>, into node: Node
  ) {
    guard let step = path.first else {
      node.content = leaf.content
      return
    }
    let rest = path.dropFirst()
    guard let child = node.child(step, isLast: rest.isEmpty, { empty(rest.first) }) else { return }
    insert(leaf, at: rest, into: child)
  }

  /// What the rest of a path goes on in.
  private static func empty(_ step: FieldPath.Step?) -> Node {
    if case .entry? = step { Node(.entries([])) } else { Node(.object([])) }
  }

  private static func text(_ node: Node) -> String {
    switch node.content {
    case .raw(let text): text
    case .object(let members):
      "{" + members.map { $0.0.quotedAsJSON + ":" + text($0.1) }.joined(separator: ",") + "}"
    case .entries(let entries):
      "[" + entries.map { text($0) }.joined(separator: ",") + "]"
    }
  }
}
