import QuoteLanguage
import CVector
import QuoteSyntax

/// In which notation cells are written.
@usableFromInline package enum CellNotation: Hashable, Sendable {
  /// RFC 4180; what is not given is empty.
  case csv
  /// RFC 8259; what is not given is null.
  case json

  /// Loops of other modules ask this, because `==` is a call through a table there.
  @inlinable
  package var isJSON: Bool { if case .json = self { true } else { false } }

  /// Texts with none of these are written as they are, JSON's in quotation marks.
  @inlinable
  package var special: ByteKinds {
    switch self {
    case .csv: [.comma, .quote, .space, .unseen]
    case .json: [.quote, .backslash, .unseen]
    }
  }
}

extension ByteBuffer {
  /// A text as a CSV cell: in quotes where it holds a comma, a quote, a line
  /// end or a space at either end (which some readers would trim).
  @inline(__always)
  package func append(csv text: UnsafeBufferPointer<UInt8>) {
    guard text.count > 0 else { return }
    // Without a branch a byte, so that the loop may run on whole vectors.
    var special: UInt8 = unsafe text[0] == 0x20 || text[text.count - 1] == 0x20 ? 1 : 0
    for unsafe byte in unsafe text {
      special |= byte == UInt8(ascii: ",") ? 1 : 0
      special |= byte == UInt8(ascii: "\"") ? 1 : 0
      special |= byte < 0x20 ? 1 : 0
    }
    if special != 0 { unsafe append(quotedCSV: text) } else { unsafe append(text) }
  }

  private func append(quotedCSV text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    for unsafe byte in unsafe text {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }

  /// A text as a JSON string, quotes included. The bytes are valid UTF-8.
  @inline(__always)
  package func append(json text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    var special: UInt8 = 0
    for unsafe byte in unsafe text {
      special |= byte == UInt8(ascii: "\\") ? 1 : 0
      special |= byte == UInt8(ascii: "\"") ? 1 : 0
      special |= byte < 0x20 ? 1 : 0
    }
    if special != 0 { unsafe append(escapedJSON: text) } else { unsafe append(text) }
    append(UInt8(ascii: "\""))
  }

  private func append(escapedJSON text: UnsafeBufferPointer<UInt8>) {
    for unsafe byte in unsafe text {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20:
        append("\\u00")
        append(UInt8(ascii: "0") + byte >> 4)
        let low = byte & 15
        append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
      default: append(byte)
      }
    }
  }

  @inline(__always)
  package func append(_ text: TextSlice, as notation: CellNotation) {
    switch notation {
    case .csv: append(csv: text)
    case .json: append(json: text)
    }
  }

  /// The same of a text of which it is known what bytes it has.
  @inline(__always)
  package func append(_ text: TextSlice, kinds: ByteKinds, as notation: CellNotation) {
    guard kinds.isDisjoint(with: notation.special) else { return append(text, as: notation) }
    if notation.isJSON { append(UInt8(ascii: "\"")) }
    append(text)
    if notation.isJSON { append(UInt8(ascii: "\"")) }
  }

  /// The same as of bytes, sixteen at a time, where it stands without quotes.
  @inline(__always)
  func append(csv text: TextSlice) {
    let target = unsafe room(for: text.count)
    guard unsafe cvector_put_csv(text.base, text.count, target) != 0 else {
      return unsafe append(csv: text.bytes)
    }
    advance(by: text.count)
  }

  /// The same as of bytes, sixteen at a time, where nothing in it is escaped.
  @inline(__always)
  package func append(json text: TextSlice) {
    let target = unsafe room(for: text.count + 2)
    guard unsafe cvector_put_json(text.base, text.count, target) != 0 else {
      return unsafe append(json: text.bytes)
    }
    advance(by: text.count + 2)
  }

  /// Appends a text on slow paths: headers and faults.
  package func append(text: String, as notation: CellNotation) {
    var text = text
    text.withUTF8 { bytes in
      switch notation {
      case .csv: unsafe append(csv: bytes)
      case .json: unsafe append(json: bytes)
      }
    }
  }
}

extension String {
  /// The text as a JSON string, quotes included; it serves slow paths.
  package var quotedAsJSON: String {
    let buffer = ByteBuffer()
    buffer.append(text: self, as: .json)
    return buffer.string
  }
}
