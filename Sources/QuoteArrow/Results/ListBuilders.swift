import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What has a list of something in each row: its offsets.
class ListBuilder: ColumnBuilder {
  private let offsets = ArrowBuffer(capacity: 4096)

  init(of item: ColumnBuilder) {
    super.init("+l", buffers: 2, children: [("item", item)])
    offsets.append(Int32(0))
  }

  /// Ends a row at so many items.
  final func end(at items: Int, isGiven: Bool) {
    precondition(items <= Int32.max, "lists of a result have more than 2^31 items in a batch")
    offsets.append(Int32(truncatingIfNeeded: items))
    add(isGiven: isGiven)
  }

  /// Adds so many empty lists behind so many items.
  final func addEmpty(_ count: Int, at items: Int) {
    precondition(items <= Int32.max, "lists of a result have more than 2^31 items in a batch")
    let to = unsafe offsets.add(4 * count).assumingMemoryBound(to: Int32.self)
    unsafe to.update(repeating: Int32(truncatingIfNeeded: items), count: count)
    addGiven(count)
  }

  @unsafe override final func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    let given = unsafe offsets.handOver()
    offsets.append(Int32(0))
    return unsafe given
  }
}

/// Reasons: those of the lines that apply, that of a decline, the name of a fault.
final class ReasonsBuilder: ListBuilder {
  private let texts = TextBuilder()
  private let reader: ReasonReader
  private let hasReasons: Bool

  init(_ schema: QuoteSchema) {
    hasReasons = schema.lines.contains { !$0.reasons.isEmpty }
    reader = ReasonReader(schema)
    super.init(of: texts)
  }

  override func append(_ block: ResultBlock) {
    if !hasReasons, block.quoted.count == 0 { return addEmpty(block.count, at: texts.rows) }
    reader.begin(block.quotes)
    for row in 0..<block.count {
      switch QuoteBatch.Status(rawValue: block.quotes.statuses[row]) {
      case .quoted: reader.forEachReason(of: row) { texts.append($0) }
      case .declined:
        let reason = block.quotes.declineReason(of: row)
        if reason.count > 0 { texts.append(reason) }
      case .fault, nil:
        if let fault = block.fault(row) { texts.append(text: fault.reason) }
      }
      end(at: texts.rows, isGiven: true)
    }
  }
}

/// Records of a list: objects with the fields that an output names, of the list's elements.
final class RecordsBuilder: ListBuilder {
  private let list: ListID
  private let above: ListID
  private let parents: ByList<ListID>
  private let records: ObjectBuilder

  /// `above` is the list of what holds them; `.booking` for bookings.
  init(list: ListID, above: ListID, _ parents: ByList<ListID>, _ records: ObjectBuilder) {
    self.list = list
    self.above = above
    self.parents = parents
    self.records = records
    super.init(of: records)
  }

  override func append(_ block: ResultBlock) {
    for row in 0..<block.count { append(block, below: row, isGiven: block.isQuoted(row)) }
  }

  /// The elements below one element of the list above.
  func append(_ block: ResultBlock, below element: Int, isGiven: Bool) {
    if isGiven {
      for inner in elements(of: list, below: element, block.quotes) { records.append(block, inner) }
    }
    end(at: records.rows, isGiven: isGiven)
  }

  private func elements(of list: ListID, below element: Int, _ quotes: QuoteBatch) -> Range<Int> {
    guard list != above else { return element..<element + 1 }
    let holders = elements(of: parents[list], below: element, quotes)
    let ends = quotes.offsets[list]
    return Int(ends[holders.lowerBound])..<Int(ends[holders.upperBound])
  }
}

/// Objects of an output's records.
final class ObjectBuilder: ColumnBuilder {
  private let values: [(column: Int, builder: ValueBuilder)]
  private let lists: [RecordsBuilder]

  init(
    _ values: [(column: Int, builder: ValueBuilder)], _ lists: [RecordsBuilder],
    children: [(name: String, builder: ColumnBuilder)]
  ) {
    self.values = values
    self.lists = lists
    super.init("+s", buffers: 1, children: children)
  }

  func append(_ block: ResultBlock, _ element: Int) {
    for (column, builder) in values {
      builder.append(block.quotes.columns[column], element, isGiven: true)
    }
    for list in lists { list.append(block, below: element, isGiven: true) }
    add(isGiven: true)
  }
}
