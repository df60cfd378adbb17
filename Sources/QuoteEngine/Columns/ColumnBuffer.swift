/// A growable run of cells, 64-byte aligned as Arrow asks, that hands out its
/// memory for whole blocks at a time.
///
/// The only place that allocates cells. Capacity never shrinks, so a buffer
/// that is reused from block to block allocates nothing once it is warm. The
/// cells are trivial values; growing copies them, clearing forgets them.
@safe public final class ColumnBuffer<Cell: BitwiseCopyable>: @unchecked Sendable {
  @unsafe private struct State {
    /// Valid for `capacity` cells until the next call that may grow the buffer.
    @unsafe var base: UnsafeMutablePointer<Cell>
    var capacity: Int
    var count: Int
  }

  /// Behind a pointer and not in the object, because access to an object's
  /// variables is checked at run time for overlaps, cell by cell. Sound: a
  /// buffer is one thread's, and `state` lives as long as the object.
  private let state: UnsafeMutablePointer<State>

  public init(capacity: Int = 0) {
    let capacity = max(capacity, 64)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(base: Self.allocate(capacity), capacity: capacity, count: 0))
  }

  deinit {
    unsafe UnsafeMutableRawPointer(base).deallocate()
    unsafe state.deallocate()
  }

  @inline(__always)
  private var base: UnsafeMutablePointer<Cell> { unsafe state.pointee.base }

  @inline(__always)
  public var capacity: Int { unsafe state.pointee.capacity }

  /// How many cells are in use; the rest of the capacity is undefined.
  @inline(__always)
  public internal(set) var count: Int {
    get { unsafe state.pointee.count }
    set { unsafe state.pointee.count = newValue }
  }

  /// Makes room for so many cells, keeping those in use: an eighth more than was wanted, for
  /// one chunk of an input has a few rows more than another.
  public func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = max(wanted + wanted / 8, capacity * 2)
    let memory = unsafe Self.allocate(grown)
    unsafe memory.update(from: base, count: count)
    unsafe UnsafeMutableRawPointer(base).deallocate()
    unsafe state.pointee.base = memory
    unsafe state.pointee.capacity = grown
  }

  /// Says that so many cells are in use now; new ones are undefined until written.
  public func resize(to newCount: Int) {
    reserve(newCount)
    count = newCount
  }

  public func removeAll() { count = 0 }

  @inline(__always)
  public func append(_ cell: Cell) {
    if count == capacity { reserve(count + 1) }
    unsafe base[count] = cell
    count += 1
  }

  @inline(__always)
  public subscript(index: Int) -> Cell {
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
  @unsafe public var pointer: UnsafeMutablePointer<Cell> { unsafe base }

  /// Takes over memory of so many bytes, of which so many cells are in use, and gives its
  /// own for it. Both were allocated as this one allocates.
  @unsafe func exchange(
    _ memory: inout UnsafeMutableRawPointer, _ byteCount: inout Int, count: Int
  ) {
    let (own, bytes) = unsafe (base, capacity * MemoryLayout<Cell>.stride)
    let cells = byteCount / MemoryLayout<Cell>.stride
    precondition(count <= cells)
    unsafe state.pointee.base = memory.bindMemory(to: Cell.self, capacity: cells)
    unsafe state.pointee.capacity = cells
    self.count = count
    unsafe memory = UnsafeMutableRawPointer(own)
    byteCount = bytes
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Cell> {
    let bytes = capacity * MemoryLayout<Cell>.stride
    let raw = UnsafeMutableRawPointer.allocate(byteCount: (bytes + 63) & ~63, alignment: 64)
    return unsafe raw.bindMemory(to: Cell.self, capacity: capacity)
  }
}
