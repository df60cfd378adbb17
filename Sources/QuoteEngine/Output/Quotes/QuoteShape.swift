/// A quote schema as plain numbers: what a writer reads for every row, without
/// a name, a list or anything else that counts references.
struct QuoteShape {
  /// Result columns of a line, or −1.
  struct Line {
    var list: Int
    var applies: Int
    var amount: Int
    var running: Int
    var label: Int
    var sum: Int
    var reasons: Range<Int>
  }

  /// A value (`column`), or the records of a list (`fields` of `list`).
  struct Output {
    var column: Int
    var list: Int
    var fields: Range<Int>
  }

  let lines: [Line]
  /// The result columns of all lines' reasons.
  let reasons: [Int]
  /// Fields stand after what holds them; the first ones are the outputs.
  let outputs: [Output]
  let outputCount: Int
  /// `"name":` of each output, a comma before all but the first of its record.
  let outputMembers: WordList
  let listParents: [Int]
  let total: Int

  init(_ schema: QuoteSchema) {
    var reasons: [Int] = []
    lines = schema.lines.map { line in
      let start = reasons.count
      reasons += line.reasons
      let hasRunning = line.running.map { schema.columns[$0].grain == line.grain } ?? false
      return Line(
        list: line.grain.list, applies: line.applies ?? -1, amount: line.amount,
        running: hasRunning ? line.running! : -1, label: line.label ?? -1, sum: line.sum,
        reasons: start..<reasons.count)
    }
    self.reasons = reasons
    var flat = FlatOutputs()
    _ = flat.add(schema.outputs)
    outputs = flat.outputs
    outputCount = schema.outputs.count
    outputMembers = WordList(flat.members)
    listParents = schema.listParents.map { $0 ?? 0 }
    total = schema.total
  }

  private struct FlatOutputs {
    var outputs: [Output] = []
    var members: [String] = []

    mutating func add(_ fields: [QuoteOutput]) -> Range<Int> {
      let start = outputs.count
      for (index, field) in fields.enumerated() {
        members.append(JSONRowWriter.member(field.name, index))
        switch field.body {
        case .value(let column): outputs.append(Output(column: column, list: 0, fields: 0..<0))
        case .records(let list, _): outputs.append(Output(column: -1, list: list, fields: 0..<0))
        }
      }
      for (index, field) in fields.enumerated() {
        guard case .records(_, let inner) = field.body else { continue }
        outputs[start + index].fields = add(inner)
      }
      return start..<start + fields.count
    }
  }
}

/// One block on its way out: its shape, its columns, and where its lists end.
/// Passed along, never stored.
struct QuoteRows {
  let shape: QuoteShape
  let results: [PrintedColumn]
  let quotes: QuoteBatch

  /// The elements of a list that belong to one booking of the block.
  func elements(of list: Int, row: Int) -> Range<Int> {
    guard list > 0 else { return row..<row + 1 }
    let parents = elements(of: shape.listParents[list], row: row)
    let ends = quotes.offsets[list]
    return Int(ends[parents.lowerBound])..<Int(ends[parents.upperBound])
  }

  /// The elements of a list that belong to one element of its parent.
  func elements(of list: Int, parent: Int) -> Range<Int> {
    Int(quotes.offsets[list][parent])..<Int(quotes.offsets[list][parent + 1])
  }

  @inline(__always)
  func applies(_ line: QuoteShape.Line, _ element: Int) -> Bool {
    guard line.applies >= 0 else { return true }
    let column = results[line.applies]
    return column.isGiven(element) && column.cell(element, as: UInt8.self) != 0
  }

  func forEachReason(
    of line: QuoteShape.Line, _ element: Int, _ body: (TextSlice) -> Void
  ) {
    for index in line.reasons {
      let cells = results[shape.reasons[index]]
      guard cells.isGiven(element) else { continue }
      switch cells.form {
      case .texts: for word in cells.range(element) { body(cells.word(word)) }
      case .text: body(cells.cell(element, as: TextSlice.self))
      case .decimal, .wide, .fraction, .wideFraction, .double, .flag, .choice, .date, .time,
        .instant, .weekday, .point:
        break
      }
    }
  }

  /// Every reason of a quoted row: of the lines that apply, in their order.
  func forEachReason(of row: Int, _ body: (TextSlice) -> Void) {
    for index in shape.lines.indices where !shape.lines[index].reasons.isEmpty {
      let line = shape.lines[index]
      for element in elements(of: line.list, row: row) where applies(line, element) {
        forEachReason(of: line, element, body)
      }
    }
  }

  /// The value of an output at one element (a row of the block, at the top).
  func append(output index: Int, at element: Int, to buffer: ByteBuffer) {
    let output = shape.outputs[index]
    guard output.column < 0 else {
      return buffer.append(results[output.column], row: element, as: .json)
    }
    buffer.append(UInt8(ascii: "["))
    let elements = elements(of: output.list, parent: element)
    for inner in elements {
      if inner > elements.lowerBound { buffer.append(UInt8(ascii: ",")) }
      append(record: output.fields, at: inner, to: buffer)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  func append(record fields: Range<Int>, at element: Int, to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    for index in fields {
      buffer.append(shape.outputMembers.slices[index])
      append(output: index, at: element, to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
