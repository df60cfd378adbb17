import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Leads from the codes of the keys to the rows.
///
/// One of three ways, chosen when the table is prepared: an array over all
/// combinations of codes where these are few; sets of rows for each code, met
/// with each other, where rows are few; else hashing of the keys that rows name
/// singly, and looking at what is found.
struct RowFinding: Sendable {
  enum Way: Sendable {
    case dense(DenseRows)
    case sets(RowSets)
    case hashed(HashedRows)
  }

  let way: Way
  /// How sets of rows are found; as `way`, or where that keeps no sets another.
  let collecting: Way
  let words: Int

  /// `collects` says that sets of rows will be asked for.
  init(_ keys: [RowCodes], rows: Int, collects: Bool) {
    words = max(1, (rows + 63) / 64)
    if let dense = DenseRows(keys, rows: rows, words: words, collects: collects) {
      way = .dense(dense)
      let isEnough = dense.keepsSets || !collects
      collecting = isEnough ? way : RowFinding.sparse(keys, rows: rows, words: words)
    } else {
      way = RowFinding.sparse(keys, rows: rows, words: words)
      collecting = way
    }
  }

  private static func sparse(_ keys: [RowCodes], rows: Int, words: Int) -> Way {
    let hashed = HashedRows(keys, rows: rows)
    let bits = keys.reduce(0) { $0 + Int($1.cardinality) * words }
    guard bits <= 1 << 20, hashed.effort > words * keys.count else { return .hashed(hashed) }
    return .sets(RowSets(keys, rows: rows, words: words))
  }

  /// Row from 1, 0 for none. Key k's codes begin at `k * KernelScratch.strip`, and may be
  /// written over.
  @unsafe func find(
    _ codes: UnsafeMutablePointer<Int32>, into target: UnsafeMutablePointer<Int32>, count: Int
  ) {
    switch way {
    case .dense(let dense): unsafe dense.find(codes, into: target, count: count)
    case .sets(let sets): unsafe sets.find(codes, into: target, count: count)
    case .hashed(let hashed): unsafe hashed.find(codes, into: target, count: count)
    }
  }

  /// Sets of rows, `words` words each.
  @unsafe func match(
    _ codes: UnsafeMutablePointer<Int32>, into target: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    switch collecting {
    case .dense(let dense): unsafe dense.match(codes, into: target, count: count)
    case .sets(let sets): unsafe sets.match(codes, into: target, count: count)
    case .hashed(let hashed):
      unsafe hashed.match(codes, into: target, words: words, count: count)
    }
  }
}

/// A cell for every combination of codes.
struct DenseRows: Sendable {
  let strides = ColumnBuffer<Int32>()
  private let words: Int
  /// The first row of each combination, from 1.
  private let first: ColumnBuffer<Int32>
  /// Where as many combinations, from the first on, have the row of their own place, and the
  /// others none, as where every row names one word: how many. Then none is looked up.
  private var inOrder: Int32?
  /// All rows of each combination; nil if that would be too much, and then
  /// nothing but the first row is kept.
  private let all: ColumnBuffer<UInt64>?

  var keepsSets: Bool { all != nil }

  /// How many combinations there are, and of each the first row, from 1, and all of them.
  var count: Int { first.count }
  var rows: [Int32] { (0..<first.count).map { first[$0] } }
  var sets: [UInt64] { all.map { all in (0..<all.count).map { all[$0] } } ?? [] }

  /// nil if there are too many combinations, or filling them takes too long.
  init?(_ keys: [RowCodes], rows: Int, words: Int, collects: Bool) {
    var cells = 1
    var strides: [Int] = []
    for key in keys {
      strides.append(cells)
      let (product, over) = cells.multipliedReportingOverflow(by: Int(key.cardinality))
      guard !over, product <= 1 << 20 else { return nil }
      cells = product
    }
    var effort = 0
    for row in 0..<rows {
      var writes = 1
      for key in keys { writes *= key.sets[row].count(of: key.cardinality) }
      effort += writes
      guard effort <= 1 << 25 else { return nil }
    }
    for stride in strides { self.strides.append(Int32(stride)) }
    self.words = words
    first = ColumnBuffer(capacity: cells)
    first.resize(to: cells)
    unsafe first.pointer.update(repeating: 0, count: cells)
    let keepsAll = collects && cells * words <= 1 << 20
    let all = keepsAll ? ColumnBuffer<UInt64>(capacity: cells * words) : nil
    all?.resize(to: cells * words)
    if let all { unsafe all.pointer.update(repeating: 0, count: cells * words) }
    self.all = all
    for row in (0..<rows).reversed() {
      fill(keys, row: row, key: keys.count - 1, from: 0)
    }
    let leading = (0..<cells).first { first[$0] != Int32($0 + 1) } ?? cells
    if (leading..<cells).allSatisfy({ first[$0] == 0 }) { inOrder = Int32(leading) }
  }

  /// Writes a row into every combination that it holds for.
  private func fill(_ keys: [RowCodes], row: Int, key: Int, from cell: Int) {
    guard key >= 0 else { return set(row, cell...cell) }
    for range in keys[key].sets[row].ranges(of: keys[key].cardinality) {
      if key == 0 {
        set(row, cell + Int(range.lowerBound)...cell + Int(range.upperBound))
        continue
      }
      for code in range {
        fill(keys, row: row, key: key - 1, from: cell + Int(code) * Int(strides[key]))
      }
    }
  }

  private func set(_ row: Int, _ cells: ClosedRange<Int>) {
    let start = unsafe first.pointer + cells.lowerBound
    unsafe start.update(repeating: Int32(row + 1), count: cells.count)
    guard let all else { return }
    let sets = unsafe all.pointer
    for cell in cells { unsafe sets[cell * words + row >> 6] |= 1 << UInt64(row & 63) }
  }

  @unsafe func find(
    _ codes: UnsafeMutablePointer<Int32>, into target: UnsafeMutablePointer<Int32>, count: Int
  ) {
    let places = unsafe self.places(codes, count)
    guard let inOrder else {
      return unsafe cvector_take_32(first.pointer, first.count, places, count, target)
    }
    for i in 0..<count { unsafe target[i] = places[i] < inOrder ? places[i] &+ 1 : 0 }
  }

  /// Positions of the combinations, written over the codes.
  @unsafe private func places(
    _ codes: UnsafeMutablePointer<Int32>, _ count: Int
  ) -> UnsafePointer<Int32> {
    if strides.count == 0 {
      unsafe codes.update(repeating: 0, count: count)
    } else if strides.count > 1 {
      unsafe cvector_places(
        codes, KernelScratch.strip, strides.pointer, strides.count, count, codes)
    }
    return unsafe UnsafePointer(codes)
  }

  @unsafe func match(
    _ codes: UnsafeMutablePointer<Int32>, into target: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    guard let all else { preconditionFailure("sets of rows are kept where a table collects") }
    let places = unsafe self.places(codes, count)
    if words == 1 { return unsafe cvector_take_64(all.pointer, all.count, places, count, target) }
    for i in 0..<count {
      let set = unsafe all.pointer + Int(places[i]) * words
      for word in 0..<words { unsafe target[i * words + word] = set[word] }
    }
  }
}

/// For each code of each key the set of rows that it holds for.
struct RowSets: Sendable {
  private let bits: ColumnBuffer<UInt64>
  /// Where each key's sets begin.
  private let starts: [Int]
  private let words: Int

  init(_ keys: [RowCodes], rows: Int, words: Int) {
    self.words = words
    var starts: [Int] = []
    var size = 0
    for key in keys {
      starts.append(size)
      size += Int(key.cardinality) * words
    }
    self.starts = starts
    bits = ColumnBuffer(capacity: size)
    bits.resize(to: size)
    let cells = unsafe bits.pointer
    unsafe cells.update(repeating: 0, count: size)
    for (key, start) in zip(keys, starts) {
      for row in 0..<rows {
        for range in key.sets[row].ranges(of: key.cardinality) {
          for code in range {
            unsafe cells[start + Int(code) * words + row >> 6] |= 1 << UInt64(row & 63)
          }
        }
      }
    }
  }

  @inline(__always)
  @unsafe private func set(_ codes: UnsafePointer<Int32>, _ i: Int, word: Int) -> UInt64 {
    let cells = unsafe bits.pointer
    var set = UInt64.max
    for key in 0..<starts.count {
      let code = unsafe Int(codes[key &* KernelScratch.strip &+ i])
      set &= unsafe cells[starts[key] &+ code &* words &+ word]
    }
    return set
  }

  @unsafe func find(
    _ codes: UnsafePointer<Int32>, into target: UnsafeMutablePointer<Int32>, count: Int
  ) {
    for i in 0..<count {
      var row: Int32 = 0
      for word in 0..<words {
        let set = unsafe set(codes, i, word: word)
        if set != 0 {
          row = Int32(word << 6 + set.trailingZeroBitCount + 1)
          break
        }
      }
      unsafe target[i] = row
    }
  }

  @unsafe func match(
    _ codes: UnsafePointer<Int32>, into target: UnsafeMutablePointer<UInt64>, count: Int
  ) {
    for i in 0..<count {
      for word in 0..<words { unsafe target[i * words + word] = set(codes, i, word: word) }
    }
  }
}
