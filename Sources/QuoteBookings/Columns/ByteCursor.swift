public import CVector
import QuoteLanguage
import QuoteSyntax

/// Where in the room of a buffer the next bytes go: texts are written one behind the other without
/// asking for room each time. The buffer is told at the end how many there were.
@unsafe @usableFromInline package struct ByteCursor {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  @usableFromInline var place: UnsafeMutablePointer<UInt8>

  /// Whoever writes there writes no more than `room` bytes, before anything else is appended.
  @inlinable @inline(__always)
  package init(in buffer: ByteBuffer, room: Int) {
    unsafe start = buffer.room(for: room)
    unsafe place = start
  }

  /// How many bytes were written.
  @inlinable @inline(__always)
  package var count: Int { unsafe place - start }

  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8) {
    unsafe place.pointee = byte
    unsafe place += 1
  }

  @inlinable @inline(__always)
  package mutating func put(_ text: TextSlice) {
    unsafe cvector_copy_text(text.base, text.count, place)
    unsafe place += text.count
  }

  /// Puts a cell that CSV has as it stands; of any other nothing, and gives false.
  @inlinable @inline(__always)
  package mutating func put(csv text: TextSlice) -> Bool {
    guard unsafe cvector_put_csv(text.base, text.count, place) != 0 else { return false }
    unsafe place += text.count
    return true
  }
}
