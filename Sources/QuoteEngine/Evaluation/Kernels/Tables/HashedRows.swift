import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Rows by the keys that they name singly.
///
/// Rows are grouped by which keys these are; a group is a hash table from the
/// codes of those keys to its rows, in order. What is found there is then held
/// against all of its sets of codes.
struct HashedRows: Sendable {
  /// One place of a group's table; rows `start..<end` of `rows`.
  private struct Place {
    var hash: UInt64 = 0
    var start: Int32 = 0
    var end: Int32 = 0
  }

  private struct Group: Sendable {
    var keys: [Int]
    var places: ColumnBuffer<Place>
    var rows: ColumnBuffer<Int32>
    var longest: Int
  }

  private let groups: [Group]
  private let keyCount: Int
  /// Lowest and highest code of each key of each row; where these do not say
  /// it all, the ranges stand in `broken`.
  private let spans: ColumnBuffer<Int32>
  private let broken: [Int: [ClosedRange<Int32>]]

  /// Rows looked at for one look-up, at worst.
  var effort: Int { groups.reduce(0) { $0 + $1.longest } }

  init(_ keys: [RowCodes], rows: Int) {
    keyCount = keys.count
    var members: [[Int]: [Int32]] = [:]
    var order: [[Int]] = []
    spans = ColumnBuffer(capacity: 2 * rows * keys.count)
    var broken: [Int: [ClosedRange<Int32>]] = [:]
    for row in 0..<rows {
      var single: [Int] = []
      for (index, key) in keys.enumerated() {
        switch key.sets[row] {
        case .all:
          spans.append(0)
          spans.append(key.cardinality - 1)
        case .one(let code):
          single.append(index)
          spans.append(code)
          spans.append(code)
        case .ranges(let ranges):
          spans.append(ranges.first?.lowerBound ?? 1)
          spans.append(ranges.last?.upperBound ?? 0)
          if ranges.count > 1 { broken[row * keys.count + index] = ranges }
        }
      }
      if members[single] == nil { order.append(single) }
      members[single, default: []].append(Int32(row))
    }
    self.broken = broken
    let spans = self.spans
    groups = order.map { HashedRows.group(members[$0]!, keys: $0, keyCount: keys.count, spans) }
  }

  private static func group(
    _ members: [Int32], keys: [Int], keyCount: Int, _ spans: ColumnBuffer<Int32>
  ) -> Group {
    let hashes = members.map { row -> UInt64 in
      var hash = seed
      for key in keys { hash = mixed(hash, spans[2 * (Int(row) * keyCount + key)]) }
      return hash
    }
    let order = members.indices.sorted {
      hashes[$0] == hashes[$1] ? members[$0] < members[$1] : hashes[$0] < hashes[$1]
    }
    var size = 4
    while size < members.count * 2 { size *= 2 }
    let places = ColumnBuffer<Place>(capacity: size)
    for _ in 0..<size { places.append(Place()) }
    let rows = ColumnBuffer<Int32>(capacity: members.count)
    var longest = 0
    var start = 0
    while start < order.count {
      var end = start
      let hash = hashes[order[start]]
      while end < order.count, hashes[order[end]] == hash {
        rows.append(members[order[end]])
        end += 1
      }
      var place = Int(truncatingIfNeeded: hash) & (size - 1)
      while places[place].end > places[place].start { place = (place + 1) & (size - 1) }
      places[place] = Place(hash: hash, start: Int32(start), end: Int32(end))
      longest = max(longest, end - start)
      start = end
    }
    return Group(keys: keys, places: places, rows: rows, longest: longest)
  }

  private static let seed: UInt64 = 0x2545_F491_4F6C_DD1D

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ code: Int32) -> UInt64 {
    let product = (hash ^ UInt64(UInt32(bitPattern: code)))
      .multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    return product.high ^ product.low
  }

  /// The rows of a group that may hold.
  @inline(__always)
  @unsafe private func candidates(
    _ group: Group, _ codes: UnsafePointer<Int32>, _ i: Int
  ) -> Range<Int> {
    var hash = HashedRows.seed
    for key in group.keys {
      hash = unsafe HashedRows.mixed(hash, codes[key &* KernelScratch.strip &+ i])
    }
    let places = unsafe group.places.pointer
    let mask = group.places.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let found = unsafe places[place]
      if found.end == found.start { return 0..<0 }
      if found.hash == hash { return Int(found.start)..<Int(found.end) }
      place = (place &+ 1) & mask
    }
  }

  @inline(__always)
  @unsafe private func holds(_ row: Int, _ codes: UnsafePointer<Int32>, _ i: Int) -> Bool {
    let spans = unsafe self.spans.pointer + 2 &* row &* keyCount
    for key in 0..<keyCount {
      let code = unsafe codes[key &* KernelScratch.strip &+ i]
      if unsafe code < spans[2 &* key] || code > spans[2 &* key &+ 1] { return false }
    }
    guard !broken.isEmpty else { return true }
    for key in 0..<keyCount {
      guard let ranges = broken[row * keyCount + key] else { continue }
      let code = unsafe codes[key &* KernelScratch.strip &+ i]
      if !ranges.contains(where: { $0.contains(code) }) { return false }
    }
    return true
  }

  @unsafe func find(
    _ codes: UnsafePointer<Int32>, into target: UnsafeMutablePointer<Int32>, count: Int
  ) {
    for i in 0..<count {
      var best = Int32.max
      for group in groups {
        let rows = unsafe group.rows.pointer
        for candidate in unsafe candidates(group, codes, i) {
          let row = unsafe rows[candidate]
          if row >= best { break }
          if unsafe holds(Int(row), codes, i) {
            best = row
            break
          }
        }
      }
      unsafe target[i] = best == .max ? 0 : best + 1
    }
  }

  @unsafe func match(
    _ codes: UnsafePointer<Int32>, into target: UnsafeMutablePointer<UInt64>, words: Int,
    count: Int
  ) {
    for i in 0..<count {
      let set = unsafe target + i * words
      unsafe set.update(repeating: 0, count: words)
      for group in groups {
        let rows = unsafe group.rows.pointer
        for candidate in unsafe candidates(group, codes, i) {
          let row = unsafe Int(rows[candidate])
          if unsafe holds(row, codes, i) { unsafe set[row >> 6] |= 1 << UInt64(row & 63) }
        }
      }
    }
  }
}
