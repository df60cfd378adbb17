import QuoteLanguage
public import CScan
public import CVector
import QuoteSyntax

extension TextSlice {
  /// The first 16 bytes as two numbers, zeros after the end. `count` ≤ 16.
  @inlinable @inline(__always)
  package var firstBytes: (UInt64, UInt64) {
    let words = unsafe cscan_first_bytes(base, count)
    return (words.low, words.high)
  }
}

extension TextSlice {
  /// As C has it.
  @inlinable @unsafe package var lent: cvector_text {
    unsafe cvector_text(base: base, count: count)
  }
}

extension UnsafeMutablePointer<TextSlice> {
  /// The same memory as C has it: a pointer and a number.
  @inlinable @unsafe package var lent: UnsafeMutablePointer<cvector_text> {
    unsafe UnsafeMutableRawPointer(self).assumingMemoryBound(to: cvector_text.self)
  }
}

extension UnsafePointer<TextSlice> {
  /// The same memory as C has it: a pointer and a number.
  @inlinable @unsafe package var lentToScan: UnsafePointer<cscan_text> {
    unsafe UnsafeRawPointer(self).assumingMemoryBound(to: cscan_text.self)
  }
}
