import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings of a batch written as JSON records that read back as the same
/// cells: every field by the name the rules give it, lists as arrays.
///
/// Elements that the rules add are left out, for whoever reads adds them again.
/// The elements of a list's second source and further stand under
/// `name/2`, `name/3`, so that each stays of its source.
struct BookingRecordWriter {
  private let bookings: BookingBatch
  private let columns: ByList<[PrintedColumn]>
  /// Held for the columns of choices, which point into them.
  private let words: ByList<[WordList?]>

  init(_ bookings: BookingBatch) {
    self.bookings = bookings
    let schema = bookings.schema
    let words = schema.lists.mapped { list in
      list.fields.map { $0.storage == .choice ? WordList($0.choices) : nil }
    }
    self.words = words
    columns = ArrayByID(
      schema.lists.withIDs.map { id, list in
        list.fields.enumerated().map { index, field in
          PrintedColumn(
            bookings.lists[id].columns[index],
            form: CellForm(field, arithmetic: schema.arithmetic), words: words[id][index])
        }
      })
  }

  /// One booking as a JSON object on one line.
  func record(_ row: Int) -> String {
    let buffer = ByteBuffer()
    append(list: .booking, element: row, to: buffer)
    return buffer.string
  }

  private func append(list: ListID, element: Int, to buffer: ByteBuffer) {
    let schema = bookings.schema.lists[list]
    var isFirst = true
    func begin(_ name: String) {
      buffer.append(isFirst ? "{" : ", ")
      isFirst = false
      buffer.append(text: name, as: .json)
      buffer.append(": ")
    }
    for (index, field) in schema.fields.enumerated() where field.holdsTextOf == nil {
      begin(field.name)
      buffer.append(columns[list][index], row: element, as: .json)
    }
    for (child, below) in bookings.schema.lists.withIDs
    where below.parent == list && !below.isMade {
      for (source, kind) in below.sources.enumerated() where !kind.isExtra {
        begin(below.recordName(ofSource: source))
        append(elementsOf: child, below: element, source: source, to: buffer)
      }
    }
    buffer.append(isFirst ? "{}" : "}")
  }

  private func append(
    elementsOf list: ListID, below parent: Int, source: Int, to buffer: ByteBuffer
  ) {
    let held = bookings.lists[list]
    buffer.append("[")
    var isFirst = true
    for element in Int(held.offsets[parent])..<Int(held.offsets[parent + 1])
    where Int(held.sources[element]) == source {
      if !isFirst { buffer.append(", ") }
      isFirst = false
      append(list: list, element: element, to: buffer)
    }
    buffer.append("]")
  }
}

extension BookingSchema {
  /// The same bookings, read from records that `BookingRecordWriter` wrote:
  /// nothing is looked for elsewhere or converted again.
  var ofRecords: BookingSchema {
    var schema = self
    for list in lists.indices {
      for field in lists[list].fields.indices {
        let own = lists[list].fields[field]
        schema.lists[list].fields[field].sources = [.path(.member(own.name))]
        // What conversions make of odd spellings is written as what it is; numbers
        // that are not finite were refused when they were read.
        schema.lists[list].fields[field].conversions = []
        schema.lists[list].fields[field].notation = nil
      }
      for (source, kind) in lists[list].sources.enumerated() where !kind.isExtra {
        schema.lists[list].sources[source] = .path(
          .member(lists[list].recordName(ofSource: source)))
      }
    }
    return schema
  }
}

extension ListSchema {
  fileprivate func recordName(ofSource source: Int) -> String {
    source == 0 ? name : "\(name)/\(source + 1)"
  }
}

extension ListSourceSchema {
  var isExtra: Bool {
    switch self {
    case .extra: true
    case .path, .itself: false
    }
  }
}

extension FieldPath {
  fileprivate static func member(_ name: String) -> FieldPath {
    FieldPath(steps: [.member(name)], span: .nowhere)
  }
}
