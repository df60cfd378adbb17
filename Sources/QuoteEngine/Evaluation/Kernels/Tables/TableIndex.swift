import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// A table's keys, ready to be looked up: which row holds first, or which rows
/// hold.
///
/// Each key is encoded as a small number, such that equal codes are held by the
/// same cells of the key's column; then the combination of codes leads to
/// the rows. See `TableIndex+Building` for how. Immutable once made, and sound
/// to share between threads; what a look-up writes aside is in its scratch.
@safe final class TableIndex: @unchecked Sendable {
  /// Words of a set of rows: bit r of the run is row r, from 0.
  let words: Int
  let encoders: [KeyEncoder]
  let finding: RowFinding

  /// `rows` in the order in which they are tried, a set a key; `folds` says what
  /// is done to a text key first (nothing if empty). `areas` are those that the
  /// sets name by index. `match` may be asked only of an index that `collects`;
  /// one that does not takes less memory and time to make.
  init(
    keys: [PlanKey], rows: [[KeySet]], folds: [TextFold] = [], areas: [AreaGeometry] = [],
    collects: Bool = true
  ) {
    words = max(1, (rows.count + 63) / 64)
    var encoders: [KeyEncoder] = []
    var codes: [RowCodes] = []
    for (index, key) in keys.enumerated() {
      let fold = folds.isEmpty ? .none : folds[index]
      let (encoder, sets) = KeyEncoder.make(
        key, cells: rows.map { $0[index] }, fold: fold, areas: areas)
      encoders.append(encoder)
      codes.append(sets)
    }
    self.encoders = encoders
    finding = RowFinding(codes, rows: rows.count, collects: collects)
  }

  /// The first row that holds, from 1; 0 for none.
  @unsafe func find(
    _ keys: UnsafeBufferPointer<KernelColumn>, into target: UnsafeMutablePointer<Int32>,
    count: Int, scratch: KernelScratch
  ) {
    unsafe encode(keys, count, scratch) { codes, start, length in
      unsafe finding.find(codes, into: target + start, count: length)
    }
  }

  /// All rows that hold, `words` words a cell.
  @unsafe func match(
    _ keys: UnsafeBufferPointer<KernelColumn>, into target: UnsafeMutablePointer<UInt64>,
    count: Int, scratch: KernelScratch
  ) {
    unsafe encode(keys, count, scratch) { codes, start, length in
      unsafe finding.match(codes, into: target + start * words, count: length)
    }
  }

  /// Encodes the keys strip by strip: key k's codes begin at `k * strip`.
  @inline(__always)
  @unsafe private func encode(
    _ keys: UnsafeBufferPointer<KernelColumn>, _ count: Int, _ scratch: KernelScratch,
    then: (UnsafeMutablePointer<Int32>, Int, Int) -> Void
  ) {
    let strip = KernelScratch.strip
    scratch.codes.resize(to: strip * max(1, encoders.count))
    let codes = unsafe scratch.codes.pointer
    var start = 0
    while start < count {
      let length = min(strip, count - start)
      for (index, encoder) in encoders.enumerated() {
        unsafe encoder.encode(
          keys[index], from: start, into: codes + index * strip, count: length, scratch: scratch)
      }
      unsafe then(codes, start, length)
      start += length
    }
  }
}

/// What is done to a text before it is looked up.
enum TextFold: Hashable, Sendable {
  case none
  /// The key is looked up as `lower(x)`, as `trim(x)`, or as one after the other.
  case lower, trim, lowerTrim
}
