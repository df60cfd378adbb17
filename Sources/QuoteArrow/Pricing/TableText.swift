package import CArrow
import QuoteBookings
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// A stream of batches as the CSV file that could be written from it: lists are JSON in a cell.
package enum TableText {
  /// The stream is used up. What any of the rules read is written, and everything for no rules.
  @unsafe package static func csv(
    of stream: UnsafeMutablePointer<ArrowArrayStream>, for pricers: [Pricer]
  ) throws(Trouble) -> [UInt8] {
    let stream = try unsafe TableStream(stream)
    let digits = pricers.first?.schema.arithmetic == .exact ? 15 : 17
    let table = unsafe try ArrowTable(stream.schema, digits: digits, for: pricers.map(\.schema))
    var used: Set<Int> = pricers.isEmpty ? Set(table.columns.indices) : []
    for pricer in pricers {
      used.formUnion(try table.filler(for: pricer.schema, asOf: nil).used)
    }
    if pricers.isEmpty { table.joinReasons() }
    let text = ByteBuffer()
    let written = used.sorted()
    try table.check(written)
    table.appendHeader(written, to: text)
    var number = 0
    while let batch = try stream.next() {
      number += 1
      let rows = unsafe Int(batch.array.pointee.length)
      unsafe try table.bind(batch.array, skipping: 0, rows: rows, number: number)
      for start in stride(from: 0, to: rows, by: ArrowTable.sliceRows) {
        try table.append(start..<min(start + ArrowTable.sliceRows, rows), written, to: text)
      }
    }
    return unsafe Array(text.bytes)
  }
}
