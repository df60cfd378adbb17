import QuoteLanguage
import QuoteSyntax

/// A growable run of cells, 64-byte aligned as Arrow asks, that hands out its
/// memory for whole blocks at a time.
///
/// The only place that allocates cells, and only when there are any: of all
/// that could be columns few are. Capacity never shrinks, so a buffer that is
/// reused from block to block allocates nothing once it is warm. The cells are
/// trivial values; growing copies them, clearing forgets them.
///
/// Access to its variables is not checked at run time for overlaps, cell by
/// cell. Sound: a buffer is one thread's, and nothing here calls out. Other modules check
/// access to a stored property that is `package`, whatever its attribute says, so those are
/// internal, and `count` and `capacity` are computed.
///
/// All of it is inlined in other modules, too, where a generic function is called through tables.
@safe @usableFromInline
package final class ColumnBuffer<Cell: BitwiseCopyable>: @unchecked Sendable {
  /// Valid for `capacity` cells until the next call that may grow the buffer.
  @usableFromInline @exclusivity(unchecked) var base: UnsafeMutablePointer<Cell>

  @safe @usableFromInline @exclusivity(unchecked) var room = 0

  @safe @usableFromInline @exclusivity(unchecked) var used = 0

  /// For how many cells there is memory.
  @inlinable package var capacity: Int { room }

  /// How many cells are in use; the rest of the capacity is undefined.
  @inlinable package var count: Int { used }

  @inlinable package init(capacity: Int = 0) {
    // Nobody reads or writes there.
    unsafe base = UnsafeMutablePointer(bitPattern: 64)!
    reserve(capacity)
  }

  @inlinable deinit { free() }

  /// Large cells are those of what there are few.
  @inlinable static var fewest: Int { min(64, max(4, 1024 / MemoryLayout<Cell>.stride)) }

  /// Makes room for this many cells and keeps those in use. It takes an eighth more than was
  /// wanted, because some chunks of an input have a few more rows than others.
  @inlinable package func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = max(wanted + wanted / 8, capacity * 2, Self.fewest)
    let memory = unsafe Self.allocate(grown)
    unsafe memory.update(from: base, count: count)
    free()
    unsafe base = memory
    room = grown
  }

  /// Sets how many cells are in use; new ones are undefined until written.
  @inlinable package func resize(to newCount: Int) {
    reserve(newCount)
    used = newCount
  }

  @inlinable package func removeAll() { used = 0 }

  @inlinable @inline(__always)
  package func append(_ cell: Cell) {
    if count == capacity { reserve(count + 1) }
    unsafe base[count] = cell
    used += 1
  }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Cell {
    get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// The memory itself, for readers and kernels.
  @inlinable @unsafe package var pointer: UnsafeMutablePointer<Cell> { unsafe base }

  /// Takes over memory of so many bytes, of which so many cells are in use, and gives its
  /// own for it. Both were allocated as this one allocates.
  @inlinable @unsafe package func exchange(
    _ memory: inout UnsafeMutableRawPointer, _ byteCount: inout Int, count: Int
  ) {
    reserve(1)
    let (own, bytes) = unsafe (base, capacity * MemoryLayout<Cell>.stride)
    let cells = byteCount / MemoryLayout<Cell>.stride
    precondition(count <= cells)
    unsafe base = memory.bindMemory(to: Cell.self, capacity: cells)
    room = cells
    used = count
    unsafe memory = UnsafeMutableRawPointer(own)
    byteCount = bytes
  }

  @inlinable static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Cell> {
    // Cells of one byte may be those of texts.
    let stride = MemoryLayout<Cell>.stride
    let bytes = capacity * stride + (stride == 1 ? TextSlice.padding : 0)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: (bytes + 63) & ~63, alignment: 64)
    return unsafe raw.bindMemory(to: Cell.self, capacity: capacity)
  }

  @inlinable func free() {
    if capacity > 0 { unsafe UnsafeMutableRawPointer(base).deallocate() }
  }
}
