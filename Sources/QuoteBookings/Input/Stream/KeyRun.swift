import QuoteLanguage
import QuoteSyntax

/// Sorted fingerprints on disk.
///
/// Fingerprints are spread evenly, so a look-up guesses where its page is and
/// rarely reads a second one. A filter in memory (10 bits a key, at most 8 MiB)
/// answers most look-ups for keys that are new.
final class KeyRun {
  private static let perPage = 256
  private let file: SpillFile
  let count: Int
  private let filter = ColumnBuffer<UInt64>()
  private let page = ColumnBuffer<Fingerprint>(capacity: KeyRun.perPage)

  private init(count: Int, in directory: String) throws(Trouble) {
    self.count = count
    file = try SpillFile(in: directory)
    var words = 64
    while words * 64 < count * 10 && words < 1 << 20 { words *= 2 }
    filter.resize(to: words)
    for index in 0..<words { filter[index] = 0 }
  }

  /// Makes a run of a table's keys, which is empty then.
  convenience init(
    draining table: FingerprintTable<NoValue>, in directory: String
  ) throws(Trouble) {
    try self.init(count: table.count, in: directory)
    try table.drain { key throws(Trouble) in try append(key) }
    try file.flush()
  }

  convenience init(merging a: KeyRun, _ b: KeyRun, in directory: String) throws(Trouble) {
    try self.init(count: a.count + b.count, in: directory)
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      let left = i < a.count ? try a[i] : nil
      let right = j < b.count ? try b[j] : nil
      if let left, right.map({ left < $0 }) ?? true {
        i += 1
        try append(left)
      } else if let right {
        j += 1
        try append(right)
      }
    }
    try file.flush()
  }

  private func append(_ print: Fingerprint) throws(Trouble) {
    let (word, bits) = bits(print)
    filter[word] |= bits
    try unsafe withUnsafeBytes(of: print) { (bytes) throws(Trouble) in
      try unsafe file.append(bytes)
    }
  }

  private func bits(_ print: Fingerprint) -> (Int, UInt64) {
    let word = Int(truncatingIfNeeded: print.low & UInt64(filter.count - 1))
    let low = print.low
    return (word, 1 << (low >> 40 & 63) | 1 << (low >> 46 & 63) | 1 << (low >> 52 & 63))
  }

  /// The page that `page` holds now.
  private var held = -1

  private subscript(index: Int) -> Fingerprint {
    get throws(Trouble) {
      try load(index / Self.perPage)
      return page[index % Self.perPage]
    }
  }

  private func load(_ number: Int) throws(Trouble) {
    guard number != held else { return }
    page.resize(to: Self.perPage)
    let size = MemoryLayout<Fingerprint>.stride
    let wanted = min(Self.perPage, count - number * Self.perPage)
    _ = try unsafe file.read(
      at: Int64(number * Self.perPage * size), into: UnsafeMutableRawPointer(page.pointer),
      count: wanted * size)
    page.resize(to: wanted)
    held = number
  }

  func contains(_ print: Fingerprint) throws(Trouble) -> Bool {
    let (word, bits) = bits(print)
    if filter[word] & bits != bits { return false }
    let pages = (count + Self.perPage - 1) / Self.perPage
    var guess = Int(print.high.multipliedFullWidth(by: UInt64(count)).high) / Self.perPage
    guess = min(max(guess, 0), pages - 1)
    var (low, high) = (0, pages - 1)
    while true {
      try load(guess)
      if print < page[0] {
        high = guess - 1
      } else if page[page.count - 1] < print {
        low = guess + 1
      } else {
        return holds(print)
      }
      if low > high { return false }
      guess = min(max(low, guess + (high < guess ? -1 : 1)), high)
    }
  }

  private func holds(_ print: Fingerprint) -> Bool {
    var (low, high) = (0, page.count)
    while low < high {
      let middle = (low + high) / 2
      if page[middle] < print { low = middle + 1 } else { high = middle }
    }
    return low < page.count && page[low] == print
  }
}
