import QuoteLanguage
import QuoteSyntax

/// Bytes of a chunk or an arena, read by offset.
///
/// Sound while the chunk lives and offsets come from its own marks: a chunk
/// keeps 64 readable bytes before and after what it holds, so that eight bytes
/// can be loaded at any cell's start or end without asking how long it is.
/// Bounds are not checked here; that alone is worth 10 ns a cell.
@safe package struct InputBytes: BitwiseCopyable {
  @unsafe let base: UnsafePointer<UInt8>

  @unsafe package init(_ base: UnsafePointer<UInt8>) { unsafe self.base = base }

  package init(_ slice: TextSlice) { unsafe base = slice.base }

  @inline(__always) package subscript(offset: Int) -> UInt8 { unsafe base[offset] }

  /// Eight bytes, the first in the lowest place.
  @inline(__always) package func word(at offset: Int) -> UInt64 {
    unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) package func slice(_ start: Int, _ count: Int) -> TextSlice {
    unsafe TextSlice(base: base + start, count: count)
  }
}

extension TextSlice {
  @inline(__always) package subscript(offset: Int) -> UInt8 { unsafe base[offset] }

  /// The part from an offset to the end.
  func dropping(_ first: Int) -> TextSlice {
    unsafe TextSlice(base: base + first, count: count - first)
  }

  package func part(_ start: Int, _ end: Int) -> TextSlice {
    unsafe TextSlice(base: base + start, count: end - start)
  }

  /// Whether the bytes are the same, of cells in a chunk: the last eight are
  /// compared first, for neighbouring keys differ at their ends.
  @inline(__always) package func isSameCell(as other: TextSlice) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return isEqual(to: other) }
    let last = InputBytes(self).word(at: count &- 8)
    return last == InputBytes(other).word(at: count &- 8) && isEqual(to: other)
  }

  package func isEqual(to other: TextSlice) -> Bool {
    guard count == other.count else { return false }
    for i in 0..<count where self[i] != other[i] { return false }
    return true
  }

  package func isEqual(to text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for i in 0..<count where unsafe self[i] != text.utf8Start[i] { return false }
    return true
  }

  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var i = start
    while i < count {
      if self[i] == byte { return i }
      i += 1
    }
    return nil
  }
}
