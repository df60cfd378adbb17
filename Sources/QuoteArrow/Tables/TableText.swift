package import CArrow
package import QuoteEngine
package import QuoteLanguage

/// A stream of batches as the CSV file that could be written from it: lists are JSON in a cell.
package enum TableText {
  /// The stream is used up. Only what the rules read is written, or everything for no rules.
  @unsafe package static func csv(
    of stream: UnsafeMutablePointer<ArrowArrayStream>, for pricer: Pricer?
  ) throws(Trouble) -> [UInt8] {
    var schema = unsafe ArrowSchema()
    defer {
      if let release = unsafe schema.release { unsafe release(&schema) }
      if let release = unsafe stream.pointee.release { unsafe release(stream) }
    }
    guard unsafe stream.pointee.release != nil, let get = unsafe stream.pointee.get_schema,
      unsafe get(stream, &schema) == 0
    else { throw .brokenArrow("the stream gives no schema") }
    let digits = pricer?.schema.arithmetic == .exact ? 15 : 17
    let table = unsafe try ArrowTable(&schema, digits: digits, for: pricer?.schema)
    let places = try pricer.map { pricer throws(Trouble) in
      try ColumnFiller(
        schema: pricer.schema, names: table.names, columns: table.named, asOf: nil
      ).used.sorted()
    }
    let text = ByteBuffer()
    let written = places ?? Array(table.columns.indices)
    table.appendHeader(written, to: text)
    unsafe try append(stream, table, written, to: text)
    return unsafe Array(text.bytes)
  }

  @unsafe private static func append(
    _ stream: UnsafeMutablePointer<ArrowArrayStream>, _ table: ArrowTable, _ places: [Int],
    to text: ByteBuffer
  ) throws(Trouble) {
    var number = 0
    while true {
      var array = unsafe ArrowArray()
      guard let next = unsafe stream.pointee.get_next, unsafe next(stream, &array) == 0 else {
        throw Trouble("stream-failed", "the table's stream failed")
      }
      guard let release = unsafe array.release else { return }
      defer { unsafe release(&array) }
      number += 1
      let rows = unsafe Int(array.length)
      unsafe try table.bind(&array, skipping: 0, rows: rows, number: number)
      for start in stride(from: 0, to: rows, by: ArrowTable.sliceRows) {
        try table.append(start..<min(start + ArrowTable.sliceRows, rows), places, to: text)
      }
    }
  }
}
