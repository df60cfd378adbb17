import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Keys that no column of the table has as they are: they are inside of objects, or are given by
/// several columns.
final class KeyBuilder: ColumnBuilder {
  private let texts = TextBuilder()
  private let field: Int

  init(_ field: Int) {
    self.field = field
    super.init("u", buffers: 3)
  }

  override func append(_ block: ResultBlock) {
    let keys = KeyColumn(block.bookings, field)
    for row in 0..<block.count {
      let key = keys[block.quotes.firstRow + row]
      texts.append(text: String(decoding: key, as: UTF8.self))
      add(isGiven: !key.isEmpty)
    }
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe texts.buffer(index)
  }
}

/// Numbers of records, from the first of the stream on.
final class RecordBuilder: ColumnBuilder {
  private let cells = ArrowBuffer()

  init() { super.init("l", buffers: 2) }

  override func append(_ block: ResultBlock) {
    let first = block.bookings.firstRecord + Int64(block.quotes.firstRow)
    for row in 0..<block.count { cells.append(first + Int64(row)) }
    addGiven(block.count)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe cells.handOver()
  }
}
