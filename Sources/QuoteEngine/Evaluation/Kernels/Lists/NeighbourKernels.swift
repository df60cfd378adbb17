import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Which element stands beside another in a list.
enum NeighbourKernels {
  /// For each element the position of the one before it (after it) among those of its parent
  /// that count, by the key and then by position; -1 where there is none, or its own key is not
  /// given. Elements whose key is not given stand beside none. `elements` are Arrow's offsets,
  /// one more than `parents`.
  @unsafe static func find(
    key: KernelColumn?, counted: UnsafePointer<UInt8>?, isAfter: Bool,
    elements: UnsafePointer<Int32>, parents: Int, into target: UnsafeMutablePointer<Int32>,
    scratch: KernelScratch
  ) {
    for parent in 0..<parents {
      let (start, end) = unsafe (Int(elements[parent]), Int(elements[parent + 1]))
      guard let key = unsafe key else {
        var beside: Int32 = -1
        for step in 0..<(end - start) {
          let i = isAfter ? end - 1 - step : start + step
          unsafe target[i] = beside
          if unsafe counted.map({ unsafe $0[i] != 0 }) ?? true { beside = Int32(i) }
        }
        continue
      }
      let positions = scratch.positions
      positions.removeAll()
      for i in start..<end {
        unsafe target[i] = -1
        if unsafe key.isGiven(i) { positions.append(Int32(i)) }
      }
      let count = positions.count
      var order = unsafe UnsafeMutableBufferPointer(start: positions.pointer, count: count)
      unsafe order.sort { unsafe key.comes(Int($0), before: Int($1)) }
      var beside: Int32 = -1
      for step in 0..<count {
        let i = unsafe order[isAfter ? count - 1 - step : step]
        unsafe target[Int(i)] = beside
        if unsafe counted.map({ unsafe $0[Int(i)] != 0 }) ?? true { beside = i }
      }
    }
  }
}
