import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What stands in the first object of a list whose member has some text: `traits[key=size].value`.
final class ArrowEntry: ForeignColumn {
  private let list: ArrowColumn
  private let objects: ArrowElements
  private let member: ArrowColumn
  private let text: String
  private let value: ArrowColumn
  private let digits: Int
  private let run = TextRun()
  /// What `run` has: rows, of the array that was bound then.
  private var lent: (rows: Range<Int>, edition: Int)?
  private let found = ByteBuffer(capacity: 64)

  /// Nil if the columns have no such place.
  init?(_ path: FieldPath, in columns: [ArrowColumn], digits: Int) {
    var found: ArrowColumn?
    var children = columns
    var entry: (list: ArrowColumn, objects: ArrowElements, member: ArrowColumn, text: String)?
    for step in path.steps {
      switch step {
      case .member(let name):
        guard let next = children.first(where: { $0.name == name }) else { return nil }
        found = next
        children = next.type == .structure ? next.children : []
      case .entry(let name, let text):
        guard entry == nil, let list = found, let objects = list.lists,
          let member = objects.element.children.first(where: { $0.name == name })
        else { return nil }
        entry = (list, objects, member, text)
        found = nil
        children = objects.element.children
      }
    }
    guard let entry, let found else { return nil }
    (list, objects, member, text) = entry
    value = found
    self.digits = digits
  }

  var elements: (any ForeignElements)? { nil }

  func cells(_ rows: Range<Int>) throws(Trouble) -> ForeignCells { .texts(try texts(rows)) }

  func texts(_ rows: Range<Int>) throws(Trouble) -> TextRun {
    if let lent, lent == (rows, list.edition) { return run }
    lent = nil
    run.removeAll()
    try append(rows, to: run)
    lent = (rows, list.edition)
    return run
  }

  func hasWrongBytes(_ rows: Range<Int>) throws(Trouble) -> Bool { try !texts(rows).isText }

  func append(_ rows: Range<Int>, to run: TextRun) throws(Trouble) {
    let cells = ArrowCellText(column: value, digits: digits)
    for row in rows {
      let start = run.bytes.count
      if try list.isGiven(row), let place = try place(in: row), try value.isGiven(place) {
        try cells.append(place, to: run.bytes)
      }
      guard run.bytes.count <= TextRun.mostBytes else { throw .tooMuchText(value.name) }
      run.endCell(from: start)
    }
  }

  /// The first object with the text, among those of all rows.
  private func place(in row: Int) throws(Trouble) -> Int? {
    let cells = ArrowCellText(column: member, digits: digits)
    for object in try objects.elements(of: row) where try member.isGiven(object) {
      found.removeAll()
      try cells.append(object, to: found)
      if found.slice(0, found.count).isEqual(to: text) { return object }
    }
    return nil
  }
}
