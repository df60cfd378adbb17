import CArrow

/// Memory that grows and is then handed over to an array, which frees it.
@safe final class ArrowBuffer {
  // A buffer is one thread's: access is not checked, cell by cell.
  @exclusivity(unchecked) private var base: UnsafeMutableRawPointer
  @safe @exclusivity(unchecked) private var capacity: Int
  /// Bytes in use.
  @safe @exclusivity(unchecked) private(set) var count = 0

  init(capacity: Int = 256) {
    self.capacity = max(capacity, 64)
    unsafe base = Self.memory(self.capacity)
  }

  deinit { unsafe carrow_forget(base) }

  @unsafe private static func memory(_ bytes: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe carrow_memory(bytes) else {
      preconditionFailure("there is no memory for \(bytes) bytes of a result")
    }
    return unsafe memory
  }

  /// So many further bytes, to be written at once.
  @unsafe func add(_ bytes: Int) -> UnsafeMutableRawPointer {
    if count + bytes > capacity {
      let grown = max(2 * capacity, count + bytes)
      let larger = unsafe Self.memory(grown)
      unsafe larger.copyMemory(from: base, byteCount: count)
      unsafe carrow_forget(base)
      unsafe base = larger
      capacity = grown
    }
    let end = unsafe base + count
    count += bytes
    return unsafe end
  }

  func append<Cell: BitwiseCopyable>(_ cell: Cell) {
    unsafe add(MemoryLayout<Cell>.size).storeBytes(of: cell, as: Cell.self)
  }

  /// The memory, to be freed by others; there is new one of the same size in its place.
  @unsafe func handOver() -> UnsafeMutableRawPointer {
    let given = unsafe base
    // What may be read behind the last cell is nothing of ours.
    unsafe (given + count).initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    unsafe base = Self.memory(capacity)
    count = 0
    return unsafe given
  }
}
