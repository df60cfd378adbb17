extension ByteBuffer {
  func append(status: UInt8) {
    switch QuoteBatch.Status(rawValue: status) {
    case .quoted: append("quoted")
    case .declined: append("declined")
    case .fault, nil: append("fault")
    }
  }
}

extension QuoteBatch {
  /// Every reason of a row: of the lines that apply, in their order; of a
  /// decline; the id of a fault's reason.
  func appendReasons(
    of row: Int, firstRow: Int, _ results: [PrintedColumn], to buffer: ByteBuffer,
    before: (_ isFirst: Bool) -> Void, each: (TextSlice) -> Void
  ) {
    switch Status(rawValue: statuses[row]) {
    case .declined:
      before(true)
      each(declineReasons[row])
    case .fault, nil:
      guard let fault = faults[firstRow + row] else { return }
      before(true)
      buffer.append(text: fault.reason)
    case .quoted:
      var isFirst = true
      for index in schema.lines.indices {
        for element in elements(of: schema.lines[index].grain.list, row: row) {
          guard applies(index, element, results) else { continue }
          forEachReason(of: index, element, results) {
            before(isFirst)
            isFirst = false
            each($0)
          }
        }
      }
    }
  }

  func applies(_ line: Int, _ element: Int, _ results: [PrintedColumn]) -> Bool {
    guard let column = schema.lines[line].applies else { return true }
    return results[column].isGiven(element) && results[column].cell(element, as: UInt8.self) != 0
  }

  func forEachReason(
    of line: Int, _ element: Int, _ results: [PrintedColumn], _ body: (TextSlice) -> Void
  ) {
    for column in schema.lines[line].reasons {
      let cells = results[column]
      guard cells.isGiven(element) else { continue }
      if cells.form == .texts {
        for word in cells.range(element) { body(cells.word(word)) }
      } else if cells.form == .text {
        body(cells.cell(element, as: TextSlice.self))
      }
    }
  }
}
