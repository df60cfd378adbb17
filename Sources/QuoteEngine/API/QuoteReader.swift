import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Makes values of the quotes of a block.
final class QuoteReader {
  private let block: QuoteBlock
  private let schema: QuoteSchema
  private let text = ByteBuffer()

  init(_ pricer: Pricer) {
    schema = pricer.plan.quoteSchema
    block = QuoteBlock(
      columns: QuoteColumns(quotes: schema, bookings: pricer.schema), format: .jsonl)
  }

  /// One for each row of the block, in its order.
  func quotes(_ quotes: QuoteBatch, of bookings: BookingBatch) -> [Quote] {
    block.prepare(quotes, of: bookings)
    let rows = QuoteRows(shape: block.shape, results: block.results, quotes: quotes)
    return (0..<block.count).map { quote($0, of: rows) }
  }

  private func quote(_ row: Int, of rows: QuoteRows) -> Quote {
    let key = self.key(of: row)
    func unpriced(_ status: Quote.Status, _ reasons: [String], _ fault: Quote.Fault?) -> Quote {
      Quote(
        key: key, status: status, lines: [], total: nil,
        outputs: Quote.Outputs(names: [], values: []), reasons: reasons, fault: fault)
    }
    switch QuoteBatch.Status(rawValue: rows.quotes.statuses[row]) {
    case .declined:
      return unpriced(.declined, [rows.quotes.declineReason(of: row).string], nil)
    case .fault, nil:
      let found = rows.quotes.faults[block.firstRow + row]
      return unpriced(.fault, [], found.map(Quote.Fault.init))
    case .quoted:
      var reasons: [String] = []
      rows.forEachReason(of: row) { reasons.append($0.string) }
      return Quote(
        key: key, status: .quoted, lines: lines(row, of: rows),
        total: number(schema.total, row, of: rows),
        outputs: outputs(schema.outputs, row, of: .booking, rows), reasons: reasons, fault: nil)
    }
  }

  private func key(of row: Int) -> String? {
    switch block.key(of: row) {
    case .record: return String(block.firstRecord + Int64(block.firstRow + row))
    case .unread(let text): return text.isEmpty ? nil : text
    case .cell(let cells, let row):
      switch value(of: cells, row) {
      case .text(let text): return text
      case .number(let number): return number.description
      case .flag(let flag): return String(flag)
      case .notGiven, .texts, .point, .records: return nil
      }
    }
  }

  // MARK: Lines

  private func lines(_ row: Int, of rows: QuoteRows) -> [Quote.Line] {
    schema.lines.indices.compactMap { index in
      let (line, shape) = (schema.lines[index], rows.shape.lines[index])
      let elements = rows.elements(of: shape.list, row: row)
      let instances = elements.filter { rows.applies(shape, $0) }.map { element in
        let place = shape.list == .booking ? nil : element - elements.lowerBound + 1
        return instance(shape, element, at: place, of: rows)
      }
      guard shape.list != .booking || !instances.isEmpty else { return nil }
      return Quote.Line(
        name: line.name, isSubtotal: line.kind == .subtotal,
        group: line.group.flatMap { above in schema.lines.first { $0.id == above }?.name },
        amount: number(shape.list == .booking ? shape.amount : shape.sum, row, of: rows),
        instances: instances)
    }
  }

  private func instance(
    _ line: QuoteShape.Line, _ element: Int, at place: Int?, of rows: QuoteRows
  ) -> Quote.Instance {
    var reasons: [String] = []
    rows.forEachReason(of: line, element) { reasons.append($0.string) }
    let label = line.label < 0 ? .notGiven : value(of: rows.results[line.label], element)
    return Quote.Instance(
      element: place, label: label.asText, amount: number(line.amount, element, of: rows),
      running: line.running < 0 ? nil : number(line.running, element, of: rows),
      reasons: reasons)
  }

  // MARK: Values

  private func outputs(
    _ outputs: [QuoteOutput], _ row: Int, of list: ListID, _ rows: QuoteRows
  ) -> Quote.Outputs {
    let values = outputs.map { output -> Quote.Value in
      switch output.body {
      case .value(let column): return value(of: rows.results[column], row)
      case .records(let inner, let fields):
        return .records(
          rows.elements(of: inner, below: row, of: list).map {
            self.outputs(fields, $0, of: inner, rows)
          })
      }
    }
    return Quote.Outputs(names: outputs.map(\.name), values: values)
  }

  private func value(of cells: PrintedColumn, _ element: Int) -> Quote.Value {
    guard cells.isGiven(element) else { return .notGiven }
    switch cells.form {
    case .decimal, .wide, .fraction, .wideFraction: return .number(number(of: cells, element))
    case .double:
      let isFinite = cells.cell(element, as: Double.self).isFinite
      return isFinite ? .number(number(of: cells, element)) : .notGiven
    case .flag: return .flag(cells.cell(element, as: UInt8.self) != 0)
    case .choice: return .text(cells.word(Int(cells.cell(element, as: Int32.self))).string)
    case .text: return .text(cells.cell(element, as: TextSlice.self).string)
    case .texts: return .texts(cells.range(element).map { cells.word($0).string })
    case .date, .time, .instant, .weekday:
      return .text(printed { $0.append(cells, row: element, as: .csv) })
    case .point:
      let (latitude, longitude) = cells.point(element)
      return .point(latitude: latitude, longitude: longitude)
    }
  }

  private func number(_ column: Int, _ element: Int, of rows: QuoteRows) -> Quote.Number {
    number(of: rows.results[column], element)
  }

  private func number(of cells: PrintedColumn, _ element: Int) -> Quote.Number {
    Quote.Number(digits: printed { $0.append(cells, row: element, as: .csv) })
  }

  private func printed(_ body: (ByteBuffer) -> Void) -> String {
    text.removeAll()
    body(text)
    return text.string
  }
}

extension Quote.Fault {
  init(_ fault: RowFault) {
    self.init(
      reason: fault.reason, field: fault.field, value: fault.value, message: fault.message)
  }
}

extension Quote.Value {
  /// A label, which is a text or a word.
  fileprivate var asText: String? {
    switch self {
    case .text(let text): text
    case .notGiven, .flag, .number, .texts, .point, .records: nil
    }
  }
}
