/// A text that knows for each of its bytes where it stands in a file, also
/// where quotes, escapes or folded lines part what is written from what it
/// says.
package struct PlacedText: Sendable {
  /// Bytes that lie together from `place` on, beginning with byte `at` of the text.
  package struct Run: Hashable, Sendable {
    var at: Int32
    var place: Int32
  }

  package var bytes: [UInt8]
  package let file: Int32
  /// Where the first byte stands.
  let start: Int32
  /// Further runs; empty where all bytes lie together.
  package let runs: [Run]
  /// The place just after the last byte.
  let end: Int32

  package init(bytes: [UInt8], file: Int32, start: Int32, runs: [Run], end: Int32) {
    self.bytes = bytes
    self.file = file
    self.start = start
    self.runs = runs
    self.end = end
  }

  /// Bytes that lie together.
  package init(bytes: [UInt8], file: Int32, start: Int32) {
    self.init(
      bytes: bytes, file: file, start: start, runs: [], end: start + Int32(bytes.count))
  }

  /// A text whose bytes are taken to lie together from the start of its span.
  package init(_ text: Spanned<String>) {
    self.init(bytes: Array(text.value.utf8), file: text.span.file, start: text.span.lower)
  }

  package var span: SourceSpan { SourceSpan(file: file, lower: start, upper: max(start, end)) }

  /// The place of a byte; of the end, the place just after the last byte.
  package func place(of offset: Int) -> Int32 {
    if offset >= bytes.count { return end }
    guard !runs.isEmpty else { return start + Int32(offset) }
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].at) <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return start + Int32(offset) }
    return runs[low - 1].place + Int32(offset) - runs[low - 1].at
  }

  /// The stretch of the file that a range of bytes was read from.
  package func span(_ lower: Int, _ upper: Int) -> SourceSpan {
    let from = place(of: lower)
    guard upper > lower else { return SourceSpan(file: file, lower: from, upper: from) }
    let to = upper >= bytes.count ? end : place(of: upper - 1) + 1
    return SourceSpan(file: file, lower: from, upper: max(from, to))
  }

  /// A part of the text, its bytes keeping their places.
  package func slice(_ lower: Int, _ upper: Int) -> PlacedText {
    let part = Array(bytes[lower..<upper])
    let first = place(of: lower)
    let last = span(lower, upper).upper
    let kept = runs.filter { $0.at > lower && $0.at < upper }
      .map { Run(at: $0.at - Int32(lower), place: $0.place) }
    return PlacedText(bytes: part, file: file, start: first, runs: kept, end: last)
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  func spanned(_ lower: Int, _ upper: Int) -> Spanned<String> {
    Spanned(String(decoding: bytes[lower..<upper], as: UTF8.self), at: span(lower, upper))
  }
}
