/// A growable run of cells, 64-byte aligned as Arrow asks, that hands out its
/// memory for whole blocks at a time.
///
/// The only place that allocates cells. Capacity never shrinks, so a buffer
/// that is reused from block to block allocates nothing once it is warm. The
/// cells are trivial values; growing copies them, clearing forgets them.
@safe public final class ColumnBuffer<Cell: BitwiseCopyable>: @unchecked Sendable {
  /// Valid for `capacity` cells until the next call that may grow the buffer.
  @usableFromInline internal private(set) var base: UnsafeMutablePointer<Cell>
  public private(set) var capacity: Int
  /// How many cells are in use; the rest of the capacity is undefined.
  public internal(set) var count = 0

  public init(capacity: Int = 0) {
    self.capacity = max(capacity, 64)
    unsafe base = Self.allocate(self.capacity)
  }

  deinit { unsafe UnsafeMutableRawPointer(base).deallocate() }

  /// Makes room for so many cells, keeping those in use.
  public func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = max(wanted, capacity * 2)
    let memory = unsafe Self.allocate(grown)
    unsafe memory.update(from: base, count: count)
    unsafe UnsafeMutableRawPointer(base).deallocate()
    unsafe base = memory
    capacity = grown
  }

  /// Says that so many cells are in use now; new ones are undefined until written.
  public func resize(to newCount: Int) {
    reserve(newCount)
    count = newCount
  }

  public func removeAll() { count = 0 }

  public func append(_ cell: Cell) {
    if count == capacity { reserve(count + 1) }
    unsafe base[count] = cell
    count += 1
  }

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

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Cell> {
    let bytes = capacity * MemoryLayout<Cell>.stride
    let raw = UnsafeMutableRawPointer.allocate(byteCount: (bytes + 63) & ~63, alignment: 64)
    return unsafe raw.bindMemory(to: Cell.self, capacity: capacity)
  }
}
