import QuoteEngine
import QuoteLanguage

/// What stands in the first object of a list whose member has some text: `traits[key=size].value`.
final class ArrowEntry: ForeignColumn {
  private let list: ArrowColumn
  private let objects: ArrowElements
  private let member: ArrowColumn
  private let text: String
  private let value: ArrowColumn
  private let digits: Int
  private let run = TextRun()

  /// Nil where the columns have no such place.
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
    run.removeAll()
    for row in rows {
      let start = run.bytes.count
      if try list.isGiven(row), let place = try place(in: row), try value.isGiven(place) {
        try ArrowCellText(column: value, digits: digits).append(place, to: run.bytes)
      }
      run.endCell(from: start)
    }
    return run
  }

  /// The first object with the text, among those of all rows.
  private func place(in row: Int) throws(Trouble) -> Int? {
    for object in try objects.elements(of: row) where try member.isGiven(object) {
      let found = try member.texts(object..<object + 1).cells[0]
      if found.isEqual(to: text) { return object }
    }
    return nil
  }
}
