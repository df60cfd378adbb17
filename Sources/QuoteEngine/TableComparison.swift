/// Holds quotes against rows of a table cell by cell, without making JSON of
/// them: finds out quickly that all is the same, and says nothing of the rest.
///
/// Cells are the same where their bytes are, or where both are decimals of one
/// value; whatever else may make them the same is for the slow way.
struct TableComparison {
  private struct Column {
    var column: Int
    var place: Int
  }

  /// By our value's number; nil for values that are not compared.
  private let columns: [Column?]
  private let count: Int
  /// How many columns a row has.
  private let width: Int
  /// The column of the status; rows without one were priced.
  private let status: Int?
  private let statuses: [(text: [UInt8], outcome: ReferenceMap.Outcome)]
  /// Our value that is the total, where both sides have it.
  private let total: Int?

  /// Nil where rows are no table, or more is to be done than to hold one cell
  /// against one value.
  init?(_ comparer: ReplyComparer, map: ReferenceMap, columns names: [String]?) {
    guard let names, map.places.reply.isEmpty, comparer.form.reply.isEmpty,
      let plan = comparer.plan(forColumns: names)
    else { return nil }
    var columns: [Column?] = Array(repeating: nil, count: comparer.names.count)
    for (column, value, place) in plan {
      columns[value] = Column(column: column, place: place)
    }
    self.columns = columns
    count = plan.count
    width = names.count
    if let path = map.places.status {
      guard path.count == 1 else { return nil }
      status = names.firstIndex(of: path[0])
    } else {
      status = nil
    }
    statuses = map.statuses.map { (Array($0.key.utf8), $0.value) }
    total = comparer.names.firstIndex(of: "total").flatMap { columns[$0] == nil ? nil : $0 }
  }

  /// True where the other side priced, and every value is the same as ours;
  /// `quote` is our quote as a flat object. What was the same is counted.
  func isSame(
    _ quote: TextSlice, _ row: TextSlice, _ comparer: ReplyComparer, _ revenue: inout DecimalSum
  ) -> Bool {
    if let status, !isPriced(ReferenceCells.cell(status, of: row, width)) { return false }
    var values = FlatValues(quote)
    var ourTotal: TextSlice?
    for index in columns.indices {
      guard let value = values.next() else { return false }
      guard let column = columns[index] else { continue }
      let cell = ReferenceCells.cell(column.column, of: row, width)
      guard Self.isSame(value, cell) else { return false }
      if index == total { ourTotal = value.text }
    }
    if let ourTotal, !revenue.add(ourTotal) { return false }
    for case .some(let column) in columns { comparer.fields.countEqual(column.place) }
    return true
  }

  var comparedCount: Int { count }

  private func isPriced(_ cell: TextSlice) -> Bool {
    if cell.count == 0 { return true }
    for (text, outcome) in statuses where unsafe cell.bytes.elementsEqual(text) {
      return outcome == .priced
    }
    return false
  }

  @inline(__always)
  private static func isSame(_ value: FlatValues.Value, _ cell: TextSlice) -> Bool {
    switch value.kind {
    case .null: return cell.count == 0
    case .text:
      guard cell.count > 0, cell.count == value.text.count else { return false }
      let first = InputBytes(cell)[0]
      return first != UInt8(ascii: "[") && first != UInt8(ascii: "{")
        && (unsafe value.text.bytes.elementsEqual(cell.bytes))
    case .plain: return PlainDecimal.isSame(value.text, cell)
    }
  }
}

/// The values of a flat JSON object, one after the other; ends before the first
/// one that is more than a plain value without escapes.
@safe struct FlatValues {
  enum Kind { case null, text, plain }

  struct Value {
    var kind: Kind
    /// A text without its quotes.
    var text: TextSlice
  }

  private let bytes: InputBytes
  private let end: Int
  private var at = 1

  init(_ object: TextSlice) {
    bytes = InputBytes(object)
    end = object.count
  }

  mutating func next() -> Value? {
    guard skipName() else { return nil }
    let start = at
    if bytes[at] == UInt8(ascii: "\"") {
      at += 1
      while at < end, bytes[at] != UInt8(ascii: "\"") {
        if bytes[at] == UInt8(ascii: "\\") { return nil }
        at += 1
      }
      let text = bytes.slice(start + 1, at - start - 1)
      at += 2
      return Value(kind: .text, text: text)
    }
    if bytes[at] == UInt8(ascii: "[") || bytes[at] == UInt8(ascii: "{") { return nil }
    while at < end, bytes[at] != UInt8(ascii: ","), bytes[at] != UInt8(ascii: "}") { at += 1 }
    let text = bytes.slice(start, at - start)
    at += 1
    return Value(kind: bytes[start] == UInt8(ascii: "n") ? .null : .plain, text: text)
  }

  /// Over `"name":`; false at the end, and where a name has an escape.
  private mutating func skipName() -> Bool {
    guard at + 2 < end, bytes[at] == UInt8(ascii: "\"") else { return false }
    at += 1
    while at < end, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { return false }
      at += 1
    }
    at += 2
    return at < end
  }
}

/// Decimals as they are written.
enum PlainDecimal {
  /// True where bytes are the same, or both are plain decimals of one value;
  /// false where that is not easily said.
  @inline(__always) static func isSame(_ a: TextSlice, _ b: TextSlice) -> Bool {
    if a.count == b.count, unsafe a.bytes.elementsEqual(b.bytes) { return true }
    guard let (p, pd) = parts(a), let (q, qd) = parts(b) else { return false }
    if pd == qd { return p == q }
    let (low, high, gap) = pd < qd ? (p, q, qd - pd) : (q, p, pd - qd)
    guard gap < 19 else { return false }
    let (scaled, overflow) = low.multipliedReportingOverflow(by: powers[gap])
    return !overflow && scaled == high
  }

  static let powers: [Int] = (0..<19).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Digits as one number, and how many of them are decimals; nil for anything
  /// but up to 18 digits with a sign and a point.
  @inline(__always) static func parts(_ text: TextSlice) -> (number: Int, decimals: Int)? {
    let bytes = InputBytes(text)
    var (at, number, decimals) = (0, 0, -1)
    let isNegative = text.count > 0 && bytes[0] == UInt8(ascii: "-")
    if isNegative { at = 1 }
    guard text.count > at, text.count <= at + 19 else { return nil }
    var digits = 0
    while at < text.count {
      let byte = bytes[at] &- UInt8(ascii: "0")
      if byte < 10 {
        number = number &* 10 &+ Int(byte)
        digits += 1
        if decimals >= 0 { decimals += 1 }
      } else if byte == UInt8(ascii: ".") &- UInt8(ascii: "0"), decimals < 0, digits > 0 {
        decimals = 0
      } else {
        return nil
      }
      at += 1
    }
    guard digits > 0, digits <= 18, decimals != 0 else { return nil }
    return (isNegative ? -number : number, max(decimals, 0))
  }
}

/// A sum of many decimals: those of nine digits after the point without a
/// fraction being made of each.
struct DecimalSum {
  private var billionths: Int128 = 0

  /// False for what is not easily added; nothing is added then.
  mutating func add(_ text: TextSlice) -> Bool {
    guard let (number, decimals) = PlainDecimal.parts(text), decimals <= 9 else { return false }
    billionths += Int128(number) * Int128(PlainDecimal.powers[9 - decimals])
    return true
  }

  /// Gives the sum and starts anew.
  mutating func take() -> Ratio {
    defer { billionths = 0 }
    return Ratio(billionths, 1_000_000_000)
  }
}
