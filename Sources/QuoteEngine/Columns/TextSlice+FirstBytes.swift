internal import CScan

extension TextSlice {
  /// The first 16 bytes as two numbers, zeros after the end. `count` ≤ 16.
  @inline(__always)
  var firstBytes: (UInt64, UInt64) {
    let words = unsafe cscan_first_bytes(base, count)
    return (words.low, words.high)
  }
}
