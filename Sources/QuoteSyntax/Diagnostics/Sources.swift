/// One text that rules were read from: a rules file, an overlay, a table's CSV
/// body, a GeoJSON file, or a setting given on the command line.
package struct SourceFile: Sendable {
  /// What a setting is called, for it has no name of its own.
  package static let setting = "--set"
  /// What a condition on bookings is called.
  package static let condition = "--where"

  /// The name as the person gave it, relative paths kept relative.
  package var name: String
  package var text: [UInt8]
  /// Byte offset of the start of each line; the first is 0.
  package let lineStarts: [Int32]

  package init(name: String, text: [UInt8]) {
    self.name = name
    self.text = text
    var starts: [Int32] = [0]
    var offset = 0
    while offset < text.count {
      if text[offset] == UInt8(ascii: "\n") { starts.append(Int32(offset + 1)) }
      offset += 1
    }
    lineStarts = starts
  }

  /// The line of a byte offset, from 1.
  func lineNumber(of offset: Int32) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Line and column of a byte offset, both from 1, the column in characters (Unicode scalars).
  package func position(of offset: Int32) -> (line: Int, column: Int) {
    let line = lineNumber(of: offset)
    let start = Int(lineStarts[line - 1])
    let end = max(start, min(Int(offset), text.count))
    // What continues a character of UTF-8 is no column of its own.
    return (line, text[start..<end].count { $0 & 0xC0 != 0x80 } + 1)
  }

  /// The text of a line counted from 1, without its line end.
  package func line(_ number: Int) -> String {
    String(decoding: text[bytes(of: number)], as: UTF8.self)
  }

  private func bytes(of number: Int) -> Range<Int> {
    guard number >= 1, number <= lineStarts.count else { return 0..<0 }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) - 1 : text.count
    if end > start, text[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// As much of a line as is shown around one of its bytes: a line may hold all of a file, and much
  /// may be wrong in it.
  func line(_ number: Int, near byte: Int) -> SourceLine {
    let line = bytes(of: number)
    let reach = 4 * SourceLine.widthLimit
    let middle = min(line.lowerBound + max(0, byte), line.upperBound)
    var (start, end) = (max(line.lowerBound, middle - reach), min(line.upperBound, middle + reach))
    // Letters are not cut.
    while start > line.lowerBound, text[start] & 0xC0 == 0x80 { start -= 1 }
    while end < line.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
    return SourceLine(
      String(decoding: text[start..<end], as: UTF8.self), from: start - line.lowerBound,
      isCutAfter: end < line.upperBound)
  }
}

/// All files that one set of rules came from; a span names its file by its
/// index here.
package struct Sources: Sendable {
  package private(set) var files: [SourceFile] = []
  /// How many of them are the rules' own; the others were laid over those. Nil before any was.
  private var ownCount: Int?

  package init() {}

  /// What is added from now on is laid over the rules: overlays, settings, conditions.
  package mutating func endRules() { ownCount = files.count }

  /// Whether a place is in something laid over the rules.
  package func isLaidOver(_ span: SourceSpan) -> Bool {
    ownCount.map { Int(span.file) >= $0 } ?? false
  }

  /// Adds a file and gives its number.
  package mutating func add(_ file: SourceFile) -> Int32 {
    files.append(file)
    return Int32(files.count - 1)
  }

  package subscript(file: Int32) -> SourceFile? {
    files.indices.contains(Int(file)) ? files[Int(file)] : nil
  }

  /// The settings that were laid over the rules, in the order in which they were.
  package var settings: [Int32] {
    files.indices.filter { files[$0].name == SourceFile.setting }.map(Int32.init)
  }

  /// What was written at a span.
  package func text(at span: SourceSpan) -> String {
    guard let file = self[span.file] else { return "" }
    let lower = max(0, min(Int(span.lower), file.text.count))
    let upper = max(lower, min(Int(span.upper), file.text.count))
    return String(decoding: file.text[lower..<upper], as: UTF8.self)
  }

  /// `file:line:column`, the way editors and terminals take it, the column in
  /// characters. For programs, the name of the file is as it is.
  package func address(of span: SourceSpan, forPrograms: Bool = false) -> String {
    guard let file = self[span.file] else { return "nowhere" }
    let position = file.position(of: span.lower)
    let name = forPrograms ? file.name : file.name.shown
    return "\(name):\(position.line):\(position.column)"
  }
}
