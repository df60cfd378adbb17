import CArrow
import CQuote

/// A table of texts as somebody else would lend it, of whom it is known what was given back.
final class TextTable: Sendable {
  let names: [String]
  let columns: [[String?]]

  init(_ columns: KeyValuePairs<String, [String?]>) {
    names = columns.map(\.key)
    self.columns = columns.map(\.value)
  }

  var count: Int { columns.first?.count ?? 0 }

  /// A stream of one batch, from a row on.
  func stream(from first: Int = 0) -> UnsafeMutablePointer<ArrowArrayStream> {
    var schema = ArrowSchema()
    carrow_schema(&schema, "+s", "", 0, Int64(columns.count), 0)
    var batch = ArrowArray()
    carrow_make(&batch, Int64(count - first), 0, 1, Int64(columns.count), 0)
    batch.offset = Int64(first)
    for (index, name) in names.enumerated() {
      if let child = schema.children[index] {
        carrow_schema(child, "u", name, Int64(ARROW_FLAG_NULLABLE), 0, 0)
      }
      if let child = batch.children[index] { fill(child, columns[index]) }
    }
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    stream.initialize(to: ArrowArrayStream())
    carrow_stream_of(&schema, &batch, stream)
    return stream
  }

  private func fill(_ array: UnsafeMutablePointer<ArrowArray>, _ texts: [String?]) {
    let nulls = texts.count { $0 == nil }
    carrow_make(array, Int64(texts.count), Int64(nulls), 3, 0, 0)
    let bytes = texts.map { Array(($0 ?? "").utf8) }
    guard let bits = carrow_zeros(texts.count / 8 + 1),
      let offsets = carrow_zeros(4 * texts.count + 4),
      let data = carrow_memory(bytes.reduce(1) { $0 + $1.count })
    else { return }
    var end = 0
    for (row, text) in bytes.enumerated() {
      for byte in text {
        data.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
      }
      offsets.storeBytes(of: Int32(end), toByteOffset: 4 * row + 4, as: Int32.self)
      if texts[row] != nil {
        let byte = bits.load(fromByteOffset: row / 8, as: UInt8.self)
        bits.storeBytes(
          of: byte | 1 << UInt8(row % 8), toByteOffset: row / 8, as: UInt8.self)
      }
    }
    carrow_give(array, 0, bits)
    carrow_give(array, 1, offsets)
    carrow_give(array, 2, data)
  }
}
