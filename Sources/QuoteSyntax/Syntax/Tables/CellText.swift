/// A cell of a table: a range of bytes, most often those of the file itself,
/// so that a table of many rows is read without a copy of its cells.
struct CellText {
  let bytes: [UInt8]
  let file: Int32
  var lower: Int
  var upper: Int
  /// Place of a byte less its offset, where bytes lie together.
  private let shift: Int32
  private let placed: Placed?

  /// Held by reference: few cells have one, and all cells stay small.
  private final class Placed: Sendable {
    let text: PlacedText
    init(_ text: PlacedText) { self.text = text }
  }

  /// Bytes of a file, whose offsets are their places.
  init(bytes: [UInt8], file: Int32, lower: Int, upper: Int) {
    (self.bytes, self.file, self.lower, self.upper) = (bytes, file, lower, upper)
    shift = 0
    placed = nil
  }

  /// A text that knows its places.
  init(bytes: [UInt8], file: Int32, placed: PlacedText) {
    (self.bytes, self.file) = (bytes, file)
    (lower, upper) = Lexicon.trimmed(bytes, 0, bytes.count)
    shift = placed.start
    self.placed = placed.runs.isEmpty ? nil : Placed(placed)
  }

  func span(_ from: Int, _ to: Int) -> SourceSpan {
    if let placed { return placed.text.span(from, to) }
    return SourceSpan(file: file, lower: Int32(from) + shift, upper: Int32(max(from, to)) + shift)
  }

  var span: SourceSpan { span(lower, upper) }

  func spanned(_ from: Int, _ to: Int) -> Spanned<String> {
    Spanned(String(decoding: bytes[from..<to], as: UTF8.self), at: span(from, to))
  }

  var raw: Spanned<String> { spanned(lower, upper) }

  /// A part as a text of its own, for formulas and templates.
  func text(_ from: Int, _ to: Int) -> PlacedText {
    if let placed { return placed.text.slice(from, to) }
    return PlacedText(bytes: Array(bytes[from..<to]), file: file, start: Int32(from) + shift)
  }

  private func isMark(_ mark: Unicode.Scalar, at offset: Int) -> Bool {
    offset < upper && bytes[offset] == UInt8(ascii: mark)
  }

  /// Whether the cell is `-`, or blank as a spreadsheet leaves it.
  var isDash: Bool { lower == upper || upper - lower == 1 && bytes[lower] == UInt8(ascii: "-") }

  // MARK: - Key cells

  /// The tests of a key cell; nil if it cannot be read.
  func keyCell() -> KeyCell? {
    if isDash { return KeyCell(.any, at: span) }
    if upper - lower > 4, bytes[lower..<(lower + 4)].elementsEqual("not(".utf8),
      bytes[upper - 1] == UInt8(ascii: ")")
    {
      return tests(lower + 4, upper - 1).map { KeyCell(.not($0), at: span) }
    }
    return tests(lower, upper).map { KeyCell(.tests($0), at: span) }
  }

  private func tests(_ from: Int, _ to: Int) -> [KeyCell.Test]? {
    var tests: [KeyCell.Test] = []
    var start = from
    while true {
      guard let stop = endOfTest(start, to), let test = test(start, stop) else { return nil }
      tests.append(test)
      if stop >= to { return tests }
      start = stop + 1
    }
  }

  /// The comma that ends a test, or the end; nil if a quotation mark is open.
  private func endOfTest(_ from: Int, _ to: Int) -> Int? {
    var at = from
    while at < to, bytes[at].isBlank { at += 1 }
    guard at < to else { return to }
    if bytes[at] == UInt8(ascii: "\"") {
      guard let stop = endOfQuoted(at, to) else { return nil }
      at = stop
    }
    while at < to, bytes[at] != UInt8(ascii: ",") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at, to)
  }

  private func endOfQuoted(_ from: Int, _ to: Int) -> Int? {
    var at = from + 1
    while at < to, bytes[at] != UInt8(ascii: "\"") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return at < to ? at + 1 : nil
  }

  private func test(_ from: Int, _ to: Int) -> KeyCell.Test? {
    let (start, stop) = Lexicon.trimmed(bytes, from, to)
    guard start < stop else { return nil }
    if bytes[start] == UInt8(ascii: "\"") {
      return endOfQuoted(start, stop) == stop ? .value(spanned(start, stop)) : nil
    }
    if stop - start == 4, bytes[start..<stop].elementsEqual("none".utf8) {
      return .none(span(start, stop))
    }
    let first = bytes[start]
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") || hasDots(start, stop) {
      return range(start, stop).map { .range($0) }
    }
    return .value(spanned(start, stop))
  }

  private func hasDots(_ from: Int, _ to: Int) -> Bool {
    dots(from, to) != nil
  }

  private func dots(_ from: Int, _ to: Int) -> Int? {
    var at = from
    while at + 1 < to {
      if bytes[at] == UInt8(ascii: "\"") {
        guard let stop = endOfQuoted(at, to) else { return nil }
        at = stop
      } else if bytes[at] == UInt8(ascii: "."), bytes[at + 1] == UInt8(ascii: ".") {
        return at
      } else {
        at += 1
      }
    }
    return nil
  }

  /// `[a..b)`, `a..b`, `< a`, `>= a`; nil if it is none of these.
  func range(_ from: Int, _ to: Int) -> RangeSyntax? {
    let (start, stop) = Lexicon.trimmed(bytes, from, to)
    guard start < stop else { return nil }
    let whole = span(start, stop)
    let first = bytes[start]
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
      let isIncluded = start + 1 < stop && bytes[start + 1] == UInt8(ascii: "=")
      guard let end = end(start + (isIncluded ? 2 : 1), stop) else { return nil }
      let isUpper = first == UInt8(ascii: "<")
      return RangeSyntax(
        lower: isUpper ? nil : end, lowerIsIncluded: !isUpper && isIncluded,
        upper: isUpper ? end : nil, upperIsIncluded: isUpper && isIncluded, span: whole)
    }
    guard let middle = dots(start, stop), !isMark(".", at: middle + 2) else { return nil }
    let opens = first == UInt8(ascii: "[") || first == UInt8(ascii: "(")
    let last = bytes[stop - 1]
    let closes = last == UInt8(ascii: "]") || last == UInt8(ascii: ")")
    guard opens == closes, let lower = end(opens ? start + 1 : start, middle),
      let upper = end(middle + 2, closes ? stop - 1 : stop)
    else { return nil }
    return RangeSyntax(
      lower: lower, lowerIsIncluded: first != UInt8(ascii: "("), upper: upper,
      upperIsIncluded: last != UInt8(ascii: ")"), span: whole)
  }

  private func end(_ from: Int, _ to: Int) -> Spanned<String>? {
    let (start, stop) = Lexicon.trimmed(bytes, from, max(from, to))
    guard start < stop, dots(start, stop) == nil,
      bytes[start] == UInt8(ascii: "\"") || !hasBrackets(start, stop)
    else { return nil }
    return spanned(start, stop)
  }

  private func hasBrackets(_ from: Int, _ to: Int) -> Bool {
    for at in from..<to {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"),
        UInt8(ascii: "<"), UInt8(ascii: ">"):
        return true
      case _: break
      }
    }
    return false
  }

  // MARK: - Value cells

  /// Whether nothing in the cell needs to be taken apart.
  var isPlain: Bool {
    for byte in bytes[lower..<upper] {
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\\") {
        return false
      }
    }
    return bytes[lower] != UInt8(ascii: "\"") && bytes[lower] != UInt8(ascii: "=")
  }
}

extension RuleReader {
  /// A value cell: `-`, `= formula`, a quoted text or a template.
  mutating func readValueCell(_ cell: CellText) -> ValueCell {
    let raw = cell.raw
    if cell.isDash { return ValueCell(raw: raw, content: .notGiven) }
    if cell.isPlain {
      return ValueCell(
        raw: raw, content: .written(Template(parts: [.text(raw.value)], span: raw.span)))
    }
    if cell.bytes[cell.lower] == UInt8(ascii: "=") {
      let text = cell.text(cell.lower + 1, cell.upper)
      let formula = Formula.parse(text, units: units, log: &log) ?? .invalid(at: raw.span)
      return ValueCell(raw: raw, content: .formula(formula))
    }
    let text = cell.text(cell.lower, cell.upper)
    if cell.bytes[cell.lower] == UInt8(ascii: "\"") {
      var parser = FormulaParser(text, units: units)
      let template = parser.parseQuoted()
      if template == nil {
        log.append(contentsOf: parser.log)
        return ValueCell(raw: raw, content: .formula(.invalid(at: raw.span)))
      }
      if let template, parser.isAtEnd {
        return ValueCell(raw: raw, content: .written(template))
      }
    }
    return ValueCell(
      raw: raw, content: .written(Template.parse(text, units: units, log: &log)))
  }
}
