import QuoteLanguage
import QuoteSyntax

/// The member names that rules read, for each kind of object that bookings hold: to tell
/// whether another name looks like one of them.
///
/// An element that is its parent again (`from: itself`) is the same object: its names are
/// among its parent's.
struct ReadNames: Sendable {
  /// What a field or a list is called in the rules, and where in its element it may be.
  struct Input: Sendable {
    var name: String
    var paths: [[FieldPath.Step]]
    /// Words that say what such an input is, as others add them to its name: `weight`.
    var kind: Set<String> = []
    var isPoint = false
    /// The list that it is, if it is one, and members without which no element is whole.
    var list: ListID?
    var needed: [String] = []
  }

  struct Node: Sendable {
    /// How to come here from the element.
    var path: [String]
    /// In the order of the rules, with what is read at or below each.
    var names: [(name: String, inputs: [Input])] = []
    /// Where each is among them, and among the objects in this one while they are added.
    fileprivate var places: [String: Int] = [:]
    /// Which of the names are those of lists, as bits; the last one is of all from it on.
    var lists: UInt64 = 0
    /// Objects in this one that are read member by member, and their nodes.
    var inner: [(name: String, node: Int)] = []
    /// Whether something reads the object as a whole, and so perhaps any member.
    var isWhole = false
    /// The names made ready to be looked through, and the words of each.
    var near = NearWords([])
    var words: [[String]] = []
  }

  private(set) var nodes: [Node] = []
  /// The node of each list's elements.
  private(set) var roots: [Int] = []
  /// Hashes of the names that elements of some list have.
  private(set) var elementNames: Set<UInt64> = []

  init(_ schema: BookingSchema) {
    for list in schema.lists.indices {
      nodes.append(Node(path: []))
      roots.append(nodes.count - 1)
      for input in Self.inputs(of: list, schema) {
        for path in input.paths { add(input, path, below: roots[list.position]) }
      }
    }
    let inElements = WordList(roots.dropFirst().flatMap { nodes[$0].names.map(\.name) })
    for index in 0..<inElements.slices.count {
      let name = inElements.slices[index]
      elementNames.insert(InputBytes(name).nameHash(0, name.count))
    }
    let whole = nodes.map(\.isWhole)
    for index in nodes.indices {
      nodes[index].inner.removeAll { whole[$0.node] }
      nodes[index].near = NearWords(nodes[index].isWhole ? [] : nodes[index].names.map(\.name))
      nodes[index].words = nodes[index].names.map { WordsOfKind.words(of: $0.name) }
    }
  }

  /// So many members of a first element are looked at, and none after one that is an object or a
  /// list.
  static let membersOfElement = 8

  /// All that is read of a list's elements.
  private static func inputs(of list: ListID, _ schema: BookingSchema) -> [Input] {
    var inputs = schema.lists[list].fields.map { field in
      Input(
        name: field.name, paths: field.sources.flatMap(\.paths).map(\.steps),
        kind: WordsOfKind.of(field.type), isPoint: field.type == .point)
    }
    for (index, below) in schema.lists.withIDs where below.parent == list && !below.isMade {
      var input = Input(name: below.name, paths: [], list: index)
      input.needed = below.fields.compactMap { field in
        guard !field.isOptional, field.defaultValue == nil, field.sources.count == 1,
          case .path(let path)? = field.sources.first, case .member(let name)? = path.steps.first
        else { return nil }
        return name
      }
      for source in below.sources {
        switch source {
        case .path(let path): input.paths.append(path.steps)
        case .itself: inputs += Self.inputs(of: index, schema)
        case .extra: break
        }
      }
      inputs.append(input)
    }
    return inputs
  }

  private mutating func add(_ input: Input, _ path: [FieldPath.Step], below root: Int) {
    var at = root
    for (depth, step) in path.enumerated() {
      guard case .member(let name) = step else {
        nodes[at].isWhole = true
        return
      }
      let known = nodes[at].places[name]
      let index = known ?? nodes[at].names.count
      if known != nil {
        nodes[at].names[index].inputs.append(input)
      } else {
        nodes[at].places[name] = index
        nodes[at].names.append((name, [input]))
        nodes.append(Node(path: nodes[at].path + [name]))
        nodes[at].inner.append((name, nodes.count - 1))
      }
      if depth == path.count - 1, input.list != nil {
        nodes[at].lists |= 1 << UInt64(min(index, 63))
      }
      at = nodes[at].inner[index].node
      if depth == path.count - 1 { nodes[at].isWhole = true }
    }
  }
}

extension FieldSource {
  /// Where the value is: one path, or a point's two.
  var paths: [FieldPath] {
    switch self {
    case .path(let path): [path]
    case .pair(let first, let second): [first, second]
    }
  }
}
