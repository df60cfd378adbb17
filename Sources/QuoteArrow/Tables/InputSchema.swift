package import CArrow
import QuoteLanguage
package import QuoteSyntax

/// The Arrow schema of a table that has all that rules read, each in the type that costs least to
/// read.
package struct InputSchema {
  private let schema: BookingSchema

  package init(_ schema: BookingSchema) { self.schema = schema }

  /// Something in the table: a column, or an object of several.
  private indirect enum Node {
    case field(FieldSchema)
    case half
    case list(ListID)
    case object([(name: String, node: Node)])
  }

  @unsafe package func describe(in target: UnsafeMutablePointer<ArrowSchema>) {
    unsafe describe(.object(members(of: .booking)), "", in: target)
  }

  private func members(of list: ListID) -> [(name: String, node: Node)] {
    var members: [(name: String, node: Node)] = []
    for field in schema.lists[list].fields {
      guard let source = field.sources.first else { continue }
      switch source {
      case .path(let path): add(.field(field), at: path, to: &members)
      case .pair(let first, let second):
        add(.half, at: first, to: &members)
        add(.half, at: second, to: &members)
      }
    }
    for (index, inner) in schema.lists.withIDs where inner.parent == list && !inner.isMade {
      for source in inner.sources {
        if case .path(let path) = source { add(.list(index), at: path, to: &members) }
      }
    }
    return members
  }

  private func add(
    _ node: Node, at path: FieldPath, to members: inout [(name: String, node: Node)]
  ) {
    var names: [String] = []
    for step in path.steps {
      guard case .member(let name) = step else { return }
      names.append(name)
    }
    add(node, at: names[...], to: &members)
  }

  private func add(
    _ node: Node, at names: ArraySlice<String>, to members: inout [(name: String, node: Node)]
  ) {
    guard let name = names.first else { return }
    let known = members.firstIndex { $0.name == name }
    if names.count == 1 {
      if known == nil { members.append((name, node)) }
      return
    }
    var inner: [(name: String, node: Node)] = []
    if let known {
      guard case .object(let found) = members[known].node else { return }
      inner = found
    }
    add(node, at: names.dropFirst(), to: &inner)
    if let known { members[known].node = .object(inner) } else {
      members.append((name, .object(inner)))
    }
  }

  @unsafe private func describe(
    _ node: Node, _ name: String, in target: UnsafeMutablePointer<ArrowSchema>
  ) {
    switch node {
    case .half: unsafe make("g", name, [], in: target)
    case .object(let members): unsafe make("+s", name, members, in: target)
    case .list(let index):
      let fields = schema.lists[index].fields
      let isPlain = fields.count == 1 && fields[0].sources.contains { $0.isItself }
      let item: Node = isPlain ? .field(fields[0]) : .object(members(of: index))
      unsafe make("+l", name, [("item", item)], in: target)
    case .field(let field):
      if field.type == .point {
        unsafe make("+s", name, [("lat", .half), ("lng", .half)], in: target)
      } else if field.storage == .choice {
        unsafe carrow_schema(target, "i", name, Int64(ARROW_FLAG_NULLABLE), 0, 1)
        if let words = unsafe target.pointee.dictionary { unsafe make("u", "", [], in: words) }
      } else {
        unsafe make(format(of: field), name, [], in: target)
      }
    }
  }

  @unsafe private func make(
    _ format: String, _ name: String, _ children: [(name: String, node: Node)],
    in target: UnsafeMutablePointer<ArrowSchema>
  ) {
    guard
      unsafe carrow_schema(
        target, format, name, Int64(ARROW_FLAG_NULLABLE), Int64(children.count), 0) != 0
    else { preconditionFailure("there is no memory for a schema") }
    for (index, child) in children.enumerated() {
      if let inner = unsafe target.pointee.children[index] {
        unsafe describe(child.node, child.name, in: inner)
      }
    }
  }

  private func format(of field: FieldSchema) -> String {
    switch field.storage {
    case .double: return "g"
    case .flag: return "b"
    case .text, .choice, .point: return "u"
    case .integer: break
    }
    switch field.type {
    case .date: return "tdD"
    case .time: return "tts"
    case .instant: return "tsu:UTC"
    case .count: return "l"
    case .text, .flag, .number, .money, .duration, .distance, .weight, .point, .oneOf, .declared:
      guard let places = field.step.decimalDigits, places <= 18 else { return "u" }
      return places == 0 ? "l" : "d:\(max(18, places)),\(places)"
    }
  }
}

extension FieldSource {
  fileprivate var isItself: Bool {
    if case .path(let path) = self { path.isItself } else { false }
  }
}
