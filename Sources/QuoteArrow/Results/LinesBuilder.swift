import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Every line that applies, one after the other: an object with the line's name, the element that
/// it is of (from 1; null for the booking's own), its amount and its label.
final class LinesBuilder: ListBuilder {
  private let lines: [QuoteLine]
  private let parents: ByList<ListID>
  private let items: LineBuilder

  init(_ schema: QuoteSchema) {
    lines = schema.lines.filter { $0.kind != .subtotal }
    parents = schema.listParents.mapped { $0 ?? .booking }
    items = LineBuilder(lines, schema)
    super.init(of: items)
  }

  override func append(_ block: ResultBlock) {
    for row in 0..<block.count {
      let isQuoted = block.isQuoted(row)
      if isQuoted {
        for (index, line) in lines.enumerated() { append(line, index, row, block.quotes) }
      }
      end(at: items.rows, isGiven: isQuoted)
    }
  }

  private func append(_ line: QuoteLine, _ index: Int, _ row: Int, _ quotes: QuoteBatch) {
    let elements = elements(of: line.grain.list, row, quotes)
    for element in elements where applies(line, element, quotes) {
      let number = line.grain.list == .booking ? nil : element - elements.lowerBound + 1
      items.append(index, element, number, quotes)
    }
  }

  private func applies(_ line: QuoteLine, _ element: Int, _ quotes: QuoteBatch) -> Bool {
    guard let applies = line.applies else { return true }
    let column = quotes.columns[applies]
    return column.isGiven(element) && column.flags[element] != 0
  }

  private func elements(of list: ListID, _ row: Int, _ quotes: QuoteBatch) -> Range<Int> {
    if list == .booking { return row..<row + 1 }
    let holders = elements(of: parents[list], row, quotes)
    let ends = quotes.offsets[list]
    return Int(ends[holders.lowerBound])..<Int(ends[holders.upperBound])
  }
}

/// The objects of lines; all amounts have one type.
private final class LineBuilder: ColumnBuilder {
  private let lines: [QuoteLine]
  private let names = TextBuilder()
  private let numbers = NumberBuilder()
  private let labels = TextBuilder()
  private let shared: AmountBuilder

  init(_ lines: [QuoteLine], _ schema: QuoteSchema) {
    self.lines = lines
    let forms = lines.map { line in
      ValueForm(schema.columns[line.amount], of: schema, range: nil, .decimal)
    }
    shared = AmountBuilder(forms)
    super.init(
      "+s", buffers: 1,
      children: [
        ("line", names), ("element", numbers), ("amount", shared), ("label", labels),
      ])
  }

  func append(_ line: Int, _ element: Int, _ number: Int?, _ quotes: QuoteBatch) {
    names.append(text: lines[line].name)
    numbers.append(number)
    shared.append(quotes.columns[lines[line].amount], element, of: line)
    if let label = lines[line].label, quotes.columns[label].isGiven(element) {
      labels.append(quotes.columns[label].texts[element])
    } else {
      labels.appendNothing()
    }
    add(isGiven: true)
  }
}

/// Amounts of several lines, as decimals with as many places as the one that has most; doubles
/// where amounts are doubles.
private final class AmountBuilder: ColumnBuilder {
  private let factors: [Int128]
  private let areDoubles: Bool
  private let cells = ArrowBuffer()

  init(_ forms: [ValueForm]) {
    let scales = forms.map(\.scale)
    areDoubles = scales.contains { $0 == nil }
    let most = scales.compactMap { $0?.places }.max() ?? 0
    factors = scales.map { scale in
      guard let scale else { return 1 }
      return (scale.places..<most).reduce(Int128(scale.factor)) { factor, _ in factor * 10 }
    }
    super.init(areDoubles ? "g" : "d:38,\(most)", buffers: 2)
  }

  func append(_ amounts: ResultColumn, _ element: Int, of line: Int) {
    let isGiven = amounts.isGiven(element)
    switch amounts.schema.storage {
    case .integer: cells.append(Int128(amounts.integers[element]) * factors[line])
    case .wide: cells.append(amounts.wides[element] * factors[line])
    case .double: cells.append(amounts.doubles[element])
    case .flag, .choice, .text, .texts, .point: preconditionFailure("amounts are numbers")
    }
    add(isGiven: isGiven)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe cells.handOver()
  }
}

/// Whole numbers, some of which are not given.
private final class NumberBuilder: ColumnBuilder {
  private let cells = ArrowBuffer()

  init() { super.init("l", buffers: 2) }

  func append(_ number: Int?) {
    cells.append(Int64(number ?? 0))
    add(isGiven: number != nil)
  }

  @unsafe override func buffer(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe cells.handOver()
  }
}

extension ValueForm {
  /// How a decimal is scaled; nil for a double.
  fileprivate var scale: (factor: Int64, places: Int)? {
    switch self {
    case .decimal(let factor, let places, _), .wide(let factor, let places, _): (factor, places)
    case .count(let factor): (factor, 0)
    case .minorUnits(let factor, let places), .nearest(let factor, let places): (factor, places)
    case .fraction, .double, .flag, .text, .texts, .point, .date, .time, .instant, .weekday,
      .choice:
      nil
    }
  }
}
