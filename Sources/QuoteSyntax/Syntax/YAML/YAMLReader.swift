import CYAML

/// Reads a YAML file into nodes by libyaml's events. What YAML could mean
/// beyond texts, mappings and lists is refused, each with its place.
///
/// The only place where libyaml's memory is touched: the parser lives inside
/// `read`, and every event is freed before the next is asked for.
struct YAMLReader {
  static let depthLimit = 64

  let bytes: [UInt8]
  let file: Int32
  var log = DiagnosticLog()
  private var isBroken = false
  /// Behind a byte-order mark, which libyaml would take for an indentation.
  private let textStart: Int
  /// libyaml counts characters; this pair is the same place in bytes.
  private var cursor = (characters: 0, offset: 0)

  private init(bytes: [UInt8], file: Int32) {
    self.bytes = bytes
    self.file = file
    textStart = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    cursor.offset = textStart
  }

  /// The root of the one document; nil if there is none or it cannot be read.
  static func read(_ bytes: [UInt8], file: Int32, log: inout DiagnosticLog) -> YAMLNode? {
    var reader = YAMLReader(bytes: bytes, file: file)
    defer { log.append(contentsOf: reader.log) }
    if let offset = reader.firstInvalidOffset() {
      reader.log.report(.notUTF8(at: reader.span(offset, offset + 1)))
      return nil
    }
    var parser = unsafe yaml_parser_t()
    guard unsafe yaml_parser_initialize(&parser) == 1 else { return nil }
    defer { unsafe yaml_parser_delete(&parser) }
    unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      let text = unsafe buffer[reader.textStart...]
      let start = unsafe UnsafeBufferPointer(rebasing: text)
      unsafe yaml_parser_set_input_string(&parser, start.baseAddress, start.count)
      return unsafe reader.readStream(&parser)
    }
  }

  private func span(_ lower: Int, _ upper: Int) -> SourceSpan {
    SourceSpan(file: file, lower: Int32(lower), upper: Int32(max(lower, upper)))
  }

  private func firstInvalidOffset() -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var low = 0
    var at = 0
    while at < bytes.count {
      let first = bytes[at]
      let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
      low = at
      let stop = min(at + length, bytes.count)
      if String(validating: bytes[at..<stop], as: UTF8.self) == nil { return low }
      at = stop
    }
    return low
  }

  /// Bytes before a number of characters.
  private mutating func offset(ofCharacter index: Int) -> Int {
    var (characters, offset) = cursor
    while characters < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      characters += 1
    }
    while characters > index, offset > 0 {
      offset -= 1
      while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      characters -= 1
    }
    cursor = (characters, offset)
    return offset
  }

  private mutating func span(of event: yaml_event_t) -> SourceSpan {
    let lower = unsafe offset(ofCharacter: Int(event.start_mark.index))
    let upper = unsafe offset(ofCharacter: Int(event.end_mark.index))
    return span(lower, upper)
  }

  // MARK: - Events

  private mutating func readStream(_ parser: inout yaml_parser_t) -> YAMLNode? {
    var root: YAMLNode?
    var documents = 0
    while let event = unsafe next(&parser) {
      var event = unsafe event
      defer { unsafe yaml_event_delete(&event) }
      switch unsafe event.type {
      case YAML_STREAM_END_EVENT:
        return isBroken ? nil : root
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents == 2 {
          log.report(.severalDocuments(at: unsafe span(of: event)))
          return isBroken ? nil : root
        }
        if unsafe event.data.document_start.tag_directives.start
          != event.data.document_start.tag_directives.end
        {
          log.report(.yamlFeature("tags", at: unsafe span(of: event)))
        }
      case YAML_SCALAR_EVENT, YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT,
        YAML_ALIAS_EVENT:
        root = unsafe readNode(event, &parser, depth: 1)
        if isBroken { return nil }
      case _: break
      }
    }
    return nil
  }

  /// The next event; nil after a mistake, which is then in the log.
  private mutating func next(_ parser: inout yaml_parser_t) -> yaml_event_t? {
    if isBroken { return nil }
    var event = unsafe yaml_event_t()
    if unsafe yaml_parser_parse(&parser, &event) == 1 { return unsafe event }
    isBroken = true
    let isReaderError = unsafe parser.error == YAML_READER_ERROR
    let at = unsafe isReaderError
      ? textStart + Int(parser.problem_offset) : offset(ofCharacter: Int(parser.problem_mark.index))
    let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "cannot be read"
    log.report(YAMLMistake(bytes: bytes, file: file, offset: at, problem: problem).diagnostic)
    return nil
  }

  private mutating func readNode(
    _ event: yaml_event_t, _ parser: inout yaml_parser_t, depth: Int
  ) -> YAMLNode {
    let place = unsafe span(of: event)
    if depth > Self.depthLimit {
      log.report(.nestedTooDeep(at: place, limit: Self.depthLimit))
      isBroken = true
    }
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      unsafe refuse(anchor: scalar.anchor, tag: scalar.tag, at: place)
      let tag = unsafe scalar.tag.map { unsafe String(cString: $0) }
      if let tag, unsafe scalar.length == 0 || tag.hasPrefix("!(") {
        // Something that most places take, so that no other complaint follows.
        return YAMLNode(
          content: .scalar(YAMLScalar(text: Array("0".utf8), style: .double, token: place)),
          span: place)
      }
      return unsafe readScalar(scalar, at: place)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      unsafe refuse(anchor: start.anchor, tag: start.tag, at: place)
      let isFlow = unsafe start.style == YAML_FLOW_MAPPING_STYLE
      var (entries, end) = unsafe readEntries(&parser, depth: depth)
      if isFlow { joinFormulas(in: &entries) }
      return YAMLNode(
        content: .mapping(entries, isFlow: isFlow), span: joined(place, end, entries.last?.value))
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      unsafe refuse(anchor: start.anchor, tag: start.tag, at: place)
      let isFlow = unsafe start.style == YAML_FLOW_SEQUENCE_STYLE
      var elements: [YAMLNode] = []
      var end = place
      while let event = unsafe next(&parser) {
        var event = unsafe event
        defer { unsafe yaml_event_delete(&event) }
        if unsafe event.type == YAML_SEQUENCE_END_EVENT {
          end = unsafe span(of: event)
          break
        }
        elements.append(unsafe readNode(event, &parser, depth: depth + 1))
      }
      return YAMLNode(
        content: .sequence(elements, isFlow: isFlow), span: joined(place, end, elements.last))
    case YAML_ALIAS_EVENT:
      let name = unsafe event.data.alias.anchor.map { unsafe String(cString: $0) }
      log.report(.yamlFeature("anchors and aliases", at: place, tag: name.map { "*" + $0 }))
      // Something that any place takes, so that no other complaint follows.
      return YAMLNode(
        content: .scalar(YAMLScalar(text: Array("0".utf8), style: .double, token: place)),
        span: place)
    case _:
      return YAMLNode(
        content: .scalar(YAMLScalar(text: [], style: .plain, token: place)), span: place)
    }
  }

  /// Joins the spans of flow collections up to the closing bracket, of block ones up to the last
  /// element.
  private func joined(_ start: SourceSpan, _ end: SourceSpan, _ last: YAMLNode?) -> SourceSpan {
    end.upper > end.lower || last == nil ? start.joined(to: end) : start.joined(to: last!.span)
  }

  private mutating func readEntries(
    _ parser: inout yaml_parser_t, depth: Int
  ) -> (entries: [YAMLEntry], end: SourceSpan) {
    var entries: [YAMLEntry] = []
    var seen: [String: SourceSpan] = [:]
    // Whether an entry without its dash began: the rest is its, not given twice.
    var isUndashed = false
    while let event = unsafe next(&parser) {
      var event = unsafe event
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_MAPPING_END_EVENT {
        return (entries, unsafe span(of: event))
      }
      let key = unsafe readNode(event, &parser, depth: depth + 1)
      guard let valueEvent = unsafe next(&parser) else { break }
      var held = unsafe valueEvent
      defer { unsafe yaml_event_delete(&held) }
      let value = unsafe readNode(held, &parser, depth: depth + 1)
      guard let scalar = key.scalar else {
        log.report(.keyNotText(at: key.span))
        continue
      }
      let name = Spanned(String(decoding: scalar.text, as: UTF8.self), at: key.span)
      if name.value == "<<", scalar.style == .plain {
        log.report(.yamlFeature("merge keys", at: key.span))
      } else if let first = seen[name.value] {
        let head = entries.first?.key.value ?? ""
        let isEntry = ["line", "subtotal", "when"].contains(head) && name.value == head
        if isEntry, let said = value.scalar {
          let right = "- \(head): \(String(decoding: said.text, as: UTF8.self))"
          log.report(.dashMissing(right, at: key.span, first))
        } else if !isUndashed, !(value.isEmpty && name.value.hasSuffix(")")) {
          // The rest of a formula that a comma has cut is told of as such.
          log.report(.duplicateKey(name.value, at: key.span, first: first))
        }
        isUndashed = isUndashed || isEntry
      } else {
        seen[name.value] = key.span
        entries.append(YAMLEntry(key: name, value: value))
      }
      if value.scalar?.style == .plain { warnOfGluedHash(after: value.span) }
    }
    return (entries, span(bytes.count, bytes.count))
  }

  /// `{ value: min(a, b) }`, of which YAML makes two entries: said once, and read as it was meant.
  private mutating func joinFormulas(in entries: inout [YAMLEntry]) {
    func depth(_ text: some Collection<UInt8>) -> Int {
      text.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
    }
    var index = 0
    while index < entries.count {
      defer { index += 1 }
      guard let scalar = entries[index].value.scalar, scalar.style == .plain else { continue }
      var open = depth(scalar.text)
      var last = index
      while open > 0, last + 1 < entries.count, entries[last + 1].value.isEmpty {
        last += 1
        open += depth(entries[last].key.value.utf8)
      }
      guard last > index, open == 0 else { continue }
      let whole = span(Int(scalar.token.lower), Int(entries[last].key.span.upper))
      let text = Array(bytes[Int(whole.lower)..<Int(whole.upper)])
      log.report(
        .commaInBraces(
          entries[index].key.value, String(decoding: text, as: UTF8.self), at: whole))
      let joined = YAMLScalar(text: text, style: .plain, token: whole)
      entries[index].value = YAMLNode(content: .scalar(joined), span: whole)
      entries.removeSubrange((index + 1)...last)
    }
  }

  private mutating func refuse(
    anchor: UnsafeMutablePointer<UInt8>?, tag: UnsafeMutablePointer<UInt8>?, at place: SourceSpan
  ) {
    if unsafe anchor != nil { log.report(.yamlFeature("anchors and aliases", at: place)) }
    if let tag = unsafe tag {
      log.report(.yamlFeature("tags", at: place, tag: unsafe String(cString: tag)))
    }
  }

  private func readScalar(
    _ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar, at place: SourceSpan
  ) -> YAMLNode {
    let text = unsafe Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length))
    let style: YAMLScalar.Style =
      switch unsafe scalar.style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
      case YAML_LITERAL_SCALAR_STYLE: .literal
      case YAML_FOLDED_SCALAR_STYLE: .folded
      case _: .plain
      }
    let node = YAMLScalar(text: text, style: style, token: place)
    return YAMLNode(content: .scalar(node), span: place)
  }

  /// `Room #{n}`: what follows the hash was taken for a comment.
  private mutating func warnOfGluedHash(after place: SourceSpan) {
    var at = Int(place.upper)
    while at < bytes.count, bytes[at] == 32 || bytes[at] == 9 { at += 1 }
    guard at > Int(place.upper), place.upper > place.lower, at + 1 < bytes.count,
      bytes[at] == UInt8(ascii: "#"), !bytes[at + 1].isBlank, bytes[at + 1] != UInt8(ascii: "#")
    else { return }
    var stop = at
    while stop < bytes.count, bytes[stop] != 10, bytes[stop] != 13 { stop += 1 }
    log.report(.hashGlued(at: span(at, stop), text: place))
  }
}
