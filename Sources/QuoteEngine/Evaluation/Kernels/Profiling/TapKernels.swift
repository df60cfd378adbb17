import QuoteLanguage
import QuoteSyntax

/// Counting and adding up of cells, rows and amounts.
enum TapKernels {
  /// A parent's mark for each of its elements.
  @unsafe static func gather(
    _ source: UnsafePointer<UInt8>, at positions: UnsafePointer<Int32>,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = source[Int(positions[i])] }
  }

  /// 1 where a cell counts: it is used and its booking quoted (bit 0 of the
  /// mask), or it is used early and its booking quoted or declined (bit 1).
  @unsafe static func hits(
    used: UnsafePointer<UInt8>?, early: UnsafePointer<UInt8>?, mask: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    switch unsafe (used, early) {
    case (nil, nil): for i in 0..<count { unsafe target[i] = 0 }
    case (let used?, nil): for i in 0..<count { unsafe target[i] = used[i] & mask[i] }
    case (nil, let early?): for i in 0..<count { unsafe target[i] = early[i] & (mask[i] >> 1) }
    case (let used?, let early?):
      for i in 0..<count { unsafe target[i] = used[i] & mask[i] | early[i] & (mask[i] >> 1) }
    }
  }

  @unsafe static func count(_ hits: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var total = 0
    for i in 0..<count { unsafe total &+= Int(hits[i]) }
    return total
  }

  @unsafe static func sum<Cell: TapAmount>(
    _ cells: UnsafePointer<Cell>, _ hits: UnsafePointer<UInt8>, _ count: Int
  ) -> (sum: Int128, some: Int) {
    var sum: Int128 = 0
    var some = 0
    for i in 0..<count where unsafe hits[i] != 0 {
      let parts = unsafe cells[i].parts
      sum &+= parts
      if parts != 0 { some += 1 }
    }
    return (sum, some)
  }

  /// Rows from 1, 0 for none. `step` is 0 where all cells share one row.
  @unsafe static func countRows(
    _ rows: UnsafePointer<Int32>, _ step: Int, hits: UnsafePointer<UInt8>, count: Int,
    into counts: UnsafeMutablePointer<Int>
  ) {
    for i in 0..<count where unsafe hits[i] != 0 {
      unsafe counts[0] += 1
      unsafe counts[Int(rows[i * step]) + 1] += 1
    }
  }

  /// Sets of rows from 0.
  @unsafe static func countRows(
    _ sets: UnsafePointer<UInt64>, words: Int, _ step: Int, hits: UnsafePointer<UInt8>,
    count: Int, into counts: UnsafeMutablePointer<Int>
  ) {
    for i in 0..<count where unsafe hits[i] != 0 {
      unsafe counts[0] += 1
      var isEmpty = true
      for word in 0..<words {
        var rest = unsafe sets[i * step * words + word]
        while rest != 0 {
          isEmpty = false
          unsafe counts[word << 6 + rest.trailingZeroBitCount + 2] += 1
          rest &= rest &- 1
        }
      }
      if isEmpty { unsafe counts[1] += 1 }
    }
  }

  /// Adds amounts to the rows that took part in them, each row once an amount.
  @unsafe struct Amounts {
    var hits: UnsafePointer<UInt8>
    /// The amount that each cell belongs to; cells of one amount stand together.
    var above: UnsafePointer<Int32>
    /// The last amount that was added to each row; -1 for none.
    var stamps: UnsafeMutablePointer<Int32>
    var sums: UnsafeMutablePointer<Int128>
    var count: Int

    func add(
      rows: UnsafePointer<Int32>, _ step: Int, _ amounts: UnsafeRawPointer, _ storage: PlanStorage
    ) {
      for i in unsafe 0..<count where unsafe hits[i] != 0 {
        let row = unsafe Int(rows[i * step]) - 1
        if row >= 0 { unsafe add(row, above[i], amounts: amounts, storage: storage) }
      }
    }

    func add(
      sets: UnsafePointer<UInt64>, words: Int, _ step: Int, _ amounts: UnsafeRawPointer,
      _ storage: PlanStorage
    ) {
      for i in unsafe 0..<count where unsafe hits[i] != 0 {
        for word in 0..<words {
          var rest = unsafe sets[i * step * words + word]
          while rest != 0 {
            unsafe add(
              word << 6 + rest.trailingZeroBitCount, above[i], amounts: amounts, storage: storage)
            rest &= rest &- 1
          }
        }
      }
    }

    @inline(__always)
    private func add(
      _ row: Int, _ amount: Int32, amounts: UnsafeRawPointer, storage: PlanStorage
    ) {
      guard unsafe stamps[row] != amount else { return }
      unsafe stamps[row] = amount
      let index = Int(amount)
      switch storage {
      case .integer: unsafe sums[row] += amounts.assumingMemoryBound(to: Int64.self)[index].parts
      case .wide: unsafe sums[row] += amounts.assumingMemoryBound(to: Int128.self)[index].parts
      case .double: unsafe sums[row] += amounts.assumingMemoryBound(to: Double.self)[index].parts
      case .flag, .choice, .text, .texts, .point, .rowSet: break
      }
    }
  }
}

/// A cell of an amount, as whole parts that can be added in any order.
protocol TapAmount: BitwiseCopyable {
  var parts: Int128 { get }
}

extension Int64: TapAmount {
  var parts: Int128 { Int128(self) }
}

extension Int128: TapAmount {
  var parts: Int128 { self }
}

extension Double: TapAmount {
  /// As `ProfileCounters.doubleScale`; what is no number or beyond all money is 0.
  var parts: Int128 {
    let scaled = (self * 0x1p40).rounded()
    if scaled.magnitude < 0x1p62 { return Int128(Int64(scaled)) }
    return scaled.magnitude < 0x1p100 ? Int128(scaled) : 0
  }
}
