import QuoteLanguage
package import QuoteSyntax

/// A row of a reference file: its key, and what it says as a JSON object.
package struct ReferenceRow {
  var key: Fingerprint
  /// The key as people read it: its parts with `, ` between.
  package var name: [UInt8]
  package var record: Int64
  package var line: Int64
  /// Empty where the row cannot be read.
  package var text: [UInt8]

  package init(key: Fingerprint, name: [UInt8], record: Int64, line: Int64, text: [UInt8]) {
    self.key = key
    self.name = name
    self.record = record
    self.line = line
    self.text = text
  }
}

/// Reference rows on disk, sorted by key, found by key.
package final class ReferenceIndex {
  /// The key of every so many-th row is in memory.
  private static let perPage = 32

  private struct Page {
    var key: Fingerprint
    var offset: Int64
  }

  private let file: SpillFile
  private var pages: [Page] = []
  private var end: Int64 = 0
  private let buffer = ColumnBuffer<UInt8>()
  /// A bit a row, set once it was found.
  private var used: [UInt64]
  package private(set) var count = 0

  /// Makes an index from rows in the order of their keys, none twice.
  package init(
    _ runs: SortedRuns, in directory: String
  ) throws(Trouble) {
    file = try SpillFile(in: directory)
    used = []
    while let row = try runs.next() {
      if count % Self.perPage == 0 {
        let key = Fingerprint(high: row.order.first, low: row.order.second)
        pages.append(Page(key: key, offset: end))
      }
      let bytes = ReferenceRow(byKey: row).packed
      try file.append(bytes)
      end += Int64(bytes.count)
      count += 1
    }
    try file.flush()
    used = Array(repeating: 0, count: count / 64 + 1)
  }

  /// The row of a key; nil if there is none. It counts as found from then on.
  package func take(_ key: Fingerprint) throws(Trouble) -> ReferenceRow? {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if key < pages[middle].key { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    for (number, row) in try rows(of: low - 1).enumerated() where row.key == key {
      let index = (low - 1) * Self.perPage + number
      used[index >> 6] |= 1 << UInt64(index & 63)
      return row
    }
    return nil
  }

  /// Rows that nobody took, page by page.
  package func eachUnused(_ body: (ReferenceRow) throws(Trouble) -> Void) throws(Trouble) {
    for page in pages.indices {
      for (number, row) in try rows(of: page).enumerated() {
        let index = page * Self.perPage + number
        if used[index >> 6] >> UInt64(index & 63) & 1 == 0 { try body(row) }
      }
    }
  }

  private func rows(of page: Int) throws(Trouble) -> [ReferenceRow] {
    let start = pages[page].offset
    let stop = page + 1 < pages.count ? pages[page + 1].offset : end
    buffer.resize(to: Int(stop - start))
    _ = try unsafe file.read(
      at: start, into: UnsafeMutableRawPointer(buffer.pointer), count: buffer.count)
    var rows: [ReferenceRow] = []
    var at = 0
    while at < buffer.count { rows.append(ReferenceRow(unpacking: buffer, &at)) }
    return rows
  }
}

extension Fingerprint {
  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension ReferenceRow {
  /// As it goes into sorted runs: by key, of one key by record.
  package var byKey: SortedRuns.Row {
    SortedRuns.Row(
      order: .init(first: key.high, second: key.low, third: UInt64(record)), line: line,
      text: texts)
  }

  package init(byKey row: SortedRuns.Row) {
    self.init(
      Fingerprint(high: row.order.first, low: row.order.second), Int64(row.order.third), row)
  }

  /// As it goes into sorted runs by record.
  package var byRecord: SortedRuns.Row {
    SortedRuns.Row(
      order: .init(first: UInt64(record), second: key.high, third: key.low), line: line,
      text: texts)
  }

  package init(byRecord row: SortedRuns.Row) {
    self.init(
      Fingerprint(high: row.order.second, low: row.order.third), Int64(row.order.first), row)
  }

  /// How long the name is, in four bytes, the name, and the text.
  private var texts: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: name.count >> (8 * $0)) } + name + text
  }

  private init(_ key: Fingerprint, _ record: Int64, _ row: SortedRuns.Row) {
    let split = 4 + (0..<4).reduce(0) { $0 | Int(row.text[$1]) << (8 * $1) }
    self.init(
      key: key, name: Array(row.text[4..<split]), record: record, line: row.line,
      text: Array(row.text[split...]))
  }

  /// Six numbers of eight bytes, then name and text.
  fileprivate var packed: [UInt8] {
    var bytes: [UInt8] = []
    let numbers = [
      key.high, key.low, UInt64(record), UInt64(bitPattern: line), UInt64(name.count),
      UInt64(text.count),
    ]
    for number in numbers {
      for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
    }
    return bytes + name + text
  }

  fileprivate init(unpacking buffer: ColumnBuffer<UInt8>, _ at: inout Int) {
    let start = at
    let numbers = (0..<6).map { word in
      (0..<8).reduce(UInt64(0)) {
        $0 | UInt64(buffer[start + word * 8 + $1]) << UInt64(8 * $1)
      }
    }
    at += 48
    let name = (at..<at + Int(numbers[4])).map { buffer[$0] }
    at += name.count
    let text = (at..<at + Int(numbers[5])).map { buffer[$0] }
    at += text.count
    self.init(
      key: Fingerprint(high: numbers[0], low: numbers[1]), name: name, record: Int64(numbers[2]),
      line: Int64(bitPattern: numbers[3]), text: text)
  }
}
