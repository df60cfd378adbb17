import CArrow
import CQuote

/// A table of texts as somebody else would lend it, of whom it is known what was given back.
@safe final class TextTable {
  let names: [String]
  let columns: [[String?]]

  init(_ columns: KeyValuePairs<String, [String?]>) {
    names = columns.map(\.key)
    self.columns = columns.map(\.value)
  }

  var count: Int { columns.first?.count ?? 0 }

  /// A stream of one batch, from a row on.
  func stream(from first: Int = 0) -> UnsafeMutablePointer<ArrowArrayStream> {
    var schema = unsafe ArrowSchema()
    unsafe carrow_schema(&schema, "+s", "", 0, Int64(columns.count), 0)
    var batch = unsafe ArrowArray()
    unsafe carrow_make(&batch, Int64(count - first), 0, 1, Int64(columns.count), 0)
    unsafe batch.offset = Int64(first)
    for (index, name) in names.enumerated() {
      if let child = unsafe schema.children[index] {
        unsafe carrow_schema(child, "u", name, Int64(ARROW_FLAG_NULLABLE), 0, 0)
      }
      if let child = unsafe batch.children[index] { unsafe fill(child, columns[index]) }
    }
    let stream = UnsafeMutablePointer<ArrowArrayStream>.allocate(capacity: 1)
    unsafe stream.initialize(to: ArrowArrayStream())
    unsafe carrow_stream_of(&schema, &batch, stream)
    return unsafe stream
  }

  @unsafe private func fill(_ array: UnsafeMutablePointer<ArrowArray>, _ texts: [String?]) {
    let nulls = texts.count { $0 == nil }
    unsafe carrow_make(array, Int64(texts.count), Int64(nulls), 3, 0, 0)
    let bytes = texts.map { Array(($0 ?? "").utf8) }
    guard let bits = unsafe carrow_memory(texts.count / 8 + 1),
      let offsets = unsafe carrow_memory(4 * texts.count + 4),
      let data = unsafe carrow_memory(bytes.reduce(1) { $0 + $1.count })
    else { return }
    var end = 0
    for (row, text) in bytes.enumerated() {
      for byte in text {
        unsafe data.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
      }
      unsafe offsets.storeBytes(of: Int32(end), toByteOffset: 4 * row + 4, as: Int32.self)
      if texts[row] != nil {
        let byte = unsafe bits.load(fromByteOffset: row / 8, as: UInt8.self)
        unsafe bits.storeBytes(
          of: byte | 1 << UInt8(row % 8), toByteOffset: row / 8, as: UInt8.self)
      }
    }
    unsafe carrow_give(array, 0, bits)
    unsafe carrow_give(array, 1, offsets)
    unsafe carrow_give(array, 2, data)
  }
}
