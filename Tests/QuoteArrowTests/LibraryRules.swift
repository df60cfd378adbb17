import CArrow
import CQuote

/// Rules as a program in C holds them, and what their quotes say.
final class LibraryRules {
  let rules: OpaquePointer?
  let error: String

  init(_ text: String, name: String = "rules.yaml") {
    var made: OpaquePointer?
    var text = text
    let failed = text.withUTF8 { bytes in
      name.withCString { name in
        var file = quote_file(name: name, bytes: bytes.baseAddress, size: bytes.count)
        return quote_rules_new(&file, 1, nil, &made)
      }
    }
    rules = made
    error = Self.told(failed)
  }

  deinit { quote_rules_free(rules) }

  static func told(_ error: OpaquePointer?) -> String {
    guard let error else { return "" }
    defer { quote_error_free(error) }
    return String(cString: quote_error_text(error))
  }

  /// What became of a table: columns of texts and whole numbers by name, those of a fault as
  /// `fault.reason`, and the error that ended it.
  struct Answer {
    var columns: [String: [String?]] = [:]
    var error = ""
  }

  /// Reads at most so many batches, and gives everything back.
  func price(_ lender: LentStream, batches: Int = .max, threads: Int32 = 1) -> Answer {
    withExtendedLifetime(lender) { price(lender.stream, batches, threads) }
  }

  private func price(
    _ bookings: UnsafeMutablePointer<ArrowArrayStream>, _ batches: Int, _ threads: Int32
  ) -> Answer {
    var options = quote_price_options()
    options.money = Int32(QUOTE_MONEY_INT64)
    options.plain_status = 1
    options.threads = threads
    var (quotes, answer) = (ArrowArrayStream(), Answer())
    answer.error = Self.told(quote_price_stream(rules, bookings, &options, &quotes))
    guard answer.error == "" else { return answer }
    defer { quotes.release(&quotes) }
    var schema = ArrowSchema()
    guard quotes.get_schema(&quotes, &schema) == 0 else { return answer }
    defer { schema.release(&schema) }
    for _ in 0..<batches {
      var batch = ArrowArray()
      guard quotes.get_next(&quotes, &batch) == 0 else {
        answer.error = quotes.get_last_error(&quotes).map { String(cString: $0) } ?? ""
        return answer
      }
      guard let release = batch.release else { return answer }
      add(schema, batch, "", to: &answer)
      release(&batch)
    }
    return answer
  }

  private func add(
    _ schema: ArrowSchema, _ array: ArrowArray, _ path: String, to answer: inout Answer
  ) {
    for index in 0..<Int(schema.n_children) {
      guard let type = schema.children[index]?.pointee, let cells = array.children[index]?.pointee
      else { continue }
      let (name, format) = (path + String(cString: type.name), String(cString: type.format))
      if format == "+s" { add(type, cells, name + ".", to: &answer) }
      guard format == "u" || format == "l" else { continue }
      for row in 0..<Int(cells.length) {
        answer.columns[name, default: []].append(cell(cells, Int(cells.offset) + row, format))
      }
    }
  }

  private func cell(_ cells: ArrowArray, _ row: Int, _ format: String) -> String? {
    if let bits = cells.buffers[0]?.assumingMemoryBound(to: UInt8.self),
      bits[row / 8] >> UInt8(row % 8) & 1 == 0
    {
      return nil
    }
    guard let first = cells.buffers[1] else { return nil }
    if format == "l" { return "\(first.load(fromByteOffset: 8 * row, as: Int64.self))" }
    let start = Int(first.load(fromByteOffset: 4 * row, as: Int32.self))
    let end = Int(first.load(fromByteOffset: 4 * row + 4, as: Int32.self))
    guard end > start, let data = cells.buffers[2] else { return "" }
    let text = UnsafeRawBufferPointer(start: data + start, count: end - start)
    return String(decoding: text, as: UTF8.self)
  }
}
