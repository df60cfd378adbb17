import QuoteLanguage
public import CVector
import QuoteSyntax

/// A growable run of bytes that output is written into.
///
/// One a thread; emptied, never freed, between chunks, so that nothing is
/// allocated once it is warm. Every `append` makes its own room.
@safe @usableFromInline package final class ByteBuffer: @unchecked Sendable {
  @usableFromInline @unsafe struct State {
    /// Valid for `capacity` bytes until the buffer grows.
    @usableFromInline @unsafe var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count: Int
  }

  /// Behind a pointer and not in the object, because access to an object's
  /// variables is checked at run time for overlaps, call by call; that cost
  /// more than all writing. Sound: a buffer is one thread's, and `state` lives
  /// as long as the object.
  @usableFromInline let state: UnsafeMutablePointer<State>

  /// Room for little at first: of all that may be written into some is hardly ever.
  package init(capacity: Int = 256) {
    let capacity = max(capacity, 64)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(base: Self.allocate(capacity), capacity: capacity, count: 0))
  }

  deinit {
    unsafe base.deallocate()
    unsafe state.deallocate()
  }

  @inlinable @inline(__always)
  var base: UnsafeMutablePointer<UInt8> { unsafe state.pointee.base }

  @inlinable @inline(__always)
  package internal(set) var count: Int {
    get { unsafe state.pointee.count }
    set { unsafe state.pointee.count = newValue }
  }

  @inlinable @inline(__always)
  package var capacity: Int { unsafe state.pointee.capacity }

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package func removeAll() { count = 0 }

  /// Removes everything from `length` on.
  @inlinable package func truncate(to length: Int) {
    precondition(length >= 0 && length <= count)
    count = length
  }

  /// What has been written; valid until the next change.
  @inlinable package var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// A copy as a Swift text, for messages and tests.
  package var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

  /// Puts four bytes, lowest first, in place of what was written there.
  package func overwrite(at index: Int, with number: Int32) {
    precondition(index >= 0 && index + 4 <= count)
    unsafe UnsafeMutableRawPointer(base).storeBytes(
      of: number.littleEndian, toByteOffset: index, as: Int32.self)
  }

  /// A stretch of what has been written; valid until the next change.
  @inlinable package func slice(_ lower: Int, _ upper: Int) -> TextSlice {
    precondition(lower >= 0 && lower <= upper && upper <= count)
    return unsafe TextSlice(base: base + lower, count: upper - lower)
  }

  @inlinable package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Room for `more` bytes, handed out to be written; `advance` then says how
  /// many were. Sound because the room is there before the pointer is.
  @inlinable @inline(__always)
  @unsafe package func room(for more: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < more { grow(by: more) }
    return unsafe base + count
  }

  @inlinable @inline(__always)
  package func advance(by written: Int) {
    precondition(written >= 0 && written <= capacity - count)
    count += written
  }

  /// Slices of what is written are texts, and texts are written in whole vectors.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    .allocate(capacity: capacity + TextSlice.padding)
  }

  @usableFromInline @inline(never)
  func grow(by more: Int) {
    let grown = max(capacity * 2, count + more)
    let memory = unsafe Self.allocate(grown)
    unsafe memory.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe state.pointee.base = memory
    unsafe state.pointee.capacity = grown
  }

  @inlinable @inline(__always)
  package func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    unsafe base[count] = byte
    count += 1
  }

  @inlinable @inline(__always)
  package func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    let target = unsafe room(for: bytes.count)
    unsafe target.update(from: start, count: bytes.count)
    count += bytes.count
  }

  /// Copies sixteen bytes at a time, and may write up to that many beyond the end of the text.
  @inlinable @inline(__always)
  package func append(_ text: TextSlice) {
    let target = unsafe room(for: text.count)
    unsafe cvector_copy_text(text.base, text.count, target)
    count += text.count
  }

  /// Appends a constant without reference counting.
  @inlinable @inline(__always)
  package func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// For slow paths: a Swift text may have to be made contiguous first.
  package func append(text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }
}
