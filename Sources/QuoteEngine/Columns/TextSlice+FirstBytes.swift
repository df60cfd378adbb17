extension TextSlice {
  /// The first 16 bytes as two numbers, zeros after the end. `count` ≤ 16.
  ///
  /// Reads 16 bytes at once where these lie in one page of memory: a page is
  /// there as a whole or not at all, so no read faults, and what lies behind
  /// the end is masked away. Near the end of a page it goes byte by byte.
  @inline(__always)
  var firstBytes: (UInt64, UInt64) {
    let address = unsafe UInt(bitPattern: base)
    if count == 0 { return (0, 0) }
    guard address & 4095 <= 4080 else { return firstBytesOneByOne }
    let raw = unsafe UnsafeRawPointer(base)
    let low = unsafe raw.loadUnaligned(as: UInt64.self)
    let high = unsafe raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let bits = count &* 8
    return (
      UInt64(littleEndian: low) & (UInt64.max >> max(0, 64 &- bits)),
      UInt64(littleEndian: high) & (UInt64.max >> (128 &- bits))
    )
  }

  @inline(never)
  private var firstBytesOneByOne: (UInt64, UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    for i in 0..<min(8, count) { unsafe low |= UInt64(base[i]) << UInt64(8 * i) }
    if count > 8 {
      for i in 8..<min(16, count) { unsafe high |= UInt64(base[i]) << UInt64(8 * i - 64) }
    }
    return (low, high)
  }
}
