import CUnicode

/// Unicode's form C, in which exact rules compare texts: a letter and its accent as the one
/// letter that they make.
@usableFromInline package enum ComposedText {
  /// Letters below U+0300, whose first byte is less than this, are in that form.
  @inlinable package static var firstByte: UInt8 { 0xCC }

  /// Hands over the bytes of a text in form C; those given where they are no UTF-8.
  @unsafe package static func compose(
    _ bytes: UnsafeBufferPointer<UInt8>, then take: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var made: UnsafeMutablePointer<UInt8>?
    let count = unsafe unicode_compose(bytes.baseAddress, Int64(bytes.count), &made)
    guard count >= 0, let text = unsafe made else { return unsafe take(bytes) }
    unsafe take(UnsafeBufferPointer(start: text, count: Int(count)))
    unsafe unicode_free(text)
  }
}

extension String {
  /// Whether it is in Unicode's form C.
  package var isComposed: Bool { composed.utf8.elementsEqual(utf8) }

  /// The text in Unicode's form C.
  package var composed: String {
    guard utf8.contains(where: { $0 >= ComposedText.firstByte }) else { return self }
    var (text, result) = (self, self)
    text.withUTF8 { bytes in
      unsafe ComposedText.compose(bytes) { made in
        result = unsafe String(decoding: made, as: UTF8.self)
      }
    }
    return result
  }

  /// The text in Unicode's form D: letters and their marks apart.
  package var decomposed: String {
    var text = self
    return text.withUTF8 { bytes in
      var made: UnsafeMutablePointer<UInt8>?
      let count = unsafe unicode_decompose(bytes.baseAddress, Int64(bytes.count), &made)
      guard count >= 0, let parts = unsafe made else { return self }
      defer { unsafe unicode_free(parts) }
      return unsafe String(
        decoding: UnsafeBufferPointer(start: parts, count: Int(count)), as: UTF8.self)
    }
  }
}
