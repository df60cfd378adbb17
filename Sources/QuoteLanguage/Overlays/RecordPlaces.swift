/// Where in the text of a JSON record the value of an input stands. The YAML reader reads the JSON
/// here, because it knows the place of every value.
package struct RecordPlaces {
  private let root: YAMLNode?
  private let inputs: [InputDeclaration]
  private let file: Int32

  package init(_ bytes: [UInt8], file: Int32, inputs: [InputDeclaration]) {
    var log = DiagnosticLog()
    root = YAMLReader.read(Self.withWholeCharacters(bytes), file: file, log: &log)
    self.inputs = inputs
    self.file = file
  }

  /// The same text with each character that JSON escapes in two halves (`\ud83d\udecb`) in the
  /// one escape that YAML has for it, `\U0001f6cb`. What a text is shorter by stands behind it
  /// as spaces, so that everything else stays where it is.
  private static func withWholeCharacters(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var (at, isInside) = (0, false)
    while at < bytes.count {
      if isInside, let high = unit(bytes, at), let low = unit(bytes, at + 6),
        high & 0xFC00 == 0xD800, low & 0xFC00 == 0xDC00
      {
        let digits = String(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, radix: 16)
        text += Array("\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8)
        at += 12
        continue
      }
      let count = isInside && bytes[at] == UInt8(ascii: "\\") ? min(2, bytes.count - at) : 1
      text += bytes[at..<at + count]
      at += count
      guard count == 1, text.last == UInt8(ascii: "\"") else { continue }
      isInside.toggle()
      if !isInside { text += [UInt8](repeating: 0x20, count: at - text.count) }
    }
    return text
  }

  /// The half of a character that is escaped at a place; nil if nothing of that sort is.
  private static func unit(_ text: [UInt8], _ at: Int) -> UInt32? {
    guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: text[at + 2..<at + 6], as: UTF8.self), radix: 16)
  }

  /// The beginning of the record.
  package var start: SourceSpan { SourceSpan(file: file, lower: 0, upper: 0) }

  /// The place of `prices[2].amount`, or of what is nearest above it, and the
  /// declaration of the input.
  package func place(of field: String) -> (value: SourceSpan, declaration: SourceSpan?) {
    guard var node = root else { return (start, nil) }
    var fields = inputs
    var declaration: SourceSpan?
    for part in field.split(separator: ".") {
      let name = part.prefix { $0 != "[" }
      guard let input = fields.first(where: { $0.name.value == name }) else { break }
      declaration = input.name.span
      switch input {
      case .field(let field):
        node = Self.walk(node, field.sources.compactMap(\.path), else: field.name.value)
      case .list(let list):
        let paths = list.sources.compactMap { if case .path(let path) = $0 { path } else { nil } }
        node = Self.walk(node, paths, else: list.name.value)
        if let index = Int(part.dropFirst(name.count + 1).dropLast()),
          case .sequence(let elements, _) = node.content, elements.indices.contains(index)
        {
          node = elements[index]
        }
        fields = list.fields
      }
    }
    return (Self.shown(node), declaration)
  }

  /// Which of the values that the inputs read a record has.
  package enum Reading {
    /// Some of it, or there is nothing in the record at all.
    case some
    /// It says something, and nothing of that is read.
    case nothing
    /// Nothing of it is where it is read, but a name that is read stands somewhere else.
    case elsewhere(found: String, wanted: String, at: SourceSpan)
  }

  package var reading: Reading {
    let paths = inputs.flatMap(Self.paths)
    guard let root, Self.saysSomething(root),
      !paths.contains(where: { Self.leads($0, from: root) })
    else { return .some }
    let names = paths.flatMap { $0 }
    func elsewhere(_ path: [String], _ name: String, _ key: SourceSpan) -> Reading {
      let whole = paths.first { $0.contains(name) } ?? []
      let end = whole.firstIndex(of: name).map { $0 + 1 } ?? 0
      return .elsewhere(
        found: path.joined(separator: "."), wanted: whole.prefix(end).joined(separator: "."),
        at: key)
    }
    var (exact, near): (Reading?, Reading?)
    Self.eachKey(of: root) { path, key in
      guard exact == nil, !paths.contains(where: { $0.starts(with: path) }), let name = path.last
      else { return }
      if names.contains(name) {
        exact = elsewhere(path, name, key)
      } else if near == nil, let other = Suggestion.nearest(to: name, among: names) {
        near = elsewhere(path, other, key)
      }
    }
    return exact ?? near ?? .nothing
  }

  /// Members that lead to an input, up to an entry of a list.
  private static func paths(of input: InputDeclaration) -> [[String]] {
    let sources: [FieldPath] =
      switch input {
      case .field(let field): field.sources.compactMap(\.path)
      case .list(let list):
        list.sources.compactMap { if case .path(let path) = $0 { path } else { nil } }
      }
    if sources.isEmpty { return [[input.name.value]] }
    return sources.map { path in
      path.steps.prefix { if case .member = $0 { true } else { false } }.compactMap {
        if case .member(let name) = $0 { name } else { nil }
      }
    }
  }

  private static func leads(_ path: [String], from node: YAMLNode) -> Bool {
    var node = node
    for name in path {
      guard let next = node.entries?[name] else { return false }
      node = next
    }
    return true
  }

  private static func saysSomething(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar): String(decoding: scalar.text, as: UTF8.self) != "null"
    case .sequence(let elements, _): elements.contains(where: saysSomething)
    case .mapping(let entries, _): entries.contains { saysSomething($0.value) }
    }
  }

  /// Every member of objects in objects, those further out first.
  private static func eachKey(of root: YAMLNode, _ body: ([String], SourceSpan) -> Void) {
    var level: [(path: [String], node: YAMLNode)] = [([], root)]
    for _ in 0..<6 where !level.isEmpty {
      var next: [(path: [String], node: YAMLNode)] = []
      for (path, node) in level {
        for entry in node.entries ?? [] {
          let below = path + [entry.key.value]
          body(below, entry.key.span)
          next.append((below, entry.value))
        }
      }
      level = next
    }
  }

  /// Down the first path that leads somewhere, as far as it goes.
  private static func walk(_ node: YAMLNode, _ paths: [FieldPath], else name: String) -> YAMLNode {
    let paths = paths.isEmpty ? [FieldPath(steps: [.member(name)], span: .nowhere)] : paths
    var nearest = node
    for path in paths {
      var at = node
      var isWhole = true
      for step in path.steps {
        guard let next = at.after(step) else {
          isWhole = false
          break
        }
        at = next
      }
      if isWhole { return at }
      nearest = at
    }
    return nearest
  }

  /// A scalar whole; of an object or a list its first mark only.
  private static func shown(_ node: YAMLNode) -> SourceSpan {
    if node.scalar != nil { return node.span }
    let end = min(node.span.upper, node.span.lower + 1)
    return SourceSpan(file: node.span.file, lower: node.span.lower, upper: end)
  }
}

extension FieldSource {
  fileprivate var path: FieldPath? {
    switch self {
    case .path(let path): path
    case .pair(let first, _): first
    }
  }
}

extension YAMLNode {
  fileprivate func after(_ step: FieldPath.Step) -> YAMLNode? {
    switch (step, content) {
    case (.member(let name), .mapping(let entries, _)): return entries[name]
    case (.entry(let member, let text), .sequence(let elements, _)):
      return elements.first { element in
        let found = element.entries?[member]?.scalar
        return found.map { String(decoding: $0.text, as: UTF8.self) == text } ?? false
      }
    case (.member, .scalar), (.member, .sequence), (.entry, .scalar), (.entry, .mapping):
      return nil
    }
  }
}
