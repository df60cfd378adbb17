import CArrow
import QuoteBookings
import QuoteEngine

/// One column of quotes on its way into Arrow: filled block by block, then handed over.
@safe class ColumnBuilder {
  let format: String
  let words: [String]
  private let bufferCount: Int
  let children: [(name: String, builder: ColumnBuilder)]
  // A builder is one thread's: access is not checked, cell by cell.
  @safe @exclusivity(unchecked) private(set) var rows = 0
  @safe @exclusivity(unchecked) private var nulls = 0
  /// A byte a row, 1 where it is given; empty as long as all are, or none is.
  private let given = ColumnBuffer<UInt8>()

  /// A format with words is that of a dictionary's places.
  init(
    _ format: String, buffers: Int, words: [String] = [],
    children: [(name: String, builder: ColumnBuilder)] = []
  ) {
    self.format = format
    self.words = words
    self.children = children
    bufferCount = buffers
  }

  /// Adds rows of a block.
  func append(_ block: ResultBlock) { preconditionFailure("every column fills itself") }

  /// Hands a buffer over, by its place in the layout, from 1.
  @unsafe func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    preconditionFailure("every column has its buffers")
  }

  final func addGiven(_ count: Int) {
    if nulls > 0 { tellAll(); tell(1, count) }
    rows += count
  }

  /// Adds so many rows of which none is given.
  final func addNothing(_ count: Int) {
    if nulls < rows { tellAll(); tell(0, count) }
    rows += count
    nulls += count
  }

  /// Tells of every row so far, where up to now all were alike.
  private func tellAll() {
    if given.count == 0, rows > 0 { tell(nulls == 0 ? 1 : 0, rows) }
  }

  private func tell(_ isGiven: UInt8, _ count: Int) {
    let first = given.count
    given.resize(to: first + count)
    unsafe (given.pointer + first).update(repeating: isGiven, count: count)
  }

  final func add(isGiven: Bool) {
    if isGiven { addGiven(1) } else { addNothing(1) }
  }

  @unsafe final func finish(into array: UnsafeMutablePointer<ArrowArray>) {
    let hasWords = !words.isEmpty
    guard
      unsafe carrow_make(
        array, Int64(rows), Int64(nulls), Int64(bufferCount), Int64(children.count),
        hasWords ? 1 : 0) != 0
    else { preconditionFailure("there is no memory for a column of a result") }
    if nulls > 0 {
      guard let bits = unsafe carrow_zeros((rows + 7) / 8) else {
        preconditionFailure("there is no memory for a column of a result")
      }
      if nulls < rows {
        let target = unsafe bits.assumingMemoryBound(to: UInt8.self)
        unsafe carrow_bits_of_bytes(given.pointer, rows, target, 0)
      }
      unsafe carrow_give(array, 0, bits)
    }
    for index in 1..<max(1, bufferCount) { unsafe carrow_give(array, index, buffer(index)) }
    for (index, child) in children.enumerated() {
      if let target = unsafe array.pointee.children[index] {
        unsafe child.builder.finish(into: target)
      }
    }
    if hasWords, let dictionary = unsafe array.pointee.dictionary {
      let builder = TextBuilder()
      for word in words { builder.append(text: word) }
      unsafe builder.finish(into: dictionary)
    }
    (rows, nulls) = (0, 0)
    given.removeAll()
  }

  @unsafe final func describe(_ name: String, in schema: UnsafeMutablePointer<ArrowSchema>) {
    let isOrdered: Int64 = words.isEmpty ? 0 : Int64(ARROW_FLAG_DICTIONARY_ORDERED)
    guard
      unsafe carrow_schema(
        schema, format, name, Int64(ARROW_FLAG_NULLABLE) | isOrdered, Int64(children.count),
        words.isEmpty ? 0 : 1) != 0
    else { preconditionFailure("there is no memory for a schema") }
    for (index, child) in children.enumerated() {
      if let target = unsafe schema.pointee.children[index] {
        unsafe child.builder.describe(child.name, in: target)
      }
    }
    if !words.isEmpty, let dictionary = unsafe schema.pointee.dictionary {
      _ = unsafe carrow_schema(dictionary, "u", "", 0, 0, 0)
    }
  }
}

/// A block of quotes, and for each of its bookings whether it was quoted.
struct ResultBlock {
  let quotes: QuoteBatch
  let bookings: BookingBatch
  /// A byte each, 1 where it was; empty where all were.
  let quoted: ColumnBuffer<UInt8>

  var count: Int { quotes.count }

  func isQuoted(_ row: Int) -> Bool { quoted.count == 0 || quoted[row] != 0 }

  /// The fault of a booking; nil of one that has none.
  func fault(_ row: Int) -> RowFault? {
    guard quoted.count > 0, quotes.statuses[row] == QuoteBatch.Status.fault.rawValue else {
      return nil
    }
    return quotes.faults[quotes.firstRow + row]
  }
}

/// Texts, one after the other.
final class TextBuilder: ColumnBuilder {
  private let offsets = ArrowBuffer()
  private let bytes = ArrowBuffer()

  init() {
    super.init("u", buffers: 3)
    offsets.append(Int32(0))
  }

  func append(_ text: TextSlice) {
    let to = unsafe bytes.add(text.count)
    unsafe to.copyMemory(from: text.base, byteCount: text.count)
    endText()
    add(isGiven: true)
  }

  func append(text: String) {
    var text = text
    text.withUTF8 { from in
      if let start = from.baseAddress {
        unsafe bytes.add(from.count).copyMemory(from: start, byteCount: from.count)
      }
    }
    endText()
    add(isGiven: true)
  }

  /// Adds so many rows that have no text.
  func appendNothing(_ count: Int = 1) {
    endTexts(count)
    addNothing(count)
  }

  /// Adds so many empty texts.
  func appendEmpty(_ count: Int) {
    endTexts(count)
    addGiven(count)
  }

  private func endText() { endTexts(1) }

  private func endTexts(_ count: Int) {
    precondition(bytes.count <= Int32.max, "texts of a result have more than 2 GiB in a batch")
    let to = unsafe offsets.add(4 * count).assumingMemoryBound(to: Int32.self)
    unsafe to.update(repeating: Int32(bytes.count), count: count)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    if index == 2 { return unsafe bytes.handOver() }
    let given = unsafe offsets.handOver()
    offsets.append(Int32(0))
    return unsafe given
  }
}
