import QuoteLanguage
import QuoteSyntax

/// The names in a CSV's first row.
struct CSVHeader {
  /// Nil where the row's quotes are wrong, or it is not UTF-8.
  var names: [String]?
  var delimiter: UInt8
  /// The first byte with which the row is not UTF-8.
  var wrongByte: UInt8?
  /// Nothing but blank lines.
  var isBlank = false

  init(_ line: [UInt8], delimiter: UInt8) {
    self.delimiter = delimiter
    let chunk = InputChunk()
    chunk.reserve(line.count + 1)
    unsafe line.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return }
      // So much room was reserved.
      unsafe (chunk.bytes.pointer + chunk.start).update(from: start, count: line.count)
    }
    chunk.end = chunk.start + line.count
    if line.last != UInt8(ascii: "\n") {
      chunk.bytes[chunk.end] = UInt8(ascii: "\n")
      chunk.end += 1
    }
    chunk.seal()
    guard JSONRecordReader.isUTF8(chunk.text) else {
      wrongByte = Self.firstWrong(line)
      return
    }
    var found: [String]?
    var isBroken = false
    QuotedCSV().read(chunk, delimiter: delimiter) { row in
      if row.fault != nil { isBroken = true }
      guard found == nil else { return }
      var at = row.start
      found = row.cells.map { count in
        defer { at += count + 1 }
        // The cells of a row are there when it is told of.
        return unsafe TextSlice(base: chunk.unquoted.pointer + at, count: count).string
      }
    }
    if !isBroken { names = found }
    isBlank = !isBroken && found == nil
  }

  /// The first byte at which a text is not UTF-8.
  private static func firstWrong(_ line: [UInt8]) -> UInt8? {
    var at = 0
    while at < line.count {
      let length = line[at] < 0x80 ? 1 : line[at] < 0xE0 ? 2 : line[at] < 0xF0 ? 3 : 4
      let scalar = line[at..<min(at + length, line.count)]
      guard String(validating: scalar, as: UTF8.self)?.unicodeScalars.count == 1 else {
        return line[at]
      }
      at += length
    }
    return nil
  }

  /// Whichever of `,`, `;` and tab the first line that is not blank has most of
  /// outside quotes; a comma where it has none.
  static func guess(_ bytes: CarriedBytes) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for at in 0..<bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
      if endsLine && !isQuoted && !counts.isEmpty { break }
      if !isQuoted && !endsLine { counts[byte, default: 0] += 1 }
    }
    var best = UInt8(ascii: ",")
    for candidate in [UInt8(ascii: ";"), UInt8(ascii: "\t")]
    where counts[candidate, default: 0] > counts[best, default: 0] {
      best = candidate
    }
    return best
  }
}
