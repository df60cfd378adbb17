/// Writes outputs as JSON, records and their nested lists included.
struct OutputRecordWriter {
  private let schema: QuoteSchema

  init(schema: QuoteSchema) { self.schema = schema }

  /// The value of an output at one element (a row of the block, at the top).
  func append(
    _ output: QuoteOutput, at element: Int, of quotes: QuoteBatch, _ results: [PrintedColumn],
    to buffer: ByteBuffer
  ) {
    switch output.body {
    case .value(let column): buffer.append(results[column], row: element, as: .json)
    case .records(let list, let fields):
      buffer.append(UInt8(ascii: "["))
      let elements = quotes.elements(of: list, parent: element)
      for inner in elements {
        if inner > elements.lowerBound { buffer.append(UInt8(ascii: ",")) }
        append(fields, at: inner, of: quotes, results, to: buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    }
  }

  func append(
    _ fields: [QuoteOutput], at element: Int, of quotes: QuoteBatch, _ results: [PrintedColumn],
    to buffer: ByteBuffer
  ) {
    buffer.append(UInt8(ascii: "{"))
    for index in fields.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: fields[index].name, as: .json)
      buffer.append(UInt8(ascii: ":"))
      append(fields[index], at: element, of: quotes, results, to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
