public import CVector
import QuoteLanguage
import QuoteSyntax

/// A text held by somebody else: a pointer to UTF-8 bytes and their number.
///
/// Sixteen bytes, trivial, never null. Sound as long as the owner of the bytes
/// (a chunk of input, an arena, the plan's constants) lives, which the batch
/// that holds the slice sees to; for that reason slices stay inside batches.
@safe @usableFromInline package struct TextSlice: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline @unsafe package var base: UnsafePointer<UInt8>
  @usableFromInline package var count: Int

  @inlinable @unsafe package init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// No bytes, at an address that stays and may be read like that of any other text.
  @inlinable package static var empty: TextSlice {
    unsafe TextSlice(base: cvector_no_bytes(), count: 0)
  }

  /// Memory for texts has this many readable bytes after each text, because vector loops read
  /// sixteen bytes of texts that are shorter.
  @inlinable package static var padding: Int { 16 }

  @inlinable package var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// Whether it may not be in Unicode's form C: not so for ASCII and most of what is written in
  /// Latin letters.
  @inline(__always)
  package var mayCompose: Bool {
    if ByteKinds(of: self).arePlain { return false }
    for unsafe byte in unsafe bytes where byte >= ComposedText.firstByte { return true }
    return false
  }

  /// A copy as a Swift text; for messages and slow paths only.
  package var string: String { unsafe String(decoding: bytes, as: UTF8.self) }
}
