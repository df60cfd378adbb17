/// A part of a YAML file, every scalar kept as its text.
package struct YAMLNode {
  package enum Content {
    case scalar(YAMLScalar)
    case mapping([YAMLEntry], isFlow: Bool)
    case sequence([YAMLNode], isFlow: Bool)
  }

  package var content: Content
  package var span: SourceSpan

  /// `total:` with nothing behind it.
  package var isEmpty: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return scalar.text.isEmpty && scalar.style == .plain
  }

  package var scalar: YAMLScalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  package var entries: [YAMLEntry]? {
    guard case .mapping(let entries, _) = content else { return nil }
    return entries
  }

  /// The kind in the words of messages: `a text`, `a mapping`, `a list`.
  var kind: String {
    switch content {
    case .scalar: isEmpty ? "nothing" : "a text"
    case .mapping: "a mapping"
    case .sequence: "a list"
    }
  }
}

package struct YAMLEntry {
  package var key: Spanned<String>
  package var value: YAMLNode
}

package struct YAMLScalar {
  package enum Style { case plain, single, double, literal, folded }

  /// What it says, quotes, escapes and folds done.
  package var text: [UInt8]
  package var style: Style
  /// Where it stands, quotes and block indicator included.
  var token: SourceSpan
}

extension YAMLScalar {
  var isBlock: Bool { style == .literal || style == .folded }

  /// Where the content of a block scalar begins, after its indicator's line.
  private func contentStart(in source: [UInt8]) -> Int {
    let lower = Int(token.lower)
    switch style {
    case .plain: return lower
    case .single, .double: return lower + 1
    case .literal, .folded:
      var at = lower
      while at < Int(token.upper), source[at] != 10 { at += 1 }
      return min(at + 1, Int(token.upper))
    }
  }

  /// The stretch of the file that holds the content.
  func contentSpan(in source: [UInt8]) -> SourceSpan {
    let upper = style == .single || style == .double ? token.upper - 1 : token.upper
    let start = Int32(contentStart(in: source))
    return SourceSpan(file: token.file, lower: start, upper: max(start, upper))
  }

  /// The text with the place of each of its bytes in the file.
  func placed(in source: [UInt8]) -> PlacedText {
    let start = contentStart(in: source)
    let stop = min(Int(contentSpan(in: source).upper), source.count)
    if start + text.count <= stop, source[start..<(start + text.count)].elementsEqual(text) {
      return PlacedText(bytes: text, file: token.file, start: Int32(start))
    }
    var walk = ScalarWalk(text: text, source: source, style: style, at: start, end: stop)
    walk.run()
    let first = walk.runs.first.map { $0.at == 0 ? $0.place : Int32(start) } ?? Int32(start)
    return PlacedText(
      bytes: text, file: token.file, start: first, runs: walk.runs, end: Int32(walk.place))
  }
}

/// Walks a scalar's text and its spelling side by side. Outside of escapes
/// all that differs is white space: folds, indentation, line ends.
private struct ScalarWalk {
  let text: [UInt8]
  let source: [UInt8]
  let style: YAMLScalar.Style
  let end: Int
  var at = 0
  var place: Int
  var runs: [PlacedText.Run] = []

  init(text: [UInt8], source: [UInt8], style: YAMLScalar.Style, at start: Int, end: Int) {
    self.text = text
    self.source = source
    self.style = style
    self.end = end
    place = start
  }

  private mutating func mark() {
    if let last = runs.last, Int(last.place) + at - Int(last.at) == place { return }
    if let last = runs.last, Int(last.at) == at { runs.removeLast() }
    runs.append(PlacedText.Run(at: Int32(at), place: Int32(place)))
  }

  mutating func run() {
    mark()
    while at < text.count, place < end {
      if style == .double, source[place] == UInt8(ascii: "\\") {
        stepOverEscape()
      } else if text[at].isBlank || source[place].isBlank {
        stepOverBlanks()
      } else {
        let isDoubled = style == .single && source[place] == UInt8(ascii: "'")
        at += 1
        place += isDoubled ? 2 : 1
        if isDoubled { mark() }
      }
    }
  }

  private mutating func stepOverBlanks() {
    let (start, first) = (place, at)
    var breaks = 0
    while place < end, source[place].isBlank {
      breaks += source[place] == 10 ? 1 : 0
      place += 1
    }
    if style == .literal || style == .folded {
      while at < text.count, text[at].isBlank { at += 1 }
    } else {
      at += breaks == 0 ? place - start : max(1, breaks - 1)
    }
    if place == start, at == first {
      // A blank that stands where the source has none.
      at += 1
      place += 1
    }
    mark()
  }

  private mutating func stepOverEscape() {
    let letter = place + 1 < end ? source[place + 1] : 0
    switch letter {
    case 10, 13:
      place += 1
      while place < end, source[place].isBlank { place += 1 }
      mark()
      return
    case UInt8(ascii: "x"): place += 4
    case UInt8(ascii: "u"): place += 6
    case UInt8(ascii: "U"): place += 10
    case _: place += 2
    }
    at += 1
    while at < text.count, text[at] & 0xC0 == 0x80 { at += 1 }
    mark()
  }
}
