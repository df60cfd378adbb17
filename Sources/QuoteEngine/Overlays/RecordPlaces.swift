/// Where in the text of a JSON record the value of an input stands. JSON is
/// read here as the YAML that it is, for the sake of its places.
struct RecordPlaces {
  private let root: YAMLNode?
  private let inputs: [InputDeclaration]
  private let file: Int32

  init(_ bytes: [UInt8], file: Int32, inputs: [InputDeclaration]) {
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

  /// The half of a character that is escaped at a place; nil where nothing of that sort is.
  private static func unit(_ text: [UInt8], _ at: Int) -> UInt32? {
    guard at + 6 <= text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt32(String(decoding: text[at + 2..<at + 6], as: UTF8.self), radix: 16)
  }

  /// The beginning of the record.
  var start: SourceSpan { SourceSpan(file: file, lower: 0, upper: 0) }

  /// The place of `prices[2].amount`, or of what is nearest above it, and the
  /// declaration of the input.
  func place(of field: String) -> (value: SourceSpan, declaration: SourceSpan?) {
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
